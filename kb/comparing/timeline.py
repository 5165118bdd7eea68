"""One topic through all editions: what the rule was, where it stood, what changed, how sure that is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Any

from kb.comparing.differences import Difference, differences
from kb.comparing.subject import Meaning, resolve
from kb.comparing.wording import aspect_name, period_text
from kb.errors import RequestError
from kb.laws.changes import Confidence, Mark, Step
from kb.laws.documents import Document
from kb.laws.editions import Edition
from kb.laws.labels import ancestor_labels, canonical_label
from kb.laws.library import Library
from kb.laws.quotes import Quote, quote_clause
from kb.laws.topics import Aspect
from kb.messages import Catalogue, catalogue

__all__ = [
    "Change",
    "Comparison",
    "Entry",
    "Group",
    "OfficialText",
    "Role",
    "Timeline",
    "compare",
    "confidence_in",
    "renumbered",
    "timeline",
]


class Change(StrEnum):
    """How the rule of an edition stands to that of the edition before it."""

    FIRST = "first"  # the oldest edition known
    SAME = "same"
    RENUMBERED = "renumbered"  # the same rule under another number
    RULE = "rule"
    CLAUSE = "clause"
    DETAIL = "detail"
    WORDING = "wording"
    UNSEEN = "unseen"
    UNTRACED = "untraced"  # only the clause number was followed


class Role(StrEnum):
    """What a clause does for an aspect."""

    SETTLES = "settles"
    INSTEAD = "instead"  # governs where the edition has no rule of its own
    PENALTY = "penalty"


@dataclass(frozen=True, slots=True)
class OfficialText:
    """A held clause: its address, its verified text, our translation where it is in another language."""

    document: str
    title: str
    status: str
    language: str
    clause: str
    role: Role
    quotes: tuple[Quote, ...]
    text: str
    translation: str
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the text as JSON-ready data."""
        return {
            "document": self.document,
            "title": self.title,
            "status": self.status,
            "language": self.language,
            "clause": self.clause,
            "role": str(self.role),
            "paragraphs": [{"start": q.start, "end": q.end, "sha256": q.sha256} for q in self.quotes],
            "text": self.text,
            "translation": self.translation,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One edition of one aspect.

    ``what_changed`` says in words what the edition did to the rule, where it did something;
    ``restatement`` is our wording of the rule, never official, and ``worded`` whether it is shown at
    once: where no text is held and it was not shown before; ``texts`` are the
    held clauses of this edition; ``renumbered`` is independent of ``change``.
    """

    edition: str
    in_force_from: date
    in_force_to: date | None
    period: str
    numbers: tuple[str, ...]
    change: Change
    renumbered: bool
    label: str
    what_changed: str
    rule: str
    restatement: str
    worded: bool
    confidence: Confidence
    confidence_text: str
    doubts: tuple[str, ...]
    texts: tuple[OfficialText, ...]

    @property
    def settled(self) -> bool:
        """Whether a held text has the rule in its official wording."""
        return any(t.role is Role.SETTLES for t in self.texts)

    def to_json(self) -> dict[str, Any]:
        """Return the entry as JSON-ready data."""
        return {
            "edition": self.edition,
            "in_force_from": self.in_force_from.isoformat(),
            "in_force_to": self.in_force_to.isoformat() if self.in_force_to else None,
            "clauses": list(self.numbers),
            "change": str(self.change),
            "renumbered": self.renumbered,
            "label": self.label,
            "what_changed": self.what_changed,
            "rule": self.rule,
            "restatement": {"text": self.restatement, "official": False},
            "confidence": {
                "rule": [str(m) for m in self.confidence.rule],
                "number": [str(m) for m in self.confidence.number],
            },
            "doubts": list(self.doubts),
            "texts": [t.to_json() for t in self.texts],
        }


@dataclass(frozen=True, slots=True)
class Timeline:
    """One aspect through all editions, oldest first; ``name`` is empty where its topic has no other."""

    topic: str
    aspect: str
    title: str
    name: str
    entries: tuple[Entry, ...]

    @property
    def heading(self) -> str:
        """The title, and the name of the aspect where there is one."""
        return f"{self.title} – {self.name}" if self.name else self.title

    def to_json(self) -> dict[str, Any]:
        """Return the timeline as JSON-ready data."""
        return {
            "topic": self.topic,
            "aspect": self.aspect,
            "title": self.title,
            "name": self.name,
            "editions": [e.to_json() for e in self.entries],
        }


@dataclass(frozen=True, slots=True)
class Group:
    """One meaning of what was asked: where a number stands for it, and its timelines."""

    documents: tuple[str, ...]
    editions: tuple[str, ...]
    topics: tuple[str, ...]
    timelines: tuple[Timeline, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the group as JSON-ready data."""
        return {
            "documents": list(self.documents),
            "editions": list(self.editions),
            "topics": list(self.topics),
            "timelines": [t.to_json() for t in self.timelines],
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """What every surface shows of a comparison; several groups where a number means different things.

    ``words`` compares two held texts word by word, for each group on which both have a clause; empty
    where that was not asked for.
    """

    asked: str
    language: str
    groups: tuple[Group, ...]
    words: tuple[Difference, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the comparison as JSON-ready data with stable keys."""
        return {
            "asked": self.asked,
            "language": self.language,
            "groups": [g.to_json() for g in self.groups],
            "words": [d.to_json() for d in self.words],
        }


def compare(
    library: Library,
    asked: str,
    *,
    language: str,
    document: str | None = None,
    words: tuple[str, str] | None = None,
) -> Comparison:
    """Follow a topic, an aspect or a clause through all editions.

    :param document: the text a clause number is meant in.
    :param words: two held texts to compare word by word as well.
    :raises RequestError: if what was asked is not known, or the two texts cannot be compared on it.
    :raises UnknownClause: if the document or the clause is not held.
    :raises QuoteMismatch: if a held text no longer is the recorded one.
    """
    meanings = resolve(library, asked, document)
    return Comparison(
        asked.strip(),
        language,
        tuple(_group(library, meaning, language) for meaning in meanings),
        _words(library, meanings, *words) if words else (),
    )


def timeline(library: Library, aspect: Aspect, language: str) -> Timeline:
    """Follow one aspect through all editions."""
    words = catalogue(language)
    laws = tuple(library.editions)
    pairs = zip((None, *laws), laws, strict=False)
    entries = [_entry(library, aspect, older, law, words) for older, law in pairs]
    return Timeline(
        topic=aspect.ref.topic,
        aspect=aspect.ref.aspect,
        title=library.topics[aspect.ref.topic].names[language],
        name=aspect_name(library, aspect.ref, words),
        entries=tuple(_worded(entries)),
    )


def confidence_in(library: Library, aspect: Aspect, law: Edition) -> Confidence:
    """Return how sure the data is of an aspect in an edition: its own marks, else those of its tables."""
    known = library.changes.of(aspect.ref).confidence.get(law.id)
    if known is not None:
        return known
    tables = dict.fromkeys(path.partition(".")[0] for path in aspect.numbers)
    said = {m for table in tables for m in re.findall(r"\b(?:V2?|K)\b", law.confidence(table))}
    marks = tuple(m for m in Mark if m in said)
    return Confidence(marks, marks)


def renumbered(older: Edition, newer: Edition, aspect: Aspect) -> bool:
    """Whether a rule stands under another number than in the edition before.

    A number that only is more or less exact (8.1 and 8.1a) is no other one, unless the way of numbering
    itself changed (letters until 2014, decimals since).
    """
    before, after = aspect.numbers_in(older), aspect.numbers_in(newer)
    if not before or not after or before == after:
        return False
    restyled = older.text("illegal_move.penalty_clause")[-1:].isalpha() != (
        newer.text("illegal_move.penalty_clause")[-1:].isalpha()
    )
    if restyled:
        return True
    if len(before) == len(after):
        return not all(_nested(a, b) for a, b in zip(before, after, strict=True))
    return not all(any(_nested(a, b) for a in before) for b in after)


def _nested(first: str, second: str) -> bool:
    one, two = (canonical_label(n) or n for n in (first, second))
    return one == two or one in ancestor_labels(two) or two in ancestor_labels(one)


def _group(library: Library, meaning: Meaning, language: str) -> Group:
    return Group(
        meaning.documents,
        meaning.editions,
        meaning.topics,
        tuple(timeline(library, aspect, language) for aspect in meaning.aspects),
    )


def _words(
    library: Library, meanings: tuple[Meaning, ...], first: str, second: str
) -> tuple[Difference, ...]:
    """Compare two texts on every meaning on which both have a clause; raises if there is none."""
    found, problem = [], None
    for meaning in meanings:
        try:
            found.append(differences(library, meaning, first, second))
        except RequestError as error:
            problem = problem or error
    if not found and problem is not None:
        raise problem
    return tuple(found)


def _worded(entries: list[Entry]) -> Iterator[Entry]:
    """Mark where our wording is shown at once."""
    shown: set[str] = set()
    for entry in entries:
        worded = not entry.settled and entry.rule not in shown
        shown |= {entry.rule} if worded else set()
        yield replace(entry, worded=worded)


def _entry(library: Library, aspect: Aspect, older: Edition | None, law: Edition, words: Catalogue) -> Entry:
    known = library.changes.of(aspect.ref)
    step = known.steps.get(law.id)
    moved = older is not None and renumbered(older, law, aspect)
    change = _change(older, step, moved=moved, traced=known.traced)
    confidence = confidence_in(library, aspect, law)
    return Entry(
        edition=law.id,
        in_force_from=law.in_force_from,
        in_force_to=law.in_force_to,
        period=period_text(law, words),
        numbers=aspect.numbers_in(law),
        change=change,
        renumbered=moved,
        label=words.text(f"compare.change.{change}"),
        what_changed=words.text(f"change.{aspect.ref}.{law.id}") if step else "",
        rule=aspect.rules[law.id],
        restatement=library.ours[words.language].restatement(aspect.ref, aspect.rules[law.id]),
        worded=False,
        confidence=confidence,
        confidence_text=_confidence_text(confidence, words),
        doubts=tuple(words.text(said) for key in known.doubts for said in law.texts(f"doubts.{key}")),
        texts=_texts(library, aspect, law, words),
    )


def _change(older: Edition | None, step: Step | None, *, moved: bool, traced: bool) -> Change:
    if older is None:
        return Change.FIRST
    if step is not None:
        return Change(step.value)
    if not traced:
        return Change.UNTRACED
    return Change.RENUMBERED if moved else Change.SAME


def _confidence_text(confidence: Confidence, words: Catalogue) -> str:
    rule, number = (", ".join(marks) for marks in (confidence.rule, confidence.number))
    if rule == number:
        return rule
    return words.text("compare.confidence_split", rule=rule, number=number)


def _texts(library: Library, aspect: Aspect, law: Edition, words: Catalogue) -> tuple[OfficialText, ...]:
    """Return the held clauses of an edition on an aspect, the reader's language first."""
    documents = sorted(library.of_edition(law.id), key=lambda d: d.language != words.language)
    return tuple(
        _text(library, document, label, role, words)
        for document in documents
        for label, role in _labels(aspect, document)
    )


def _labels(aspect: Aspect, document: Document) -> list[tuple[str, Role]]:
    roles = ((Role.SETTLES, aspect.clauses), (Role.INSTEAD, aspect.instead), (Role.PENALTY, aspect.penalty))
    found: dict[str, Role] = {}
    for role, clauses in roles:
        for label in clauses.get(document.id, ()):
            found.setdefault(label, role)
    return list(found.items())


def _text(library: Library, document: Document, label: str, role: Role, words: Catalogue) -> OfficialText:
    quotes = quote_clause(document, label)
    own = library.ours[words.language].translations
    return OfficialText(
        document=document.id,
        title=document.title,
        status=str(document.status),
        language=document.language,
        clause=label,
        role=role,
        quotes=quotes,
        text="\n".join(library.read(quote) for quote in quotes),
        translation="" if document.language == words.language else own.get((document.id, label), ""),
        notes=tuple(words.text(d.message) for d in library.divergences.beside(document.id, label)),
    )
