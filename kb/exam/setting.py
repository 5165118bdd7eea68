"""Setting a paper: the questions an exam asks for, in its parts, out of a seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.errors import RequestError
from kb.exam.attempts import Placed
from kb.exam.authorities import PRACTICE, Authority, Part
from kb.exam.generating import make_paper, topics_asked
from kb.exam.types import MOST_QUESTIONS, Format, Paper, Question
from kb.laws.library import Library
from kb.messages import Catalogue, catalogue

__all__ = ["SetPaper", "Wish", "set_paper"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a paper is asked for; ``count``, ``topics`` and ``formats`` only in free practice."""

    language: str
    edition: str
    seed: int
    count: int | None = None
    topics: tuple[str, ...] = ()
    formats: tuple[Format, ...] = ()


@dataclass(frozen=True, slots=True)
class SetPaper:
    """A paper with the exam it is set for, and its questions with the part each is in."""

    exam: Authority
    paper: Paper
    placed: tuple[Placed, ...]


def set_paper(library: Library, exam: Authority, wish: Wish) -> SetPaper:
    """Return the paper of an exam; the same exam and wish give the same questions.

    :raises RequestError: in the language of the wish, for what cannot be had.
    """
    words = catalogue(wish.language)
    _check(exam, wish, words)
    placed = tuple(one for part in exam.parts for one in _placed(library, part, wish, words))
    paper = Paper(
        language=wish.language,
        edition=wish.edition,
        seed=wish.seed,
        authority=exam.id,
        minutes=exam.minutes,
        pass_percent=exam.pass_percent,
        questions=tuple(one.question for one in placed),
    )
    return SetPaper(exam, paper, placed)


def _check(exam: Authority, wish: Wish, words: Catalogue) -> None:
    if exam.id != PRACTICE and (wish.count is not None or wish.topics or wish.formats):
        raise RequestError(
            words.text("study.error.fixed"),
            hint=words.text("study.hint.leave_out", options=("--count", "--topics", "--formats")),
            field="authority",
        )
    if wish.count is not None and not 0 < wish.count <= MOST_QUESTIONS:
        raise RequestError(
            words.text("study.error.count", most=MOST_QUESTIONS),
            hint=words.text("study.hint.fewer"),
            field="count",
        )
    known = topics_asked()
    for topic in wish.topics:
        if topic not in known:
            raise RequestError(
                words.text("study.error.topic", name=topic[:40]),
                hint=words.text("study.hint.one_of", names=known),
                field="topics",
            )


def _placed(library: Library, part: Part, wish: Wish, words: Catalogue) -> Iterator[Placed]:
    for question in _questions(library, part, wish, words):
        worth = part.marks_each or question.marks
        yield Placed(replace(question, marks=worth), part.id, part.wrong_costs)


def _questions(library: Library, part: Part, wish: Wish, words: Catalogue) -> list[Question]:
    """Return the questions of a part; formats the part asks for stand mixed, in an order of the seed."""
    if part.mixed:
        return _made(library, wish.formats, wish.count or part.mixed, wish, words)
    found = [q for form, count in part.formats for q in _made(library, (form,), count, wish, words)]
    random.Random(f"order/{part.id}/{wish.edition}/{wish.seed}").shuffle(found)  # noqa: S311 (no secret)
    return found


def _made(
    library: Library, formats: Sequence[Format], count: int, wish: Wish, words: Catalogue
) -> list[Question]:
    try:
        made = make_paper(
            library,
            language=wish.language,
            edition=wish.edition,
            count=count,
            seed=wish.seed,
            topics=wish.topics or None,
            formats=tuple(formats) or None,
        )
    except RequestError as error:
        if error.field != "count":
            raise
        raise RequestError(
            words.text("study.error.too_few"), hint=words.text("study.hint.fewer"), field="count"
        ) from error
    return list(made.questions)
