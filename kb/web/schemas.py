"""What programs send and get, as pydantic models: checked at the door, published as JSON schema.

Bodies are strict: a number is not a text, an unknown field is an error.  Answers are written by
``Answer.to_json`` and its like; their models describe that shape for the OpenAPI page and for MCP
clients, and the tests hold the two together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kb.board.mating import Reason
from kb.dialog.answer import RefusalReason, Route
from kb.dialog.request import Request, request_from_mapping
from kb.messages import Catalogue, catalogue
from kb.rules.facts import Origin
from kb.rules.ruling import Verdict

__all__ = [
    "AnswerBody",
    "AskBody",
    "ClauseBody",
    "ClauseQuery",
    "ClausesBody",
    "EditionsBody",
    "ErrorBody",
    "FactsBody",
    "HealthBody",
    "MateBody",
    "MatingBody",
    "RuleBody",
    "examples",
]

_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
_Language = Literal["es", "nl", "ru", "en"]
_Party = Literal["me", "opponent", "white", "black", "both"]
_Count = Annotated[int, Field(ge=0, le=10_000)]
_Words = Annotated[str, Field(max_length=200)]
_Year = str | int


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class FactsBody(_Body):
    """What is known of the case; leave out what is not.  Given facts win over the words of the question."""

    time_control: Literal["standard", "rapid", "blitz"] | None = None
    supervised: bool | None = Field(None, description="Full supervision in rapid or blitz.")
    offender: _Party | None = None
    offence_number: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None, description="Which offence of the player: 1, 2, 3 …"
    )
    first_offence: _Words | None = Field(None, description="What the first offence was.")
    clock_pressed: bool | None = None
    clock_running: bool | None = None
    clock: bool | None = Field(None, description="False: no clock in use.")
    increment: bool | _Count | None = Field(None, description="Whether there is one, or its seconds.")
    opponent_moved: bool | None = Field(None, description="The opponent has moved since.")
    moves_since: _Count | None = None
    moves_played: _Count | None = None
    white_moves: _Count | None = None
    black_moves: _Count | None = None
    game_over: bool | None = None
    flag: _Party | None = Field(None, description="Whose flag has fallen.")
    touched_first: _Words | None = None
    opponent_material: _Words | None = None
    missing: _Words | None = None
    edition_asked: _Year | list[_Year] | None = None


class _Common(_Body):
    id: str | int | None = Field(None, description="Echoed in the answer.")
    language: _Language | None = Field(None, description="The language to answer in.")
    edition: _Year | None = Field(None, description='An edition such as "2018", or "current".')
    date: str | None = Field(None, description="Day of the game, YYYY-MM-DD: picks the edition in force.")
    fen: str | None = Field(None, description="A position: whole or partial FEN, or a link that holds one.")
    pgn: str | None = Field(None, description="A game or several.")
    moves: str | None = Field(None, description="Moves from the position or from the start.")
    facts: FactsBody | None = None


class AskBody(_Common):
    """A question, with everything that may come with it."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"question": "He castled with two hands and pressed the clock. What now?"},
                {
                    "question": "¿Y si era la segunda vez?",
                    "language": "es",
                    "edition": "2018",
                    "facts": {"time_control": "blitz", "supervised": False, "offence_number": 2},
                },
                {
                    "question": "My opponent answered 1.e4 with 1...e4. Is it legal?",
                    "fen": _START,
                    "moves": "1. e4 e4",
                },
            ]
        }
    )

    question: str = Field("", description="In es, nl, ru or en; at most 4000 characters are read.")

    def request(self) -> Request:
        """Read the body as a request.

        :raises RequestError: for what the types cannot tell, such as a day that does not exist.
        """
        return request_from_mapping(self.model_dump(exclude_none=True))


class RuleBody(_Common):
    """A position or facts to rule on, for a topic named outright; no search."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "fen": _START,
                    "moves": "1. e4 e5 2. Ke3",
                    "facts": {"time_control": "rapid", "offence_number": 1, "clock_pressed": True},
                },
                {"topic": "colours_reversed", "edition": "2018", "facts": {"moves_played": 12}},
            ]
        }
    )

    topic: str = Field("illegal_move_restoration", description="What it is about; `kb topics` lists them.")

    def request(self) -> Request:
        """Read the body as a request; raises as :meth:`AskBody.request`."""
        return request_from_mapping(self.model_dump(exclude_none=True, exclude={"topic"}))


class MateBody(_Body):
    """A position, of which to say whether a side can still checkmate by any series of legal moves."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"fen": "8/8/8/4k3/8/8/8/KN6 w - - 0 1", "side": "white"},
                {"fen": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "language": "es"},
            ]
        }
    )

    fen: str | None = Field(None, description="A position: whole or partial FEN, or a link that holds one.")
    moves: str | None = Field(None, description="Moves to play first, from the position or from the start.")
    side: Literal["white", "black"] | None = Field(None, description="The side asked about; else both.")
    language: _Language = Field("en", description="The language of the sentences.")

    @property
    def colour(self) -> bool | None:
        """The side asked about as python-chess has it."""
        return None if self.side is None else self.side == "white"

    @property
    def words(self) -> Catalogue:
        """The wording of the language chosen."""
        return catalogue(self.language)


class ClauseQuery(_Body):
    """A clause of a held document."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"document": "es-2017", "label": "7.5.3"}]})

    document: str = Field(description="es-2017, nl-2014, en-2001, ru-2014 or another held document.")
    label: str = Field(description="The number the document itself uses, such as 7.5.3 or 7.4(b).")


class ErrorBody(BaseModel):
    """Every error.  ``code`` is stable; ``message`` says what is wrong, ``hint`` what to do next."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "code": "bad_request",
                    "message": "There is no edition '1999'.",
                    "field": "edition",
                    "hint": "Use one of: 2001, 2005, 2009, 2014, 2017, 2018, 2023.",
                }
            ]
        }
    )

    code: str
    message: str
    field: str = Field(description="The field at fault, or empty for the request as a whole.")
    hint: str


class _Citation(BaseModel):
    document: str
    clause: str
    paragraph: int
    start: int
    end: int
    sha256: str
    quote: str
    status: str
    edition: str
    language: str
    same_rule: bool | None
    translation: str
    note: str


class _Rule(BaseModel):
    topic: str
    aspect: str
    edition: str
    numbers: list[str]
    text: str
    official: Literal[False]
    confidence: str


class _Step(BaseModel):
    text: str
    numbers: list[str]
    citations: list[_Citation]
    rule: _Rule | None


class _Tempo(BaseModel):
    time_control: str
    verdict: Verdict
    summary: str


class _Other(BaseModel):
    edition: str
    verdict: Verdict
    summary: str


class _Fact(BaseModel):
    name: str
    value: str
    origin: Origin


class _Outcome(BaseModel):
    value: str
    verdict: Verdict
    summary: str


class _Need(BaseModel):
    field: str
    question: str
    outcomes: list[_Outcome]


class _Refusal(BaseModel):
    reason: RefusalReason
    message: str


class _Part(BaseModel):
    topic: str
    aspect: str
    verdict: Verdict
    headline: str
    rule: _Rule | None
    steps: list[_Step]
    absent: list[str]
    tempos: list[_Tempo]
    facts: list[_Fact]
    doubts: list[str]
    now: list[str]
    position: str | None
    attempted: str | None
    restored: str | None
    replacements: list[str]
    proof: list[str]
    other_editions: list[_Other]


class AnswerBody(BaseModel):
    """An answer, the same as ``kb ask --json`` prints; ``text`` is the whole of it as plain text."""

    id: str
    route: Route
    language: str
    edition: str
    topic: str
    topics: list[str]
    verdict: Verdict
    headline: str
    citations: list[_Citation]
    parts: list[_Part]
    other_editions: list[_Other]
    refusal: _Refusal | None
    needs: list[_Need]
    facts: list[_Fact]
    notes: list[str]
    text: str


class _Line(BaseModel):
    uci: list[str]
    san: list[str]


class _SideBody(BaseModel):
    side: Literal["white", "black"]
    verdict: Literal["can", "cannot", "undetermined"]
    line: _Line | None = Field(description="Legal moves to the mate, or those that are forced; a proof.")
    reason: Reason | None = Field(description="Why there is no mate.")
    text: str
    positions: int = Field(0, description="How many positions were examined, where that is the proof.")
    after: Reason | None = Field(None, description="The reason that holds after the forced moves.")
    nodes: int = Field(0, description="How much was looked at without a verdict.")


class MatingBody(BaseModel):
    """For each side asked about, whether it can still checkmate; the same as ``kb mate --json`` prints."""

    fen: str
    sides: list[_SideBody]
    dead: bool | None = Field(description="Whether neither side can; null where that is not known.")
    text: str
    notes: list[str]


class _Paragraph(BaseModel):
    start: int
    end: int
    sha256: str


class _Reference(BaseModel):
    clause: str
    held: bool


class ClauseBody(BaseModel):
    """A clause of a document, the same as ``kb show --json`` prints; ``translations`` are ours."""

    document: str
    edition: str
    language: str
    status: str
    clause: str
    printed: str
    text: str
    paragraphs: list[_Paragraph]
    topics: list[str]
    references: list[_Reference]
    before: str
    after: str
    translations: dict[str, str]
    heading: str
    original: str


class ClausesBody(BaseModel):
    """The clauses under a number; several where it heads no text of its own."""

    clauses: list[ClauseBody]


class _Document(BaseModel):
    id: str
    language: str
    status: str


class _Edition(BaseModel):
    id: str
    in_force_from: str
    in_force_to: str | None
    documents: list[_Document]


class EditionsBody(BaseModel):
    """The dated versions of the Laws, oldest first, and the held texts of each."""

    editions: list[_Edition]


class HealthBody(BaseModel):
    """What is being served."""

    status: Literal["ok"]
    version: str
    encoder: str
    entries: int
    documents: list[str]


def examples(model: type[BaseModel]) -> dict[str, dict[str, Any]]:
    """Return the examples of a body as OpenAPI names them."""
    given = model.model_json_schema()["examples"]
    return {f"{n}": {"value": value} for n, value in enumerate(given, start=1)}
