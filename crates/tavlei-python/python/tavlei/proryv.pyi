"""Proryv: both sides choose their move at once."""

from collections.abc import Sequence
from os import PathLike
from typing import Literal, final

import numpy as np
import numpy.typing as npt

from tavlei import Outcome

@final
class Position:
    """A position of Proryv. It cannot be changed: `play` returns the position after the move."""

    def __new__(cls, text: str = "start", rules: str = "") -> Position:
        """Reads a position. Raises PositionError or RulesError with the place and the reason."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Position], tuple[str, str]]: ...
    @property
    def turn(self) -> Literal["both"]:
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
    @property
    def recorder(self) -> Literal["white", "black"]:
        """The side that writes its move down in this turn (P-2). It has no influence on the outcome."""
    def choices(self, side: str) -> list[str]:
        """Lists the choices of a side as canonical texts, sorted, `--` for a pass; none if the game is over."""
    def legal_moves(self) -> list[str]:
        """Lists the legal turns, all pairs of a choice of White and one of Black, as canonical texts, sorted."""
    def best(self, *, time: float | None = None, nodes: int | None = None, seed: int = 0) -> Strategies:
        """Searches for good mixed strategies by random games.

        `time` is in seconds, `nodes` is a number of iterations. Without a limit the search takes one second. The seed also
        draws the turn.
        """
    def actions(self, side: str) -> list[int]:
        """Lists the actions of a side."""

@final
class Strategies:
    """The mixed strategies that a search has found."""

    def __eq__(self, other: object, /) -> bool: ...
    @property
    def move(self) -> str:
        """The turn that was drawn from both strategies."""
    @property
    def white(self) -> dict[str, float]:
        """White's choices with their probabilities; those that are never made are left out."""
    @property
    def black(self) -> dict[str, float]:
        """Black's."""
    @property
    def value(self) -> float:
        """The estimated value to White, -1 to 1."""
    @property
    def nodes(self) -> int:
        """The number of iterations."""
    @property
    def seconds(self) -> float:
        """The time that it took."""

@final
class Tablebase:
    """The exact values of the positions of a board: solved when it is asked to, and kept in memory, or read from a file."""

    def __new__(cls, rules: str = "") -> Tablebase: ...
    @staticmethod
    def read(path: str | PathLike[str], rules: str = "") -> Tablebase:
        """Reads a tablebase from a file and checks it."""
    def write(self, path: str | PathLike[str]) -> int:
        """Writes what has been solved to a file, the classes with equal numbers of men. Returns the number of bytes."""
    def solve(self, men: int) -> None:
        """Solves the positions with 1 against 1, 2 against 2 ... up to this number of men."""
    def solve_for(self, position: Position) -> None:
        """Solves the positions with as many men as this one has, and those that they lead to."""
    def value(self, position: Position) -> float | None:
        """Returns the value of a position to White, -1 to 1, its payoff if the game is over; None if it is not known."""
    @property
    def rules(self) -> str:
        """The rule options."""

@final
class Matrix:
    """The matrix game of a turn: White chooses a row, Black at the same time a column."""

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The values to White after each pair of choices, `float64[rows, columns]`."""
    @property
    def white(self) -> list[str]:
        """White's choices, which are the rows."""
    @property
    def black(self) -> list[str]:
        """Black's choices, which are the columns."""
    @property
    def white_strategy(self) -> npt.NDArray[np.float64]:
        """The probability of each of White's choices in an optimal strategy."""
    @property
    def black_strategy(self) -> npt.NDArray[np.float64]:
        """The probability of each of Black's choices in an optimal strategy."""
    @property
    def value(self) -> float:
        """The value of the game to White."""
    @property
    def gap(self) -> float:
        """The part that the two strategies leave open: the true value is within half of it."""

def matrix(position: Position, tablebase: Tablebase | None = None) -> Matrix:
    """Returns the matrix game of a turn, with optimal strategies of both sides.

    The values come from the tablebase. Without one, the classes of positions that are needed are solved first, which takes
    a moment for two men a side and far too long for six.
    """

def action_count(rules: str = "") -> int:
    """Returns the number of actions of a side on the board of these rules."""

def encode(position: Position, side: str, choice: str) -> int:
    """Returns the action of a choice of a side."""

def decode(position: Position, side: str, action: int) -> str:
    """Returns the canonical text of the choice of a side that has this action."""

def observations(positions: Sequence[Position]) -> npt.NDArray[np.float32]:
    """Returns the planes of positions, `float32[n, planes, ranks, files]`."""

def masks(positions: Sequence[Position], side: str) -> npt.NDArray[np.bool_]:
    """Returns which actions of a side are legal in positions, `bool[n, actions]`."""

def playouts(
    positions: Sequence[Position], *, seed: int = 0, max_plies: int = 10000, threads: int = 1
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.uint32]]:
    """Plays a random game from each position. Returns the payoffs of White and the turns."""
