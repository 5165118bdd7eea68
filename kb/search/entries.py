"""What the search index holds: one short text each, with the topic it stands for."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, unique

__all__ = ["Entry", "EntryKind", "Side", "corpus_hash"]


@unique
class Side(StrEnum):
    """The two ways an encoder reads a text: as something asked, or as something that answers."""

    QUERY = "query"
    DOCUMENT = "document"


@unique
class EntryKind(StrEnum):
    """Where the text of an entry comes from."""

    CLAUSE = "clause"
    """A paragraph of a held document, verbatim."""

    RESTATEMENT = "restatement"
    """Our own wording of a rule of an edition."""

    TRANSLATION = "translation"
    """Our own translation of a held clause."""

    QUESTION = "question"
    """A question in a user's words, written by us, whose topic is known."""

    NAME = "name"
    """The name of a topic."""

    IMPORTED = "imported"
    """A clause of a text the user added, verbatim; it has no topic."""

    OFF_TOPIC = "off_topic"
    """A question the Laws held here do not answer."""

    @property
    def side(self) -> Side:
        """How an entry of this kind is encoded: what reads like a question, as a query.

        >>> EntryKind.QUESTION.side, EntryKind.CLAUSE.side
        (<Side.QUERY: 'query'>, <Side.DOCUMENT: 'document'>)
        """
        return Side.QUERY if self in _ASKED else Side.DOCUMENT


_ASKED = frozenset({EntryKind.QUESTION, EntryKind.NAME, EntryKind.OFF_TOPIC})


@dataclass(frozen=True, slots=True)
class Entry:
    """One searchable text and what it is about.

    ``id`` is unique within an index and stable from build to build.  ``language`` is a
    two-letter code.  ``topic`` and ``aspect`` are empty where the entry has none;
    ``document`` and ``clause`` (canonical label) are set for entries that come from a held text.
    Nothing is checked here against the corpus.

    >>> Entry("q/1", "¿Se puede jugar con dos manos?", EntryKind.QUESTION, "es", "two_hands").clause is None
    True
    """

    id: str
    text: str
    kind: EntryKind
    language: str
    topic: str = ""
    aspect: str = ""
    document: str | None = None
    clause: str | None = None


def corpus_hash(entries: Iterable[Entry]) -> str:
    """Return the SHA-256 (hex) over all fields of all entries, in order.

    Every field is written with its length, so no two different sequences share the hashed bytes.
    """
    digest = hashlib.sha256()
    for entry in entries:
        for field in (
            entry.id,
            entry.text,
            entry.kind.value,
            entry.language,
            entry.topic,
            entry.aspect,
            entry.document,
            entry.clause,
        ):
            data = b"" if field is None else field.encode("utf-8", "surrogatepass")
            digest.update(b"-" if field is None else b"%d:" % len(data))
            digest.update(data)
    return digest.hexdigest()
