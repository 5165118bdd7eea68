"""The marking of an answer in words: a line for each point, and the marks in all."""

from __future__ import annotations

from kb.exam.marking import Marked, MarkedPoint, Status
from kb.exam.types import Question
from kb.messages import Catalogue

__all__ = ["marking_lines"]


def marking_lines(marked: Marked, question: Question, words: Catalogue) -> tuple[str, ...]:
    """Return what became of each point with the words that decided it, and the marks earned, last."""
    if question.points:
        lines = [_point(point, words) for point in marked.points]
    else:
        lines = [_closed(marked, question, words)]
    return (*lines, words.text("marking.total", earned=marked.earned, n=marked.marks))


def _point(point: MarkedPoint, words: Catalogue) -> str:
    said = words.text(f"study.point.{point.status}")
    quoted = " … ".join(f"«{' '.join(span.text.split())}»" for span in point.spans)
    return f"{point.earned}/{point.marks} {said}: {point.text.rstrip('.')} {quoted}".rstrip()


def _closed(marked: Marked, question: Question, words: Catalogue) -> str:
    (point,) = marked.points
    key = question.options[question.right].text if question.options else question.key
    if point.status is Status.FOUND:
        return words.text("marking.closed.right", answer=key)
    if marked.chosen < 0:
        return words.text("marking.closed.unread", key=key)
    chosen = question.options[marked.chosen].text
    return words.text("marking.closed.wrong", answer=chosen, key=key)
