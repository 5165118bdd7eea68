"""What an answer earns on a paper: its marking, weighed as the paper weighs the question."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kb.exam.attempts import Placed
from kb.exam.marking import Marked, mark

__all__ = ["Grade", "grade"]


@dataclass(frozen=True, slots=True)
class Grade:
    """The marking of an answer and what it earns; below none where a wrong choice costs something."""

    marked: Marked
    earned: Fraction

    @property
    def is_unread(self) -> bool:
        """Whether no option can be read out of an answer that should name one."""
        return self.marked.chosen < 0


def grade(placed: Placed, given: str) -> Grade:
    """Grade an answer in the language of its question; an empty one earns and costs nothing."""
    question = placed.question
    marked = mark(question, given, question.language)
    share = Fraction(marked.earned, marked.marks) if marked.marks else Fraction(0)
    if share == 0 and marked.chosen >= 0:
        share = -placed.wrong_costs
    return Grade(marked, share * question.marks)
