"""Rules engines for three board games: tower checkers, Ashtarashki and Proryv."""

from tavlei import ashtarashki, proryv, towers
from tavlei._native import (
    Best,
    Game,
    GameOverError,
    GameReader,
    MoveError,
    Outcome,
    PositionError,
    RecordedGame,
    RecordError,
    RulesError,
    SolveError,
    TavleiError,
    read_games,
)

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
