"""The gate: a few at a time, the rest wait, too many are refused."""

from __future__ import annotations

import threading

import anyio
import pytest

from kb.web.gate import Busy, Gate


def test_work_gives_its_result_and_its_error() -> None:
    async def use() -> None:
        gate = Gate()
        assert await gate.run(divmod, 7, 2) == (3, 1)
        with pytest.raises(ZeroDivisionError):
            await gate.run(divmod, 7, 0)
        assert await gate.run(divmod, 7, 2) == (3, 1)

    anyio.run(use)


def test_no_more_at_once_than_allowed() -> None:
    lock, now, most = threading.Lock(), 0, 0

    def work() -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        threading.Event().wait(0.01)
        with lock:
            now -= 1

    async def use() -> None:
        gate = Gate(at_once=2)
        async with anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(gate.run, work)

    anyio.run(use)
    assert (now, most) == (0, 2)


@pytest.mark.parametrize(("waiting", "patience"), [(0, 60.0), (100, 0.01)])
def test_a_full_line_or_a_long_wait_is_refused(waiting: int, patience: float) -> None:
    go_on = threading.Event()

    async def use() -> None:
        gate = Gate(at_once=1, waiting=waiting, patience=patience)
        async with anyio.create_task_group() as group:
            group.start_soon(gate.run, go_on.wait)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(Busy):
                await gate.run(int)
            go_on.set()
        assert await gate.run(int) == 0

    anyio.run(use)
