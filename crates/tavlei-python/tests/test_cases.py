"""The cases of the workspace: moves, counts, outcomes, values."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from conftest import GAMES, rows

from tavlei import ashtarashki, proryv, towers

# Counts above this take too long for a test; the command counts them in its own tests.
LARGEST = 2_000_000


def test_counts() -> None:
    tried = 0
    for game, rules, text, counts in rows("perft.tsv"):
        position = GAMES[game].Position(text, rules)
        for depth, count in enumerate(map(int, counts.split()), 1):
            if count <= LARGEST:
                assert position.perft(depth) == count, (game, rules, text, depth)
                tried += 1
    assert tried > 1500


def test_threads_make_no_difference() -> None:
    assert towers.Position().perft(8, threads=2) == 925_945
    assert ashtarashki.Position().perft(7, threads=64) == 1_203_660
    assert proryv.Position().perft(3, threads=0) == 13_352_388


@pytest.mark.parametrize("game", GAMES)
def test_divide_adds_up(game: str) -> None:
    position = GAMES[game].Position()
    depth = 2 if game == "proryv" else 4
    counts = position.divide(depth)
    assert sum(counts.values()) == position.perft(depth)
    assert list(counts) == position.legal_moves()
    for text, count in list(counts.items())[:3]:
        assert position.play(text).perft(depth - 1) == count
    assert position.divide(0) == {}
    assert position.perft(0) == 1


def test_moves_of_towers() -> None:
    for _, text, moves, free, once, no_reversal, *_ in rows("towers_positions.tsv"):
        position = towers.Position(text)
        assert str(position) == text
        assert position.legal_moves() == moves.split()
        for rules, count in [("landing=free", free), ("rejump=once", once), ("rejump=no-reversal", no_reversal)]:
            assert len(towers.Position(text, rules).legal_moves()) == int(count)



def test_moves_and_outcomes_of_ashtarashki() -> None:
    over = 0
    for _, text, moves, result, *_ in rows("ashtarashki_positions.tsv"):
        position = ashtarashki.Position(text)
        assert position.legal_moves() == moves.split()
        outcome = position.outcome
        if result == "-":
            assert outcome is None
            continue
        assert outcome is not None
        winner = "white" if result[0] == "W" else "black"
        assert (outcome.winner, outcome.points) == (winner, int(result[1])), text
        assert outcome.payoff(winner) == outcome.points == -outcome.payoff("black" if winner == "white" else "white")
        over += 1
    assert over > 20


def test_turns_of_proryv() -> None:
    for text, white, black, after, result in rows("proryv_turns.tsv"):
        position = proryv.Position(text).play(f"{white} {black}")
        assert str(position) == after
        outcome = position.outcome
        if result == "ongoing":
            assert outcome is None
        else:
            assert outcome is not None
            assert outcome.winner == (None if result.startswith("draw") else result.split()[0])


def test_values_of_proryv() -> None:
    """A tablebase, written and read again, gives the known values, and the strategies prove them."""
    tablebase = proryv.Tablebase()
    tablebase.solve(2)
    tried = 0
    for text, expected in rows("proryv_values.tsv"):
        position = proryv.Position(text)
        men = [len(position.pieces(side)) for side in ("white", "black")]
        if max(men) > 2:
            continue
        value = tablebase.value(position)
        if value is None:
            tablebase.solve_for(position)
            value = tablebase.value(position)
        assert value == pytest.approx(float(expected), abs=1e-8)
        matrix = proryv.matrix(position, tablebase)
        assert matrix.value == pytest.approx(value, abs=1e-8)
        assert matrix.gap < 1e-9
        assert matrix.values.shape == (len(matrix.white), len(matrix.black))
        assert sorted(matrix.white) == position.choices("white")
        # The strategies are worth the value against every answer.
        assert (matrix.white_strategy @ matrix.values).min() == pytest.approx(value, abs=1e-8)
        assert (matrix.values @ matrix.black_strategy).max() == pytest.approx(value, abs=1e-8)
        tried += 1
    assert tried > 40


def test_studies_of_ashtarashki() -> None:
    """Problem 8/2 is the evidence for A-16: forced third retreats change its value."""
    text = "b M1c5,V1g5,M2d4,M3d6;M3c7,V1e7,M1g7,Wf8,Wh8"
    proof = ashtarashki.Position(text).solve(time=60)
    assert (proof.payoff, proof.least, proof.most) == (1, 1, 1)
    assert proof.line
    assert ashtarashki.Position(text, "third-retreat=forced").solve(time=60).payoff == 2
    position = ashtarashki.Position(text)
    for move in proof.line:
        position = position.play(move)
    assert position.outcome is not None
    assert position.outcome.payoff("white") == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_command_says_the_same(game: str, command: Callable[..., str]) -> None:
    start = GAMES[game].Position()
    depth = 3 if game == "proryv" else 6
    counts = [json.loads(line) for line in command("perft", game, str(depth), "--json").splitlines()]
    assert [start.perft(n) for n in range(1, depth + 1)] == [line["nodes"] for line in counts]
    position = start
    for ply in range(8):
        said = json.loads(command("moves", game, "--position", str(position), "--json"))
        if game == "proryv":
            assert {side: position.choices(side) for side in ("white", "black")} == {
                side: said[side] for side in ("white", "black")
            }
        else:
            assert position.legal_moves() == said["moves"]
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[(ply * 7 + 5) % len(moves)])
    assert ply > 2
