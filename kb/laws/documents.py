"""Documents: one text of one edition in one language, split into citable clauses."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from kb.errors import CorpusError, UnknownClause
from kb.laws.labels import ancestor_labels
from kb.laws.parsing import Layout, ParsedClause, Span, parse_clauses
from kb.laws.references import Reference, find_references

__all__ = [
    "Clause",
    "Defect",
    "DefectKind",
    "Document",
    "LinkedReference",
    "Status",
    "document_of",
    "load_document",
]


class Status(StrEnum):
    """What kind of text a document is."""

    OFFICIAL_TEXT = "official_text"
    NATIONAL_RULES = "national_rules"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class Clause:
    """The smallest citable unit: canonical label, label as printed, paragraph spans in the source.

    Of imported texts also the title it stands under, and its spans in the source as it was read.
    """

    document: str
    label: str
    printed: str
    paragraphs: tuple[Span, ...]
    heading: str = ""
    original: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class LinkedReference:
    """A cross-reference and whether the document it stands in holds the clause it names."""

    reference: Reference
    held: bool


class DefectKind(StrEnum):
    """What is the matter with a place of a source."""

    FOREIGN_MATTER = "foreign_matter"  # a piece of another article
    GLUED_HEADING = "glued_heading"
    LABELS_APART = "labels_apart"  # numbers and letters stand alone on their lines
    MISSING_SPACE = "missing_space"
    SPELLING_KEPT = "spelling_kept"
    UNNUMBERED_PARAGRAPH = "unnumbered_paragraph"
    UNRELIABLE_DATES = "unreliable_dates"
    WRAPPED_REFERENCE = "wrapped_reference"  # the tail of a reference looks like a clause


@dataclass(frozen=True, slots=True)
class Defect:
    """A defect of a source, kept as received: its lines (1-based), its clause if it stands in one."""

    kind: DefectKind
    lines: tuple[int, ...]
    clause: str
    note: str


@dataclass(frozen=True, slots=True)
class Document:
    """A held text: what it is, its characters as received, and its clauses in source order.

    ``edition`` is empty for imported texts that are no Laws; ``original`` is what an imported text
    was before it was cleaned, and empty for the texts of the corpus.
    """

    id: str
    language: str
    edition: str
    title: str
    authority: str
    status: Status
    in_force_from: date | None
    in_force_to: date | None
    source_file: str
    text: str = field(repr=False)
    clauses: tuple[Clause, ...] = field(repr=False)
    defects: tuple[Defect, ...] = field(repr=False)
    _by_label: Mapping[str, Clause] = field(repr=False, compare=False)
    _below: Mapping[str, tuple[Clause, ...]] = field(repr=False, compare=False)
    original: str = field(default="", repr=False)

    @property
    def is_law(self) -> bool:
        """Whether this is a text of an edition of the Laws; others never enter a ruling."""
        return bool(self.edition)

    def clause(self, label: str) -> Clause:
        """Return the clause with this canonical label.

        :raises UnknownClause: if the document holds no such clause; names what it does hold.
        """
        try:
            return self._by_label[label]
        except KeyError:
            raise UnknownClause(
                f"{self.id} has no clause {label}.", hint=f"It holds: {self.labels_near(label)}."
            ) from None

    def labels_near(self, label: str) -> str:
        """Name the labels held: all of a short text, of a long one those of the same article or its parts."""
        labels = [c.label for c in self.clauses]
        if len(labels) > _SHORT:
            part = re.match(r"[^.¶/]+", label)
            same = [one for one in labels if part and re.match(r"[^.¶/]+", one)[0] == part[0]]  # type: ignore[index]
            labels = same or list(dict.fromkeys(one.partition(".")[0] for one in labels if "/" not in one))
        return ", ".join(labels)

    def holds(self, label: str) -> bool:
        """Whether this document has a clause with this canonical label."""
        return label in self._by_label

    def children(self, label: str) -> tuple[Clause, ...]:
        """Return the clauses below ``label`` (7.5 -> 7.5.1, 7.5.2 …), for numbers that head no text."""
        return self._below.get(label, ())

    def neighbours(self, label: str) -> tuple[Clause | None, Clause | None]:
        """Return the clauses just before and just after ``label`` in the document."""
        place = self.clauses.index(self.clause(label))
        before = self.clauses[place - 1] if place else None
        after = self.clauses[place + 1] if place + 1 < len(self.clauses) else None
        return before, after

    def clause_text(self, label: str) -> str:
        """Return the clause's paragraphs as they stand in the source, joined by line breaks."""
        return "\n".join(self.text[s.start : s.end] for s in self.clause(label).paragraphs)

    def original_text(self, label: str) -> str:
        """Return what an imported clause was before it was cleaned; empty for a text of the corpus."""
        return "\n".join(self.original[s.start : s.end] for s in self.clause(label).original)

    def references(self, label: str) -> tuple[LinkedReference, ...]:
        """Return the cross-references made by a clause, spans counted in :meth:`clause_text`."""
        found = find_references(self.clause_text(label))
        return tuple(LinkedReference(r, self.holds(r.label)) for r in found)


def document_of(*, clauses: tuple[Clause, ...], **described: Any) -> Document:
    """Make a document of its parts.

    :raises ValueError: if two clauses have the same label.
    """
    by_label = {c.label: c for c in clauses}
    if len(by_label) != len(clauses):
        raise ValueError("two clauses have the same label")
    below: dict[str, list[Clause]] = {}
    for clause in clauses:
        for ancestor in ancestor_labels(clause.label):
            below.setdefault(ancestor, []).append(clause)
    held_below = {label: tuple(found) for label, found in below.items()}
    return Document(clauses=clauses, _by_label=by_label, _below=held_below, **described)


def load_document(folder: Path) -> Document:
    """Read ``document.toml`` and ``text.txt`` of one folder and split the text into clauses.

    :raises CorpusError: if a file is missing or malformed, or the text is not the one
        ``document.toml`` was written for (sha256 over its bytes).
    """
    try:
        meta = tomllib.loads((folder / "document.toml").read_text(encoding="utf-8"))
        raw = (folder / "text.txt").read_bytes()
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(f"Document {folder.name} cannot be read: {error}.", hint=_REINSTALL) from error
    if hashlib.sha256(raw).hexdigest() != meta.get("sha256"):
        raise CorpusError(
            f"The text of document {folder.name} is not the one it was recorded with (sha256 differs), "
            "so nothing is quoted from it.",
            hint=_REINSTALL,
        )
    try:
        return _build(meta, raw.decode("utf-8"))
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusError(
            f"document.toml of {folder.name} is incomplete or wrong: {error!r}.", hint=_REINSTALL
        ) from error


_SHORT = 40  # clauses that can all be named in one hint
_REINSTALL = "Restore the corpus folder from the repository, or reinstall the package."


def _build(meta: Mapping[str, Any], text: str) -> Document:
    noise = frozenset(int(entry["line"]) for entry in meta.get("noise", ()))
    parsed = parse_clauses(text, layout=Layout(meta["layout"]), noise_lines=noise)
    separate = frozenset(meta.get("separate_paragraphs", ()))
    clauses = tuple(c for p in parsed for c in _citable(meta["id"], p, separate))
    return document_of(
        id=meta["id"],
        language=meta["language"],
        edition=meta["edition"],
        title=meta["title"],
        authority=meta["authority"],
        status=Status(meta["status"]),
        in_force_from=date.fromisoformat(meta["in_force_from"]),
        in_force_to=date.fromisoformat(meta["in_force_to"]) if meta["in_force_to"] else None,
        source_file=meta["source_file"],
        text=text,
        clauses=clauses,
        defects=tuple(_defect(entry) for entry in meta.get("defects", ())),
    )


def _citable(document: str, parsed: ParsedClause, separate: frozenset[str]) -> list[Clause]:
    """Cut off the paragraphs that carry a rule of their own ("7.5a¶2") as clauses of their own."""
    own = [
        Clause(document, f"{parsed.label}¶{n}", "", (span,))
        for n, span in enumerate(parsed.paragraphs, start=1)
        if f"{parsed.label}¶{n}" in separate
    ]
    kept = tuple(s for n, s in enumerate(parsed.paragraphs, 1) if f"{parsed.label}¶{n}" not in separate)
    return [Clause(document, parsed.label, parsed.printed, kept), *own]


def _defect(entry: Mapping[str, Any]) -> Defect:
    return Defect(
        kind=DefectKind(entry["kind"]),
        lines=tuple(entry["lines"]),
        clause=entry.get("clause", ""),
        note=entry["note"],
    )
