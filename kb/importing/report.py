"""What an import found, for somebody to look through before anything is stored."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Any, Final

from kb.importing.furniture import Reason
from kb.importing.mapping import Suggestion
from kb.importing.parts import REFERENCE_WORDS
from kb.importing.structure import Structured
from kb.importing.types import ImportedClause
from kb.laws.labels import GLOSSARY, label_key
from kb.laws.references import find_references
from kb.laws.topics import Mapped

__all__ = ["AsideCount", "Dangling", "PartCount", "Report", "Suspicion", "Suspicious", "make_report"]

_LONGEST: Final = 350  # words in a clause; the longest of the Laws has about 180
_SAMPLES: Final = 3
_SAMPLE_LENGTH: Final = 80
_CUT = re.compile(rf"(?:(?<![\w.])(?:{REFERENCE_WORDS})|[(–—-])$", re.IGNORECASE)
_LETTERED = re.compile(rf"\b(?i:{REFERENCE_WORDS})\s+((?:III|II|IV|[A-HIV])\.\d{{1,2}}(?:\.\d{{1,2}})*)")


@unique
class Suspicion(StrEnum):
    """Why the beginning or end of a clause should be looked at."""

    MISPRINT = "misprint"
    """The number printed breaks the row; it was read as the one that was due."""
    OUT_OF_ORDER = "out_of_order"
    """It stands after a greater number."""
    COUNTED = "counted"
    """Its own mark is lost: the label was counted off."""
    LONG = "long"
    """It is very long: the beginning of another clause may have been missed."""
    CUT = "cut"
    """It ends in the middle of a sentence."""


@dataclass(frozen=True, slots=True)
class PartCount:
    """How many clauses stand under a heading, and which numbers are missing between them."""

    head: str
    title: str
    clauses: int
    gaps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suspicious:
    """A clause to look at, and why."""

    label: str
    printed: str
    why: Suspicion


@dataclass(frozen=True, slots=True)
class Dangling:
    """A clause that refers to a number the text does not have."""

    label: str
    names: str


@dataclass(frozen=True, slots=True)
class AsideCount:
    """How many lines were set aside for a reason, with the first of them as samples."""

    reason: Reason
    lines: int
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything noticed about a text to be added."""

    parts: tuple[PartCount, ...]
    duplicates: tuple[str, ...]
    suspicious: tuple[Suspicious, ...]
    dangling: tuple[Dangling, ...]
    aside: tuple[AsideCount, ...]
    mapped: Mapping[str, Mapped]
    unmapped: tuple[str, ...]
    suggestions: tuple[Suggestion, ...]

    @property
    def clauses(self) -> int:
        """Number of clauses found."""
        return sum(part.clauses for part in self.parts)

    def to_json(self) -> dict[str, Any]:
        """Return the report as the command line prints it."""
        return {
            "clauses": self.clauses,
            "parts": [
                {"part": p.head, "title": p.title, "clauses": p.clauses, "gaps": list(p.gaps)}
                for p in self.parts
            ],
            "duplicates": list(self.duplicates),
            "suspicious": [
                {"clause": s.label, "printed": s.printed, "why": s.why.value} for s in self.suspicious
            ],
            "dangling": [{"clause": d.label, "names": d.names} for d in self.dangling],
            "aside": [
                {"reason": a.reason.value, "lines": a.lines, "samples": list(a.samples)} for a in self.aside
            ],
            "aspects": {
                ref: {"clauses": list(m.clauses), "penalty": list(m.penalty)}
                for ref, m in sorted(self.mapped.items())
            },
            "unmapped": list(self.unmapped),
            "suggestions": [
                {"aspect": s.aspect, "clause": s.label, "score": round(s.score, 3)} for s in self.suggestions
            ],
        }


def make_report(
    found: Structured,
    mapped: Mapping[str, Mapped],
    unmapped: tuple[str, ...],
    suggestions: tuple[Suggestion, ...],
) -> Report:
    """Look a structured text through."""
    return Report(
        parts=tuple(_parts(found.clauses)),
        duplicates=found.duplicates,
        suspicious=tuple(_suspicious(found)),
        dangling=tuple(_dangling(found)),
        aside=tuple(_aside(found)),
        mapped=mapped,
        unmapped=unmapped,
        suggestions=suggestions,
    )


def _parts(clauses: Sequence[ImportedClause]) -> Iterator[PartCount]:
    groups: dict[str, list[ImportedClause]] = {}
    for clause in clauses:
        groups.setdefault(_head(clause.label), []).append(clause)
    for head, group in groups.items():
        labels = [clause.label for clause in group]
        yield PartCount(head, group[0].heading, len(group), tuple(_gaps(head, labels)))


def _head(label: str) -> str:
    return GLOSSARY[:-1] if label.startswith(GLOSSARY) else label.partition(".")[0]


def _gaps(head: str, labels: Sequence[str]) -> Iterator[str]:
    """Yield the numbers missing between those there are, level by level."""
    if head in ("0", GLOSSARY[:-1]):
        return
    below: dict[str, set[int]] = {}
    style: dict[str, str] = {}
    for label in labels:
        path = head
        for mark in re.findall(r"\.\d+|[a-z]|(?<=[a-z])\d+", label[len(head) :]):
            number = int(mark.lstrip(".")) if mark.lstrip(".").isdigit() else ord(mark) - ord("a") + 1
            below.setdefault(path, set()).add(number)
            style.setdefault(path, "a" if mark.isalpha() else "." if mark.startswith(".") else "")
            path += mark
    missing = []
    for path, numbers in below.items():
        for number in range(1, max(numbers)):
            if number not in numbers:
                mark = chr(ord("a") + number - 1) if style[path] == "a" else f"{style[path]}{number}"
                missing.append(path + mark)
    yield from sorted(missing, key=label_key)


def _suspicious(found: Structured) -> Iterator[Suspicious]:
    texts = {c.label: found.text[c.paragraphs[0].start : c.paragraphs[-1].end] for c in found.clauses}
    for one in found.found:
        for holds, why in (
            (one.corrected, Suspicion.MISPRINT),
            (one.out_of_order, Suspicion.OUT_OF_ORDER),
            (one.counted, Suspicion.COUNTED),
            (len(texts[one.label].split()) > _LONGEST, Suspicion.LONG),
            (bool(_CUT.search(texts[one.label])), Suspicion.CUT),
        ):
            if holds:
                yield Suspicious(one.label, one.printed, why)


def _dangling(found: Structured) -> Iterator[Dangling]:
    labels = {clause.label for clause in found.clauses}
    heads = {label.rpartition(".")[0] for label in labels}
    heads |= {h.rpartition(".")[0] for h in heads} | {re.sub(r"[a-z]\d*$", "", label) for label in labels}
    for clause in found.clauses:
        if clause.label.startswith(GLOSSARY):
            continue
        for span in clause.paragraphs:
            text = found.text[span.start : span.end]
            names = [r.label for r in find_references(text)] + _LETTERED.findall(text)
            yield from (Dangling(clause.label, n) for n in names if n not in labels and n not in heads)


def _aside(found: Structured) -> Iterator[AsideCount]:
    counts = Counter(one.reason for one in found.aside)
    for reason in Reason:
        if counts[reason]:
            samples = [one.text[:_SAMPLE_LENGTH] for one in found.aside if one.reason is reason]
            yield AsideCount(reason, counts[reason], tuple(samples[:_SAMPLES]))
