"""Which texts disagree: the divergences and the defects of the texts, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.laws.divergences import Divergence, DivergenceKind
from kb.laws.documents import DefectKind, Document
from kb.laws.library import Library
from kb.messages import Catalogue, catalogue

__all__ = ["Disagreement", "Flaw", "Place", "Report", "disagreements"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a disagreement stands; ``edition`` and ``language`` are empty of a text that is not held."""

    document: str
    edition: str
    language: str
    clauses: tuple[str, ...]

    @property
    def held(self) -> bool:
        """Whether the text is held here."""
        return bool(self.edition)

    def to_json(self) -> dict[str, Any]:
        """Return the place as JSON-ready data."""
        return {
            "document": self.document,
            "held": self.held,
            "edition": self.edition,
            "language": self.language,
            "clauses": list(self.clauses),
        }


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One disagreement in words, and the topics its clauses are about."""

    id: str
    kind: DivergenceKind
    changes_reading: bool
    places: tuple[Place, ...]
    topics: tuple[str, ...]
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the disagreement as JSON-ready data."""
        return {
            "id": self.id,
            "kind": str(self.kind),
            "changes_reading": self.changes_reading,
            "places": [p.to_json() for p in self.places],
            "topics": list(self.topics),
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Flaw:
    """A defect of a source, kept as received."""

    document: str
    clause: str
    lines: tuple[int, ...]
    kind: DefectKind
    text: str

    def to_json(self) -> dict[str, Any]:
        """Return the flaw as JSON-ready data."""
        return {
            "document": self.document,
            "clause": self.clause,
            "lines": list(self.lines),
            "kind": str(self.kind),
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All disagreements, those that can change a reading first, and all defects."""

    language: str
    disagreements: tuple[Disagreement, ...]
    flaws: tuple[Flaw, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON-ready data with stable keys."""
        return {
            "language": self.language,
            "disagreements": [d.to_json() for d in self.disagreements],
            "defects": [f.to_json() for f in self.flaws],
        }


def disagreements(library: Library, language: str, topics: tuple[str, ...] | None = None) -> Report:
    """Report where the texts disagree and what is off in them.

    :param topics: only what concerns these; the defects of the sources are then left out.
    """
    words = catalogue(language)
    found = [_disagreement(library, one, words) for one in library.divergences]
    if topics is not None:
        found = [d for d in found if set(d.topics) & set(topics)]
    flaws = () if topics is not None else tuple(_flaws(library, words))
    return Report(language, tuple(sorted(found, key=lambda d: not d.changes_reading)), flaws)


def _disagreement(library: Library, one: Divergence, words: Catalogue) -> Disagreement:
    places = tuple(_place(library, name, clauses) for name, clauses in one.places.items())
    topics = dict.fromkeys(
        aspect.ref.topic
        for place in places
        if place.held
        for label in place.clauses
        for aspect in library.topics.aspects
        if label in aspect.governing(place.document)
    )
    return Disagreement(one.id, one.kind, one.changes_reading, places, tuple(topics), words.text(one.message))


def _place(library: Library, name: str, clauses: tuple[str, ...]) -> Place:
    held = library.documents.get(name)
    return Place(name, held.edition if held else "", held.language if held else "", clauses)


def _flaws(library: Library, words: Catalogue) -> list[Flaw]:
    return [
        Flaw(d.id, defect.clause, defect.lines, defect.kind, _flaw_text(d, defect.kind, defect.lines, words))
        for d in (library.documents[key] for key in sorted(library.documents))
        for defect in d.defects
    ]


def _flaw_text(document: Document, kind: DefectKind, lines: tuple[int, ...], words: Catalogue) -> str:
    numbers = tuple(str(n) for n in lines)
    return words.text(f"flaw.{kind}", lines=numbers, document=document.id, n=len(lines))
