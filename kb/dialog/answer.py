"""The answer: one data structure that every surface shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kb.laws.quotes import Quote
from kb.rules.ruling import FactUsed, Mating, Verdict

__all__ = [
    "Answer",
    "AnswerStep",
    "Citation",
    "NeededFact",
    "OtherEdition",
    "Part",
    "Refusal",
    "RefusalReason",
    "Route",
    "RuleText",
]


class Route(StrEnum):
    """How a question was answered."""

    TEXT = "text"  # by cited text
    RULING = "ruling"  # by the judge, on a position or on enough stated facts
    REFUSAL = "refusal"  # honestly not


class RefusalReason(StrEnum):
    """Why a question is not answered."""

    OUT_OF_SCOPE = "out_of_scope"
    NOT_IN_TEXTS = "not_in_texts"
    NEED_FACT = "need_fact"
    DISPUTED = "disputed"
    UNREADABLE_POSITION = "unreadable_position"


@dataclass(frozen=True, slots=True)
class Citation:
    """A quote as shown: its address, its verified text, and how it relates to the answer.

    ``same_rule``: whether its edition has the same rule as the edition answered for; ``None``: not known.
    ``translation``: our working translation, where the quote is not in the answer's language.
    ``note``: what is known to be off in this clause, if it can change the reading.
    """

    quote: Quote
    text: str
    status: str
    edition: str
    language: str
    same_rule: bool | None
    translation: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class RuleText:
    """Our wording of the rule in the edition answered for; never official."""

    topic: str
    aspect: str
    edition: str
    numbers: tuple[str, ...]
    text: str
    confidence: str


@dataclass(frozen=True, slots=True)
class AnswerStep:
    """One step of a ruling in words, the clause numbers it rests on, and its source.

    ``citations`` where a held document has the rule, else ``rule`` (ours); both empty for what is
    read off the board or the facts.
    """

    text: str
    numbers: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    rule: RuleText | None = None


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """What another edition decides; ``same`` when it is the same verdict."""

    edition: str
    verdict: Verdict
    summary: str
    same: bool


@dataclass(frozen=True, slots=True)
class NeededFact:
    """The one fact asked for, with what each of its values would lead to."""

    field: str
    question: str
    outcomes: tuple[tuple[str, Verdict, str], ...]


_REFUSED = {
    RefusalReason.OUT_OF_SCOPE: Verdict.OUT_OF_SCOPE,
    RefusalReason.NEED_FACT: Verdict.ASK_LAST_MOVE,
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A typed refusal."""

    reason: RefusalReason
    message: str


@dataclass(frozen=True, slots=True)
class Part:
    """The answer to one topic of the question.

    ``citations`` settle the matter, the asker's language first; ``absent`` says which held
    documents have no such rule; ``steps_heading`` is the message that heads the steps; ``tempos``
    gives standard / rapid / blitz side by side where the time control was not stated and matters.
    """

    topic: str
    aspect: str
    title: str
    verdict: Verdict
    headline: str
    rule: RuleText | None
    citations: tuple[Citation, ...] = ()
    absent: tuple[str, ...] = ()
    steps: tuple[AnswerStep, ...] = ()
    steps_heading: str = "section.why"
    other_editions: tuple[OtherEdition, ...] = ()
    tempos: tuple[tuple[str, Verdict, str], ...] = ()
    facts: tuple[FactUsed, ...] = ()
    facts_text: tuple[str, ...] = ()
    needs: tuple[NeededFact, ...] = ()
    doubts: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    position: str | None = None
    restored: str | None = None
    attempted: str | None = None
    replacements: tuple[str, ...] = ()
    mating: Mating | None = None
    proof: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What is shown for one question; ``text`` is the whole of it as plain text."""

    id: str
    question: str
    route: Route
    language: str
    edition: str
    edition_line: str
    parts: tuple[Part, ...]
    refusal: Refusal | None
    notes: tuple[str, ...]
    text: str

    @property
    def verdict(self) -> Verdict:
        """The verdict of the main topic; of a refusal without one, what it stands for."""
        if self.parts:
            return self.parts[0].verdict
        return _REFUSED.get(self.refusal.reason, Verdict.INFO) if self.refusal else Verdict.INFO

    @property
    def topic(self) -> str:
        """The main topic, by its public name."""
        return self.parts[0].topic if self.parts else "out_of_scope"

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The citations of all parts, without repeats."""
        return tuple(dict.fromkeys(c for part in self.parts for c in part.citations))

    def to_json(self) -> dict[str, Any]:
        """Return the answer as JSON-ready data with stable keys in a stable order."""
        first = self.parts[0] if self.parts else None
        return {
            "id": self.id,
            "route": str(self.route),
            "language": self.language,
            "edition": self.edition,
            "topic": self.topic,
            "topics": [part.topic for part in self.parts],
            "verdict": str(self.verdict),
            "headline": first.headline if first else "",
            "citations": [_citation(c) for c in self.citations],
            "parts": [_part(p) for p in self.parts],
            "other_editions": [_other(o) for o in (first.other_editions if first else ())],
            "refusal": {"reason": str(self.refusal.reason), "message": self.refusal.message}
            if self.refusal
            else None,
            "needs": [_need(n) for part in self.parts for n in part.needs],
            "facts": [_fact(f) for f in (first.facts if first else ())],
            "notes": list(self.notes),
            "text": self.text,
        }


def _citation(citation: Citation) -> dict[str, Any]:
    quote = citation.quote
    return {
        "document": quote.document,
        "clause": quote.clause,
        "paragraph": quote.paragraph,
        "start": quote.start,
        "end": quote.end,
        "sha256": quote.sha256,
        "quote": citation.text,
        "status": citation.status,
        "edition": citation.edition,
        "language": citation.language,
        "same_rule": citation.same_rule,
        "translation": citation.translation,
        "note": citation.note,
    }


def _rule(rule: RuleText | None) -> dict[str, Any] | None:
    if rule is None:
        return None
    return {
        "topic": rule.topic,
        "aspect": rule.aspect,
        "edition": rule.edition,
        "numbers": list(rule.numbers),
        "text": rule.text,
        "official": False,
        "confidence": rule.confidence,
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "topic": part.topic,
        "aspect": part.aspect,
        "verdict": str(part.verdict),
        "headline": part.headline,
        "rule": _rule(part.rule),
        "steps": [_step(s) for s in part.steps],
        "absent": list(part.absent),
        "tempos": [{"time_control": t, "verdict": str(v), "summary": s} for t, v, s in part.tempos],
        "facts": [_fact(f) for f in part.facts],
        "doubts": list(part.doubts),
        "now": list(part.now),
        "position": part.position,
        "attempted": part.attempted,
        "restored": part.restored,
        "replacements": list(part.replacements),
        "proof": list(part.proof),
        "other_editions": [_other(o) for o in part.other_editions],
    }


def _step(step: AnswerStep) -> dict[str, Any]:
    return {
        "text": step.text,
        "numbers": list(step.numbers),
        "citations": [_citation(c) for c in step.citations],
        "rule": _rule(step.rule),
    }


def _other(other: OtherEdition) -> dict[str, Any]:
    return {"edition": other.edition, "verdict": str(other.verdict), "summary": other.summary}


def _need(need: NeededFact) -> dict[str, Any]:
    outcomes = [{"value": v, "verdict": str(code), "summary": s} for v, code, s in need.outcomes]
    return {"field": need.field, "question": need.question, "outcomes": outcomes}


def _fact(fact: FactUsed) -> Mapping[str, str]:
    return {"name": fact.name, "value": fact.value, "origin": str(fact.origin)}
