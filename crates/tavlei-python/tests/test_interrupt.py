"""Long computations run without the interpreter's lock, and Ctrl-C ends them within 100 milliseconds."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import threading
import time

import pytest

from tavlei import towers

PROGRAM = """
import os, signal, sys, threading, time
import tavlei
from tavlei import ashtarashki, proryv, towers

# A program that was started in the background of a shell ignores the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
sent = []
def interrupt():
    time.sleep(0.4)
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt).start()
try:
    {computation}
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
    sys.stdout.flush()
else:
    sys.exit("it has ended by itself")
"""

COMPUTATIONS = [
    "towers.Position().best(time=30)",
    "towers.Position().best(time=30, method='uct')",
    "tavlei.Game('ashtarashki').best(time=30)",
    "proryv.Position().best(time=30)",
    "towers.Position().perft(15, threads=2)",
    "proryv.Position().perft(9)",
    "ashtarashki.Position().divide(13)",
    "ashtarashki.Position().solve()",
    "proryv.matrix(proryv.Position('w a1,b1,c1,d1;a5,b5,c5,d5'))",
    "towers.playouts([towers.Position()] * 2_000_000)",
]


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on POSIX systems")
@pytest.mark.parametrize("computation", COMPUTATIONS)
def test_ctrl_c(computation: str) -> None:
    took = []
    # On a busy machine a program may wait for a processor longer than that.
    for _ in range(5):
        run = subprocess.run(
            [sys.executable, "-c", PROGRAM.format(computation=computation)], capture_output=True, timeout=60, text=True
        )
        assert run.returncode == 0, run.stderr
        took.append(float(run.stdout))
        if took[-1] < 0.1:
            return
    pytest.fail(f"it took {took} seconds")


def test_other_threads_run() -> None:
    ticks = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.005):
            ticks.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    towers.Position().best(time=0.5)
    done.set()
    ticker.join()
    assert len(ticks) > 20
    assert statistics.median(b - a for a, b in zip(ticks, ticks[1:])) < 0.05


def test_signals_without_an_exception_go_on() -> None:
    seen = []
    before = signal.signal(signal.SIGUSR1, lambda *_: seen.append(True))
    threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGUSR1)).start()
    try:
        assert towers.Position().best(time=0.3).move
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert seen == [True]
