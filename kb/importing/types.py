"""An imported document as it is stored, and the spans it is addressed by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kb.laws.parsing import Span
from kb.laws.topics import Mapped

__all__ = ["ImportedClause", "ImportedDocument"]


@dataclass(frozen=True, slots=True)
class ImportedClause:
    """A clause: canonical label, label as printed, title it stands under, and where its words are.

    ``paragraphs`` are spans of the cleaned text without the label; ``original`` are spans of the
    source as read, which may hold labels, line ends and what was set aside between two paragraphs.
    """

    label: str
    printed: str
    heading: str
    paragraphs: tuple[Span, ...]
    original: tuple[Span, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the clause as ``document.json`` holds it."""
        return {
            "label": self.label,
            "printed": self.printed,
            "heading": self.heading,
            "paragraphs": [[s.start, s.end] for s in self.paragraphs],
            "original": [[s.start, s.end] for s in self.original],
        }


@dataclass(frozen=True, slots=True)
class ImportedDocument:
    """Everything that is stored of a text; dates are ISO or empty, ``aspects`` is keyed topic.aspect."""

    id: str
    language: str
    edition: str
    title: str
    authority: str
    in_force_from: str
    in_force_to: str
    source_file: str
    source_sha256: str
    text: str = field(repr=False)
    original: str = field(repr=False)
    clauses: tuple[ImportedClause, ...] = field(repr=False)
    aspects: Mapping[str, Mapped] = field(repr=False)
