"""Nearest vectors by inner product, behind one small interface; in memory with faiss.

How faiss searches is chosen by the number of vectors, from the figures in ``eval/README.md``
(``python -m eval.bench_index``).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum, unique
from pathlib import Path
from typing import Any, Final, Protocol, Self

import faiss
import numpy as np
from numpy.typing import NDArray

from kb.errors import IndexStoreError
from kb.search.encoder import Matrix

__all__ = [
    "BREADTH",
    "EXACT_UP_TO",
    "LINKS",
    "NOTHING",
    "FaissIndex",
    "Ids",
    "Kind",
    "VectorIndex",
    "best_first",
    "kind_for",
    "search_breadth",
]

Ids = NDArray[np.int64]

NOTHING: Final = -1
"""Stands in place of an id where an approximate index found fewer vectors than were asked for."""

EXACT_UP_TO: Final = 100_000
"""Vectors that are compared one by one: that takes no longer than encoding the question."""

LINKS: Final = 16
"""Links of a vector in the graph, on each level."""

BREADTH: Final = 80
"""Candidates kept while the graph is built, and at least while it is searched."""

_VECTORS_A_CANDIDATE: Final = 400  # measured: a million vectors then take 16 ms, no longer than the encoding


@unique
class Kind(StrEnum):
    """The ways faiss can search."""

    EXACT = "exact"
    """Every vector is compared (``IndexFlatIP``)."""

    GRAPH = "graph"
    """Vectors are linked to near ones, and the links are followed (``IndexHNSWFlat``)."""


class VectorIndex(Protocol):
    """Vectors with ids, searched by inner product."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def __len__(self) -> int:
        """Count the vectors held."""

    def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
        """Find, for each of ``(m, dimension)`` vectors, the best ``min(k, len(self))``.

        Returns ids and inner products, both ``(m, min(k, len(self)))``, best first, equal scores by id.
        An approximate index may miss some; where it finds too few, :data:`NOTHING` with minus infinity
        stands at the end of the row.
        """

    def get(self, ids: Ids) -> Matrix:
        """Return the vectors of ``n`` ids, ``(n, dimension)``, exactly as they were given."""


def kind_for(count: int) -> Kind:
    """Choose how to search ``count`` vectors.

    >>> kind_for(3_000), kind_for(1_000_000)
    (<Kind.EXACT: 'exact'>, <Kind.GRAPH: 'graph'>)
    """
    return Kind.EXACT if count <= EXACT_UP_TO else Kind.GRAPH


def search_breadth(count: int) -> int:
    """Return how many candidates a search keeps in a graph of ``count`` vectors: recall falls with size.

    >>> search_breadth(10_000), search_breadth(1_000_000)
    (80, 2500)
    """
    return max(BREADTH, count // _VECTORS_A_CANDIDATE)


def best_first(ids: Ids, scores: Matrix) -> tuple[Ids, Matrix]:
    """Sort one row of ids and scores: best first, equal scores by id."""
    order = np.lexsort((ids, -scores))
    return ids[order], scores[order]


class FaissIndex:
    """Vectors in a faiss index.

    The scores of a query do not depend on the other queries in the call.  When more entries share the
    last score than fit into ``k``, which of them are returned is faiss's choice.

    >>> held = np.array([[1, 0], [0, 1]], dtype=np.float32)
    >>> index = FaissIndex.build(np.array([7, 9]), held)
    >>> index.search(np.array([[0.6, 0.8]], dtype=np.float32), k=5)[0].tolist()
    [[9, 7]]
    """

    def __init__(self, index: Any) -> None:
        self._index = index

    @classmethod
    def build(cls, ids: Ids, vectors: Matrix, kind: Kind | None = None, *, threads: int = 1) -> Self:
        """Index ``(n, dimension)`` vectors under ``n`` different ids that are not negative.

        The same vectors give the same index to the byte, but not a graph that several threads build.

        :param kind: how to search; chosen by ``n`` if not given.
        :raises ValueError: the shapes do not fit.
        """
        if vectors.ndim != 2 or len(vectors) != len(ids):
            msg = f"expected {len(ids)} vectors, got an array of shape {vectors.shape}"
            raise ValueError(msg)
        index = faiss.IndexIDMap2(_MAKERS[kind or kind_for(len(ids))](vectors.shape[1], len(ids)))
        if len(ids):
            with _threads(threads):
                index.add_with_ids(np.ascontiguousarray(vectors), np.ascontiguousarray(ids, dtype=np.int64))
        return cls(index)

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._index.d)

    @property
    def kind(self) -> Kind:
        """How it searches."""
        inner = faiss.downcast_index(self._index.index)
        return next(kind for kind, made in _CLASSES.items() if isinstance(inner, made))

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
        """Find the best ``min(k, len(self))`` for each of ``(m, dimension)`` vectors."""
        width = max(0, min(k, len(self)))
        ids = np.empty((len(vectors), width), dtype=np.int64)
        scores = np.empty((len(vectors), width), dtype=np.float32)
        if width == 0:
            return ids, scores
        # Row by row: from twenty queries on faiss would switch to a matrix product that rounds differently.
        # One thread: a second one has nothing to do for one row, and waits by spinning (measured: 60 times
        # slower where the cores are wanted by others).
        with _threads(1):
            for row, vector in enumerate(vectors):
                found_scores, found_ids = self._index.search(
                    np.ascontiguousarray(vector[np.newaxis, :]), width
                )
                found_scores[found_ids == NOTHING] = -np.inf
                ids[row], scores[row] = best_first(found_ids[0], found_scores[0])
        return ids, scores

    def get(self, ids: Ids) -> Matrix:
        """Return the vectors of ``n`` ids, ``(n, dimension)``.

        :raises KeyError: an id is not held.
        """
        try:
            found: Matrix = self._index.reconstruct_batch(np.ascontiguousarray(ids, dtype=np.int64))
        except RuntimeError as error:
            raise KeyError("no vector has one of these ids") from error
        return found

    def save(self, path: Path) -> None:
        """Write the index to ``path``.

        :raises OSError: the file cannot be written.
        """
        # Through a Python file: faiss cannot open every path Python can, and names no reason when it fails.
        with path.open("wb") as file:
            faiss.write_index(self._index, faiss.PyCallbackIOWriter(file.write))  # type: ignore[attr-defined, unused-ignore]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what :meth:`save` wrote.

        :raises OSError: the file cannot be read.
        :raises IndexStoreError: the file is not such an index.
        """
        try:
            with path.open("rb") as file:
                index = faiss.read_index(faiss.PyCallbackIOReader(file.read))  # type: ignore[attr-defined, unused-ignore]
        except RuntimeError as error:
            raise IndexStoreError(
                f"{path} is not a search index: {error}.", hint="Delete the file; the index is rebuilt."
            ) from error
        if not isinstance(index, faiss.IndexIDMap2) or not isinstance(
            faiss.downcast_index(index.index), tuple(_CLASSES.values())
        ):
            raise IndexStoreError(
                f"{path} holds another kind of index.", hint="Delete the file; the index is rebuilt."
            )
        return cls(index)


@contextmanager
def _threads(count: int) -> Iterator[None]:
    """Let faiss use so many threads for what this thread asks of it."""
    before = faiss.omp_get_max_threads()
    faiss.omp_set_num_threads(count)
    try:
        yield
    finally:
        faiss.omp_set_num_threads(before)


def _graph(dimension: int, count: int) -> Any:
    index = faiss.IndexHNSWFlat(dimension, LINKS, faiss.METRIC_INNER_PRODUCT)
    index.hnsw.efConstruction, index.hnsw.efSearch = BREADTH, search_breadth(count)
    return index


def _flat(dimension: int, _count: int) -> Any:
    return faiss.IndexFlatIP(dimension)


_MAKERS: Final = {Kind.EXACT: _flat, Kind.GRAPH: _graph}
_CLASSES: Final = {Kind.EXACT: faiss.IndexFlatIP, Kind.GRAPH: faiss.IndexHNSWFlat}
