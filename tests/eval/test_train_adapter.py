from __future__ import annotations

import itertools

import numpy as np
import pytest

pytest.importorskip("ir_measures")
pytest.importorskip("sklearn")

from eval.train_adapter import (
    Sample,
    Searched,
    batches,
    language_folds,
    scores_by_question,
    topic_folds,
    train,
)
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.search.adapter import Adapter
from kb.search.entries import Entry, EntryKind, Side

REFS = [TopicRef("a", "x"), TopicRef("a", "y"), TopicRef("b", "x"), TopicRef("c", "z")]


def unit(values: np.ndarray) -> np.ndarray:
    return (values / np.linalg.norm(values)).astype(np.float32)


def samples(count: int = 6) -> list[Sample]:
    """Questions whose vectors carry their aspect in one half and noise in the other."""
    rng = np.random.default_rng(4)
    made = []
    for (number, ref), side, n in itertools.product(enumerate(REFS), Side, range(count)):
        vector = np.concatenate([np.eye(4)[number] * 0.5, rng.standard_normal(12) * 0.3])
        made.append(Sample(f"{ref} {side} {n}", side, ref, ["en", "nl", "es", "ru"][n % 4], unit(vector)))
    return made


def test_a_batch_holds_each_aspect_once() -> None:
    made = samples()
    for lefts, rights in itertools.islice(batches(made, np.random.default_rng(1)), 20):
        assert [made[row].ref for row in lefts] == REFS
        assert [made[row].ref for row in rights] == REFS
        assert all(made[row].side is Side.QUERY for row in lefts)


def test_training_is_repeatable_and_brings_one_aspect_together() -> None:
    made = samples()
    arrays = train(made, "hash-1", steps=150)
    again = train(made, "hash-1", steps=150)
    assert all(arrays[name].tobytes() == again[name].tobytes() for name in arrays)
    adapter, vectors = Adapter(arrays), np.stack([s.vector for s in made])
    same = np.array([[a.ref == b.ref for b in made] for a in made])

    def contrast(rows: np.ndarray) -> float:
        scores = rows @ rows.T
        return float(scores[same].mean() - scores[~same].mean())

    assert contrast(adapter(vectors)) > contrast(vectors)


def test_nothing_left_out_is_trained_on(library: Library) -> None:
    made = [
        Sample(f"{ref}", Side.QUERY, ref, language, np.ones(2, dtype=np.float32))
        for ref in {TopicRef(t.id, t.aspects[0].ref.aspect) for t in library.topics}
        for language in ("en", "es", "nl", "ru")
    ]
    folds = topic_folds(made, made, library)
    assert sum(len(asked) for _, asked in folds) == len(made)
    for taught, asked in folds:
        assert not {s.ref.topic for s in taught} & {s.ref.topic for s in asked}
    for taught, asked in language_folds(made, made):
        assert not {s.language for s in taught} & {s.language for s in asked}
        assert len(taught) + len(asked) == len(made)


def test_measures_are_of_the_ranking() -> None:
    entries = tuple(
        Entry(f"e/{n}", f"text {n}", EntryKind.RESTATEMENT, "en", ref.topic, ref.aspect)
        for n, ref in enumerate(REFS)
    )
    searched = Searched(entries, np.eye(4, dtype=np.float32))
    first = Sample("q", Side.QUERY, REFS[0], "en", unit(np.array([3, 2, 1, 0.5])))
    second = Sample("q", Side.QUERY, REFS[1], "en", unit(np.array([3, 2, 1, 0.5])))
    scores = scores_by_question(searched, [first, second], None)
    assert scores["Success@1"] == [1, 0]
    assert scores["RR"] == [1, 0.5]
    assert scores["Success@5"] == [1, 1]
