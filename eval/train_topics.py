"""Train the topic model on our own questions and write ``corpus/ours/topic_model.npz``.

Usage: python eval/train_topics.py [--dry-run]

Training texts: the questions under ``corpus/ours/questions`` and ``corpus/ours/training``, our
restatements, translations and the clauses themselves.  Validation: ``eval/own``, never trained on.
The same corpus and encoder give the same weights; scikit-learn's solver is deterministic here.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import tomllib
import warnings
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from kb.dialog.compose import public_topic
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import TopicRef
from kb.search.corpus import OFF_TOPIC, corpus_entries
from kb.search.encoder import BuiltinEncoder
from kb.search.entries import Side
from kb.search.neutral import neutral_text
from kb.search.topic_model import BUCKETS, TopicModel, letter_features

OWN = Path(__file__).parent / "own"
_LETTERS_C = 20.0  # inverse strength of regularisation, chosen on eval/own
_VECTORS_C = 40.0

Floats = NDArray[np.float32]


def training_texts(library: Library) -> list[tuple[str, Side, TopicRef]]:
    """Return (text, how it is read, aspect) for everything to learn from."""
    texts = [
        (
            neutral_text(e.text) if e.kind.side is Side.QUERY else e.text,
            e.kind.side,
            TopicRef(e.topic, e.aspect),
        )
        for e in corpus_entries(library)
    ]
    for language in LANGUAGES:
        path = corpus_folder() / "ours" / "training" / f"{language}.toml"
        for topic, aspects in tomllib.loads(path.read_text(encoding="utf-8")).items():
            for aspect, questions in aspects.items():
                ref = OFF_TOPIC if topic == "off_topic" else TopicRef(topic, aspect)
                texts += [(neutral_text(q), Side.QUERY, ref) for q in questions]
    return texts


def letter_matrix(texts: Sequence[str]) -> csr_matrix:
    """Return the n-gram counts as log counts, ``(len(texts), BUCKETS)``."""
    rows, columns, values = [], [], []
    for row, text in enumerate(texts):
        for bucket, count in letter_features(text).items():
            rows.append(row)
            columns.append(bucket)
            values.append(1 + np.log(count))
    return csr_matrix((np.array(values, dtype=np.float32), (rows, columns)), shape=(len(texts), BUCKETS))


def weighted(counts: csr_matrix, idf: Floats) -> csr_matrix:
    """Return rows weighted by idf and scaled to unit length."""
    scaled = counts.multiply(idf).tocsr()
    norms = np.sqrt(scaled.multiply(scaled).sum(axis=1)).A1
    return csr_matrix(scaled.multiply(1 / np.maximum(norms, 1e-6)[:, None]))


def quantised(weights: NDArray[np.float64]) -> tuple[NDArray[np.int8], Floats]:
    """Return int8 weights and one float scale per column."""
    scale = np.maximum(np.abs(weights).max(axis=0), 1e-9) / 127
    return np.round(weights / scale).astype(np.int8), scale.astype(np.float32)


def train(
    texts: list[tuple[str, Side, TopicRef]], vectors: Floats, encoder_id: str
) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a :class:`TopicModel`."""
    refs = sorted({ref for _, _, ref in texts})
    labels = np.array([refs.index(ref) for _, _, ref in texts])
    counts = letter_matrix([text for text, _, _ in texts])
    seen = np.asarray((counts > 0).sum(axis=0)).ravel()
    idf = (np.log((1 + len(texts)) / (1 + seen)) + 1).astype(np.float32)
    by_letters = LogisticRegression(C=_LETTERS_C, max_iter=400).fit(weighted(counts, idf), labels)
    by_vectors = LogisticRegression(C=_VECTORS_C, max_iter=400).fit(vectors, labels)
    letters, letters_scale = quantised(by_letters.coef_.T)
    vector_weights, vectors_scale = quantised(by_vectors.coef_.T)
    meta = {"refs": [str(ref) for ref in refs], "encoder": encoder_id, "texts": len(texts)}
    return {
        "meta": np.array(json.dumps(meta)),
        "idf": idf.astype(np.float16),
        "letters": letters,
        "letters_scale": letters_scale,
        "letters_bias": by_letters.intercept_.astype(np.float32),
        "vectors": vector_weights,
        "vectors_scale": vectors_scale,
        "vectors_bias": by_vectors.intercept_.astype(np.float32),
    }


def validate(model: TopicModel, encoder: BuiltinEncoder, library: Library) -> None:
    """Print accuracy on ``eval/own`` by language: public topic, and aspect."""
    for language in LANGUAGES:
        lines = (OWN / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
        cases = [json.loads(line) for line in lines]
        queries = [neutral_text(c["question"]) for c in cases]
        vectors = cached_vectors(queries, Side.QUERY, encoder)
        topic_hits = aspect_hits = 0
        for case, query, vector in zip(cases, queries, vectors, strict=True):
            shares = model.shares(query, vector)
            best = max(shares, key=lambda ref: shares[ref])
            topic_hits += public_topic(library, best) == public_topic(
                library, TopicRef(case["topic"], case["aspect"])
            )
            aspect_hits += best == TopicRef(case["topic"], case["aspect"])
        print(f"{language}: topic {topic_hits / len(cases):.3f}  aspect {aspect_hits / len(cases):.3f}")


def cached_vectors(texts: Sequence[str], side: Side, encoder: BuiltinEncoder) -> Floats:
    """Encode, keeping the vectors of texts seen before in a file below the user's cache folder."""
    folder = Path(os.environ.get("KB_TRAIN_CACHE", Path.home() / ".cache" / "chess-laws-kb" / "train"))
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{hashlib.sha256(encoder.id.encode()).hexdigest()[:16]}-{side}.npz"
    known: dict[str, Floats] = {}
    if path.exists():
        with np.load(path) as stored:
            known = dict(zip(stored["keys"].tolist(), stored["vectors"], strict=True))
    keys = [hashlib.sha256(t.encode()).hexdigest() for t in texts]
    fresh = [(k, t) for k, t in dict(zip(keys, texts, strict=True)).items() if k not in known]
    if fresh:
        encode = encoder.encode_queries if side is Side.QUERY else encoder.encode_documents
        for start in range(0, len(fresh), 512):
            batch = fresh[start : start + 512]
            known.update(zip([k for k, _ in batch], encode([t for _, t in batch]), strict=True))
            print(f"encoded {start + len(batch)}/{len(fresh)}", flush=True)
        np.savez(path, keys=np.array(list(known)), vectors=np.array(list(known.values())))
    return np.array([known[k] for k in keys], dtype=np.float32)


def main() -> None:
    """Train, validate, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="train and validate, write nothing")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    library, encoder = open_library(), BuiltinEncoder()
    texts = training_texts(library)
    vectors = np.empty((len(texts), encoder.dimension), dtype=np.float32)
    for side in Side:
        rows = [i for i, (_, s, _) in enumerate(texts) if s is side]
        vectors[rows] = cached_vectors([texts[i][0] for i in rows], side, encoder)
    arrays = train(texts, vectors, encoder.id)
    print(f"{len(texts)} texts, {len(json.loads(str(arrays['meta']))['refs'])} aspects")
    validate(TopicModel(arrays), encoder, library)
    if not options.dry_run:
        np.savez_compressed(corpus_folder() / "ours" / "topic_model.npz", **arrays)


if __name__ == "__main__":
    main()
