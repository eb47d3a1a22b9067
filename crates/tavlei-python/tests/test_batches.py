"""Observations, masks, the numbering of actions, random games."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from conftest import GAMES, rows
from test_values import walk

import tavlei
from tavlei import ashtarashki, proryv, towers

SEQUENTIAL = ["towers", "ashtarashki"]
DARK = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"[(rank - 1) % 2 :: 2]]


def reached(state: Any, Position: type) -> list[Any]:
    """Returns the position after each sequence of actions that makes a move."""
    if isinstance(state, Position):
        return [state]
    return [end for action in state.actions() for end in reached(state.step(action), Position)]


def positions(game: str) -> list[Any]:
    texts = [row[1] for row in rows(f"{game}_positions.tsv")]
    return [GAMES[game].Position(text) for text in texts] + list(walk(game, "", 5))


@pytest.mark.parametrize("game", SEQUENTIAL)
def test_actions_make_exactly_the_legal_moves(game: str) -> None:
    module = GAMES[game]
    entries = 0
    for position in positions(game):
        moves = position.legal_moves()
        states = [position.step(action) for action in position.actions()]
        entries += sum(isinstance(state, module.Entry) for state in states)
        ends = [end for state in states for end in reached(state, module.Position)]
        assert set(ends) == {position.play(move) for move in moves}
        for move in moves:
            actions = module.encode(position, move)
            assert module.decode(position, actions) == move
            assert all(0 <= action < module.action_count() for action in actions)
            state = position
            for action in actions:
                assert module.masks([state])[0][action]
                state = state.step(action)
            assert state == position.play(move)
    assert entries > 20


def test_the_numbering_of_towers() -> None:
    """`from × 32 + to`, the dark squares in the order a1 c1 … h8."""
    position = towers.Position()
    for move in position.legal_moves():
        start, to = move.split("-")
        assert towers.encode(position, move) == [DARK.index(start) * 32 + DARK.index(to)]
    assert towers.action_count() == 1024
    chain = towers.Position("w a1=1;b2=00,b6=0,f6=0")
    for move in chain.legal_moves():
        squares = [DARK.index(square) for square in move.split(":")]
        assert towers.encode(chain, move) == [a * 32 + b for a, b in zip(squares, squares[1:])]


def test_the_numbering_of_ashtarashki() -> None:
    """`from × 4 + direction`: north-west, north-east, south-west, south-east."""
    position = ashtarashki.Position("w M1c3;M2h8")
    directions = {"b4": 0, "d4": 1, "b2": 2, "d2": 3}
    for move in position.legal_moves():
        assert ashtarashki.encode(position, move) == [DARK.index("c3") * 4 + directions[move[3:]]]
    assert len(position.legal_moves()) == 4
    assert ashtarashki.action_count() == 128


def test_the_numbering_of_proryv() -> None:
    """`(rank × files + file) × 8 + direction`, clockwise from White's forward; the pass is last."""
    position = proryv.Position("w b3;d5")
    directions = ["b4", "c4", "c3", "c2", "b2", "a2", "a3", "a4"]
    for direction, to in enumerate(directions):
        assert proryv.encode(position, "white", f"b3-{to}") == (2 * 4 + 1) * 8 + direction
    assert proryv.encode(position, "white", "--") == proryv.action_count() - 1 == 160
    assert proryv.action_count("board=8x8,pass=no") == 513
    for rules in ("", "board=5x6", "pass=no"):
        for position in walk("proryv", rules, 7, 30):
            for side in ("white", "black"):
                choices = position.choices(side)
                actions = [proryv.encode(position, side, choice) for choice in choices]
                assert sorted(actions) == position.actions(side)
                assert [proryv.decode(position, side, action) for action in actions] == choices
                mask = proryv.masks([position], side)
                assert mask.shape == (1, proryv.action_count(rules))
                assert list(np.flatnonzero(mask[0])) == position.actions(side)


@pytest.mark.parametrize("game", SEQUENTIAL)
def test_masks(game: str) -> None:
    module = GAMES[game]
    batch = positions(game)
    masks = module.masks(batch)
    assert masks.dtype == np.bool_ and masks.shape == (len(batch), module.action_count())
    for position, mask in zip(batch, masks):
        assert list(np.flatnonzero(mask)) == position.actions()
        assert mask.any() == (position.outcome is None)
    assert module.masks([]).shape == (0, module.action_count())
    with pytest.raises(tavlei.TavleiError, match="the action 0 is not legal"):
        module.Position().step(0)
    with pytest.raises(tavlei.TavleiError, match="not complete"):
        module.decode(module.Position(), [])
    with pytest.raises(TypeError):
        module.masks([proryv.Position()])


def test_entries() -> None:
    """The middle of a capture: T-10, T-12."""
    position = towers.Position("w d2=0;c3=00,e3=0,c5=0,e5=0")
    entry = position.step(position.actions()[0])
    assert isinstance(entry, towers.Entry)
    assert entry.position == position and entry.turn == "white"
    assert entry.squares == ["d2", "b4"] and entry.captured == ["c3"]
    assert entry.board.pieces("white") == {"b4": "0/0"}
    assert pickle.loads(pickle.dumps(entry)) == entry == towers.Entry(str(entry))
    assert hash(entry) == hash(towers.Entry(str(entry))) and entry != position
    planes = towers.observations([entry])[0]
    assert planes[29, 3, 1] == 1 and planes[29].sum() == 1
    assert planes[30, 2, 2] == 1 and planes[30].sum() == 1
    assert (planes[:29] == towers.observations([entry.board])[0][:29]).all()


def test_planes_of_towers() -> None:
    """Every piece of every tower can be read off the planes."""
    batch = positions("towers")
    planes = towers.observations(batch)
    assert planes.dtype == np.float32 and planes.shape == (len(batch), 31, 8, 8)
    for position, x in zip(batch, planes):
        read: dict[str, dict[str, str]] = {"white": {}, "black": {}}
        for square in DARK:
            rank, file = int(square[1]) - 1, ord(square[0]) - ord("a")
            for plane, side in enumerate(("white", "black")):
                if x[plane, rank, file]:
                    owners, prisoners = (int(x[n, rank, file]) for n in (2, 3))
                    runs = ["".join(str(int(x[a + i, rank, file])) for i in range(n)) for a, n in ((4, owners), (16, prisoners))]
                    read[side][square] = "/".join(run for run in runs if run)
        assert read == {side: position.pieces(side) for side in ("white", "black")}
        assert (x[28] == (position.turn == "white")).all()
        assert not x[29:].any()


def test_planes_of_ashtarashki() -> None:
    labels = ["M1", "M2", "M3", "V1", "V2", "V3", "W", "F"]
    batch = positions("ashtarashki")
    planes = ashtarashki.observations(batch)
    assert planes.shape == (len(batch), 18, 8, 8)
    for position, x in zip(batch, planes):
        for first, side in ((0, "white"), (8, "black")):
            found = {
                f"{'abcdefgh'[file]}{rank + 1}": labels[label] for label, rank, file in np.argwhere(x[first : first + 8])
            }
            assert found == position.pieces(side)
        assert (x[16] == (position.turn == "white")).all()


def test_planes_of_proryv() -> None:
    batch = list(walk("proryv", "board=5x6", 2, 20))
    planes = proryv.observations(batch)
    assert planes.shape == (len(batch), 3, 6, 5)
    for position, x in zip(batch, planes):
        for plane, side in enumerate(("white", "black")):
            found = {f"{'abcde'[file]}{rank + 1}" for rank, file in np.argwhere(x[plane])}
            assert found == set(position.pieces(side))
        assert (x[2] == (position.recorder == "white")).all()
    with pytest.raises(tavlei.TavleiError, match="boards of one size"):
        proryv.observations([proryv.Position(), *batch])
    assert proryv.observations([]).shape == (0, 3, 5, 4)


@pytest.mark.parametrize("game", GAMES)
def test_playouts(game: str) -> None:
    module = GAMES[game]
    batch = [module.Position()] * 200
    payoffs, plies = module.playouts(batch, seed=1)
    assert payoffs.dtype == np.int8 and plies.dtype == np.uint32 and payoffs.shape == plies.shape == (200,)
    assert set(payoffs) <= {-2, -1, 0, 1, 2} and 1 in payoffs and -1 in payoffs
    assert len(set(plies)) > 10
    for again in (module.playouts(batch, seed=1, threads=2), module.playouts(batch[:50], seed=1)):
        assert (again[0] == payoffs[: len(again[0])]).all() and (again[1] == plies[: len(again[1])]).all()
    assert (module.playouts(batch, seed=2)[1] != plies).any()
    short, few = module.playouts(batch[:9], max_plies=3)
    assert not short.any() and few.max() == 3
    assert module.playouts([])[0].shape == (0,)
    if game == "ashtarashki":
        assert (payoffs != 0).all() and plies.max() <= 263, "A-18: no draws, at most 263 plies"


def test_arrays_can_be_written_to() -> None:
    masks = towers.masks([towers.Position()])
    masks[0, 0] = True
    assert masks[0, 0]
