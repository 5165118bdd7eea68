"""The library: every held document, the editions, the topics and our own texts, opened once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from kb.errors import CorpusError, UnknownClause
from kb.laws.changes import Changes, load_changes
from kb.laws.divergences import Divergences, load_divergences
from kb.laws.documents import Document, Status, load_document
from kb.laws.editions import Editions, load_editions
from kb.laws.imported import BrokenText, read_added
from kb.laws.ours import LANGUAGES, OwnTexts, load_own_texts
from kb.laws.quotes import Quote
from kb.laws.topics import Topics, load_topics

__all__ = ["Library", "corpus_folder", "corpus_library", "open_library"]


@dataclass(frozen=True, slots=True)
class Library:
    """All that can be cited, by document id, and all that is ours, by language.

    ``broken`` names the added texts that cannot be used, and why.
    """

    editions: Editions
    topics: Topics
    documents: Mapping[str, Document]
    ours: Mapping[str, OwnTexts]
    changes: Changes
    divergences: Divergences
    broken: tuple[BrokenText, ...] = ()

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

    def imported(self) -> tuple[Document, ...]:
        """Return the texts the user added, in order of id."""
        return tuple(d for d in self._ordered() if d.status is Status.IMPORTED)

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


@cache
def corpus_library() -> Library:
    """Return the corpus without added texts, opened once.

    Exams are made from it, so that the same seed gives the same paper whatever has been added.

    :raises CorpusError: as :func:`open_library`.
    """
    return open_library()


def open_library(folder: Path | None = None, added: Path | None = None) -> Library:
    """Open the corpus, and the texts the user added to the folder ``added``.

    An added text that is broken is left out and named in :attr:`Library.broken`.

    :raises CorpusError: if any part is missing, malformed or not the recorded one.
    """
    root = folder if folder is not None else corpus_folder()
    documents = [load_document(path) for path in sorted((root / "documents").iterdir()) if path.is_dir()]
    editions, topics = load_editions(root / "editions.toml"), load_topics(root / "topics.toml")
    held = {d.id: d for d in documents}
    texts, broken = read_added(added, editions, topics, held) if added else ((), ())
    return Library(
        editions=editions,
        topics=topics.with_documents({t.document.id: t.aspects for t in texts}),
        documents=held | {t.document.id: t.document for t in texts},
        ours={language: load_own_texts(root / "ours", language) for language in LANGUAGES},
        changes=load_changes(root / "changes.toml"),
        divergences=load_divergences(root / "divergences.toml"),
        broken=broken,
    )
