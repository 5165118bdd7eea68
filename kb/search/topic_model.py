"""The topic model: two small linear classifiers trained on our own example questions.

One reads letters (hashed n-grams, any encoder) and cues (acts and facts found in the words), one
reads the vector of the built-in encoder.
Trained by ``eval/train_topics.py``; the weights lie in ``corpus/ours/topic_model.npz``.
"""

from __future__ import annotations

import json
import unicodedata
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kb.errors import CorpusError
from kb.laws.topics import TopicRef
from kb.search.neutral import without_numbers

__all__ = ["BUCKETS", "TopicModel", "letter_features"]

BUCKETS: Final = 1 << 15
_SIZES: Final = (2, 3, 4, 5)
_LETTERS_SAY: Final = 0.7  # weight of letters and cues beside the vector, in log shares
_FLOOR: Final = 1e-6
Floats = NDArray[np.float32]


def letter_features(text: str) -> dict[int, int]:
    """Count the letter n-grams (2 to 5, within words and their edges) of a text, hashed to buckets.

    Case, numbers and the diacritics that people leave out do not count.
    """
    counts: dict[int, int] = {}
    for word in _plain(text).split():
        padded = f" {word} "
        for size in _SIZES:
            for start in range(max(1, len(padded) - size + 1)):
                bucket = zlib.crc32(padded[start : start + size].encode()) % BUCKETS
                counts[bucket] = counts.get(bucket, 0) + 1
    return counts


class TopicModel:
    """Says how likely each aspect is for a question.

    :param arrays: ``idf (BUCKETS,)``, ``letters (BUCKETS, n)`` and ``vectors (d, n)`` as int8 with
        one float scale per column, ``cues (c, n)``, ``*_bias (n,)``, and ``meta``: JSON with the refs,
        the names of the cues and the encoder's id.
    """

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        meta = json.loads(str(arrays["meta"]))
        self.refs = tuple(TopicRef(*ref.split(".", 1)) for ref in meta["refs"])
        self.encoder = str(meta["encoder"])
        self._cue_rows = {name: row for row, name in enumerate(meta["cues"])}
        self._cues: Floats = arrays["cues"].astype(np.float32)
        self._idf: Floats = arrays["idf"].astype(np.float32)
        self._letters = arrays["letters"]
        self._letters_scale: Floats = arrays["letters_scale"].astype(np.float32)
        self._letters_bias: Floats = arrays["letters_bias"].astype(np.float32)
        self._vectors: Floats = arrays["vectors"].astype(np.float32) * arrays["vectors_scale"].astype(
            np.float32
        )
        self._vectors_bias: Floats = arrays["vectors_bias"].astype(np.float32)

    @classmethod
    def load(cls, path: Path) -> TopicModel:
        """Read the weights.

        :raises CorpusError: if the file is missing or damaged.
        """
        try:
            with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
                return cls(dict(arrays))
        except (OSError, KeyError, ValueError, EOFError, zlib.error, zipfile.BadZipFile) as error:
            raise CorpusError(
                f"The topic model cannot be read: {error}.",
                hint="Restore corpus/ours/topic_model.npz from the repository, or reinstall the package.",
            ) from error

    def fits(self, encoder_id: str) -> bool:
        """Whether the vector half was trained for this encoder."""
        return encoder_id.partition("+numpy")[0] == self.encoder.partition("+numpy")[0]

    def shares(self, text: str, cues: Iterable[str], vector: Floats) -> dict[TopicRef, float]:
        """Return the share of every aspect by letters, cues and vector together; they sum to 1."""
        scores = _log_softmax(vector @ self._vectors + self._vectors_bias)
        return self._named(_LETTERS_SAY * self._by_letters(text, cues) + (1 - _LETTERS_SAY) * scores)

    def shares_with(
        self, text: str, cues: Iterable[str], others: Mapping[TopicRef, float]
    ) -> dict[TopicRef, float]:
        """Return the shares by letters, cues and another opinion, for encoders the model does not know."""
        scores = np.log(np.array([others.get(ref, 0.0) for ref in self.refs], dtype=np.float32) + _FLOOR)
        return self._named(_LETTERS_SAY * self._by_letters(text, cues) + (1 - _LETTERS_SAY) * scores)

    def _by_letters(self, text: str, cues: Iterable[str]) -> Floats:
        rows = sorted({self._cue_rows[cue] for cue in cues if cue in self._cue_rows})
        base: Floats = self._letters_bias + self._cues[rows].sum(axis=0)
        counts = letter_features(text)
        if not counts:
            return _log_softmax(base)
        buckets = np.fromiter(sorted(counts), dtype=np.int64)
        values = (1 + np.log([counts[b] for b in buckets.tolist()])).astype(np.float32) * self._idf[buckets]
        values /= max(float(np.linalg.norm(values)), _FLOOR)
        said = (values @ self._letters[buckets].astype(np.float32)) * self._letters_scale
        return _log_softmax(said + base)

    def _named(self, logs: Floats) -> dict[TopicRef, float]:
        shares = np.exp(_log_softmax(logs))
        return dict(zip(self.refs, shares.tolist(), strict=True))


def _plain(text: str) -> str:
    decomposed = unicodedata.normalize("NFD", without_numbers(text.casefold()))
    return "".join(c if c.isalnum() else " " for c in decomposed if not unicodedata.combining(c))


def _log_softmax(scores: Floats) -> Floats:
    shifted = scores - scores.max()
    result: Floats = shifted - np.log(np.exp(shifted).sum())
    return result
