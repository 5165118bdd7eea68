"""A paper and its key in words, ready to be laid out: the same for the page and for the PDF."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import chess

from kb.dialog.answer import Citation
from kb.dialog.compose import edition_line
from kb.dialog.render import citation_label
from kb.exam.attempts import Placed
from kb.exam.authorities import Authority
from kb.exam.types import Format, Paper, Question
from kb.exam.wording import exam_lines, near_quotes, option_letters, part_title
from kb.laws.library import Library
from kb.laws.quotes import folded
from kb.messages import Catalogue, catalogue

__all__ = ["Key", "KeyOption", "PrintedQuote", "Sheet", "SheetQuestion", "key_of", "lay_out"]

_LINES_EACH_MARK: Final = 2
_FEWEST_LINES: Final = 3


@dataclass(frozen=True, slots=True)
class PrintedQuote:
    """A clause as printed: ``label`` says which; ``notes``: another rule, our translation."""

    label: str
    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeyOption:
    """An option in the key, and why it is right or wrong."""

    letter: str
    text: str
    why: str
    right: bool


@dataclass(frozen=True, slots=True)
class Key:
    """The key to one question."""

    answer: str
    options: tuple[KeyOption, ...]
    points: tuple[tuple[str, str], ...]  # marks, what earns them
    steps: tuple[str, ...]
    quotes: tuple[PrintedQuote, ...]


@dataclass(frozen=True, slots=True)
class SheetQuestion:
    """One question as printed; ``part`` is the heading above it, where a part begins."""

    number: int
    part: str
    marks: str
    stem: str
    ask: str
    announced: str
    fen: str | None
    attempted: str | None
    to_move: str
    pgn: str
    options: tuple[tuple[str, str], ...]  # letter, text
    answer_lines: int
    key: Key


@dataclass(frozen=True, slots=True)
class Sheet:
    """A paper as printed; ``mark`` tells papers apart: it makes the same one again."""

    language: str
    title: str
    lines: tuple[str, ...]
    mark: str
    questions: tuple[SheetQuestion, ...]


def lay_out(paper: Paper, placed: Sequence[Placed], exam: Authority, library: Library) -> Sheet:
    """Put a paper into words.

    :param placed: the questions of the paper in order, with the part each is in.
    """
    words = catalogue(paper.language)
    first = {part: number for number, part in reversed(list(enumerate(one.part for one in placed)))}
    questions = []
    for number, one in enumerate(placed):
        part = part_title(exam, one.part, words) if first[one.part] == number else ""
        questions.append(_question(number + 1, part, one.question, words))
    law = edition_line(library.editions.get(paper.edition), paper.language)
    return Sheet(
        language=paper.language,
        title=exam.names[paper.language],
        lines=(law, *exam_lines(exam, placed, words)),
        mark=words.text("paper.mark", authority=exam.id, edition=paper.edition, seed=paper.seed),
        questions=tuple(questions),
    )


def _question(number: int, part: str, question: Question, words: Catalogue) -> SheetQuestion:
    letters = option_letters(words)
    side = "white" if question.fen and chess.Board(question.fen).turn else "black"
    return SheetQuestion(
        number=number,
        part=part,
        marks=words.text("paper.marks", n=question.marks),
        stem=question.stem,
        ask=question.ask,
        announced=question.announced,
        fen=question.fen,
        attempted=question.attempted,
        to_move=words.text(f"paper.to_move.{side}") if question.fen else "",
        pgn=question.pgn or "",
        options=tuple(zip(letters, (option.text for option in question.options), strict=False)),
        answer_lines=0 if question.options else _lines(question),
        key=key_of(question, letters, words),
    )


def _lines(question: Question) -> int:
    """Return the lines to write on: more for more marks, few where only numbers are asked for."""
    if question.format in {Format.CLOCKS, Format.CLAUSE}:
        return _FEWEST_LINES
    return max(_FEWEST_LINES, _LINES_EACH_MARK * question.marks)


def key_of(question: Question, letters: str, words: Catalogue) -> Key:
    """Return the key to a question in words; ``letters`` name its options in order."""
    options = tuple(
        KeyOption(letter, option.text, option.why, option.right)
        for letter, option in zip(letters, question.options, strict=False)
    )
    right = next((f"{option.letter}) " for option in options if option.right), "")
    return Key(
        answer=f"{right}{question.key}",
        options=options,
        points=tuple((words.text("paper.marks", n=p.marks), p.text) for p in question.points),
        steps=question.explanation,
        quotes=tuple(_quote(one, words) for one in near_quotes(question.citations, words.language)),
    )


def _quote(citation: Citation, words: Catalogue) -> PrintedQuote:
    notes = []
    if not citation.same_rule:
        notes.append(words.text("label.other_rule"))
    if citation.translation:
        notes.append(f"{words.text('label.translation')} {folded(citation.translation)}")
    if citation.note:
        notes.append(f"{words.text('label.note')} {citation.note}")
    return PrintedQuote(citation_label(citation, words), f"«{folded(citation.text)}»", tuple(notes))
