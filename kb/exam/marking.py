"""Marking: an answer against the key of its question, point by point, with the words that earned each.

Deterministic; whatever the answer holds, its time and memory are bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.exam.marking_closed import judge_closed
from kb.exam.marking_points import AnswerClaims, Status, judge_point
from kb.exam.marking_reading import MAX_ANSWER, Span, readable
from kb.exam.types import PointKind, Question

__all__ = ["MAX_ANSWER", "Marked", "MarkedPoint", "Span", "Status", "mark"]


@dataclass(frozen=True, slots=True)
class MarkedPoint:
    """One point marked: what it asked for in words, what became of it, and the words that decided.

    ``kind`` is ``None`` for the one point of a question without marking points.  The words of a
    contradicted point are those that contradict.
    """

    number: int  # from 1, in the order of the question
    kind: PointKind | None
    text: str
    marks: int
    status: Status
    earned: int
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Marked:
    """An answer marked.

    ``answer`` is the text the spans are places in, ``chosen`` the option taken, or -1.
    """

    question: str
    language: str
    answer: str
    chosen: int
    points: tuple[MarkedPoint, ...]

    @property
    def marks(self) -> int:
        """The marks that could be had."""
        return sum(point.marks for point in self.points)

    @property
    def earned(self) -> int:
        """The marks earned."""
        return sum(point.earned for point in self.points)

    def to_json(self) -> dict[str, Any]:
        """Return the marks as JSON-ready data in a stable order."""
        return {
            "question": self.question,
            "language": self.language,
            "answer": self.answer,
            "chosen": self.chosen,
            "marks": self.marks,
            "earned": self.earned,
            "points": [
                {
                    "number": point.number,
                    "kind": str(point.kind) if point.kind else None,
                    "text": point.text,
                    "status": str(point.status),
                    "marks": point.marks,
                    "earned": point.earned,
                    "words": [{"start": s.start, "end": s.end, "text": s.text} for s in point.spans],
                }
                for point in self.points
            ],
        }


def mark(question: Question, answer_text: str, language: str) -> Marked:
    """Mark an answer written in a language (es, nl, ru, en).

    Reads the first ``MAX_ANSWER`` characters.  Does not promise to understand every wording: a point
    it does not find can be contested.

    :raises CorpusError: the word list of the language is missing or damaged.
    """
    answer = readable(answer_text)
    if not question.points:
        closed = judge_closed(question, answer, language)
        earned = question.marks if closed.status is Status.FOUND else 0
        point = MarkedPoint(1, None, question.key, question.marks, closed.status, earned, closed.spans)
        return Marked(question.id, language, answer, closed.chosen, (point,))
    claims = AnswerClaims.of(question, answer, language)
    points = []
    for number, asked in enumerate(question.points, 1):
        status, spans = judge_point(asked, claims)
        earned = asked.marks if status is Status.FOUND else 0
        points.append(MarkedPoint(number, asked.kind, asked.text, asked.marks, status, earned, spans))
    return Marked(question.id, language, answer, -1, tuple(points))
