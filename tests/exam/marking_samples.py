"""Questions made by hand for the tests of marking."""

from __future__ import annotations

from kb.exam.types import Format, MarkingPoint, Option, PointKind, Question
from kb.rules.ruling import Verdict

KNIGHT = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"


def open_question(
    *points: tuple[str, str], fen: str | None = KNIGHT, attempted: str | None = "g1g3", marks: int = 1
) -> Question:
    """Return an open question: White moved the knight from g1 to g3 and pressed the clock."""
    made = tuple(
        MarkingPoint(PointKind(kind), marks, tuple(accepted.split()), f"{kind} {accepted}.")
        for kind, accepted in points
    )
    return _question(Format.OPEN, points=made, fen=fen, attempted=attempted)


def closed_question(form: Format, *texts: str, right: int = 0, key: str = "") -> Question:
    """Return a closed question with these options."""
    options = tuple(Option(text, place == right, "why") for place, text in enumerate(texts))
    return _question(form, options=options, key=key or texts[right])


def _question(
    form: Format,
    *,
    points: tuple[MarkingPoint, ...] = (),
    options: tuple[Option, ...] = (),
    fen: str | None = None,
    attempted: str | None = None,
    key: str = "",
) -> Question:
    return Question(
        id="q", generator="g", seed=1, language="en", edition="2023", topic="illegal_move_penalty",
        format=form, difficulty=1, marks=sum(p.marks for p in points) or 2, stem="", ask="", fen=fen,
        attempted=attempted, pgn=None, announced="", options=options, points=points,
        verdict=Verdict.RESTORE_2MIN, key=key, explanation=(), citations=(),
    )  # fmt: skip
