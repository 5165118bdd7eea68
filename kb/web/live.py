"""A desk that takes texts into use that are added, replaced or removed while a server runs."""

from __future__ import annotations

import threading

from kb.desk import Desk, open_desk
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.laws.imported import AddedState, added_state
from kb.laws.library import Library
from kb.search.finder import TopicFinder
from kb.settings import Settings
from kb.web.logs import logger

__all__ = ["LiveDesk"]


class LiveDesk(Desk):
    """Answers like the desk it was made from, and like one opened anew once the added texts have changed.

    They are looked at before every use.  The new desk is opened beside, and the old one answers until then,
    so nobody waits; one that cannot be opened is told in the log, and the old one stays.

    :param seen: the state of the added texts before ``desk`` was opened.
    """

    def __init__(self, desk: Desk, settings: Settings, seen: AddedState) -> None:
        super().__init__(desk.library, desk.finder)
        self._settings = settings
        self._desk = desk
        self._seen = seen
        self._opening = threading.Lock()

    @property
    def library(self) -> Library:
        """All that can be cited, as it is now."""
        self.look()
        return self._desk.library

    @property
    def finder(self) -> TopicFinder:
        """The search for topics, as it is now."""
        return self._desk.finder

    def ask(self, request: Request) -> Answer:
        """Answer one question; raises as ``Desk.ask``."""
        self.look()
        return self._desk.ask(request)

    def look(self) -> None:
        """Begin to open the desk anew if the added texts have changed; returns at once."""
        changed = added_state(self._settings.documents_dir) != self._seen
        if changed and self._opening.acquire(blocking=False):
            threading.Thread(target=self._reopen, daemon=True).start()

    def _reopen(self) -> None:
        try:
            self._seen = added_state(self._settings.documents_dir)
            desk, report = open_desk(self._settings, encoder=self._desk.finder.index.encoder)
            self._take(desk)
            logger().info("texts_changed", documents=sorted(desk.library.documents), encoded=report.encoded)
        except Exception as error:
            logger().error("texts_not_taken_up", exc_info=error)
        finally:
            self._opening.release()

    def _take(self, desk: Desk) -> None:
        self._desk = desk
