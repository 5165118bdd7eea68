"""The built-in encoder as a sentence-transformers model, and any such model as our encoder.

Importing this module imports torch (seconds, hundreds of megabytes); nothing on the way of a question
with the built-in encoder does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import InputModule

from kb.errors import EncoderError
from kb.search.encoder import BuiltinEncoder, Degradation, Matrix, clean_all, encode
from kb.search.entries import Side

__all__ = ["PROMPTS", "JoinedInput", "SentenceTransformerEncoder", "builtin_model"]

PROMPTS: Final[Mapping[str, str]] = {"query": "query: ", "document": "passage: "}
"""The prompts of the built-in model; they choose how e5 reads a text, the other half does not see them."""

_SIDES: Final = {"query: ": Side.QUERY, "passage: ": Side.DOCUMENT}
_JOIN: Final = 1  # the way of joining that BuiltinEncoder.id calls builtin-1
_PROBE: Final = ("Touch-move: a piece touched must be moved.", "¿Qué pasa si toco dos piezas? Тронул — ходи.")
_BATCH: Final = 32


class JoinedInput(InputModule):  # type: ignore[misc]
    """All of the built-in encoder as the one module of a sentence-transformers model.

    Encodes as a document unless the prompt is that of a query.  A folder saved from it holds no weights:
    they are those of the installed packages.

    :param join: the way of joining the folder was saved with.
    :raises EncoderError: that way is not ours.
    """

    config_keys: list[str] = ["join"]  # noqa: RUF012  (declared so by the base class)

    def __init__(self, join: int = _JOIN) -> None:
        super().__init__()
        if join != _JOIN:
            raise EncoderError(
                f"The model folder was saved with joining {join!r}, this version knows {_JOIN}.",
                hint="Save it again with this version, or set KB_ENCODER=builtin.",
            )
        self.join = join
        self._encoder = BuiltinEncoder()

    def preprocess(
        self, inputs: Sequence[str], prompt: str | None = None, **_kwargs: Any
    ) -> dict[str, torch.Tensor]:
        """Encode ``inputs``; the prompt is given apart from them and chooses the side.

        :raises ValueError: a prompt that is none of :data:`PROMPTS`.
        """
        if prompt and prompt not in _SIDES:
            msg = f"the prompt must be one of {sorted(_SIDES)}, not {prompt!r}"
            raise ValueError(msg)
        side = _SIDES[prompt] if prompt else Side.DOCUMENT
        return {"sentence_embedding": torch.from_numpy(encode(self._encoder, side, list(inputs)))}

    def forward(self, features: dict[str, torch.Tensor], **_kwargs: Any) -> dict[str, torch.Tensor]:
        """Pass on what :meth:`preprocess` has made: there is nothing left to do on a device."""
        return features

    def get_embedding_dimension(self) -> int:
        """Length of a vector."""
        return self._encoder.dimension

    def save(self, output_path: str, *_args: Any, **_kwargs: Any) -> None:
        """Write the configuration to the folder ``output_path``."""
        self.save_config(output_path)


def builtin_model() -> SentenceTransformer:
    """Make the built-in encoder as a sentence-transformers model.

    Use its ``encode_query`` and ``encode_document``.  Saved with ``save_pretrained``, it is loaded again
    with ``trust_remote_code=True``, as any model whose module is not part of sentence-transformers.
    """
    return SentenceTransformer(modules=[JoinedInput()], prompts=dict(PROMPTS), device="cpu")


class SentenceTransformerEncoder:
    """Any sentence-transformers model as our :class:`~kb.search.encoder.Encoder`.

    Questions go through ``encode_query`` and passages through ``encode_document``, with the prompts the model
    itself defines (the "query: " and "passage: " of the e5 family, the instructions of others); a model that
    needs prompts and does not define them works less well.  Code that comes with a model is not run.
    Vectors may differ in the last bits from batch to batch.

    :param name: a model name, taken from the local cache or else the hub, or a folder.
    :raises EncoderError: the model cannot be found or loaded.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._model = _load(name)
        probes = [encode(self, side, _PROBE) for side in Side]
        self._dimension = int(probes[0].shape[1])
        # What the model says, rather than what it is called, so that changed weights or prompts are noticed.
        # Rounded: the last bits depend on the number of threads.
        rounded = np.round(np.concatenate(probes), 2) + 0.0
        self._fingerprint = hashlib.sha256(rounded.astype("<f4").tobytes()).hexdigest()[:16]

    @property
    def id(self) -> str:
        """The name and a fingerprint of the vectors the model gives for fixed texts."""
        return f"sentence-transformers+{self._name}+{self._fingerprint}"

    @property
    def dimension(self) -> int:
        """Length of a vector."""
        return self._dimension

    @property
    def degraded(self) -> Degradation:
        """Nothing is missing: the model is what was asked for."""
        return Degradation.NONE

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        """Encode questions to an ``(n, dimension)`` array of unit rows."""
        return self._encode(texts, self._model.encode_query, ("query",))

    def encode_documents(self, texts: Sequence[str]) -> Matrix:
        """Encode passages to an ``(n, dimension)`` array of unit rows."""
        return self._encode(texts, self._model.encode_document, ("document", "passage", "corpus"))

    def _encode(self, texts: Sequence[str], run: Any, prompts: Sequence[str]) -> Matrix:
        cleaned = clean_all(texts)
        if not cleaned:
            return np.empty((0, self._dimension), dtype=np.float32)
        # Chosen here, because sentence-transformers fills in an empty "document" prompt where a model defines
        # none, and that hides the "passage" prompt of the e5 family.
        prompt = next((text for name in prompts if (text := self._model.prompts.get(name))), None)
        try:
            vectors = run(
                cleaned, prompt=prompt, batch_size=_BATCH, show_progress_bar=False, normalize_embeddings=True
            )
        except (RuntimeError, ValueError, TypeError, IndexError) as error:
            raise EncoderError(
                f"The encoder {self._name!r} cannot encode text: {error}.",
                hint="Set KB_ENCODER to a text model, or to builtin.",
            ) from error
        return np.asarray(vectors, dtype=np.float32)


def _load(name: str) -> SentenceTransformer:
    """Load from a folder or the local cache, and only if that fails from the hub."""
    try:
        try:
            return SentenceTransformer(name, local_files_only=True)
        except (OSError, ValueError):
            if Path(name).exists():
                raise
            return SentenceTransformer(name)
    except Exception as error:  # what a model folder can raise is not a closed set
        if Path(name).exists():
            hint = "Give the folder of a complete sentence-transformers model, or set KB_ENCODER=builtin."
        else:
            hint = (
                "Check the name; connect to the internet once so that it can be downloaded, "
                "give the folder of a downloaded model, or set KB_ENCODER=builtin."
            )
        raise EncoderError(f"The encoder {name!r} cannot be loaded: {_words(error)}", hint=hint) from error


def _words(error: Exception) -> str:
    """Return the first line of an error as a sentence."""
    text = str(error).strip()
    return f"{text.splitlines()[0].rstrip('.')}." if text else f"{type(error).__name__}."
