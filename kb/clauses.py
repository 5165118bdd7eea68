"""One clause as people look at it: its text, its neighbours, what it refers to, our translations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.errors import UnknownClause
from kb.laws.documents import Document, Status
from kb.laws.labels import canonical_label
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.quotes import Quote, quote_clause

__all__ = ["ClauseView", "clause_view"]


@dataclass(frozen=True, slots=True)
class ClauseView:
    """A clause of a document; ``translations`` by language are ours, ``references`` say whether held.

    ``heading`` and ``original`` are of imported texts: the title it stands under, and the clause as it
    was in the source where cleaning changed it.
    """

    document: str
    edition: str
    language: str
    status: str
    label: str
    printed: str
    text: str
    quotes: tuple[Quote, ...]
    topics: tuple[str, ...]
    references: tuple[tuple[str, bool], ...]
    before: str
    after: str
    translations: tuple[tuple[str, str], ...]
    heading: str = ""
    original: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the view as JSON-ready data."""
        return {
            "document": self.document,
            "edition": self.edition,
            "language": self.language,
            "status": self.status,
            "clause": self.label,
            "printed": self.printed,
            "text": self.text,
            "paragraphs": [{"start": q.start, "end": q.end, "sha256": q.sha256} for q in self.quotes],
            "topics": list(self.topics),
            "references": [{"clause": label, "held": held} for label, held in self.references],
            "before": self.before,
            "after": self.after,
            "translations": dict(self.translations),
            "heading": self.heading,
            "original": self.original,
        }


def clause_view(
    library: Library, label: str, document_id: str | None, language: str | None = None
) -> tuple[ClauseView, ...]:
    """Return the views of a clause: in one document, or in every held document that has the number.

    A number that heads no text of its own (7.5 over 7.5.1) gives the clauses below it.

    :raises UnknownClause: if nothing held has this number.
    """
    canonical = canonical_label(label)
    if canonical is None:
        raise UnknownClause(
            f"{label[:40]!r} is not a clause number.", hint="Write it like 7.5.3, 7.4a or 7.4(a)."
        )
    documents = [library.document(document_id)] if document_id else _in_order(library, language)
    views = tuple(_view(library, d, one) for d in documents for one in _labels(d, canonical))
    if not views:
        said = f"{document_id} has no" if document_id else "None of the held texts has a"
        held = "; ".join(f"{d.id}: {d.labels_near(canonical)}" for d in documents)
        raise UnknownClause(f"{said} clause {canonical}.", hint=f"Held: {held}.")
    return views


def _in_order(library: Library, language: str | None) -> list[Document]:
    documents = [library.documents[key] for key in sorted(library.documents)]
    return sorted(documents, key=lambda d: d.language != language)


def _labels(document: Document, label: str) -> list[str]:
    if document.holds(label):
        return [label, *(c.label for c in document.clauses if c.label.startswith(f"{label}¶"))]
    return [c.label for c in document.children(label)]


def _view(library: Library, document: Document, label: str) -> ClauseView:
    clause = document.clause(label)
    before, after = document.neighbours(label)
    quotes = quote_clause(document, label)
    return ClauseView(
        document=document.id,
        edition=document.edition,
        language=document.language,
        status=str(document.status),
        label=label,
        printed=clause.printed,
        text="\n".join(quote.read(document) for quote in quotes),
        quotes=quotes,
        topics=tuple(str(a.ref) for a in library.topics.about(document.id, label)),
        references=tuple((r.reference.label, r.held) for r in document.references(label)),
        before=before.label if before else "",
        after=after.label if after else "",
        translations=tuple(
            (lang, library.ours[lang].translation(document.id, label))
            for lang in LANGUAGES
            if lang != document.language and document.status is not Status.IMPORTED
        ),
        heading=clause.heading,
        original=_original(document, label),
    )


def _original(document: Document, label: str) -> str:
    """Return the clause as it was in the source, if that is more than other line breaks."""
    original = document.original_text(label)
    bare = original.strip().removeprefix(document.clause(label).printed)
    same = bare.split() == document.clause_text(label).split()
    return "" if same else original
