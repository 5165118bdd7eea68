"""Exams, marks and topics in words: what the terminal, the printed paper and the page all say alike."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from kb.dialog.answer import Citation
from kb.exam.attempts import Placed
from kb.exam.authorities import Authority
from kb.laws.library import Library
from kb.messages import Catalogue

__all__ = ["exam_lines", "marks_text", "near_quotes", "option_letters", "part_title", "topic_name"]


def exam_lines(exam: Authority, placed: Sequence[Placed], words: Catalogue) -> tuple[str, ...]:
    """Return what a candidate must know before beginning: size, time, pass mark, costs, and what is ours.

    Free practice has neither time nor pass mark, and says so by silence.
    """
    marks = sum(one.question.marks for one in placed)
    size = words.text("paper.questions", n=len(placed))
    lines = [words.text("paper.size", size=size, marks=words.text("paper.marks", n=marks))]
    if exam.minutes:
        lines.append(words.text("paper.time", n=exam.minutes))
    if exam.pass_percent:
        pass_id = "paper.pass_each" if exam.every_part else "paper.pass"
        lines.append(words.text(pass_id, percent=exam.pass_percent))
    lines += _costs(exam, words)
    if exam.minutes and words.language not in exam.held_in:
        lines.append(words.text("paper.not_held"))
    if exam.minutes and exam.ours:
        names = tuple(words.text(f"paper.figure.{name}") for name in exam.ours)
        lines.append(words.text("paper.ours", names=names))
    return tuple(lines)


def part_title(exam: Authority, part: str, words: Catalogue) -> str:
    """Return the heading of a part, empty for an exam of one part."""
    if len(exam.parts) == 1:
        return ""
    return words.text("paper.part", number=[one.id for one in exam.parts].index(part) + 1)


def marks_text(marks: Fraction, language: str) -> str:
    """Return marks with at most two decimals, as a language writes them.

    >>> marks_text(Fraction(5), "en"), marks_text(Fraction(-1, 3), "en"), marks_text(Fraction(5, 2), "nl")
    ('5', '-0.33', '2,5')
    """
    hundredths = round(marks * 100)
    sign = "-" if hundredths < 0 else ""
    whole, rest = divmod(abs(hundredths), 100)
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole}{'.' if language == 'en' else ','}{rest:02d}".rstrip("0")


def option_letters(words: Catalogue) -> str:
    """Return the letters that name options on paper, in order."""
    return words.text("paper.letters")


def topic_name(library: Library, topic: str, language: str) -> str:
    """Return the name of a topic in a language; a topic that is no longer known keeps its id."""
    return library.topics[topic].names[language] if topic in library.topics else topic


def near_quotes(citations: Sequence[Citation], language: str) -> tuple[Citation, ...]:
    """Return the quotes worth printing: those of the very rule, in the reader's language if there are any."""
    same = [one for one in citations if one.same_rule] or list(citations)
    own = [one for one in same if one.language == language]
    return tuple(own or [one for one in same if one.quote.document == same[0].quote.document])


def _costs(exam: Authority, words: Catalogue) -> list[str]:
    """Return one line for each part in which a wrong answer takes something off."""
    costly = [part for part in exam.parts if part.wrong_costs]
    lines = []
    for part in costly:
        said = words.text("paper.wrong_costs", share=str(part.wrong_costs))
        title = part_title(exam, part.id, words)
        lines.append(f"{title}: {said}" if title else said)
    return lines
