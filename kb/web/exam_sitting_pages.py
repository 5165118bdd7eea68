"""The pages of a sitting: questions, all of them at a glance, and what it came to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kb.exam.attempts import Asked
from kb.exam.results import Result, TopicResult, attempt_result
from kb.exam.wording import marks_text, topic_name
from kb.web.exam_desk import Sat
from kb.web.exam_pages import SCRIPTS, ExamPages
from kb.web.exam_view import AskedView, KeyView, asked_view, key_view, said_of, tone_of
from kb.web.navigation import Page
from kb.web.sittings import MAX_ANSWER, Mode

__all__ = ["SittingPages"]


@dataclass(frozen=True, slots=True)
class _Place:
    """A question in the list of numbers: ``state`` is how it stands, ``said`` the same in words."""

    number: int
    state: str
    said: str


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    marks: str
    weak: bool
    clauses: tuple[str, ...]
    practise: str


@dataclass(frozen=True, slots=True)
class _Line:
    q: AskedView
    key: KeyView | None
    topic: str
    tone: str = "none"
    headline: str = ""


class SittingPages(ExamPages):
    """The pages of a sitting, in the language of its paper."""

    def question(self, sat: Sat, place: int, notice: str = "") -> Page:
        """Return a question of a sitting; in practice with its key, once it is answered."""
        asked = sat.attempt.asked[place]
        practice = sat.sitting.mode is Mode.PRACTICE
        judged = asked.question.id in sat.sitting.locked
        here = self.sitting(sat, place + 1)
        last = place + 1 == len(sat.attempt.asked)
        return self.page(
            "exam_question",
            self.words.text("study.progress", number=place + 1, total=len(sat.attempt.asked)),
            scripts=SCRIPTS,
            board=True,
            q=asked_view(asked.question, place + 1, asked.given, self.words),
            key=self._key(sat, asked) if judged else None,
            practice=practice,
            places=self._places(sat),
            here=here,
            save=f"{self.sitting(sat)}/save",
            sitting=sat.sitting.id,
            next=self.sitting(sat, place + 2),
            result=f"{self.sitting(sat)}/result",
            last=last,
            most=MAX_ANSWER,
            notice=notice,
            strays=self._strays(sat),
            **self._clock(sat),
        )

    def overview(self, sat: Sat) -> Page:
        """Return the page with all questions of a sitting, where it is handed in."""
        answered = [bool(asked.given) for asked in sat.attempt.asked]
        return self.page(
            "exam_overview",
            self.title(sat.made),
            scripts=SCRIPTS,
            places=self._places(sat),
            answered=sum(answered),
            first_open=answered.index(False) + 1 if not all(answered) else len(answered),
            here=self.sitting(sat),
            result=f"{self.sitting(sat)}/result",
            strays=self._strays(sat),
            **self._clock(sat),
        )

    def result(self, sat: Sat) -> Page:
        """Return what a sitting came to."""
        result = attempt_result(sat.attempt)
        return self.page(
            "exam_result",
            self.words.text("exam_web.result_title", exam=self.title(sat.made)),
            scripts=SCRIPTS,
            board=True,
            tone={True: "right", False: "wrong", None: "none"}[result.passed],
            headline=self._headline(result),
            lines=self._result_lines(sat, result),
            topics=self._topics(sat, result),
            shows_key=sat.shows_key,
            start=self.home,
            questions=[self._line(sat, asked) for asked in sat.attempt.asked],
        )

    def _clock(self, sat: Sat) -> dict[str, Any]:
        deadline, now = sat.deadline, self.desk.now()
        left = max(0, deadline - now) if deadline else 0
        minutes, seconds = divmod(left, 60)
        hours, minutes = divmod(minutes, 60)
        shown = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"
        return {"deadline": deadline, "now": now, "left": shown}

    def _places(self, sat: Sat) -> list[_Place]:
        return [self._place(sat, asked) for asked in sat.attempt.asked]

    def _place(self, sat: Sat, asked: Asked) -> _Place:
        if asked.question.id in sat.sitting.locked:
            tone = tone_of(asked.question, asked.given, asked.earned)
            state, said = tone, said_of(asked.question, asked.given, asked.earned, self.words)
        elif asked.given:
            state, said = "done", self.words.text("exam_web.answered")
        else:
            state, said = "open", self.words.text("study.unanswered")
        named = self.words.text("paper.question", number=asked.place + 1)
        return _Place(asked.place + 1, state, f"{named}: {said}")

    def _key(self, sat: Sat, asked: Asked) -> KeyView:
        return key_view(
            asked.question,
            asked.given or "",
            asked.earned,
            self.words,
            contest=f"{self.sitting(sat)}/contest",
            contests=sat.sitting.contests,
        )

    def _line(self, sat: Sat, asked: Asked) -> _Line:
        return _Line(
            asked_view(asked.question, asked.place + 1, asked.given, self.words),
            self._key(sat, asked) if sat.shows_key else None,
            topic_name(self.desk.library, asked.question.topic, self.language),
            tone_of(asked.question, asked.given, asked.earned),
            said_of(asked.question, asked.given, asked.earned, self.words),
        )

    def _headline(self, result: Result) -> str:
        score = self.words.text(
            "exam_web.score",
            earned=marks_text(result.score.earned, self.language),
            n=result.score.marks,
            percent=marks_text(result.score.percent, self.language),
        )
        verdict = {True: "study.result.passed", False: "study.result.failed", None: ""}[result.passed]
        return f"{self.words.text(verdict)} {score}" if verdict else score

    def _result_lines(self, sat: Sat, result: Result) -> Iterable[str]:
        if sat.attempt.pass_percent:
            pass_id = "paper.pass_each" if sat.attempt.every_part else "paper.pass"
            yield self.words.text(pass_id, percent=sat.attempt.pass_percent)
        if sat.deadline is not None and sat.sitting.finished == sat.deadline:
            yield self.words.text("study.time_up")
        if strays := self._strays(sat):
            yield strays
        open_ones = len(sat.attempt.asked) - result.answered
        if open_ones:
            yield self.words.text("exam_web.left_open", n=open_ones)

    def _strays(self, sat: Sat) -> str:
        return self.words.text("exam_web.strays", n=sat.strays) if sat.strays else ""

    def _topics(self, sat: Sat, result: Result) -> list[_Row]:
        weak = {one.topic for one in result.to_study}
        return [
            _Row(
                topic_name(self.desk.library, one.topic, self.language),
                f"{marks_text(one.score.earned, self.language)} / {one.score.marks}",
                one.topic in weak,
                self._clauses(one) if sat.shows_key else (),
                f"{self.home}?topics={one.topic}",
            )
            for one in result.topics
        ]

    def _clauses(self, topic: TopicResult) -> tuple[str, ...]:
        return tuple(
            self.words.text("ui.quote_label", document=document, clause=label)
            for document, label in topic.clauses
        )
