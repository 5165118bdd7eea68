"""Reading texts that were added by the user: one folder each, verified before anything is quoted.

The layout is written by ``kb.importing``: ``text.txt`` (cleaned; quotes address it),
``original.txt`` (as read from the source), ``document.json`` (what it is, its clauses as spans of
both, and which aspects of topics they settle).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final

from kb.errors import CorpusError
from kb.laws.documents import Clause, Document, Status, document_of
from kb.laws.editions import Editions
from kb.laws.parsing import Span
from kb.laws.topics import Mapped, TopicRef, Topics

__all__ = ["FORMAT", "AddedState", "BrokenText", "ImportedText", "added_state", "load_imported", "read_added"]

FORMAT: Final = 1
"""The layout of ``document.json``."""
AddedState = tuple[tuple[str, int], ...]
"""Which texts there are, and when each was stored."""

_LARGEST: Final = 64 * 2**20  # bytes of one file; far above any law text, and bounds what is read
_AGAIN: Final = "Import the text again, or remove its folder."


@dataclass(frozen=True, slots=True)
class BrokenText:
    """An added text that is not used, and why; ``id`` is the name of its folder."""

    id: str
    error: CorpusError


@dataclass(frozen=True, slots=True)
class ImportedText:
    """An added text and the aspects its clauses settle; none for what are no Laws."""

    document: Document
    aspects: Mapping[TopicRef, Mapped]


def read_added(
    folder: Path, editions: Editions, topics: Topics, taken: Collection[str]
) -> tuple[tuple[ImportedText, ...], tuple[BrokenText, ...]]:
    """Read every text in the folder of added texts, in order of id; a broken one stops nothing.

    :param taken: ids that are in use by documents of the corpus.
    """
    sound: list[ImportedText] = []
    broken: list[BrokenText] = []
    for place in _places(folder):
        if place.name in taken:
            error = CorpusError(f"The id {place.name} is that of a text of the corpus.", hint=_AGAIN)
            broken.append(BrokenText(place.name, error))
            continue
        try:
            sound.append(load_imported(place, editions, topics))
        except CorpusError as error:
            broken.append(BrokenText(place.name, error))
    return tuple(sound), tuple(broken)


def added_state(folder: Path) -> AddedState:
    """Return what changes when a text in the folder is added, replaced or removed; reads no text."""
    found: list[tuple[str, int]] = []
    for place in _places(folder):
        with contextlib.suppress(OSError):
            found.append((place.name, (place / "document.json").stat().st_mtime_ns))
    return tuple(found)


def load_imported(folder: Path, editions: Editions, topics: Topics) -> ImportedText:
    """Read one added text.

    :raises CorpusError: if a file is missing, too large or malformed, or no longer has its hash.
    """
    name = folder.name
    try:
        meta = json.loads(_bytes(folder / "document.json"))
        raw, original = _bytes(folder / "text.txt"), _bytes(folder / "original.txt")
        for data, key in ((raw, "sha256"), (original, "original_sha256")):
            if hashlib.sha256(data).hexdigest() != meta[key]:
                raise CorpusError(f"The text {name} is not the one that was imported ({key}).", hint=_AGAIN)
        if (meta["format"], meta["id"]) != (FORMAT, name):
            raise CorpusError(f"The text {name} is of another format, or under another name.", hint=_AGAIN)
        return _built(meta, raw.decode("utf-8"), original.decode("utf-8"), editions, topics)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CorpusError(f"The added text {name} cannot be read: {error!r}.", hint=_AGAIN) from error


def _built(
    meta: Mapping[str, Any], text: str, original: str, editions: Editions, topics: Topics
) -> ImportedText:
    edition = _text(meta["edition"])
    law = next((e for e in editions if e.id == edition), None)
    if edition and law is None:
        raise ValueError(f"edition {edition!r} is not known")
    start, end = _day(meta["in_force_from"]), _day(meta["in_force_to"])
    document = document_of(
        id=_text(meta["id"]),
        language=_text(meta["language"]),
        edition=edition,
        title=_text(meta["title"]),
        authority=_text(meta["authority"]),
        status=Status(meta["status"]),
        in_force_from=start or (law.in_force_from if law else None),
        in_force_to=end or (law.in_force_to if law else None),
        source_file=_text(meta["source_file"]),
        text=text,
        clauses=tuple(_clause(meta["id"], entry, len(text), len(original)) for entry in meta["clauses"]),
        defects=(),
        original=original,
    )
    if document.status is not Status.IMPORTED:
        raise ValueError(f"status {document.status}")
    aspects = {
        topics.aspect(TopicRef(*name.split(".", 1))).ref: _mapped(document, entry)
        for name, entry in meta["aspects"].items()
        if law is not None
    }
    return ImportedText(document, aspects)


def _clause(document: str, entry: Mapping[str, Any], length: int, original: int) -> Clause:
    return Clause(
        document=document,
        label=_text(entry["label"]),
        printed=_text(entry["printed"]),
        paragraphs=_spans(entry["paragraphs"], length),
        heading=_text(entry["heading"]),
        original=_spans(entry["original"], original),
    )


def _spans(pairs: Sequence[Sequence[int]], length: int) -> tuple[Span, ...]:
    spans = tuple(Span(int(start), int(end)) for start, end in pairs)
    ends = [place for span in spans for place in (span.start, span.end)]
    if ends != sorted(ends) or any(not 0 <= place <= length for place in ends):
        raise ValueError("spans lie outside the text or across each other")
    return spans


def _mapped(document: Document, entry: Mapping[str, Any]) -> Mapped:
    found = Mapped(tuple(entry["clauses"]), tuple(entry["penalty"]))
    for label in (*found.clauses, *found.penalty):
        if not document.holds(label):
            raise ValueError(f"mapped clause {label!r} is not in the text")
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not text")
    return value


def _day(value: object) -> date | None:
    return date.fromisoformat(_text(value)) if value else None


def _bytes(path: Path) -> bytes:
    if path.stat().st_size > _LARGEST:
        raise ValueError(f"{path.name} has more than {_LARGEST} bytes")
    return path.read_bytes()


def _places(folder: Path) -> list[Path]:
    """List the folders of texts; names with a dot are texts being written, a missing folder has none."""
    try:
        return sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError:
        return []
