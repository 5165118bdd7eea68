"""What the search tests share: the built-in encoder, loaded once, and a quick stand-in for it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import numpy as np
import pytest

from kb.search.encoder import BuiltinEncoder, Degradation, Matrix
from kb.search.entries import Side


@pytest.fixture(scope="session")
def builtin() -> BuiltinEncoder:
    return BuiltinEncoder()


class HashEncoder:
    """Gives each text a random direction of its own; remembers what it was asked to encode."""

    dimension = 16
    degraded = Degradation.NONE

    def __init__(self, name: str = "hash-1") -> None:
        self.id = name
        self.encoded: list[str] = []

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        return self._encode(texts, Side.QUERY)

    def encode_documents(self, texts: Sequence[str]) -> Matrix:
        return self._encode(texts, Side.DOCUMENT)

    def _encode(self, texts: Sequence[str], side: Side) -> Matrix:
        self.encoded += texts
        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        for row, text in enumerate(texts):
            seed = hashlib.sha256(f"{self.id}|{side}|{text}".encode()).digest()
            rows[row] = np.random.default_rng(list(seed)).standard_normal(self.dimension)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows


@pytest.fixture
def quick() -> HashEncoder:
    return HashEncoder()
