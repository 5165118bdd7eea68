"""The library: every held document, the editions, the topics and our own texts, opened once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kb.errors import CorpusError, UnknownClause
from kb.laws.documents import Document, load_document
from kb.laws.editions import Editions, load_editions
from kb.laws.ours import LANGUAGES, OwnTexts, load_own_texts
from kb.laws.quotes import Quote
from kb.laws.topics import Topics, load_topics

__all__ = ["Library", "corpus_folder", "open_library"]


@dataclass(frozen=True, slots=True)
class Library:
    """All that can be cited, by document id, and all that is ours, by language."""

    editions: Editions
    topics: Topics
    documents: Mapping[str, Document]
    ours: Mapping[str, OwnTexts]

    def document(self, document_id: str) -> Document:
        """Return a held document.

        :raises UnknownClause: for an id that is not held; names the ones that are.
        """
        try:
            return self.documents[document_id]
        except KeyError:
            held = ", ".join(sorted(self.documents))
            raise UnknownClause(f"No document {document_id!r} is held.", hint=f"Held: {held}.") from None

    def read(self, quote: Quote) -> str:
        """Return the verified text of a quote; raises QuoteMismatch or UnknownClause."""
        return quote.read(self.document(quote.document))

    def of_edition(self, edition: str) -> tuple[Document, ...]:
        """Return the held documents of an edition, in order of id."""
        return tuple(d for d in self._ordered() if d.edition == edition)

    def in_language(self, language: str) -> tuple[Document, ...]:
        """Return the held documents in a language, in order of id."""
        return tuple(d for d in self._ordered() if d.language == language)

    def _ordered(self) -> list[Document]:
        return [self.documents[key] for key in sorted(self.documents)]


def corpus_folder() -> Path:
    """Return the corpus: beside the package in a checkout, inside it in a wheel.

    :raises CorpusError: if neither is there.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package.parent / "corpus", package / "_data" / "corpus"):
        if (folder / "editions.toml").is_file():
            return folder
    raise CorpusError("The corpus folder is missing.", hint="Reinstall the package.")


def open_library(folder: Path | None = None) -> Library:
    """Open the corpus.

    :raises CorpusError: if any part is missing, malformed or not the recorded one.
    """
    root = folder if folder is not None else corpus_folder()
    documents = [load_document(path) for path in sorted((root / "documents").iterdir()) if path.is_dir()]
    return Library(
        editions=load_editions(root / "editions.toml"),
        topics=load_topics(root / "topics.toml"),
        documents={d.id: d for d in documents},
        ours={language: load_own_texts(root / "ours", language) for language in LANGUAGES},
    )
