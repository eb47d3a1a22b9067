"""Rules engines for three board games: tower checkers, Ashtarashki and Proryv."""

from collections.abc import Iterator, Mapping
from os import PathLike
from typing import Any, Literal, Protocol, final

from tavlei import ashtarashki as ashtarashki
from tavlei import proryv as proryv
from tavlei import towers as towers

__all__ = [
    "Best",
    "Game",
    "GameOverError",
    "GameReader",
    "MoveError",
    "Outcome",
    "PositionError",
    "RecordError",
    "RecordedGame",
    "RulesError",
    "SolveError",
    "TavleiError",
    "ashtarashki",
    "proryv",
    "read_games",
    "towers",
]

_Side = Literal["white", "black"]
_Theme = Literal["light", "dark", "print", "colour-blind"]

class _Readable(Protocol):
    def read(self, size: int, /) -> bytes | str: ...

class TavleiError(ValueError):
    """The base class of the errors of this package."""

class RulesError(TavleiError):
    """The text of the rule options is refused."""

class PositionError(TavleiError):
    """The text is refused as a position."""

class MoveError(TavleiError):
    """The text is refused as a move."""

    offset: int
    """The place in the text, in bytes."""

class GameOverError(TavleiError):
    """The game cannot go on or end so."""

class RecordError(TavleiError):
    """A game record is refused."""

    line: int | None
    """The line, counted from 1."""
    column: int | None
    """The column, counted from 1."""

class SolveError(TavleiError):
    """The position is not solved."""

@final
class Outcome:
    """The end of a game: the winner, the points, and the reason."""

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    @property
    def winner(self) -> _Side | None:
        """The winner; None for a draw."""
    @property
    def points(self) -> int:
        """The points that the winner gets; 0 for a draw."""
    @property
    def reason(self) -> str:
        """Why the game is over."""
    @property
    def score(self) -> str:
        """The score as records write it: `1-0`, `0-1`, `1/2-1/2`, `2-0`, `0-2`."""
    @property
    def kind(
        self,
    ) -> Literal["board", "claim", "agreement", "resignation", "time", "abandonment", "adjudication"]:
        """By what the game has ended; `board` is the rules, in the position on the board."""
    def payoff(self, side: str) -> int:
        """Returns the payoff of a side: its points, or minus those of its opponent."""

@final
class Best:
    """The result of a search. Values are those to the side to move."""

    def __eq__(self, other: object, /) -> bool: ...
    @property
    def move(self) -> str:
        """The best move."""
    @property
    def line(self) -> list[str]:
        """The best play of both sides, as far as it was seen."""
    @property
    def score(self) -> int | None:
        """The value in centi-units, about hundredths of a piece; None if the end is forced, and for `uct`."""
    @property
    def payoff(self) -> int | None:
        """The payoff if the end is forced."""
    @property
    def plies(self) -> int | None:
        """The number of plies to a forced end."""
    @property
    def mean(self) -> float | None:
        """The mean result of random games, -1 to 1; None for `alpha-beta`."""
    @property
    def depth(self) -> int:
        """The depth of the last complete iteration; 0 for `uct`."""
    @property
    def nodes(self) -> int:
        """The number of positions that were searched, or of iterations."""
    @property
    def seconds(self) -> float:
        """The time that it took."""

@final
class Game:
    """A game as it was played: positions, moves, and the draws that hang on the past."""

    def __new__(
        cls, start: str | towers.Position | ashtarashki.Position | proryv.Position, rules: str = ""
    ) -> Game:
        """`Game("towers")` begins a game in its start position, `Game(position)` in another one."""
    def __eq__(self, other: object, /) -> bool: ...
    def __len__(self) -> int: ...
    def __copy__(self) -> Game: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @property
    def name(self) -> Literal["towers", "ashtarashki", "proryv"]:
        """The name of the game."""
    @property
    def rules(self) -> str:
        """The rule options."""
    @property
    def start(self) -> Any:
        """The position in which the game began."""
    @property
    def position(self) -> Any:
        """The position on the board."""
    def position_after(self, plies: int) -> Any:
        """Returns the position after a number of plies."""
    @property
    def turn(self) -> Literal["white", "black", "both"]:
        """The side to move."""
    @property
    def moves(self) -> list[str]:
        """The moves that have been played, as canonical texts."""
    def legal_moves(self) -> list[str]:
        """Lists the legal moves as canonical texts, sorted; none if the game is over."""
    def play(self, text: str) -> str:
        """Plays a move, which may be written in any notation, and returns its canonical text."""
    def undo(self) -> bool:
        """Takes the last ply back. Returns whether there was one."""
    def redo(self) -> bool:
        """Plays the ply again that was taken back last. Returns whether there was one."""
    @property
    def claims(self) -> list[str]:
        """The draws that can be claimed now, each as a sentence."""
    def claim(self) -> None:
        """Claims the first of the draws that can be claimed."""
    def agree_draw(self) -> None:
        """Ends the game as a draw by agreement."""
    def resign(self, side: str) -> None:
        """Ends the game: the side gives it up."""
    @property
    def outcome(self) -> Outcome | None:
        """The end of the game, by the rules or by what the players did, or None while it goes on."""
    def best(
        self,
        *,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        seed: int = 0,
        threads: int = 1,
        method: str = "alpha-beta",
    ) -> Any:
        """Searches for the best move, as `Position.best` does, with the past of the game."""
    def to_json(self) -> str:
        """Returns the game as JSON, as the other programs of tavlei read it."""
    @classmethod
    def from_json(cls, text: str) -> Game:
        """Reads a game from JSON. All moves are played again."""
    def record(self, tags: Mapping[str, str] | None = None) -> str:
        """Returns the game as a record, which `read_games` reads."""
    def svg(self, *, theme: str = "light", flipped: bool = False, coordinates: bool = True) -> str:
        """Returns the board as SVG, with the ends of the last move tinted."""
    def _repr_svg_(self) -> str: ...

@final
class RecordedGame:
    """A game that was read from a record."""

    @property
    def game(self) -> Game:
        """The game, played to its end."""
    @property
    def tags(self) -> dict[str, str]:
        """The tags of the record."""
    @property
    def comments(self) -> list[tuple[int, str]]:
        """The comments, each with the number of plies before it."""
    @property
    def result(self) -> str:
        """The result that the record states, `*` if it leaves it open."""
    @property
    def warnings(self) -> list[str]:
        """The oddities that were repaired, each with its place."""

@final
class GameReader(Iterator[RecordedGame]):
    """An iterator over the games of a file. It can be asked for the next game after a RecordError."""

    def __iter__(self) -> GameReader: ...
    def __next__(self) -> RecordedGame: ...
    @property
    def warnings(self) -> list[str]:
        """The warnings about text after the last game, once there are no more games."""

def read_games(source: PathLike[str] | _Readable | str, game: str | None = None) -> GameReader:
    """Reads the games of a file, one after the other, in constant memory.

    `source` is a path (`pathlib.Path`), an open file, or the text of the records (`str`). `game` is the name of the game of
    records that do not say it.
    """
