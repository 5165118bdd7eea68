"""The MCP tools over standard input and output.

The tools are offered at once; what needs the search waits until it is open, which happens beside.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future

import anyio

from kb.desk import Desk, open_desk
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.errors import KbError
from kb.laws.library import open_library
from kb.settings import Settings, load_settings
from kb.web.answering import Answering
from kb.web.gate import Gate
from kb.web.logs import configure_logging
from kb.web.mcp import serve_stdio
from kb.web.metrics import Metrics

__all__ = ["OpeningDesk", "StillBuilding", "run"]

_PATIENCE = 15.0  # seconds a question waits for the search to be opened


class StillBuilding(KbError):
    """The search index is being built, which happens at the first start and takes a minute or two."""

    code = "busy"


class OpeningDesk:
    """A desk that is being opened in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self._desk: Future[Desk] = Future()
        threading.Thread(target=self._open, args=(settings,), daemon=True).start()

    def ask(self, request: Request) -> Answer:
        """Answer once the desk is open; raises what opening it raised, or StillBuilding."""
        try:
            desk = self._desk.result(_PATIENCE)
        except TimeoutError:
            raise StillBuilding(
                "The search index is being built.", hint="Ask again in a minute or two."
            ) from None
        return desk.ask(request)

    def _open(self, settings: Settings) -> None:
        try:
            self._desk.set_result(open_desk(settings)[0])
        except Exception as error:
            self._desk.set_exception(error)


def run() -> None:
    """Serve until the input ends; logs go to standard error.

    :raises KbError: if the corpus or a setting cannot work.
    """
    settings = load_settings()
    configure_logging(questions=settings.log_questions)
    library, desk = open_library(added=settings.documents_dir), OpeningDesk(settings)

    async def served() -> None:
        answering = Answering(
            lambda: library,
            desk.ask,
            gate=Gate(),
            metrics=Metrics(entries=lambda: 0),
            log_questions=settings.log_questions,
        )
        await serve_stdio(answering)

    anyio.run(served)
