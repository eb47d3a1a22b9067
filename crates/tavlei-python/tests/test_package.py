"""The stubs, the types of the programs in the book, and the programs themselves."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import tavlei

PACKAGE = ROOT / "crates" / "tavlei-python"
PAGES = [ROOT / "docs" / "src" / "python.md", PACKAGE / "README.md"]


def run(*arguments: str, folder: Path) -> None:
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_agree_with_the_module(tmp_path: Path) -> None:
    run("-m", "mypy.stubtest", "tavlei", "--mypy-config-file", str(PACKAGE / "pyproject.toml"), folder=tmp_path)


def test_everything_is_documented() -> None:
    folder = Path(tavlei.__file__).parent
    assert (folder / "py.typed").is_file()
    for module in (tavlei, tavlei.towers, tavlei.ashtarashki, tavlei.proryv):
        assert module.__doc__
        for name, value in vars(module).items():
            if name.startswith("_") or not callable(value):
                continue
            assert value.__doc__, f"{module.__name__}.{name}"
            for member, attribute in vars(value).items() if isinstance(value, type) else ():
                if not member.startswith("_"):
                    assert attribute.__doc__, f"{module.__name__}.{name}.{member}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_programs_of_the_pages(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs the sessions of a page as one, and checks their types."""
    monkeypatch.chdir(tmp_path)
    text = page.read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page.name, str(page), 0)
    assert len(test.examples) > 5
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report: list[str] = []
    runner.run(test, out=report.append)
    assert not runner.failures, "".join(report)
    # A session may show an error; its types are right all the same.
    program = "".join(example.source for example in test.examples)
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    run("-m", "mypy", "--strict", "program.py", folder=tmp_path)


def test_the_types_of_the_package_and_its_tests() -> None:
    run("-m", "mypy", "python/tavlei/pettingzoo.py", "tests", folder=PACKAGE)
