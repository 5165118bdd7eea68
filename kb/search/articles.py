"""From a question to the clauses of imported texts: what it asks about, and where that stands.

The guide of the whole Laws has an entry for each matter; a small model recognises them in any
language, and their numbers lead to the clauses.  Of other regulations the nearest clauses are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kb.laws.documents import Document
from kb.laws.editions import Edition
from kb.laws.guide import Guide, GuideEntry
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.search.corpus import OFF_TOPIC
from kb.search.encoder import Matrix
from kb.search.entries import EntryKind
from kb.search.index import SearchIndex
from kb.search.neutral import neutral_text
from kb.search.topic_model import TopicModel

__all__ = ["ArticleFinder", "Matter", "Matters"]

_MOST: Final = 12  # clauses quoted for one matter
_NEAREST: Final = 2  # clauses quoted where they had to be looked for within their article


@dataclass(frozen=True, slots=True)
class Matter:
    """An entry of the guide a question may be about, and its share of belief."""

    entry: GuideEntry
    share: float


@dataclass(frozen=True, slots=True)
class Matters:
    """What a question may be about, likeliest first; ``beside`` is the share of what is no Law."""

    matters: tuple[Matter, ...]
    beside: float

    def matter_of(self, ref: TopicRef) -> Matter:
        """Return the matter of an aspect; raises StopIteration for what is none."""
        return next(m for m in self.matters if ref in m.entry.aspects)


class ArticleFinder:
    """Finds matters of the Laws and their clauses in the imported texts of a library.

    :param index: holds an entry for each clause of the imported texts.
    """

    def __init__(self, library: Library, guide: Guide, model: TopicModel, index: SearchIndex) -> None:
        self._library = library
        self.guide = guide
        self._model = model
        self._index = index
        self._rows = {
            (entry.document or "", entry.clause or ""): row
            for row, entry in enumerate(index.entries)
            if entry.kind is EntryKind.IMPORTED
        }

    def matters(self, question: str) -> Matters:
        """Return what the question may be about; all shares together sum to 1."""
        text = neutral_text(question)
        if self._model.fits(self._index.encoder.id):
            shares = self._model.shares(text, (), self._index.query_vector(text))
        else:
            shares = self._model.shares_with(text, (), {})
        ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
        laws = (Matter(self.guide.entry(ref), share) for ref, share in ranked if ref != OFF_TOPIC)
        return Matters(tuple(laws), shares[OFF_TOPIC])

    def regulations(self, question: str) -> tuple[tuple[Document, str, float], ...]:
        """Return the nearest clauses of texts that are no Laws, and how near each is to a question."""
        texts = {d.id: d for d in self._library.imported() if not d.is_law}
        places = [place for place in self._rows if place[0] in texts]
        if not places:
            return ()
        vector = self._index.query_vector(neutral_text(question))
        scores = (self._vectors([self._rows[place] for place in places]) @ vector).tolist()
        best = sorted(range(len(places)), key=lambda n: (-scores[n], n))[:_NEAREST]
        return tuple((texts[places[n][0]], places[n][1], scores[n]) for n in best)

    def texts(self, law: Edition, language: str) -> tuple[Document, ...]:
        """Return the imported texts of the edition, else those of the nearest one.

        The reader's language comes first; of two editions equally near the newer one counts.
        """
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
        imported, else by the numbers an older edition had where the text still has those, else those
        nearest in meaning within the article that treats it.
        """
        law = self._library.editions.get(document.edition)
        topics = self._library.topics
        mapped = [label for ref in entry.aspects for label in topics.aspect(ref).governing(document.id)]
        known = (entry.labels(law.id), mapped, self.guide.numbers(entry, law), *self._older(entry, law))
        for labels in known:
            held = _with_parts(document, labels)
            if held:
                return held
        return self._within_article(entry, document)

    def _older(self, entry: GuideEntry, law: Edition) -> Iterator[tuple[str, ...]]:
        """Yield the numbers of an entry in older editions, newest first, where they mean nothing else today.

        Translations go round in which some articles kept the wording, and so the numbers, they had before.
        """
        today = {number for other in self.guide for number in self.guide.numbers(other, law)}
        ids = self._library.editions.ids
        for older in reversed(ids[: ids.index(law.id)]):
            numbers = self.guide.numbers(entry, self._library.editions.get(older))
            yield tuple(number for number in numbers if number not in today)

    def _within_article(self, entry: GuideEntry, document: Document) -> tuple[str, ...]:
        home = self.guide.article(entry, document.edition)
        labels = [c.label for c in document.clauses if re.match(rf"{home}(?:\.|$)", c.label)]
        rows = [self._rows[document.id, label] for label in labels]
        if not home or not rows:
            return ()
        about = entry.about.get(document.language, entry.about["en"])
        scores = self._vectors(rows) @ self._index.query_vector(about)
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
