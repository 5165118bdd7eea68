"""Quotes: addresses into held documents, read and verified when rendered."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from kb.errors import QuoteMismatch
from kb.laws.documents import Document

__all__ = ["Quote", "folded", "quote_clause"]


@dataclass(frozen=True, slots=True)
class Quote:
    """The address of one paragraph of a clause.

    ``start`` and ``end`` count characters of the document's text; ``paragraph`` counts from 1
    within the clause; ``sha256`` is over the UTF-8 bytes of the span.
    """

    document: str
    clause: str
    paragraph: int
    start: int
    end: int
    sha256: str

    def read(self, document: Document) -> str:
        """Return the quoted characters, exactly as they stand in the source.

        :raises QuoteMismatch: if the span no longer has the recorded hash, or the document
            is another one.  Nothing is ever repaired silently.
        """
        span = document.text[self.start : self.end]
        if document.id != self.document or _digest(span) != self.sha256:
            raise QuoteMismatch(
                f"The text at {self.document} {self.clause} is not the one this quote was taken from.",
                hint="Restore the corpus and ask again.",
            )
        return span


def quote_clause(document: Document, label: str) -> tuple[Quote, ...]:
    """Return one quote for each paragraph of a clause.

    :raises UnknownClause: if the document does not hold the clause.
    """
    clause = document.clause(label)
    return tuple(
        Quote(document.id, label, n, s.start, s.end, _digest(document.text[s.start : s.end]))
        for n, s in enumerate(clause.paragraphs, start=1)
    )


def folded(text: str) -> str:
    r"""Fold line breaks and runs of blanks for display; the words are untouched.

    >>> folded("one\n  two")
    'one two'
    """
    return re.sub(r"\s+", " ", text).strip()


def _digest(span: str) -> str:
    return hashlib.sha256(span.encode("utf-8")).hexdigest()
