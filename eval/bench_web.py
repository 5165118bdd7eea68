"""Latency of the JSON API over loopback, with one user and with many at once, and the memory of the server.

Usage: python -m eval.bench_web [--workers N] [--users N] [--each N]

Starts ``kb serve`` on a free port of this machine and asks it the checked questions.  One user asks them
one after the other; then many users ask at once, each some questions in a row.  Bounded in number and time.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle, islice
from typing import Any

import httpx
import psutil

from eval.measure import CASES, load_cases

_STARTED_WITHIN = 240.0  # seconds; the first start builds the search index
_MOST_SECONDS = 120.0  # of one round


@dataclass(frozen=True, slots=True)
class Round:
    """What a round of requests took, in milliseconds, and how many were not answered with 200."""

    times: list[float]
    failed: int
    seconds: float

    def line(self) -> str:
        """Return the figures of the round."""
        times = sorted(self.times)
        p95 = times[min(len(times) - 1, int(0.95 * len(times)))]
        return (
            f"{len(times)} answers, {self.failed} failed, p50 {statistics.median(times):.0f} ms, "
            f"p95 {p95:.0f} ms, max {times[-1]:.0f} ms, {len(times) / self.seconds:.1f} a second"
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=1, help="processes that answer")
    parser.add_argument("--users", type=int, default=50, help="users asking at once")
    parser.add_argument("--each", type=int, default=1, help="questions of each of them")
    options = parser.parse_args()
    bodies = [_body(case) for case in load_cases(CASES)]
    text = [body for body in bodies if not (body.keys() & {"fen", "pgn", "moves"})]
    board = [body for body in bodies if body.keys() & {"fen", "pgn", "moves"}]
    began = time.perf_counter()
    with _server(options.workers) as (process, url):
        print(f"server up after {time.perf_counter() - began:.1f} s, {_memory(process)}")
        users = [list(islice(cycle(bodies), n, n + options.each)) for n in range(options.users)]
        rounds = {"1 user, text": [text], "1 user, positions": [board], f"{options.users} users": users}
        for name, asking in rounds.items():
            before = _processor(process)
            found = asyncio.run(_ask(url, asking))
            each = 1000 * (_processor(process) - before) / len(found.times)
            print(f"{name}: {found.line()}; {each:.0f} ms of processor time each")
        print(f"after that: {_memory(process)}")


def _body(case: Any) -> dict[str, Any]:
    data = {key: case[key] for key in ("question", "fen", "pgn", "moves") if case.get(key)}
    return {**data, "language": case["lang"], "facts": case["facts"]}


@contextmanager
def _server(workers: int) -> Iterator[tuple[psutil.Process, str]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "kb", "serve", "--port", str(port), "--workers", str(workers)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, env=dict(os.environ))
    url = f"http://127.0.0.1:{port}"
    try:
        _wait(process, url)
        yield psutil.Process(process.pid), url
    finally:
        process.terminate()
        process.wait(30)


def _wait(process: subprocess.Popen[bytes], url: str) -> None:
    ends = time.monotonic() + _STARTED_WITHIN
    while time.monotonic() < ends:
        if process.poll() is not None:
            raise SystemExit("The server ended; run `kb serve` to see why.")
        try:
            httpx.get(f"{url}/healthz", timeout=1).raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise SystemExit(f"The server did not start within {_STARTED_WITHIN:.0f} s.")


async def _ask(url: str, users: Sequence[Sequence[dict[str, Any]]]) -> Round:
    """Let every user ask in a row, all users at once."""
    times: list[float] = []
    failed = 0

    async def user(client: httpx.AsyncClient, bodies: Sequence[dict[str, Any]]) -> None:
        nonlocal failed
        for body in bodies:
            began = time.perf_counter()
            response = await client.post("/api/ask", json=body)
            times.append(1000 * (time.perf_counter() - began))
            failed += response.status_code != httpx.codes.OK

    limits = httpx.Limits(max_connections=len(users))
    began = time.perf_counter()
    async with (
        asyncio.timeout(_MOST_SECONDS),
        httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as client,
    ):
        await asyncio.gather(*(user(client, bodies) for bodies in users))
    return Round(times, failed, time.perf_counter() - began)


def _processor(process: psutil.Process) -> float:
    """Return the processor seconds used so far, which a busy machine does not blur."""
    times = [member.cpu_times() for member in (process, *process.children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def _memory(process: psutil.Process) -> str:
    family = [process, *process.children(recursive=True)]
    total = sum(member.memory_info().rss for member in family)
    return f"memory of {len(family)} processes {total / 2**20:.0f} MiB"


if __name__ == "__main__":
    main()
