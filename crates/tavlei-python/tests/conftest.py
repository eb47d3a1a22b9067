"""The cases of the workspace, and the command that the counts are compared with."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tavlei import ashtarashki, proryv, towers

ROOT = Path(__file__).resolve().parents[3]
CASES = ROOT / "cases"
GAMES: dict[str, ModuleType] = {"towers": towers, "ashtarashki": ashtarashki, "proryv": proryv}


def rows(name: str) -> Iterator[list[str]]:
    """Yields the rows of a table of cases."""
    with (CASES / name).open(encoding="utf-8") as table:
        for line in table:
            if not line.startswith("#"):
                yield line.rstrip("\n").split("\t")


@pytest.fixture
def command() -> Callable[..., str]:
    """Runs the command `tavlei`, whose path is in the variable `TAVLEI_COMMAND`."""
    path = os.environ.get("TAVLEI_COMMAND")
    if path is None:
        pytest.skip("TAVLEI_COMMAND is not set; ci/python sets it")

    def run(*arguments: str) -> str:
        return subprocess.run([path, *arguments], check=True, capture_output=True, encoding="utf-8").stdout

    return run
