"""The environments pass the tests of PettingZoo."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="the extra tavlei[pettingzoo] is not installed")

from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

import tavlei
from tavlei.pettingzoo import AshtarashkiEnv, ProryvEnv, TowersEnv

# Its tests recommend things that dictionaries with masks cannot have.
pytestmark = pytest.mark.filterwarnings("ignore")

SEQUENTIAL: list[Callable[..., TowersEnv | AshtarashkiEnv]] = [TowersEnv, AshtarashkiEnv]


@pytest.mark.parametrize("make", SEQUENTIAL)
def test_sequential(make: Callable[..., TowersEnv | AshtarashkiEnv]) -> None:
    api_test(make(), num_cycles=1000, verbose_progress=False)
    seed_test(make, num_cycles=200)


def test_parallel() -> None:
    parallel_api_test(ProryvEnv(), num_cycles=500)
    # This test does not look at the masks.
    parallel_seed_test(lambda: ProryvEnv(illegal_reward=-1.0), num_cycles=200)


@pytest.mark.parametrize("make", SEQUENTIAL)
def test_rewards_are_the_payoffs_of_the_game(make: Callable[..., TowersEnv | AshtarashkiEnv]) -> None:
    rng = np.random.default_rng(4)
    ends, repeated = set(), 0
    for _ in range(10):
        env = make()
        env.reset()
        totals = dict.fromkeys(env.possible_agents, 0)
        last = None
        for agent in env.agent_iter():
            observation, reward, terminated, truncated, _ = env.last()
            totals[agent] += reward
            if terminated or truncated:
                env.step(None)
                continue
            repeated += agent == last
            last = agent
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        outcome = env.game.outcome
        assert outcome is not None
        assert totals == {agent: outcome.payoff(agent) for agent in ("white", "black")}
        ends.add(outcome.score)
    assert len(ends) > 1
    assert repeated > 0, "a capture of several jumps is several actions of one agent"


def test_rewards_of_proryv() -> None:
    rng = np.random.default_rng(5)
    env = ProryvEnv(render_mode="ansi")
    observations, _ = env.reset()
    while env.agents:
        actions = {
            agent: int(rng.choice(np.flatnonzero(observations[agent]["action_mask"]))) for agent in env.agents
        }
        observations, rewards, *_ = env.step(actions)
    assert env.game.outcome is not None
    assert rewards == {agent: env.game.outcome.payoff(agent) for agent in ("white", "black")}
    assert "a b c d" in str(env.render())


def test_illegal_actions() -> None:
    env = TowersEnv(max_plies=2)
    env.reset()
    with pytest.raises(tavlei.TavleiError, match="not legal"):
        env.step(0)
    for _ in range(2):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    assert all(env.truncations.values())
    parallel = ProryvEnv()
    parallel.reset()
    with pytest.raises(tavlei.TavleiError, match="not legal"):
        parallel.step({"white": 0, "black": 0})
    gentle = ProryvEnv(illegal_reward=-5.0)
    gentle.reset()
    _, rewards, terminations, *_ = gentle.step({"white": 160, "black": 0})
    assert rewards == {"white": 0.0, "black": -5.0} and all(terminations.values()) and not gentle.agents
