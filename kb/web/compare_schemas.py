"""What programs send and get about comparisons, as pydantic models; see :mod:`kb.web.schemas`.

Comparisons and reports are written by ``Comparison.to_json`` and ``Report.to_json``; their models
describe that shape, and the tests hold the two together.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from kb.comparing.differences import Mark
from kb.comparing.timeline import Change, Role
from kb.laws.changes import Mark as Sureness
from kb.laws.divergences import DivergenceKind
from kb.laws.documents import DefectKind

__all__ = ["CompareBody", "ComparisonBody", "DisagreementsAskBody", "DisagreementsBody"]

_Language = Literal["es", "nl", "ru", "en"]
_Id = Annotated[str, Field(max_length=80)]


class CompareBody(BaseModel):
    """A topic or a clause to follow through all editions, and two texts to compare word by word."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={
            "examples": [
                {"subject": "colours_reversed"},
                {"subject": "7.5.3", "document": "es-2017", "language": "es"},
                {"subject": "displaced_pieces_by_player", "words": ["es-2017", "nl-2014"]},
            ]
        },
    )

    subject: _Id = Field(description="A topic (`kb topics` lists them), topic.aspect, or a clause number.")
    document: _Id | None = Field(None, description="The text a clause number is meant in.")
    words: Annotated[list[_Id], Field(min_length=2, max_length=2)] | None = Field(
        None, description="Two held texts to compare word by word as well."
    )
    language: _Language = "en"

    @property
    def pair(self) -> tuple[str, str] | None:
        """The two texts to compare, if any."""
        return (self.words[0], self.words[1]) if self.words else None


class DisagreementsAskBody(BaseModel):
    """The language of the report."""

    model_config = ConfigDict(
        extra="forbid", strict=True, json_schema_extra={"examples": [{"language": "en"}]}
    )

    language: _Language = "en"


class _Span(BaseModel):
    start: int
    end: int
    sha256: str


class _Restatement(BaseModel):
    text: str
    official: Literal[False]


class _Confidence(BaseModel):
    rule: list[Sureness]
    number: list[Sureness]


class _OfficialText(BaseModel):
    document: str
    title: str
    status: str
    language: str
    clause: str
    role: Role
    paragraphs: list[_Span]
    text: str
    translation: str = Field(description="Our working translation; empty in the language of the text.")
    notes: list[str]


class _EditionEntry(BaseModel):
    edition: str
    in_force_from: str
    in_force_to: str | None
    clauses: list[str]
    change: Change = Field(description="Against the edition before.")
    renumbered: bool
    label: str
    what_changed: str
    rule: str
    restatement: _Restatement
    confidence: _Confidence
    doubts: list[str]
    texts: list[_OfficialText]


class _Timeline(BaseModel):
    topic: str
    aspect: str
    title: str
    name: str
    editions: list[_EditionEntry]


class _Group(BaseModel):
    documents: list[str]
    editions: list[str]
    topics: list[str]
    timelines: list[_Timeline]


class _Side(BaseModel):
    document: str
    edition: str
    title: str
    status: str
    language: str
    clauses: list[str]
    translated_into: str = Field(description="Not empty where the text is our working translation.")
    official: bool
    text: str


class _Run(BaseModel):
    mark: Mark
    text: str


class _Difference(BaseModel):
    topics: list[str]
    first: _Side
    second: _Side
    same: bool
    runs: list[_Run]


class ComparisonBody(BaseModel):
    """A comparison, the same as ``kb compare --json`` prints; several groups where a number is ambiguous."""

    asked: str
    language: str
    groups: list[_Group]
    words: list[_Difference]


class _Place(BaseModel):
    document: str
    held: bool
    edition: str
    language: str
    clauses: list[str]


class _Disagreement(BaseModel):
    id: str
    kind: DivergenceKind
    changes_reading: bool
    places: list[_Place]
    topics: list[str]
    text: str


class _Defect(BaseModel):
    document: str
    clause: str
    lines: list[int]
    kind: DefectKind
    text: str


class DisagreementsBody(BaseModel):
    """Where the texts disagree and what is off in them; as ``kb compare --disagreements --json`` prints."""

    language: str
    disagreements: list[_Disagreement]
    defects: list[_Defect]
