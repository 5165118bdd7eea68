"""Nearest vectors by inner product, behind one small interface."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Protocol, Self

import faiss
import numpy as np
from numpy.typing import NDArray

from kb.errors import IndexStoreError
from kb.search.encoder import Matrix
from kb.settings import IndexEngine

__all__ = ["ENGINES", "FaissFlatIndex", "Ids", "VectorIndex"]

Ids = NDArray[np.int64]


class VectorIndex(Protocol):
    """Vectors with ids of our choosing, searched by inner product."""

    def __init__(self, dimension: int) -> None:
        """Make an empty index for vectors of ``dimension`` numbers."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    def __len__(self) -> int:
        """Count the vectors held."""

    def add(self, ids: Ids, vectors: Matrix) -> None:
        """Add ``(n, dimension)`` vectors under ``n`` ids that are not negative and not in use yet."""

    def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
        """Find, for each of ``(m, dimension)`` vectors, the best ``min(k, len(self))``.

        Returns ids and inner products, both ``(m, min(k, len(self)))``, best first, equal scores by id.
        """

    def get(self, ids: Ids) -> Matrix:
        """Return the vectors of ``n`` ids, ``(n, dimension)``, exactly as they were added."""

    def save(self, path: Path) -> None:
        """Write everything to ``path``."""

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what :meth:`save` wrote.

        :raises IndexStoreError: the file is not such an index.
        """


class FaissFlatIndex:
    """Exact search over a faiss ``IndexFlatIP``; one query costs ``len(self) * dimension`` products.

    The scores of a query do not depend on the other queries in the call.  When more entries share the
    last score than fit into ``k``, which of them are returned is faiss's choice.

    >>> index = FaissFlatIndex(2)
    >>> index.add(np.array([7, 9]), np.array([[1, 0], [0, 1]], dtype=np.float32))
    >>> index.search(np.array([[0.6, 0.8]], dtype=np.float32), k=5)[0].tolist()
    [[9, 7]]
    """

    def __init__(self, dimension: int) -> None:
        self._index = faiss.IndexIDMap2(faiss.IndexFlatIP(dimension))

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return int(self._index.d)

    def __len__(self) -> int:
        return int(self._index.ntotal)

    def add(self, ids: Ids, vectors: Matrix) -> None:
        """Add ``(n, dimension)`` vectors under ``n`` new ids.

        :raises ValueError: the shapes do not fit.
        """
        if vectors.shape != (len(ids), self.dimension):
            msg = f"expected {len(ids)} vectors of {self.dimension} numbers, got {vectors.shape}"
            raise ValueError(msg)
        if len(ids):
            self._index.add_with_ids(np.ascontiguousarray(vectors), np.ascontiguousarray(ids, dtype=np.int64))

    def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
        """Find the best ``min(k, len(self))`` for each of ``(m, dimension)`` vectors."""
        width = max(0, min(k, len(self)))
        ids = np.empty((len(vectors), width), dtype=np.int64)
        scores = np.empty((len(vectors), width), dtype=np.float32)
        if width == 0:
            return ids, scores
        # Row by row: from twenty queries on faiss would switch to a matrix product that rounds differently.
        for row, vector in enumerate(vectors):
            found_scores, found_ids = self._index.search(np.ascontiguousarray(vector[np.newaxis, :]), width)
            order = np.lexsort((found_ids[0], -found_scores[0]))
            ids[row], scores[row] = found_ids[0][order], found_scores[0][order]
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
        # Not faiss.write_index: it cannot open every path Python can, and reports failures as RuntimeError.
        path.write_bytes(faiss.serialize_index(self._index).tobytes())

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read what :meth:`save` wrote.

        :raises OSError: the file cannot be read.
        :raises IndexStoreError: the file is not a faiss flat index.
        """
        data = np.fromfile(path, dtype=np.uint8)
        try:
            index = faiss.deserialize_index(data)
        except RuntimeError as error:
            raise IndexStoreError(
                f"{path} is not a search index: {error}.", hint="Delete the file; the index is rebuilt."
            ) from error
        if not isinstance(index, faiss.IndexIDMap2):
            raise IndexStoreError(
                f"{path} holds another kind of index.", hint="Delete the file; the index is rebuilt."
            )
        made = cls(index.d)
        made._index = index
        return made


ENGINES: Final[Mapping[IndexEngine, type[VectorIndex]]] = {IndexEngine.FAISS: FaissFlatIndex}
"""The class behind each engine that can be set."""
