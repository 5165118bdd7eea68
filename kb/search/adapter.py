"""The adapter: a small linear change of the built-in encoder's vectors towards questions about the Laws.

``x -> unit(x + x @ A)``, the same for questions and passages.  Trained by ``eval/train_adapter.py`` on our
own questions and the concordance; the weights lie in ``corpus/ours/adapter.npz``.  It is for looking things
up; the topic model reads the vectors as they are.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kb.errors import CorpusError
from kb.search.encoder import Matrix

__all__ = ["Adapter"]


class Adapter:
    """Changes the vectors of one encoder.

    :param arrays: ``change (d, d)`` as int8, ``scale (d,)`` for its columns, ``encoder``: the encoder's id.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.encoder = str(arrays["encoder"])
        change = arrays["change"].astype(np.float32) * arrays["scale"].astype(np.float32)
        self._map: Matrix = (np.eye(len(change)) + change).astype(np.float32)

    @classmethod
    def load(cls, path: Path) -> Adapter:
        """Read the weights.

        :raises CorpusError: the file is missing or damaged.
        """
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                return cls(dict(arrays))
        except (OSError, KeyError, ValueError, EOFError, zlib.error, zipfile.BadZipFile) as error:
            raise CorpusError(
                f"The search adapter cannot be read: {error}.",
                hint="Restore corpus/ours/adapter.npz from the repository, or reinstall the package.",
            ) from error

    def fits(self, encoder_id: str) -> bool:
        """Whether it was trained for this encoder."""
        return encoder_id.partition("+numpy")[0] == self.encoder.partition("+numpy")[0]

    def __call__(self, vectors: Matrix) -> Matrix:
        """Adapt ``(n, d)`` vectors to unit vectors."""
        return _unit(vectors @ self._map)

    def probe(self, queries: Matrix) -> Matrix:
        """Return what to search unadapted vectors for, so that those near after adapting come first.

        Right but for the length of the adapted passages, which differs little from one to the next.
        """
        moved: Matrix = queries @ self._map
        return _unit(moved @ self._map.T)


def _unit(vectors: Matrix) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    scaled: Matrix = (vectors / np.maximum(lengths, np.float32(1e-9))).astype(np.float32)
    return scaled
