"""From a question to topics: what the entries nearest in meaning and the topic model say together."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from kb.laws.topics import TopicRef
from kb.search.adapter import Adapter
from kb.search.entries import EntryKind
from kb.search.index import Hit, SearchIndex
from kb.search.neutral import neutral_text
from kb.search.topic_model import TopicModel

__all__ = ["Candidate", "TopicFinder"]

_NEAREST = 60
_SHARPNESS = 30.0  # how fast the say of an entry falls with its distance to the nearest one
_ASKED = frozenset({EntryKind.QUESTION, EntryKind.OFF_TOPIC})


@dataclass(frozen=True, slots=True)
class Candidate:
    """A topic a question may be about, with a share of belief; the shares of all candidates sum to 1."""

    ref: TopicRef
    share: float


class TopicFinder:
    """Finds topics with one search index and one topic model, if the model fits the encoder.

    :param adapter: what entries are looked up with, if it fits the encoder.
    """

    def __init__(self, index: SearchIndex, model: TopicModel, adapter: Adapter | None = None) -> None:
        self._index = index
        self._model = model
        self._adapter = adapter if adapter is not None and adapter.fits(index.encoder.id) else None

    @property
    def index(self) -> SearchIndex:
        """The index searched."""
        return self._index

    def find(self, question: str, cues: Collection[str] = ()) -> tuple[Candidate, ...]:
        """Return all topics the question may be about, the likeliest first; ties by name.

        :param cues: what was understood of the words: names of acts and facts.
        """
        text = neutral_text(question)
        vector = self._index.query_vector(text)
        if self._model.fits(self._index.encoder.id):
            shares = self._model.shares(text, cues, vector)
        else:
            nearby = self._nearest_shares(self._index.search(vector[np.newaxis, :], _NEAREST)[0])
            shares = self._model.shares_with(text, cues, nearby)
        ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
        return tuple(Candidate(ref, share) for ref, share in ranked)

    def entries(self, question: str, k: int) -> tuple[Hit, ...]:
        """Return the ``k`` entries nearest in meaning."""
        return self._index.search_text(neutral_text(question), k, self._adapter)

    @staticmethod
    def _nearest_shares(hits: tuple[Hit, ...]) -> dict[TopicRef, float]:
        asked = [h for h in hits if h.entry.kind in _ASKED] or list(hits)
        best = max(h.score for h in asked)
        said: dict[TopicRef, float] = {}
        for hit in asked:
            ref = TopicRef(hit.entry.topic, hit.entry.aspect)
            said[ref] = said.get(ref, 0.0) + float(np.exp(_SHARPNESS * (hit.score - best)))
        total = sum(said.values())
        return {ref: value / total for ref, value in said.items()}
