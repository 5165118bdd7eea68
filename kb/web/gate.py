"""The gate: how many questions are worked on at once, and how many may wait."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio
import anyio.to_thread

__all__ = ["Busy", "Gate"]

_T = TypeVar("_T")


class Busy(Exception):
    """Too many questions are waiting, or this one has waited too long; asking again later helps."""


class Gate:
    """Runs work in threads, a few at a time; refuses what would wait too long.

    One gate belongs to one event loop.
    """

    def __init__(self, *, at_once: int = 2, waiting: int = 100, patience: float = 20.0) -> None:
        self._slots = anyio.Semaphore(at_once)
        self._waiting = waiting
        self._patience = patience

    async def run(self, work: Callable[..., _T], *args: object) -> _T:
        """Run ``work(*args)`` in a thread once there is room.

        :raises Busy: if the line is full, or no room came free in time.
        """
        if self._slots.value == 0 and self._slots.statistics().tasks_waiting >= self._waiting:
            raise Busy
        with anyio.move_on_after(self._patience) as wait:
            await self._slots.acquire()
        if wait.cancelled_caught:
            raise Busy
        try:
            return await anyio.to_thread.run_sync(partial(work, *args))
        finally:
            self._slots.release()
