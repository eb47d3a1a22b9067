"""PettingZoo environments: AEC for tower checkers and Ashtarashki, parallel for Proryv.

Needs the extra `tavlei[pettingzoo]`. The agents are `white` and `black`, an observation is a dictionary with the planes
(`observation`) and the legal actions (`action_mask`), and the reward at the end is the payoff in points.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from tavlei import Game, ashtarashki, proryv, towers

__all__ = ["AshtarashkiEnv", "ProryvEnv", "TowersEnv"]

_AGENTS = ["white", "black"]

_Observation = dict[str, npt.NDArray[Any]]


def _observation_space(planes: npt.NDArray[np.float32], actions: int) -> spaces.Dict:
    """The space of the observations: no number on a square is greater than 24, the height of the tallest tower."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0.0, 24.0, planes.shape[1:], np.float32),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


class _SequentialEnv(AECEnv[str, _Observation, int]):
    """A game in which the sides take turns. An action is a step; while a capture goes on, the same agent acts again.

    Draws that can be claimed are claimed.
    """

    _module: ModuleType
    _name: str

    def __init__(self, rules: str = "", max_plies: int | None = None, render_mode: str | None = None) -> None:
        super().__init__()
        self.rules = rules
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        actions = self._module.action_count(rules)
        planes = self._module.observations([self._module.Position("start", rules)])
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in _AGENTS}
        self.observation_spaces = {agent: _observation_space(planes, actions) for agent in _AGENTS}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the observations."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game. The seed has no influence: nothing is drawn."""
        self.game = Game(self._name, self.rules)
        self.agents = list(_AGENTS)
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in _AGENTS}
        self._begin_move()

    def _begin_move(self) -> None:
        self._state = self.game.position
        self._actions: list[int] = []
        self.agent_selection = self.game.turn

    def observe(self, agent: str) -> _Observation:
        """Returns the board as it is now. Only the agent whose turn it is has legal actions."""
        mask = np.zeros(self._module.action_count(self.rules), np.int8)
        if agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]:
            mask = self._module.masks([self._state])[0].astype(np.int8)
        return {"observation": self._module.observations([self._state])[0], "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("an action is missing")
        state = self._state.step(int(action))
        self._actions.append(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if isinstance(state, self._module.Position):
            self.game.play(self._module.decode(self.game.position, self._actions))
            if self.game.claims:
                self.game.claim()
            self._begin_move()
            self._end_if_over()
        else:
            self._state = state
        self._accumulate_rewards()

    def _end_if_over(self) -> None:
        outcome = self.game.outcome
        if outcome is not None:
            self.rewards = {agent: outcome.payoff(agent) for agent in _AGENTS}
            self.terminations = dict.fromkeys(_AGENTS, True)
        elif self.max_plies is not None and len(self.game) >= self.max_plies:
            self.truncations = dict.fromkeys(_AGENTS, True)

    def render(self) -> str | None:
        """Returns the board as text if the mode is `ansi`."""
        return str(self.game.position.diagram()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is no window."""


class TowersEnv(_SequentialEnv):
    """Tower checkers."""

    metadata = {"name": "tavlei_towers_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    _module = towers
    _name = "towers"


class AshtarashkiEnv(_SequentialEnv):
    """Ashtarashki."""

    metadata = {"name": "tavlei_ashtarashki_v0", "render_modes": ["ansi"], "is_parallelizable": False}
    _module = ashtarashki
    _name = "ashtarashki"


class ProryvEnv(ParallelEnv[str, _Observation, int]):
    """Proryv: both agents act at once.

    There is no rule against endless play, so a game is truncated after `max_turns`. An illegal action is an error; if
    `illegal_reward` is given, it ends the game and its agent gets that reward.
    """

    metadata = {"name": "tavlei_proryv_v0", "render_modes": ["ansi"]}

    def __init__(
        self,
        rules: str = "",
        max_turns: int = 500,
        render_mode: str | None = None,
        illegal_reward: float | None = None,
    ) -> None:
        self.rules = rules
        self.illegal_reward = illegal_reward
        self.max_turns = max_turns
        self.render_mode = render_mode
        self.possible_agents = list(_AGENTS)
        actions = proryv.action_count(rules)
        planes = proryv.observations([proryv.Position("start", rules)])
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in _AGENTS}
        self.observation_spaces = {agent: _observation_space(planes, actions) for agent in _AGENTS}

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of the observations."""
        return self.observation_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, _Observation], dict[str, dict[str, Any]]]:
        """Begins a game. The seed has no influence: nothing is drawn."""
        self.game = Game("proryv", self.rules)
        self.agents = list(_AGENTS)
        return self._observations(), {agent: {} for agent in _AGENTS}

    def _observations(self) -> dict[str, _Observation]:
        position = self.game.position
        planes = proryv.observations([position])[0]
        mask = {agent: proryv.masks([position], agent)[0].astype(np.int8) for agent in _AGENTS}
        return {agent: {"observation": planes.copy(), "action_mask": mask[agent]} for agent in _AGENTS}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, _Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        """Plays a turn: an action of each agent."""
        position = self.game.position
        illegal = [agent for agent in _AGENTS if int(actions[agent]) not in position.actions(agent)]
        if illegal and self.illegal_reward is not None:
            rewards = {agent: self.illegal_reward if agent in illegal else 0.0 for agent in _AGENTS}
            return self._result(rewards, is_over=True)
        choices = [proryv.decode(position, agent, int(actions[agent])) for agent in _AGENTS]
        self.game.play(" ".join(choices))
        if self.game.claims:
            self.game.claim()
        outcome = self.game.outcome
        rewards = {agent: float(outcome.payoff(agent)) if outcome else 0.0 for agent in _AGENTS}
        return self._result(rewards, is_over=outcome is not None)

    def _result(
        self, rewards: dict[str, float], *, is_over: bool
    ) -> tuple[
        dict[str, _Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        is_truncated = not is_over and len(self.game) >= self.max_turns
        if is_over or is_truncated:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(_AGENTS, is_over),
            dict.fromkeys(_AGENTS, is_truncated),
            {agent: {} for agent in _AGENTS},
        )

    def render(self) -> str | None:
        """Returns the board as text if the mode is `ansi`."""
        return str(self.game.position.diagram()) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing: there is no window."""
