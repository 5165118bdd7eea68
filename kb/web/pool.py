"""A desk whose questions are answered in processes of their own, one core each."""

from __future__ import annotations

import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from kb.desk import Desk, open_desk
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.laws.imported import AddedState
from kb.laws.ours import LANGUAGES
from kb.settings import Settings
from kb.web.live import LiveDesk

__all__ = ["PooledDesk", "warm_up"]

_opened: Desk | None = None  # the desk of a worker process


class PooledDesk(LiveDesk):
    """Answers like the desk it is made from, in ``workers`` processes that open one each.

    The pages and interfaces stay in one process, where the state of a conversation is.  If a worker
    dies, all are started anew and the question is asked once more; when the added texts have changed, new
    workers take over from the old ones.
    """

    def __init__(self, desk: Desk, settings: Settings, workers: int, seen: AddedState = ()) -> None:
        super().__init__(desk, settings, seen)
        self._workers = workers
        self._changing = threading.Lock()
        self._pool = self._started()

    def ask(self, request: Request) -> Answer:
        """Answer one question; raises as ``Desk.ask``, and BrokenProcessPool if workers keep dying."""
        self.look()
        pool = self._pool
        try:
            return self._asked(request)
        except BrokenProcessPool:
            self._replace(pool)
            return self._asked(request)

    def warm_up(self) -> None:
        """Start every worker and wait until each is as quick as it will be."""
        self._warmed(self._pool)

    def close(self) -> None:
        """End the workers; nothing can be asked any more."""
        self._pool.shutdown(cancel_futures=True)

    def _asked(self, request: Request) -> Answer:
        with self._changing:  # workers that were replaced take no more questions
            asked = self._pool.submit(_ask, request)
        return asked.result()

    def _warmed(self, pool: ProcessPoolExecutor) -> None:
        for warmed in [pool.submit(_warm) for _ in range(self._workers)]:
            warmed.result()

    def _take(self, desk: Desk) -> None:
        fresh = self._started()
        self._warmed(fresh)
        with self._changing:
            old, self._pool = self._pool, fresh
        super()._take(desk)
        old.shutdown(wait=False)

    def _started(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._workers, mp_context=get_context("spawn"), initializer=_open, initargs=(self._settings,)
        )

    def _replace(self, broken: ProcessPoolExecutor) -> None:
        with self._changing:
            if self._pool is broken:
                broken.shutdown(wait=False)
                self._pool = self._started()


def warm_up(desk: Desk) -> None:
    """Ask a question in each language, so that the first person to ask one does not wait for what is lazy."""
    topic = next(iter(desk.library.topics))
    for language in LANGUAGES:
        desk.ask(Request(topic.names[language]))


def _open(settings: Settings) -> None:
    global _opened  # noqa: PLW0603  (a worker process has one desk, and no other place to keep it)
    _opened = open_desk(settings)[0]


def _warm() -> None:
    """Warm up the desk of this process; takes long enough for every worker to get one of these."""
    assert _opened is not None
    warm_up(_opened)


def _ask(request: Request) -> Answer:
    assert _opened is not None
    return _opened.ask(request)
