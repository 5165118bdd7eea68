"""What programs send and get about exams, as pydantic models; see :mod:`kb.web.schemas`.

Papers and markings are written by ``Paper.to_json`` and ``Marked.to_json``; their models describe that
shape, and the tests hold the two together.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kb.exam.authorities import PRACTICE
from kb.exam.marking import MAX_ANSWER, Status
from kb.exam.types import MOST_QUESTIONS, Format, PointKind
from kb.rules.ruling import Verdict

__all__ = ["MAX_SEED", "MarkAskBody", "MarkedBody", "PaperAskBody", "PaperBody"]

MAX_SEED = 2**53 - 1
"""The largest seed: what JSON programs everywhere read as a whole number."""

_Language = Literal["es", "nl", "ru", "en"]
_Seed = Annotated[int, Field(ge=0, le=MAX_SEED)]
_Edition = Annotated[str | int, Field(description='An edition such as "2018", or "current".')]


class PaperAskBody(BaseModel):
    """What a paper is made of; the same body always gives the same paper."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"language": "nl", "count": 3, "seed": 7},
                {
                    "language": "es",
                    "edition": "2018",
                    "count": 2,
                    "seed": 1,
                    "topics": ["two_hands", "illegal_move_penalty"],
                    "formats": ["choice", "open"],
                    "with_key": False,
                },
            ]
        },
    )

    language: _Language = "en"
    edition: _Edition = "current"
    seed: _Seed = 1
    count: int | None = Field(
        None, ge=1, le=MOST_QUESTIONS, description="Questions; an authority's exam has its own number."
    )
    topics: list[str] | None = Field(None, max_length=100, description="Only these; else all.")
    formats: list[Literal["choice", "open", "clause", "find", "edition", "clocks"]] | None = Field(
        None, max_length=6, description="Only these; else all."
    )
    authority: str = Field(PRACTICE, max_length=40, description="practice, fide, knsb, feda or uvr.")
    with_key: bool = Field(True, description="False: as a candidate gets it.")


class _AskedQuestion(BaseModel):
    """The question of a paper; what makes it again is enough, the rest may come along."""

    model_config = ConfigDict(extra="ignore", strict=True)

    generator: str = Field(max_length=100)
    seed: _Seed
    language: _Language
    edition: str = Field(max_length=20)
    format: Literal["choice", "open", "clause", "find", "edition", "clocks"]
    id: str | None = Field(None, max_length=100, description="If given, the question must still be this one.")


class MarkAskBody(BaseModel):
    """An answer to be marked, with the question it answers as a paper has it."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {
                    "question": {
                        "generator": "illegal_move",
                        "seed": 7,
                        "language": "en",
                        "edition": "2023",
                        "format": "open",
                    },
                    "answer": "The position is restored and the opponent gets two extra minutes, 7.5.5.",
                }
            ]
        },
    )

    question: _AskedQuestion
    answer: str = Field(description=f"In the question's language; at most {MAX_ANSWER} characters are read.")
    language: _Language | None = Field(None, description="Of the answer, if it is not the question's.")


class _Point(BaseModel):
    kind: PointKind
    marks: int
    accepted: list[str]
    text: str


class _Quote(BaseModel):
    document: str
    clause: str
    paragraph: int
    sha256: str
    language: str
    edition: str
    same_rule: bool | None
    quote: str
    translation: str


class _Question(BaseModel):
    id: str
    generator: str
    seed: int
    language: str
    edition: str
    topic: str
    format: Format
    difficulty: int
    marks: int
    stem: str
    ask: str
    fen: str | None
    attempted: str | None = Field(description="The move to draw on the position, in UCI.")
    pgn: str | None
    announced: str
    options: list[str]
    right: int | None = Field(None, description="The place of the right option, from 0; -1 for none.")
    why: list[str] | None = None
    points: list[_Point] | None = None
    verdict: Verdict | None = None
    key: str | None = None
    explanation: list[str] | None = None
    citations: list[_Quote] | None = None


class PaperBody(BaseModel):
    """A paper, the same as ``kb exam paper --json`` prints; without its key where that was asked."""

    language: str
    edition: str
    seed: int
    authority: str
    minutes: int
    pass_percent: int
    marks: int
    questions: list[_Question]


class _Word(BaseModel):
    start: int
    end: int
    text: str


class _MarkedPoint(BaseModel):
    number: int
    kind: PointKind | None
    text: str
    status: Status
    marks: int
    earned: int
    words: list[_Word] = Field(description="The words of the answer that decided the point.")


class MarkedBody(BaseModel):
    """An answer marked point by point."""

    question: str
    language: str
    answer: str
    chosen: int = Field(description="The place of the option taken, from 0; -1 for none.")
    marks: int
    earned: int
    points: list[_MarkedPoint]
