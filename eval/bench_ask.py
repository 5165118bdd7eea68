"""Time and memory of asking: cold ``kb ask``, warm answers, index build, open desk.

Usage: python -m eval.bench_ask [--build]

Cold runs are whole processes.  ``--build`` also times a build of the index from nothing.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from eval.measure import CASES, Case, load_cases
from kb.desk import open_desk
from kb.dialog.request import Request, request_from_mapping
from kb.laws.library import open_library
from kb.search.corpus import corpus_entries
from kb.search.encoder import load_encoder
from kb.search.store import FileStore
from kb.settings import load_settings

_COLD_RUNS = 5
_QUESTION = "Mi rival enrocó con las dos manos y pulsó el reloj, ¿qué pasa?"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", action="store_true", help="also build the index from nothing")
    options = parser.parse_args()
    started = time.perf_counter()
    desk, report = open_desk()
    opened = time.perf_counter() - started
    print(f"open desk in this process: {opened:.2f} s (index built: {report.built or 'no'})")
    print(f"cold `kb ask`: {_cold()}")
    requests = [_request(case) for case in load_cases(CASES)]
    for request in requests[:5]:
        desk.ask(request)
    times = []
    for request in requests:
        began = time.perf_counter()
        desk.ask(request)
        times.append(1000 * (time.perf_counter() - began))
    times.sort()
    print(
        f"warm answers: {len(times)}, median {statistics.median(times):.1f} ms, "
        f"p95 {times[int(0.95 * len(times))]:.1f} ms, max {times[-1]:.1f} ms"
    )
    print(f"memory of this process: {psutil.Process().memory_info().rss / 2**20:.0f} MiB")
    if options.build:
        print(f"index build: {_build():.1f} s on {len(os.sched_getaffinity(0))} cores")


def _request(case: Case) -> Request:
    data = {key: case.get(key) for key in ("id", "question", "fen", "pgn", "moves")}
    return request_from_mapping({**data, "language": case["lang"]})


def _cold() -> str:
    times = []
    for _ in range(_COLD_RUNS):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-m", "kb", "ask", _QUESTION], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return f"min {min(times):.2f} s, median {statistics.median(times):.2f} s, max {max(times):.2f} s"


def _build() -> float:
    settings = load_settings()
    with tempfile.TemporaryDirectory() as folder:
        entries, encoder = corpus_entries(open_library()), load_encoder(settings)
        began = time.perf_counter()
        FileStore(Path(folder)).open_or_build(entries, encoder)
        return time.perf_counter() - began


if __name__ == "__main__":
    main()
