"""From a question to the clauses of imported texts: which matter of the Laws it asks about, and where it stands.

Two ways: the guide of the whole Laws, whose entries a small model recognises in any language, and
for imported texts that are no Laws the clauses nearest in meaning and words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kb.laws.documents import Document
from kb.laws.editions import Edition
from kb.laws.guide import Guide, GuideEntry
from kb.laws.library import Library
from kb.search.corpus import OFF_TOPIC
from kb.search.encoder import Matrix
from kb.search.entries import EntryKind
from kb.search.index import SearchIndex
from kb.search.neutral import neutral_text
from kb.search.topic_model import TopicModel

__all__ = ["ArticleFinder", "Matter"]

_MOST: Final = 12  # clauses quoted for one matter
_NEAREST: Final = 2  # clauses quoted where they had to be looked for within their article


@dataclass(frozen=True, slots=True)
class Matter:
    """What a question may be about: an entry of the guide, or nothing of the Laws; and the share of belief."""

    entry: GuideEntry | None
    share: float


class ArticleFinder:
    """Finds matters of the Laws and their clauses in the imported texts of a library.

    :param index: holds an entry for each clause of the imported texts.
    """

    def __init__(self, library: Library, guide: Guide, model: TopicModel, index: SearchIndex) -> None:
        self._library = library
        self._guide = guide
        self._model = model
        self._index = index
        self._rows = {
            (entry.document or "", entry.clause or ""): row
            for row, entry in enumerate(index.entries)
            if entry.kind is EntryKind.IMPORTED
        }

    def matters(self, question: str) -> tuple[Matter, ...]:
        """Return what the question may be about, likeliest first; the shares sum to 1."""
        text = neutral_text(question)
        if self._model.fits(self._index.encoder.id):
            vector = self._index.encoder.encode_queries([text])[0]
            shares = self._model.shares(text, (), vector)
        else:
            shares = self._model.shares_with(text, (), {})
        ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
        return tuple(
            Matter(None if ref == OFF_TOPIC else self._guide.entry(ref), share) for ref, share in ranked
        )

    def entry_of(self, ref: object) -> GuideEntry | None:
        """Return the entry that stands for an aspect, if there is one."""
        return next((entry for entry in self._guide if ref in entry.aspects), None)

    def texts(self, law: Edition, language: str) -> tuple[Document, ...]:
        """Return the imported texts of the edition, the reader's language first; else those of the nearest."""
        laws = [d for d in self._library.imported() if d.is_law]
        order = self._library.editions.ids

        def distance(document: Document) -> int:
            return abs(order.index(document.edition) - order.index(law.id))

        nearest = min(map(distance, laws), default=0)
        found = [d for d in laws if distance(d) == nearest]
        newest = max((d.edition for d in found), default="")
        return tuple(sorted((d for d in found if d.edition == newest), key=lambda d: d.language != language))

    def labels(self, entry: GuideEntry, document: Document) -> tuple[str, ...]:
        """Return the clauses of a document that treat a matter, headings before what stands below them.

        By the numbers of the document's edition, else by what the text was mapped to when it was
        imported, else those nearest in meaning within the article that treats it.
        """
        law = self._library.editions.get(document.edition)
        topics = self._library.topics
        mapped = [label for ref in entry.aspects for label in topics.aspect(ref).governing(document.id)]
        for labels in (entry.labels(law.id), mapped, self._guide.numbers(entry, law)):
            held = _with_parts(document, labels)
            if held:
                return held
        return self._within_article(entry, document)

    def _within_article(self, entry: GuideEntry, document: Document) -> tuple[str, ...]:
        home = self._guide.article(entry, document.edition)
        labels = [c.label for c in document.clauses if re.match(rf"{home}(?:\.|$)", c.label)]
        rows = [self._rows[document.id, label] for label in labels]
        if not home or not rows:
            return ()
        about = entry.about.get(document.language, entry.about["en"])
        scores = self._vectors(rows) @ self._index.encoder.encode_queries([about])[0]
        best = sorted(range(len(rows)), key=lambda n: (-float(scores[n]), n))[:_NEAREST]
        return tuple(labels[n] for n in best)

    def _vectors(self, rows: Sequence[int]) -> Matrix:
        return self._index.vectors(np.array(rows, dtype=np.int64))


def _with_parts(document: Document, labels: Sequence[str]) -> tuple[str, ...]:
    """Return the held ones among labels, each followed by the clauses below it."""
    found: list[str] = []
    for label in labels:
        if document.holds(label):
            found.append(label)
        found += [c.label for c in document.children(label)]
    with_text = [label for label in dict.fromkeys(found) if document.clause(label).paragraphs]
    return tuple(with_text[:_MOST])
