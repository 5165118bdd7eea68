"""Adding a text: read, find its clauses, map them to topics, report, and on confirmation store."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Final

from kb.errors import RequestError, SourceFileError
from kb.importing.mapping import Nearest, Suggestion, map_by_numbers, map_suggestions, merged, suggest
from kb.importing.reading import read_source
from kb.importing.report import Report, make_report
from kb.importing.store import check_id
from kb.importing.structure import find_clauses
from kb.importing.types import ImportedDocument
from kb.laws.editions import Editions
from kb.laws.topics import Mapped, Topics

__all__ = ["Described", "Prepared", "describe", "prepare"]

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}")
_LONGEST_TITLE: Final = 200


@dataclass(frozen=True, slots=True)
class Described:
    """What the user says of a text: checked, with what follows from the edition filled in."""

    id: str
    language: str
    edition: str
    title: str
    authority: str
    in_force_from: str
    in_force_to: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A text ready to be stored, and what was found in it; nothing is written yet."""

    document: ImportedDocument
    report: Report

    def with_suggestions(self) -> ImportedDocument:
        """Return the document with the links proposed by search taken in as well."""
        found = merged(self.document.aspects, map_suggestions(self.report.suggestions))
        return replace(self.document, aspects=found)


def describe(
    path: Path,
    editions: Editions,
    *,
    language: str,
    edition: str = "",
    title: str = "",
    authority: str = "",
    document_id: str = "",
    in_force_from: str = "",
    in_force_to: str = "",
    taken: Collection[str] = (),
) -> Described:
    """Check what is said of a text and fill in what is not.

    Without an id the text is called by language and edition, or by its title.  Without dates it is in
    force as its edition is.

    :param taken: ids of the texts that come with the product.
    :raises RequestError: for an unknown edition, a language that is no code, a date or id that cannot be.
    """
    if not _LANGUAGE.fullmatch(language):
        raise RequestError(
            f"{language[:20]!r} is no code of a language.",
            hint="Use two small letters, for example es, nl, ru, en or fr.",
            field="language",
        )
    law = editions.get(edition) if edition else None
    name = _one_line(title) or _one_line(path.stem)
    chosen = document_id or (f"{language}-{law.id}" if law is not None else f"{language}-{_slug(name)}")
    check_id(chosen)
    if chosen in taken:
        raise RequestError(
            f"The id {chosen!r} belongs to a text that comes with the product.",
            hint=f"Give another one, for example --id {chosen}-full.",
            field="id",
        )
    begins = _day(in_force_from, "from") or (law.in_force_from.isoformat() if law is not None else "")
    ends = _day(in_force_to, "to") or (law.in_force_to.isoformat() if law and law.in_force_to else "")
    if begins and ends and ends < begins:
        raise RequestError(
            f"A text in force from {begins} cannot end on {ends}.", hint="Correct the dates.", field="to"
        )
    return Described(chosen, language, edition, name, _one_line(authority), begins, ends)


def prepare(
    path: Path, described: Described, editions: Editions, topics: Topics, nearest: Nearest | None = None
) -> Prepared:
    """Read a file, find its clauses and map them to topics; nothing is written.

    :param nearest: search to propose topics for a text without edition; without it none are proposed.
    :raises SourceFileError: the file cannot be read as a text, or no numbered clauses are found in it.
    """
    source = read_source(path)
    found = find_clauses(source)
    if not found.clauses:
        raise SourceFileError(
            "No numbered clauses are found in the file.",
            hint="Give a regulation whose clauses begin with their numbers (7.5.1, 7.5 a., A.4.2).",
            reason="no_clauses",
        )
    mapped: dict[str, Mapped] = {}
    unmapped: tuple[str, ...] = ()
    suggestions: tuple[Suggestion, ...] = ()
    if described.edition:
        mapped, unmapped = map_by_numbers(topics, editions.get(described.edition), found.clauses)
    elif nearest is not None:
        suggestions = suggest(found.clauses, found.text, nearest)
    document = ImportedDocument(
        id=described.id,
        language=described.language,
        edition=described.edition,
        title=described.title,
        authority=described.authority,
        in_force_from=described.in_force_from,
        in_force_to=described.in_force_to,
        source_file=source.name,
        source_sha256=source.sha256,
        text=found.text,
        original=source.text,
        clauses=found.clauses,
        aspects=mapped,
    )
    return Prepared(document, make_report(found, mapped, unmapped, suggestions))


def _one_line(words: str) -> str:
    """Return words as they can stand on a line of a terminal or page: no controls, no line breaks."""
    shown = "".join(c if c.isprintable() else " " for c in words)
    return " ".join(shown.split())[:_LONGEST_TITLE]


def _slug(title: str) -> str:
    """Make an id of a title: what is Latin in it, or its bytes counted."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    return "-".join(words)[:48].strip("-") or "text"


def _day(text: str, field: str) -> str:
    if not text:
        return ""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise RequestError(
            f"{text[:20]!r} is no date.", hint="Write it as YYYY-MM-DD.", field=field
        ) from None
