"""Review: for each kind of question that is due, a fresh one of its kind."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from fractions import Fraction

from kb.errors import RequestError
from kb.exam.attempts import Placed
from kb.exam.authorities import PRACTICE, load_authorities
from kb.exam.generating import generate
from kb.exam.setting import SetPaper
from kb.exam.study import DueCard
from kb.exam.types import Format, Paper, Question
from kb.laws.library import Library

__all__ = ["review_paper"]

_SEEDS = 1_000_000


def review_paper(library: Library, due: Iterable[DueCard], language: str, edition: str) -> SetPaper | None:
    """Return a paper with one question for each card; ``None`` if no card has one in this edition.

    A card shows another question each time it has been answered, and the same one until then.
    """
    questions = tuple(_questions(library, due, language, edition))
    if not questions:
        return None
    exam = load_authorities()[PRACTICE]
    paper = Paper(language, edition, 0, exam.id, 0, 0, questions)
    placed = tuple(Placed(question, exam.parts[0].id, Fraction(0)) for question in questions)
    return SetPaper(exam, paper, placed)


def _questions(library: Library, due: Iterable[DueCard], language: str, edition: str) -> Iterator[Question]:
    for card in due:
        try:
            form = Format(card.key.format)
            yield generate(library, language, edition, card.key.generator, form, _seed(card))
        except (RequestError, ValueError):
            continue  # a kind that this edition or this version of the program does not have


def _seed(card: DueCard) -> int:
    key = card.key
    text = f"{key.topic}/{key.format}/{key.generator}/{card.answers}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % _SEEDS
