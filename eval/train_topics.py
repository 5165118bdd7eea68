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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.linear_model import LogisticRegression

from kb.dialog.acts import acts_from_words
from kb.dialog.compose import public_topic
from kb.dialog.cues import cues_of
from kb.dialog.facts import facts_from_words
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
_CUE_WEIGHT = 0.3  # of a cue beside letter features of unit length

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Example:
    """A text to learn from: as encoded, how it is read, what was understood of it, what it is about."""

    text: str
    side: Side
    cues: tuple[str, ...]
    ref: TopicRef


def training_texts(library: Library) -> list[Example]:
    """Return everything to learn from."""
    texts = [
        _asked(e.text, e.language, TopicRef(e.topic, e.aspect))
        if e.kind.side is Side.QUERY
        else Example(e.text, e.kind.side, (), TopicRef(e.topic, e.aspect))
        for e in corpus_entries(library)
    ]
    for language in LANGUAGES:
        for path in sorted((corpus_folder() / "ours" / "training").glob(f"*{language}.toml")):
            for topic, aspects in tomllib.loads(path.read_text(encoding="utf-8")).items():
                for aspect, questions in aspects.items():
                    ref = OFF_TOPIC if topic == "off_topic" else TopicRef(topic, aspect)
                    texts += [_asked(q, language, ref) for q in questions]
    return texts


def _asked(question: str, language: str, ref: TopicRef) -> Example:
    return Example(neutral_text(question), Side.QUERY, question_cues(question, language), ref)


def question_cues(question: str, language: str) -> tuple[str, ...]:
    """Return what the desk understands of a question before it looks for the topic."""
    return cues_of(acts_from_words(question, language), facts_from_words(question, language).facts)


def cue_matrix(examples: Sequence[Example], names: Sequence[str]) -> csr_matrix:
    """Return ``(len(examples), len(names))`` with a fixed weight where a cue is present."""
    columns = {name: n for n, name in enumerate(names)}
    places = [(row, columns[cue]) for row, e in enumerate(examples) for cue in e.cues]
    rows, cols = zip(*places, strict=True) if places else ((), ())
    values = np.full(len(places), _CUE_WEIGHT, dtype=np.float32)
    return csr_matrix((values, (rows, cols)), shape=(len(examples), len(names)))


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
    examples: list[Example], vectors: Floats, encoder_id: str, weights: Mapping[TopicRef, float] | None = None
) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of a :class:`TopicModel`.

    :param weights: how much an example of each aspect counts; all alike if not given.
    """
    refs = sorted({e.ref for e in examples})
    counting = {n: weights[ref] for n, ref in enumerate(refs)} if weights else None
    labels = np.array([refs.index(e.ref) for e in examples])
    counts = letter_matrix([e.text for e in examples])
    seen = np.asarray((counts > 0).sum(axis=0)).ravel()
    idf = (np.log((1 + len(examples)) / (1 + seen)) + 1).astype(np.float32)
    cues = sorted({cue for e in examples for cue in e.cues})
    features = hstack([weighted(counts, idf), cue_matrix(examples, cues)]).tocsr()
    by_letters = LogisticRegression(C=_LETTERS_C, max_iter=300, class_weight=counting).fit(features, labels)
    by_vectors = LogisticRegression(C=_VECTORS_C, max_iter=400, class_weight=counting).fit(vectors, labels)
    letters, letters_scale = quantised(by_letters.coef_.T[:BUCKETS])
    vector_weights, vectors_scale = quantised(by_vectors.coef_.T)
    meta = {"refs": [str(r) for r in refs], "cues": cues, "encoder": encoder_id, "texts": len(examples)}
    return {
        "meta": np.array(json.dumps(meta)),
        "idf": idf.astype(np.float16),
        "letters": letters,
        "letters_scale": letters_scale,
        "letters_bias": by_letters.intercept_.astype(np.float32),
        "cues": (by_letters.coef_.T[BUCKETS:] * _CUE_WEIGHT).astype(np.float32),
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
            shares = model.shares(query, question_cues(case["question"], language), vector)
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
        rows = [i for i, e in enumerate(texts) if e.side is side]
        vectors[rows] = cached_vectors([texts[i].text for i in rows], side, encoder)
    arrays = train(texts, vectors, encoder.id)
    print(f"{len(texts)} texts, {len(json.loads(str(arrays['meta']))['refs'])} aspects")
    validate(TopicModel(arrays), encoder, library)
    if not options.dry_run:
        np.savez_compressed(corpus_folder() / "ours" / "topic_model.npz", **arrays)


if __name__ == "__main__":
    main()
