"""Positions and games are values: equality, hashes, copies, texts, errors."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from typing import Any

import pytest
from conftest import GAMES

import tavlei
from tavlei import ashtarashki, proryv, towers

RULES = {"towers": "landing=free,draw_plies=12", "ashtarashki": "third-retreat=forced", "proryv": "board=5x6,pass=no"}


def walk(game: str, rules: str, seed: int, plies: int = 60) -> Iterator[Any]:
    """Yields the positions of a random game."""
    rng = random.Random(seed)
    position = GAMES[game].Position("start", rules)
    for _ in range(plies):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(rng.choice(moves))


@pytest.mark.parametrize("game", GAMES)
def test_positions_are_values(game: str) -> None:
    for rules in ("", RULES[game]):
        for position in walk(game, rules, 1):
            again = GAMES[game].Position(str(position), position.rules)
            assert again == position
            assert hash(again) == hash(position)
            assert again.key == position.key
            assert pickle.loads(pickle.dumps(position)) == position
            assert copy.deepcopy(position) == copy.copy(position) == position
            assert eval(repr(position), {"Position": GAMES[game].Position}) == position
            assert position != str(position)
            for move in position.legal_moves()[:3]:
                assert position.play(move) != position
    assert GAMES[game].Position() != GAMES[game].Position("start", RULES[game])
    with pytest.raises(AttributeError):
        position.turn = "white"


def test_positions_of_different_games_differ() -> None:
    positions: set[Any] = {towers.Position(), ashtarashki.Position(), proryv.Position()}
    assert len(positions) == 3


@pytest.mark.parametrize("game", GAMES)
def test_pictures(game: str) -> None:
    position = GAMES[game].Position()
    move = position.legal_moves()[0]
    for theme in ("light", "dark", "print", "colour-blind"):
        svg = position.svg(theme=theme, flipped=True, coordinates=False, move=move, marks=["a1"])
        assert svg.startswith("<svg ") and svg.rstrip().endswith("</svg>")
        assert 'class="mark"' in svg
    assert position._repr_svg_() in position._repr_html_()
    assert "to move" in position._repr_html_()
    assert position.diagram().count("\n") > 4
    with pytest.raises(tavlei.TavleiError, match="there is no theme ‘pink’"):
        position.svg(theme="pink")
    with pytest.raises(tavlei.TavleiError, match="‘z9’ is no square"):
        position.svg(marks=["z9"])
    with pytest.raises(tavlei.MoveError):
        position.svg(move="a1-a2-a3")


def test_errors_name_the_place_and_the_rule() -> None:
    with pytest.raises(tavlei.PositionError, match="byte 2: a2 is a light square"):
        towers.Position("w a2=0;")
    with pytest.raises(tavlei.RulesError, match="there is no rule option ‘lading’"):
        towers.Position("start", "lading=free")
    with pytest.raises(tavlei.MoveError, match=r"\(T-1\)") as caught:
        towers.Position().play("a1-b3")
    assert caught.value.offset == 3
    assert isinstance(caught.value, tavlei.TavleiError) and isinstance(caught.value, ValueError)
    with pytest.raises(tavlei.MoveError, match=r"\(P-3\)"):
        proryv.Position().play("b2-b4 c4-c3")
    with pytest.raises(tavlei.TavleiError, match="expected a side"):
        proryv.Position().choices("red")
    with pytest.raises(tavlei.TavleiError, match="a depth of 1001"):
        towers.Position().perft(1001)
    with pytest.raises(OverflowError):
        towers.Position().perft(-1)
    for time in (-1.0, float("nan")):
        with pytest.raises(tavlei.TavleiError, match="a time of"):
            towers.Position().best(time=time)
    with pytest.raises(tavlei.TavleiError, match="there is no method ‘magic’"):
        towers.Position().best(method="magic")
    with pytest.raises(tavlei.GameOverError, match="the game is over"):
        towers.Position("w ;a1=1").best()
    with pytest.raises(tavlei.SolveError, match="the game is over"):
        proryv.matrix(proryv.Position("w a5;b4"))
    with pytest.raises(tavlei.SolveError):
        proryv.matrix(proryv.Position("start", "turns=9"))
    with pytest.raises(TypeError):
        tavlei.Game(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", GAMES)
def test_no_text_brings_it_down(game: str) -> None:
    rng = random.Random(3)
    position = GAMES[game].Position()
    alphabet = "abcdefgh12345678-:;,=/ wbMVWF0x\u0430\ud7ff\U0001f600\n\x00"
    for _ in range(3000):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(20)))
        for read in (GAMES[game].Position, position.play, lambda text: GAMES[game].Position("start", text)):
            try:
                read(text)
            except tavlei.TavleiError as error:
                assert str(error)


def test_search() -> None:
    best = towers.Position().best(depth=6)
    assert best.depth == 6 and best.move == best.line[0] and best.score is not None
    assert best == towers.Position().best(depth=6) or best.nodes == towers.Position().best(depth=6).nodes
    wins = towers.Position("w a1=1;b2=0")
    assert wins.best(depth=4).payoff == 1
    one, two, other = (ashtarashki.Position().best(nodes=500, seed=seed, method="uct") for seed in (1, 1, 2))
    assert (one.move, one.mean, one.nodes) == (two.move, two.mean, 500)
    assert one.mean != other.mean and one.mean is not None and -1 <= one.mean <= 1
    found = proryv.Position().best(nodes=500, seed=1)
    again = proryv.Position().best(nodes=500, seed=1)
    assert (found.move, found.white, found.value) == (again.move, again.white, again.value)
    assert sum(found.black.values()) == pytest.approx(1)
    assert found.move in proryv.Position().legal_moves()


def test_game() -> None:
    game = tavlei.Game("towers")
    assert game.play("cd4") == "c3-d4"
    assert game.play("f6-e5") == "f6-e5"
    assert game.moves == ["c3-d4", "f6-e5"] and len(game) == 2
    assert game.legal_moves() == ["d4:f6"] and game.turn == "white"
    assert game.position == towers.Position().play("c3-d4").play("f6-e5")
    assert game.position_after(0) == game.start == towers.Position()
    with pytest.raises(tavlei.TavleiError, match="only 2 plies"):
        game.position_after(3)
    twin = copy.copy(game)
    assert game.undo() and game.redo() and not game.redo()
    assert game == twin == pickle.loads(pickle.dumps(game)) == tavlei.Game.from_json(game.to_json())
    assert twin.undo() and twin != game
    assert game.best(depth=2).move == "d4:f6"
    assert "tint" in game.svg(theme="dark") and game._repr_svg_()
    with pytest.raises(tavlei.GameOverError):
        game.claim()
    game.resign("white")
    assert game.outcome is not None
    assert (game.outcome.kind, game.outcome.winner, game.outcome.score) == ("resignation", "black", "0-1")
    assert str(game.outcome) == "0-1: White resigns"
    assert game.legal_moves() == []
    with pytest.raises(tavlei.GameOverError, match="over"):
        game.play("d4:f6")
    with pytest.raises(tavlei.TavleiError, match=r"moves\[0\]"):
        tavlei.Game.from_json(game.to_json().replace("c3-d4", "c3-d5"))
    with pytest.raises(tavlei.TavleiError, match="there is no game ‘chess’"):
        tavlei.Game("chess")
    with pytest.raises(tavlei.RulesError):
        tavlei.Game(towers.Position(), "landing=free")


def test_draws_are_claimed() -> None:
    """T-18: a repetition is a claim of the game, not of a position."""
    game = tavlei.Game(towers.Position("w a1=1;d8=1"))
    while not game.claims:
        game.play({0: "a1-b2", 1: "d8-c7", 2: "b2-a1", 3: "c7-d8"}[len(game) % 4])
    assert len(game) == 8 and "3 times" in game.claims[0]
    game.claim()
    assert game.outcome is not None
    assert (game.outcome.kind, game.outcome.winner, game.outcome.points) == ("claim", None, 0)
    assert tavlei.Game.from_json(game.to_json()).outcome == game.outcome
    assert hash(game.outcome) == hash(tavlei.Game.from_json(game.to_json()).outcome)
    with pytest.raises(tavlei.GameOverError):
        game.agree_draw()
    assert tavlei.Game("ashtarashki").claims == []
    with pytest.raises(tavlei.GameOverError, match="no draws by agreement"):
        tavlei.Game("ashtarashki").agree_draw()
