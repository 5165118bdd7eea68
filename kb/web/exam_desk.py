"""Exams as the web knows them: papers made again from what they are composed of, and sittings of them."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from functools import lru_cache

from kb.exam.attempts import Asked, Attempt, Kind, Placed
from kb.exam.authorities import PRACTICE, Authority, load_authorities
from kb.exam.grading import grade
from kb.exam.setting import Wish, set_paper
from kb.exam.types import Paper
from kb.laws.library import Library, corpus_library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.settings import load_settings
from kb.web.exam_spec import Fields, PaperSpec, read_spec
from kb.web.sittings import Mode, Shared, Sitting, Store

__all__ = ["ExamDesk", "Made", "Sat", "open_exams"]

_FILE_NAME = "sittings.sqlite3"

_KEPT_PAPERS = 64
_GRACE = 5  # seconds an answer may be under way when the time ends
_SEED_BITS = 48


@dataclass(frozen=True, slots=True)
class Made:
    """A paper, the questions with the part each is in, and the exam whose rules hold for it."""

    spec: PaperSpec
    exam: Authority
    paper: Paper
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Sat:
    """A sitting with its paper; ``shared`` is the shared paper it is, if it is one."""

    sitting: Sitting
    made: Made
    attempt: Attempt
    shared: Shared | None

    @property
    def shows_key(self) -> bool:
        """Whether the candidate is told the key at the end."""
        return self.shared is None or self.shared.open_key

    @property
    def strays(self) -> int:
        """How many answers are to questions that a newer version of the program no longer puts on it."""
        return len(self.sitting.answers.keys() - {one.question.id for one in self.made.placed})

    @property
    def finished(self) -> bool:
        """Whether it has been handed in, or its time is up."""
        return self.sitting.finished is not None

    @property
    def deadline(self) -> int | None:
        """When the time is up, in seconds since 1970; ``None`` without a limit."""
        ends = self.attempt.deadline
        return int(ends.timestamp()) if ends else None


class ExamDesk:
    """Makes papers and keeps sittings; safe for several threads.

    ``exams`` are those that can be sat, by id.

    :param now: the time in whole seconds since 1970.
    """

    def __init__(
        self, library: Library, store: Store, *, now: Callable[[], int], today: Callable[[], date]
    ) -> None:
        self.library = library
        self.exams = load_authorities()
        self.store = store
        self.now = now
        self._today = today
        self._made = lru_cache(maxsize=_KEPT_PAPERS)(self._make)

    def current_edition(self) -> str:
        """Return the edition in force today."""
        return self.library.editions.on(self._today()).id

    def read(self, fields: Fields | str, language: str) -> PaperSpec:
        """Read what a paper is composed of; raises as :func:`read_spec`."""
        return read_spec(
            fields,
            editions=self.library.editions.ids,
            authorities=tuple(self.exams),
            current=self.current_edition(),
            language=language,
            seed=lambda: secrets.randbits(_SEED_BITS),
        )

    def made(self, spec: PaperSpec) -> Made:
        """Return the paper; the same one for the same composition.

        :raises RequestError: if no question can be made from it.
        """
        return self._made(spec)

    def begin(self, spec: PaperSpec, mode: Mode, *, share: str = "") -> str:
        """Start a sitting and return its id.

        :raises RequestError: if no question can be made from it.
        """
        self.made(spec)
        return self.store.begin(spec.query(), mode, now=self.now(), share=share)

    def sat(self, sitting: str) -> Sat | None:
        """Return a sitting as it stands, ended if its time is up; ``None`` for an id there is none of."""
        found = self.store.sitting(sitting)
        if found is None:
            return None
        made = self.made(self.read(found.spec, "en"))
        attempt = _attempt(found, made)
        if found.finished is None and attempt.deadline is not None:
            ends = int(attempt.deadline.timestamp())
            if self.now() > ends + _GRACE:
                self.store.finish(sitting, at=ends)
                return self.sat(sitting)
        shared = self.store.shared(found.share) if found.share else None
        return Sat(found, made, attempt, shared)

    def _make(self, spec: PaperSpec) -> Made:
        exam = self.exams[spec.authority]
        own = exam.id == PRACTICE
        wish = Wish(
            language=spec.language,
            edition=spec.edition,
            seed=spec.seed,
            count=spec.count if own else None,
            topics=spec.topics,
            formats=spec.formats,
        )
        made = set_paper(self.library, _own(exam, spec) if own else exam, wish)
        return Made(spec, made.exam, made.paper, made.placed)


def open_exams(today: Callable[[], date]) -> ExamDesk:
    """Return the desk of this server, its sittings kept in the user's data folder.

    :raises SettingsError: if a setting cannot work.
    """
    store = Store(load_settings().data_dir / _FILE_NAME)
    return ExamDesk(corpus_library(), store, now=lambda: int(time.time()), today=today)


def _own(exam: Authority, spec: PaperSpec) -> Authority:
    """Return free practice with the time and the pass mark of a paper of one's own."""
    names = {language: catalogue(language).text("exam_web.own_title") for language in LANGUAGES}
    return replace(exam, names=names, minutes=spec.minutes, pass_percent=spec.pass_percent, sources={})


def _attempt(sitting: Sitting, made: Made) -> Attempt:
    """Return a sitting in the form in which results are reckoned."""
    return Attempt(
        id=0,
        kind=Kind.MOCK if sitting.mode is Mode.MOCK else Kind.PRACTICE,
        asked_for=sitting.spec,
        authority=made.paper.authority,
        language=made.paper.language,
        edition=made.paper.edition,
        seed=made.paper.seed,
        minutes=made.exam.minutes if sitting.mode is Mode.MOCK else 0,
        pass_percent=made.exam.pass_percent if sitting.mode is Mode.MOCK else 0,
        every_part=made.exam.every_part,
        started=datetime.fromtimestamp(sitting.started, UTC),
        finished=None if sitting.finished is None else datetime.fromtimestamp(sitting.finished, UTC),
        asked=tuple(_asked(place, one, sitting) for place, one in enumerate(made.placed)),
    )


def _asked(place: int, placed: Placed, sitting: Sitting) -> Asked:
    """Return a question with its answer; graded once it stands."""
    given = sitting.answers.get(placed.question.id)
    stands = sitting.finished is not None or placed.question.id in sitting.locked
    if not given or not stands:
        return Asked(place, placed, given)
    return Asked(place, placed, given, earned=grade(placed, given).earned)
