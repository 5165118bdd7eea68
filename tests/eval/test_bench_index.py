from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("psutil")

from eval.bench_index import exact_best, measure, recall, synthetic, synthetic_queries


def test_synthetic_clauses_are_shaped_like_ours() -> None:
    made, queries = synthetic(1000), synthetic_queries(1000)
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1, atol=1e-5)
    assert made.tobytes() == synthetic(1000).tobytes()
    scores = np.sort(queries @ made.T, axis=1)
    assert 0.55 < np.median(scores) < 0.62
    assert 0.72 < np.median(scores[:, -1]) < 0.86
    assert 0.68 < np.median(scores[:, -10]) < 0.82


def test_the_exact_best_are_the_best_whatever_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    vectors, queries = synthetic(500), synthetic_queries(500, 7)
    expected = np.argsort(-(queries @ vectors.T), axis=1, kind="stable")[:, :10]
    monkeypatch.setattr("eval.bench_index._CHUNK", 64)
    assert exact_best(vectors, queries, 10).tolist() == expected.tolist()


def test_recall_is_the_share_found() -> None:
    best = np.array([[1, 2], [3, 4]])
    assert recall(best, best) == 1
    assert recall(np.array([[1, 9], [4, 3]]), best) == 0.75
    assert recall(np.array([[-1, -1], [-1, -1]]), best) == 0


@pytest.mark.parametrize("name", ["graph", "lists_sq8"])
def test_every_index_is_measured(name: str, tmp_path: Path) -> None:
    row = measure(name, 400, tmp_path, 1)
    assert row["clauses"] == 400
    assert 0.9 <= float(row["recall_at_10"]) <= 1
