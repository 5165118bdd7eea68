"""Checking the games of a file one after another, or in several processes; in the order of the file."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial

from kb.board.checking import GameCheck, check_game
from kb.board.games import RawGame
from kb.errors import BoardReadingError, KbError

__all__ = ["Checker", "open_checker"]

_BATCH = 64
_BATCHES_AHEAD = 2  # waiting for each process, so that none runs dry and memory stays bounded

Checker = Callable[[Iterable[RawGame]], Iterator[GameCheck]]


@contextmanager
def open_checker(jobs: int, *, language: str, mating: bool) -> Iterator[Checker]:
    """Open what turns games into checks: lazily, in order, holding some hundred games a process at most.

    When the games end in a :class:`BoardReadingError`, the checks of those before it come first.

    :param jobs: processes; 1 checks in this one.
    :raises KbError: while iterating, if a process dies.
    """
    check = partial(_check_batch, language=language, mating=mating)
    if jobs == 1:
        yield lambda games: (one for game in games for one in check([game]))
        return
    # Spawned, not forked: the progress bar runs a thread.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts_to_the_parent)
    try:
        yield partial(_check_in_pool, pool=pool, check=check, ahead=_BATCHES_AHEAD * jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _check_batch(batch: list[RawGame], *, language: str, mating: bool) -> list[GameCheck]:
    return [check_game(game, language, mating=mating) for game in batch]


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _check_in_pool(
    games: Iterable[RawGame],
    *,
    pool: ProcessPoolExecutor,
    check: Callable[[list[RawGame]], list[GameCheck]],
    ahead: int,
) -> Iterator[GameCheck]:
    waiting: deque[Future[list[GameCheck]]] = deque()
    damage: BoardReadingError | None = None
    try:
        try:
            for batch in _batches(games):
                waiting.append(pool.submit(check, batch))
                if len(waiting) > ahead:
                    yield from waiting.popleft().result()
        except BoardReadingError as error:
            damage = error
        while waiting:
            yield from waiting.popleft().result()
    except BrokenProcessPool as error:
        raise KbError("A checking process died.", hint="Try again with --jobs 1.") from error
    if damage is not None:
        raise damage


def _batches(games: Iterable[RawGame]) -> Iterator[list[RawGame]]:
    """Yield the games in lists; those before an error are yielded before it is raised."""
    batch: list[RawGame] = []
    try:
        for game in games:
            batch.append(game)
            if len(batch) == _BATCH:
                yield batch
                batch = []
    except BoardReadingError:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
