"""What the commands of the exam trainer share: words, library, record and screen, opened when needed."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import typer
from babel.dates import format_date, format_time

from kb.cli_common import asked_words
from kb.errors import RequestError
from kb.exam.attempts import Attempt, Kind
from kb.exam.authorities import find_authority
from kb.exam.contests import Contests
from kb.exam.grading import grade
from kb.exam.results import Result
from kb.exam.setting import SetPaper, Wish, set_paper
from kb.exam.sheet import Sheet, lay_out
from kb.exam.study import Study, open_study
from kb.exam.types import Format
from kb.exam.wording import exam_lines
from kb.exam_session import Session
from kb.files import write_whole
from kb.laws.library import Library, corpus_library
from kb.messages import Arg, Catalogue
from kb.settings import load_settings
from kb.terminal_exam import ExamScreen

__all__ = ["Trainer", "open_trainer", "refused"]


@dataclass(frozen=True, slots=True)
class Trainer:
    """The exam trainer on a terminal, in one language."""

    words: Catalogue
    library: Library
    screen: ExamScreen
    now: Callable[[], datetime]
    _opened: list[Study] = field(default_factory=list)

    @property
    def study(self) -> Study:
        """The user's record; made on first use, so that printing a paper leaves no file."""
        if not self._opened:
            self._opened.append(open_study(load_settings(), self.words.language))
        return self._opened[0]

    @property
    def contests(self) -> Contests:
        """The contested points of the record."""
        return Contests(self.study, self.words)

    def wish(
        self,
        *,
        edition: str | None = None,
        seed: int | None = None,
        count: int | None = None,
        topics: Sequence[str] | None = None,
        formats: Sequence[str] | None = None,
    ) -> Wish:
        """Read what a paper is asked for; without a seed, the number of the attempt it is for.

        :raises RequestError: for an edition or a format there is none of.
        """
        return Wish(
            language=self.words.language,
            edition=self.edition(edition),
            seed=self.study.attempts_begun() + 1 if seed is None else seed,
            count=count,
            topics=tuple(topics or ()),
            formats=tuple(_format(name, self.words) for name in formats or ()),
        )

    def edition(self, edition: str | None) -> str:
        """Return the id of an edition, the latest if none is named; raises RequestError."""
        known = tuple(self.library.editions.ids)
        if edition is None or edition == "current":
            return self.library.editions.latest.id
        if edition not in known:
            raise refused(
                self.words, "study.error.edition", "study.hint.one_of", name=edition[:20], names=known
            )
        return edition

    def paper(self, authority: str, wish: Wish) -> SetPaper:
        """Set the paper of an exam; raises RequestError."""
        return set_paper(self.library, find_authority(authority, self.words.language), wish)

    def sheet(self, made: SetPaper) -> Sheet:
        """Put a paper into words, to be printed."""
        return lay_out(made.paper, made.placed, made.exam, self.library)

    def begin(self, kind: Kind, made: SetPaper, asked_for: str = "") -> Attempt:
        """Store a paper as an attempt; its clock runs from now."""
        every_part = made.exam.every_part
        return self.study.start(
            kind, made.paper, made.placed, self.now(), asked_for=asked_for, every_part=every_part
        )

    def introduce(self, made: SetPaper) -> None:
        """Show what a candidate must know before beginning."""
        self.screen.lines(
            (made.exam.names[self.words.language], *exam_lines(made.exam, made.placed, self.words))
        )

    def nothing_due(self) -> None:
        """Say that nothing is due, and when something will be."""
        self.screen.say("study.review.none")
        coming = self.study.next_due()
        if coming is not None:
            due, language = coming.due.astimezone(), self.words.language
            day = format_date(due, format="long", locale=language)
            time = format_time(due, format="short", locale=language)
            self.screen.say("study.review.next", day=f"{day}, {time}")

    def look_back(self, attempt: Attempt, result: Result) -> None:
        """Show a finished attempt question by question with its key, then what it came to."""
        for asked in attempt.asked:
            self.screen.question(asked, len(attempt.asked))
            self.screen.feedback(asked, grade(asked.placed, asked.given or ""))
        self.screen.result(attempt, result)

    def run(self, attempt: Attempt, again: str) -> None:
        """Hold a sitting; if it ends before the attempt does, say how to go on.

        :param again: the command that goes on with it.
        """
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # bytes that are no text are a wrong answer, no crash
        session = Session(self.study, self.screen, self.words.text("study.prompt"), input, self.now)
        try:
            finished = session.run(attempt)
        except KeyboardInterrupt:
            self._left(again)
            raise
        if not finished:
            self._left(again)

    def _left(self, again: str) -> None:
        self.screen.lines(("",))
        self.screen.say("study.saved", command=again)

    def write(self, path: Path, data: bytes, *, beside: bool = False) -> None:
        """Write a file and say so, on the standard error if ``beside`` other output; raises RequestError."""
        try:
            write_whole(path, data)
        except OSError as error:
            raise refused(self.words, "study.error.unwritten", "study.hint.path", path=str(path)) from error
        typer.echo(self.words.text("study.written", path=str(path)), err=beside)


def open_trainer(language: str, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> Trainer:
    """Open the trainer; raises RequestError for a language there is none of."""
    words = asked_words(language)
    library = corpus_library()
    return Trainer(words, library, ExamScreen(words, library), now)


def refused(words: Catalogue, error: str, hint: str, **places: Arg) -> RequestError:
    """Return a refusal worded in the user's language."""
    return RequestError(words.text(error, **places), hint=words.text(hint, **places))


def _format(name: str, words: Catalogue) -> Format:
    try:
        return Format(name.strip().lower())
    except ValueError:
        known = tuple(str(form) for form in Format)
        raise refused(words, "study.error.format", "study.hint.one_of", name=name[:20], names=known) from None
