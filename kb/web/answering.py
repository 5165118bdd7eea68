"""Everything programs can ask, behind one gate: bounded in number and time, counted and logged."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

from kb.clauses import ClauseView, clause_view
from kb.desk import rule_on
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.laws.library import Library
from kb.mate_report import MateAnswer, ask_mate
from kb.web.gate import Gate
from kb.web.logs import logger
from kb.web.metrics import Metrics
from kb.web.problems import TooSlow
from kb.web.schemas import MateBody

__all__ = ["Answering"]

_T = TypeVar("_T")


class Answering:
    """The desk as the API and the MCP tools use it; belongs to one event loop.

    :param library: gives the texts as they are now.
    :param ask: answers a question; called in threads.
    :param seconds: the longest a request may take, waiting included.  Work that takes longer is answered
        with :class:`TooSlow`; it keeps its place at the gate until it ends, for it cannot be stopped.
    :param log_questions: whether questions are written to the log.
    """

    def __init__(
        self,
        library: Callable[[], Library],
        ask: Callable[[Request], Answer],
        *,
        gate: Gate,
        metrics: Metrics,
        seconds: float = 30.0,
        log_questions: bool = False,
    ) -> None:
        self._library = library
        self.metrics = metrics
        self._ask = ask
        self._gate = gate
        self._seconds = seconds
        self._log_questions = log_questions
        self._running: set[asyncio.Task[object]] = set()

    @property
    def library(self) -> Library:
        """The texts as they are now."""
        return self._library()

    async def ask(self, request: Request, *, surface: str) -> Answer:
        """Answer a question; raises as ``Desk.ask``, and Busy or TooSlow."""
        return await self._answered(surface, request, lambda: self._ask(request))

    async def rule(self, request: Request, topic: str, *, surface: str) -> Answer:
        """Rule on a case; raises as ``rule_on``, and Busy or TooSlow."""
        return await self._answered(surface, request, lambda: rule_on(self.library, request, topic))

    async def mate(self, body: MateBody) -> MateAnswer:
        """Say whether a side can still checkmate; raises as ``ask_mate``, and Busy or TooSlow."""
        return await self.bounded(lambda: ask_mate(body.fen, body.moves, body.colour, body.words))

    async def clauses(self, document: str, label: str) -> tuple[ClauseView, ...]:
        """Look up a clause; raises as ``clause_view``, and Busy or TooSlow."""
        return await self.bounded(lambda: clause_view(self.library, label, document))

    async def _answered(self, surface: str, request: Request, work: Callable[[], Answer]) -> Answer:
        began = time.perf_counter()
        answer = await self.bounded(work)
        self.metrics.answer(answer)
        logger().info(
            "answered",
            surface=surface,
            route=str(answer.route),
            topic=answer.topic,
            verdict=str(answer.verdict),
            language=answer.language,
            edition=answer.edition,
            ms=round(1000 * (time.perf_counter() - began), 1),
            **({"question": request.question} if self._log_questions else {}),
        )
        return answer

    async def bounded(self, work: Callable[[], _T]) -> _T:
        """Do a piece of work in a thread behind the gate; raises what it raises, and Busy or TooSlow."""
        task = asyncio.ensure_future(self._gate.run(work))
        self._running.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait({task}, timeout=self._seconds)
        if not done:
            task.cancel()  # takes effect if it still waits
            raise TooSlow
        return task.result()

    def _ended(self, task: asyncio.Task[object]) -> None:
        """Forget a task that ended; its error, if nobody waits any more, is not worth a warning."""
        self._running.discard(task)
        if not task.cancelled():
            task.exception()
