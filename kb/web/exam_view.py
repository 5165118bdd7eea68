"""Exam questions as pages show them: what is asked, and what came of an answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import chess

from kb.dialog.answer import Citation
from kb.exam.marking import Marked, MarkedPoint, Status, mark
from kb.exam.types import Question
from kb.exam.wording import marks_text, near_quotes, option_letters
from kb.messages import Catalogue
from kb.web.exam_board import ExamBoard, exam_board
from kb.web.sittings import MAX_NOTE, Contest

__all__ = ["AskedView", "KeyView", "OptionView", "PointView", "asked_view", "key_view", "said_of", "tone_of"]


@dataclass(frozen=True, slots=True)
class OptionView:
    """An option; ``why`` and ``right`` are empty while the key is not shown."""

    letter: str
    text: str
    chosen: bool
    right: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class AskedView:
    """A question without its key; ``given`` is the answer so far."""

    number: int
    id: str
    marks: str
    stem: str
    ask: str
    announced: str
    to_move: str
    board: ExamBoard | None
    pgn: str
    options: tuple[OptionView, ...]
    given: str


@dataclass(frozen=True, slots=True)
class PointView:
    """A marking point: whether the answer has it, by which words, and where it can be contested."""

    state: str
    said: str
    text: str
    marks: str
    words: tuple[str, ...]
    contest: str
    contested: bool
    note: str


@dataclass(frozen=True, slots=True)
class KeyView:
    """The key to a question, with what an answer was worth.

    ``words`` are the pieces of an open answer, each with the state of the point it decided, or none.
    """

    id: str
    tone: str
    headline: str
    options: tuple[OptionView, ...]
    points: tuple[PointView, ...]
    words: tuple[tuple[str, str], ...]
    key: str
    steps: tuple[str, ...]
    near: tuple[Citation, ...]
    far: tuple[Citation, ...]
    most_note: int = MAX_NOTE


def asked_view(question: Question, number: int, given: str | None, words: Catalogue) -> AskedView:
    """Return a question as it is asked, with the answer given so far."""
    side = "white" if question.fen and chess.Board(question.fen).turn else "black"
    return AskedView(
        number=number,
        id=question.id,
        marks=words.text("paper.marks", n=question.marks),
        stem=question.stem,
        ask=question.ask,
        announced=question.announced,
        to_move=words.text(f"paper.to_move.{side}") if question.fen else "",
        board=exam_board(question, words),
        pgn=question.pgn or "",
        options=tuple(
            OptionView(letter, option.text, str(place + 1) == given)
            for place, (letter, option) in enumerate(
                zip(option_letters(words), question.options, strict=False)
            )
        ),
        given=given or "",
    )


def key_view(
    question: Question,
    given: str | None,
    earned: Fraction,
    words: Catalogue,
    *,
    contest: str = "",
    contests: Sequence[Contest] = (),
) -> KeyView:
    """Return the key of a question beside an answer.

    :param given: the answer; ``None`` to show the key alone.
    :param earned: the marks it got.
    :param contest: where a point is contested; empty if it cannot be.
    """
    marked = mark(question, given, words.language) if question.points and given else None
    if marked and not marked.points:  # one whose answer names an option
        marked = None
    contested = {one.point: one.note for one in contests if one.question == question.id}
    near = near_quotes(question.citations, words.language) if question.citations else ()
    return KeyView(
        id=question.id,
        tone=tone_of(question, given, earned),
        headline=said_of(question, given, earned, words),
        options=tuple(_options(question, given, words)),
        points=tuple(_points(question, marked, words, contest, contested)),
        words=tuple(_pieces(marked)) if marked else (),
        key=question.key,
        steps=question.explanation,
        near=near,
        far=tuple(one for one in question.citations if one not in near),
    )


def tone_of(question: Question, given: str | None, earned: Fraction) -> str:
    """Return "right", "partly" or "wrong", or "none" without an answer."""
    if not given:
        return "none"
    if earned >= question.marks:
        return "right"
    return "partly" if earned > 0 else "wrong"


def said_of(question: Question, given: str | None, earned: Fraction, words: Catalogue) -> str:
    """Say what an answer was worth."""
    tones = {
        "right": "study.right",
        "partly": "study.partly",
        "wrong": "study.wrong",
        "none": "study.unanswered",
    }
    said = words.text(tones[tone_of(question, given, earned)])
    marks = words.text("exam_web.earned", earned=marks_text(earned, words.language), n=question.marks)
    return f"{said} {marks}"


def _options(question: Question, given: str | None, words: Catalogue) -> Iterator[OptionView]:
    for place, (letter, option) in enumerate(zip(option_letters(words), question.options, strict=False)):
        yield OptionView(letter, option.text, str(place + 1) == given, option.right, option.why)


def _points(
    question: Question,
    marked: Marked | None,
    words: Catalogue,
    contest: str,
    contested: Mapping[int, str],
) -> Iterator[PointView]:
    for place, point in enumerate(question.points):
        found = marked.points[place] if marked else None
        state = found.status if found else None
        yield PointView(
            state=str(state) if state else "",
            said=words.text(f"study.point.{state}") if state else "",
            text=point.text,
            marks=words.text("paper.marks", n=point.marks),
            words=tuple(dict.fromkeys(span.text for span in found.spans)) if found else (),
            contest=contest if found and found.status is not Status.FOUND else "",
            contested=place in contested,
            note=contested.get(place, ""),
        )


def _pieces(marked: Marked) -> Iterator[tuple[str, str]]:
    """Cut an answer at the words that decided points; of words that decided several the first counts."""
    given, at = marked.answer, 0
    for start, end, state in sorted(_spans(marked.points)):
        if start < at:
            continue
        if start > at:
            yield given[at:start], ""
        yield given[start:end], state
        at = end
    if at < len(given):
        yield given[at:], ""


def _spans(points: Iterable[MarkedPoint]) -> Iterator[tuple[int, int, str]]:
    for point in points:
        for span in point.spans:
            yield span.start, span.end, str(point.status)
