"""Game records: files, texts, faults, warnings, memory."""

from __future__ import annotations

import io
import resource
from pathlib import Path

import pytest
from conftest import CASES

import tavlei

FILE = """[Game "towers"]
[White "Anna"]

{first} 1. c3-d4 f6-e5 {hm} 3. d4:f6 1-0

[Game "proryv"]

1. b2-c3 c4-c3 2. c2-c3 -- *
"""


def test_the_recorded_championship_game() -> None:
    (read,) = tavlei.read_games(CASES / "towers_game_2005.pdn", game="towers")
    assert len(read.game) == 97
    end = "b a3=0,g3=00;d4=1000/000,c5=0,g5=0000,h6=0/0010,a7=0,c7=1/00"
    assert str(read.game.position) == end


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    path.write_text(FILE, encoding="utf-8")
    sources = [path, FILE, io.StringIO(FILE), io.BytesIO(FILE.encode()), path.open("rb"), path.open(encoding="utf-8")]
    for source in sources:
        with tavlei_closing(source):
            first, second = tavlei.read_games(source)  # type: ignore[arg-type]
        assert first.tags["White"] == "Anna" and first.result == "1-0"
        assert first.comments == [(0, "first"), (2, "hm")]
        assert first.warnings == ["line 4, column 32: move number 3 where 2 is due"]
        assert first.game.outcome is not None and first.game.outcome.kind == "resignation"
        assert second.game.name == "proryv" and second.game.moves == ["b2-c3 c4-c3", "c2-c3 --"]
    with pytest.raises(tavlei.TavleiError, match="name of a file"):
        tavlei.read_games(str(path))
    with pytest.raises(FileNotFoundError):
        tavlei.read_games(tmp_path / "none.pdn")
    with pytest.raises(TypeError):
        tavlei.read_games(7)  # type: ignore[arg-type]
    with pytest.raises(tavlei.TavleiError, match="there is no game"):
        tavlei.read_games(FILE, game="chess")


class tavlei_closing:
    """Closes a source that can be closed."""

    def __init__(self, source: object) -> None:
        self.source = source

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        if isinstance(self.source, io.IOBase):
            self.source.close()


def test_a_fault_does_not_end_the_file() -> None:
    games = tavlei.read_games(FILE.replace("f6-e5", "f6-f5") + '\n[White "Boris"]\n1. a1-a2 *\n\nlast words\n')
    with pytest.raises(tavlei.RecordError, match="line 4, column 21: move 1, Black: ‘f6-f5’") as caught:
        next(games)
    assert (caught.value.line, caught.value.column) == (4, 21)
    assert next(games).game.name == "proryv"
    with pytest.raises(tavlei.RecordError, match="expected"):
        next(games)
    assert list(games) == []
    assert games.warnings and "behind the last game" in games.warnings[-1]


def test_an_exception_of_a_file_is_passed_on() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1, /) -> bytes:
            raise RuntimeError("the wire is cut")

    with pytest.raises(RuntimeError, match="the wire is cut"):
        next(tavlei.read_games(Broken()))
    with pytest.raises(tavlei.RecordError, match="not UTF-8"):
        next(tavlei.read_games(io.BytesIO(b"1. c3-d4 \xff *")))


def test_what_is_written_is_read_again() -> None:
    game = tavlei.Game("ashtarashki", "third-retreat=forced")
    for _ in range(30):
        game.play(game.legal_moves()[-1])
    (read,) = tavlei.read_games(game.record({"White": "Анна"}))
    assert read.game == game
    assert read.tags["White"] == "Анна"
    assert read.warnings == []
    assert str(game) == game.record()


def test_memory_does_not_grow() -> None:
    """A file of about 60 MB, made while it is read."""

    class Endless:
        def __init__(self, games: int) -> None:
            self.games = games

        def read(self, size: int, /) -> bytes:
            self.games -= 100
            return (FILE * 50).encode() if self.games >= 0 else b""

    def peak() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    assert sum(1 for _ in tavlei.read_games(Endless(2_000))) == 2_000
    before = peak()
    assert sum(1 for _ in tavlei.read_games(Endless(40_000))) == 40_000
    assert peak() - before < 20_000, "kilobytes"
