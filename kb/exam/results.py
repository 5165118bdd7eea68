"""What an attempt came to: marks in all, by part and by topic, and what to study."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from kb.exam.attempts import Asked, Attempt
from kb.exam.wording import near_quotes, topic_name
from kb.laws.library import Library

__all__ = ["History", "Result", "Score", "TopicResult", "attempt_result", "history"]

_GOOD: Final = 75  # percent of a topic's marks from which it need not be studied, where no pass mark says


@dataclass(frozen=True, slots=True)
class Score:
    """Marks earned out of the marks there were; less than none counts as none."""

    earned: Fraction
    marks: int

    @property
    def percent(self) -> Fraction:
        """The share earned, in percent; 0 where there was nothing to earn."""
        return self.earned * 100 / self.marks if self.marks else Fraction(0)

    def reaches(self, percent: int) -> bool:
        """Whether the share is at least a pass mark, exactly, without rounding."""
        return self.percent >= percent

    def to_json(self) -> dict[str, Any]:
        """Return the score as JSON-ready data, rounded to two decimals."""
        return {
            "earned": round(float(self.earned), 2),
            "marks": self.marks,
            "percent": round(float(self.percent), 2),
        }


@dataclass(frozen=True, slots=True)
class TopicResult:
    """How a topic went.

    ``clauses`` are the held clauses behind the questions that did not earn all marks: document and label.
    """

    topic: str
    questions: int
    score: Score
    clauses: tuple[tuple[str, str], ...]

    def to_json(self, library: Library, language: str) -> dict[str, Any]:
        """Return the result as JSON-ready data in a stable order."""
        return {
            "topic": self.topic,
            "name": topic_name(library, self.topic, language),
            "questions": self.questions,
            **self.score.to_json(),
            "clauses": [{"document": document, "clause": label} for document, label in self.clauses],
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What an attempt came to.

    ``passed`` is ``None`` where nobody passes or fails.  ``topics`` are in order of their share of marks, the
    lowest first; ``to_study`` those of them below the pass mark.
    """

    score: Score
    parts: tuple[tuple[str, Score], ...]
    passed: bool | None
    answered: int
    topics: tuple[TopicResult, ...]
    to_study: tuple[TopicResult, ...]

    def to_json(self, library: Library, language: str) -> dict[str, Any]:
        """Return the result as JSON-ready data in a stable order."""
        return {
            **self.score.to_json(),
            "passed": self.passed,
            "answered": self.answered,
            "parts": [{"part": part, **score.to_json()} for part, score in self.parts],
            "topics": [topic.to_json(library, language) for topic in self.topics],
            "to_study": [topic.topic for topic in self.to_study],
        }


@dataclass(frozen=True, slots=True)
class History:
    """What has been done of late: finished attempts, the latest first, and every answer by topic."""

    attempts: tuple[tuple[Attempt, Result], ...]
    topics: tuple[TopicResult, ...]
    to_study: tuple[TopicResult, ...]
    due: int

    def to_json(self, library: Library, language: str) -> dict[str, Any]:
        """Return the history as JSON-ready data in a stable order."""
        return {
            "attempts": [
                {
                    "kind": str(attempt.kind),
                    "authority": attempt.authority,
                    "edition": attempt.edition,
                    "language": attempt.language,
                    "seed": attempt.seed,
                    "finished": attempt.finished.isoformat() if attempt.finished else None,
                    **result.to_json(library, language),
                }
                for attempt, result in self.attempts
            ],
            "topics": [topic.to_json(library, language) for topic in self.topics],
            "to_study": [topic.topic for topic in self.to_study],
            "due": self.due,
        }


def history(past: Iterable[Attempt], due: int) -> History:
    """Return what past attempts came to; of one that is not finished, only the answered questions count.

    :param due: how many kinds of questions are due for review.
    """
    attempts = tuple(past)
    counted = [a for one in attempts for a in one.asked if one.finished or a.given is not None]
    topics = _topics(counted)
    finished = tuple((one, attempt_result(one)) for one in attempts if one.finished)
    return History(finished, topics, tuple(t for t in topics if not t.score.reaches(_GOOD)), due)


def attempt_result(attempt: Attempt) -> Result:
    """Return what an attempt has come to; a question without an answer earned nothing."""
    parts = dict.fromkeys(asked.placed.part for asked in attempt.asked)
    scores = tuple((part, _score(a for a in attempt.asked if a.placed.part == part)) for part in parts)
    total = Score(sum((s.earned for _, s in scores), Fraction(0)), attempt.marks)
    return Result(
        score=total,
        parts=scores,
        passed=_passed(attempt, total, [score for _, score in scores]),
        answered=sum(asked.is_answered for asked in attempt.asked),
        topics=(topics := _topics(attempt.asked)),
        to_study=tuple(t for t in topics if not t.score.reaches(attempt.pass_percent or _GOOD)),
    )


def _topics(asked: Iterable[Asked]) -> tuple[TopicResult, ...]:
    """Return how each topic went, the weakest first."""
    by_topic: dict[str, list[Asked]] = {}
    for one in asked:
        by_topic.setdefault(one.question.topic, []).append(one)
    found = [
        TopicResult(topic, len(ones), _score(ones), _clauses(ones))
        for topic, ones in sorted(by_topic.items())
    ]
    return tuple(sorted(found, key=lambda result: result.score.percent))


def _score(asked: Iterable[Asked]) -> Score:
    ones = tuple(asked)
    earned = sum((one.earned for one in ones), Fraction(0))
    return Score(max(earned, Fraction(0)), sum(one.question.marks for one in ones))


def _passed(attempt: Attempt, total: Score, parts: Iterable[Score]) -> bool | None:
    if not attempt.pass_percent:
        return None
    if attempt.every_part:
        return all(part.reaches(attempt.pass_percent) for part in parts)
    return total.reaches(attempt.pass_percent)


def _clauses(asked: Iterable[Asked]) -> tuple[tuple[str, str], ...]:
    missed = [one.question for one in asked if one.earned < one.question.marks]
    quotes = (c.quote for question in missed for c in near_quotes(question.citations, question.language))
    return tuple(dict.fromkeys((quote.document, quote.clause) for quote in quotes))
