"""Answering an exam line by line: practice with feedback at once, a mock exam against the clock.

Every answer is stored before the next line is read, so that leaving in whatever way loses nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, auto, unique

from kb.errors import RequestError
from kb.exam.attempts import Asked, Attempt, Kind
from kb.exam.grading import grade
from kb.exam.results import attempt_result
from kb.exam.study import Study
from kb.terminal_exam import ExamScreen

__all__ = ["Session"]

_LEAVE = ":q"
_NEXT = ":n"
_END = ":end"


@unique
class _Turn(Enum):
    """What a line did besides answering."""

    STAY = auto()
    LEAVE = auto()
    HAND_IN = auto()


@dataclass(frozen=True, slots=True)
class Session:
    """One sitting on a terminal.

    :param read: shows a prompt and returns a line; raises ``EOFError`` when there are no more.
    :param now: the time, UTC.
    """

    study: Study
    screen: ExamScreen
    prompt: str
    read: Callable[[str], str]
    now: Callable[[], datetime]

    def run(self, attempt: Attempt) -> bool:
        """Ask what is left of an attempt; returns whether it is finished and its result shown."""
        self.screen.say("study.how.leave", command=_LEAVE)
        if attempt.kind is Kind.MOCK:
            self.screen.say("study.how.mock", next=_NEXT, place=":3", end=_END)
        try:
            done = self._sit(attempt) if attempt.kind is Kind.MOCK else self._practise(attempt)
        except EOFError:
            return False
        return done

    def _practise(self, attempt: Attempt) -> bool:
        for place in attempt.open_places:
            asked = attempt.asked[place]
            self.screen.question(asked, len(attempt.asked))
            if not asked.question.options:
                self.screen.say("study.how.open")
            answered = self._answered(attempt, place)
            if answered is None:
                return False
            self.screen.feedback(answered, grade(answered.placed, answered.given or ""))
        return self._finish(attempt)

    def _answered(self, attempt: Attempt, place: int) -> Asked | None:
        """Read lines until one is an answer; ``None`` if one says to leave."""
        while True:
            line = self._line()
            if line == _LEAVE:
                return None
            try:
                return self.study.answer(attempt.id, place, line, self.now())
            except RequestError as error:
                self.screen.lines([str(error)])

    # -- a mock exam -------------------------------------------------------------------

    def _sit(self, attempt: Attempt) -> bool:
        place = _next_open(attempt, 0)
        while not attempt.is_over(self.now()):
            self._show(attempt, place)
            turn, place = self._turn(attempt, place)
            if turn is _Turn.LEAVE:
                return False
            if turn is _Turn.HAND_IN:
                return self._finish(attempt)
            attempt = self.study.attempt(attempt.id)
        self.screen.say("study.time_up")
        return self._finish(attempt)

    def _show(self, attempt: Attempt, place: int) -> None:
        if not attempt.open_places:
            self.screen.say("study.all_answered")
            self.screen.say("study.how.mock", next=_NEXT, place=":3", end=_END)
        self.screen.question(attempt.asked[place], len(attempt.asked))
        left = attempt.left(self.now())
        if left is not None:
            self.screen.say("study.left", n=-(-int(left.total_seconds()) // 60))

    def _turn(self, attempt: Attempt, place: int) -> tuple[_Turn, int]:
        """Read one line and do what it says; returns the place to go to."""
        line = self._line()
        if line in {_LEAVE, _END}:
            return (_Turn.LEAVE if line == _LEAVE else _Turn.HAND_IN), place
        if line in {_NEXT, ""}:
            return _Turn.STAY, _next_open(attempt, place + 1)
        if line.startswith(":"):
            return _Turn.STAY, self._place(attempt, line[1:], place)
        try:
            stored = self.study.answer(attempt.id, place, line, self.now())
        except RequestError as error:
            self.screen.lines([str(error)])
            return _Turn.STAY, place
        if stored.late:
            self.screen.say("study.late")
        return _Turn.STAY, _next_open(self.study.attempt(attempt.id), place + 1)

    def _place(self, attempt: Attempt, text: str, place: int) -> int:
        wanted = int(text) if text.isascii() and text.isdigit() and len(text) < 5 else 0
        if 1 <= wanted <= len(attempt.asked):
            return wanted - 1
        self.screen.say("study.error.place", number=text[:20])
        return place

    # -- both --------------------------------------------------------------------------

    def _line(self) -> str:
        return self.read(f"{self.prompt} ").strip()

    def _finish(self, attempt: Attempt) -> bool:
        finished = self.study.finish(attempt.id, self.now())
        self.screen.result(finished, attempt_result(finished))
        return True


def _next_open(attempt: Attempt, place: int) -> int:
    """Return the next place without an answer, going round; with none left the next place of all."""
    later = [*(p for p in attempt.open_places if p >= place), *attempt.open_places]
    return later[0] if later else place % len(attempt.asked)
