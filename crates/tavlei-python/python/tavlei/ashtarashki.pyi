"""Ashtarashki: stones 1, 2 and 3 that beat one another in a ring."""

from collections.abc import Sequence
from typing import Literal, final

import numpy as np
import numpy.typing as npt

from tavlei import Best, Outcome

@final
class Position:
    """A position of Ashtarashki. It cannot be changed: `play` returns the position after the move."""

    def __new__(cls, text: str = "start", rules: str = "") -> Position:
        """Reads a position. Raises PositionError or RulesError with the place and the reason."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...
    @property
    def turn(self) -> Literal["white", "black"]:
        """The side to move."""
    @property
    def rules(self) -> str:
        """The rule options; an empty text for the default of most games."""
    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, or None while it goes on."""
    @property
    def key(self) -> int:
        """The 64-bit key of the position."""
    def pieces(self, side: str) -> dict[str, str]:
        """Returns a side's pieces: the text of what stands on each of its squares."""
    def play(self, text: str) -> Position:
        """Returns the position after a move, which may be written in any notation."""
    def perft(self, depth: int, threads: int = 1) -> int:
        """Counts the sequences of exactly `depth` moves."""
    def divide(self, depth: int, threads: int = 1) -> dict[str, int]:
        """Counts the sequences of exactly `depth` moves under each first move."""
    def diagram(self) -> str:
        """Returns the board drawn with letters and digits, in several lines."""
    def svg(
        self,
        *,
        theme: str = "light",
        flipped: bool = False,
        coordinates: bool = True,
        move: str | None = None,
        marks: Sequence[str] | None = None,
    ) -> str:
        """Returns the board as SVG.

        `theme` is `light`, `dark`, `print` or `colour-blind`. `move` is a legal move to draw, `marks` are squares that get a
        dot.
        """
    def _repr_svg_(self) -> str: ...
    def _repr_html_(self) -> str: ...
    def legal_moves(self) -> list[str]:
        """Lists the legal moves as canonical texts, sorted; none if the game is over."""
    def best(
        self,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
        threads: int = 1,
        method: str = "alpha-beta",
    ) -> Best:
        """Searches for the best move.

        `time` is in seconds. Without any limit the search takes one second. `method` is `alpha-beta` or `uct`; the seed is
        that of `uct`, and `threads` those of `alpha-beta`. The past of a game is not known here; see `Game.best`.
        """
    def actions(self) -> list[int]:
        """Lists the actions that can be taken: the first steps of the legal moves."""
    def step(self, action: int) -> Position | Entry:
        """Takes an action. Returns the position after the move, or an Entry if a capture goes on."""
    def solve(self, *, time: float | None = None, nodes: int | None = None, table_bytes: int = 67108864) -> Proof:
        """Proves the value of the position to White.

        `time` is in seconds; without a limit the proof may take hours. `table_bytes` is the memory that it may use.
        """

@final
class Entry:
    """A move that is being entered: a position and the squares chosen so far. It cannot be changed."""

    def __new__(cls, text: str, rules: str = "") -> Entry:
        """Reads an entry: the text of a position, then the squares."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Entry], tuple[str, str]]: ...
    @property
    def position(self) -> Position:
        """The position in which the move is entered."""
    @property
    def board(self) -> Position:
        """The board with the steps so far carried out."""
    @property
    def turn(self) -> Literal["white", "black"]:
        """The side whose move it is."""
    @property
    def squares(self) -> list[str]:
        """The squares chosen so far."""
    @property
    def captured(self) -> list[str]:
        """The squares of the pieces captured so far."""
    def actions(self) -> list[int]:
        """Lists the actions that can be taken."""
    def step(self, action: int) -> Position | Entry:
        """Takes an action. Returns the position after the move, or an Entry if a capture goes on."""

@final
class Proof:
    """The result of a proof: the value of a position to White."""

    def __eq__(self, other: object, /) -> bool: ...
    @property
    def payoff(self) -> int | None:
        """The payoff of White with best play of both sides; None if it is not proven."""
    @property
    def least(self) -> int:
        """The least that White gets."""
    @property
    def most(self) -> int:
        """The most that White can get."""
    @property
    def line(self) -> list[str]:
        """The best play to the end; empty if the payoff is not proven."""
    @property
    def nodes(self) -> int:
        """The number of positions that were looked into."""
    @property
    def seconds(self) -> float:
        """The time that it took."""

def action_count(rules: str = "") -> int:
    """Returns the number of actions."""

def encode(position: Position, move: str) -> list[int]:
    """Returns the actions of a legal move, one for each step."""

def decode(position: Position, actions: Sequence[int]) -> str:
    """Returns the canonical text of the move that consists of these actions."""

def observations(states: Sequence[Position | Entry]) -> npt.NDArray[np.float32]:
    """Returns the planes of positions and entries, `float32[n, planes, ranks, files]`."""

def masks(states: Sequence[Position | Entry]) -> npt.NDArray[np.bool_]:
    """Returns which actions are legal in positions and entries, `bool[n, actions]`."""

def playouts(
    positions: Sequence[Position], *, seed: int = 0, max_plies: int = 10000, threads: int = 1
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint32]]:
    """Plays a random game from each position. Returns the payoffs of White and the plies.

    The game of a position depends on the seed and its place in the batch alone. A draw that can be claimed for plies
    without progress is claimed.
    """
