"""The entries made searchable: their vectors, and what a search returns."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from kb.errors import EncoderError, IndexStoreError
from kb.search.adapter import Adapter
from kb.search.encoder import Encoder, Matrix, encode
from kb.search.entries import Entry, Side
from kb.search.vectors import NOTHING, Ids, VectorIndex, best_first

__all__ = ["EncodedEntries", "Hit", "Progress", "SearchIndex", "encode_entries", "text_key"]

Progress = Callable[[int, int], None]
"""Called with the number of texts encoded so far and to encode in all."""

_CHUNK: Final = 256  # texts encoded between two calls of the progress function
_REMEMBERED: Final = 16  # vectors of questions
_NORM_TOLERANCE: Final = 1e-3
_WIDER: Final = 4  # times as many entries as asked for are collected before they are scored exactly,
_COLLECTED: Final = 100  # and at least as many as this


@dataclass(frozen=True, slots=True)
class Hit:
    """One entry found, with its similarity to the query (inner product of unit vectors)."""

    entry: Entry
    score: float


class SearchIndex:
    """Entries, searchable with the encoder their vectors were made with.

    :param vectors: holds the vector of ``entries[i]`` under the id ``i``.
    """

    def __init__(self, entries: Sequence[Entry], encoder: Encoder, vectors: VectorIndex) -> None:
        self.entries = tuple(entries)
        self.encoder = encoder
        self._vectors = vectors
        # The topic and the article of a question are looked for one after the other.
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._encoded)

    def query_vector(self, question: str) -> Matrix:
        """Return the vector of a question, ``(dimension,)``; the last few are remembered."""
        return self._remembered(question)

    def _encoded(self, question: str) -> Matrix:
        vector: Matrix = self.encoder.encode_queries([question])[0]
        return vector

    def search(self, queries: Matrix, k: int) -> list[tuple[Hit, ...]]:
        """Find the best ``k`` entries, or all if fewer, for each of ``(m, dimension)`` unit vectors."""
        ids, scores = self._vectors.search(queries, k)
        return [
            tuple(
                Hit(self.entries[i], score)
                for i, score in zip(row_ids, row_scores, strict=True)
                if i != NOTHING
            )
            for row_ids, row_scores in zip(ids.tolist(), scores.tolist(), strict=True)
        ]

    def search_text(self, question: str, k: int, adapter: Adapter | None = None) -> tuple[Hit, ...]:
        """Encode one question and find the best ``k`` entries for it.

        :param adapter: compares adapted vectors; it must fit the encoder.
        """
        query = self.encoder.encode_queries([question])
        if adapter is None:
            return self.search(query, k)[0]
        # The vectors held are not adapted: what is near them in that sense is collected, then scored exactly.
        ids = self._vectors.search(adapter.probe(query), max(_COLLECTED, _WIDER * k))[0][0]
        ids = ids[ids != NOTHING]
        scores = (adapter(self._vectors.get(ids)) @ adapter(query)[0]).astype(np.float32)
        ids, scores = (found[:k] for found in best_first(ids, scores))
        return tuple(Hit(self.entries[i], s) for i, s in zip(ids.tolist(), scores.tolist(), strict=True))

    def vectors(self, rows: Ids) -> Matrix:
        """Return ``(len(rows), dimension)`` vectors of entries, named by their place among the entries."""
        return self._vectors.get(rows)

    def matrix(self) -> Matrix:
        """Return the vectors of all entries, ``(len(entries), dimension)``, in the order of the entries."""
        return self._vectors.get(np.arange(len(self.entries), dtype=np.int64))


@dataclass(frozen=True, slots=True)
class EncodedEntries:
    """The vectors of some entries and where they came from.

    ``matrix`` has one row and ``keys`` one text key per entry.  ``encoded`` and ``reused`` count distinct
    texts.
    """

    matrix: Matrix
    keys: list[str]
    encoded: int
    reused: int


def encode_entries(
    entries: Sequence[Entry],
    encoder: Encoder,
    known: Mapping[str, Matrix],
    progress: Progress | None = None,
) -> EncodedEntries:
    """Encode each distinct text once, taking from ``known`` (text key to vector) what is there.

    :raises IndexStoreError: there are no entries, or two have the same id.
    :raises EncoderError: the encoder gives unusable vectors.
    """
    _check_entries(entries)
    keys = [text_key(entry) for entry in entries]
    distinct = dict(zip(keys, entries, strict=True))
    missing = {key: entry for key, entry in distinct.items() if key not in known}
    found = {key: known[key] for key in distinct if key in known}
    for batch, vectors in _encode_missing(missing, encoder, progress):
        found.update(zip(batch, vectors, strict=True))
    matrix = np.stack([found[key] for key in keys])
    return EncodedEntries(matrix, keys, len(missing), len(distinct) - len(missing))


def text_key(entry: Entry) -> str:
    """Return 64 hexadecimal digits that are the same for entries encoded alike."""
    data = f"{entry.kind.side.value}\0{entry.text}".encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()


def _encode_missing(
    missing: Mapping[str, Entry], encoder: Encoder, progress: Progress | None
) -> Iterator[tuple[list[str], Matrix]]:
    done = 0
    for side in Side:
        keys = [key for key, entry in missing.items() if entry.kind.side is side]
        for start in range(0, len(keys), _CHUNK):
            batch = keys[start : start + _CHUNK]
            vectors = encode(encoder, side, [missing[key].text for key in batch])
            _check_vectors(vectors, len(batch), encoder)
            done += len(batch)
            if progress is not None:
                progress(done, len(missing))
            yield batch, vectors


def _check_entries(entries: Sequence[Entry]) -> None:
    if not entries:
        raise IndexStoreError("There is nothing to index.", hint="Check that the corpus is installed.")
    seen: set[str] = set()
    for entry in entries:
        if entry.id in seen:
            raise IndexStoreError(
                f"Two search entries have the id {entry.id!r}.", hint="Rename one of them in the corpus."
            )
        seen.add(entry.id)


def _check_vectors(vectors: Matrix, count: int, encoder: Encoder) -> None:
    fits = vectors.shape == (count, encoder.dimension)
    # A norm that is not a number compares as false, so this catches NaN as well.
    if not fits or not bool(np.all(np.abs(np.linalg.norm(vectors, axis=1) - 1) < _NORM_TOLERANCE)):
        raise EncoderError(
            f"The encoder {encoder.id} gave {vectors.shape} numbers that are not {count} unit vectors.",
            hint="Set KB_ENCODER to another model, or unset it.",
        )
