from __future__ import annotations

from pathlib import Path

import faiss
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import IndexStoreError
from kb.search.encoder import Matrix
from kb.search.vectors import EXACT_UP_TO, NOTHING, FaissIndex, Ids, Kind, kind_for


def unit_rows(seed: int, count: int, dimension: int) -> Matrix:
    rows = np.random.default_rng(seed).standard_normal((count, dimension), dtype=np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows


def brute_force(ids: Ids, held: Matrix, queries: Matrix, k: int) -> tuple[Ids, Matrix]:
    """Score everything, sort everything: slow and obvious."""
    scores = queries @ held.T
    order = np.argsort(-scores, axis=1, kind="stable")[:, :k]
    return ids[order], np.take_along_axis(scores, order, axis=1)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1),
    count=st.integers(1, 60),
    dimension=st.integers(1, 40),
    queries=st.integers(0, 30),
    k=st.integers(1, 70),
)
def test_agrees_with_brute_force(seed: int, count: int, dimension: int, queries: int, k: int) -> None:
    held, asked = unit_rows(seed, count, dimension), unit_rows(seed + 1, queries, dimension)
    ids = np.random.default_rng(seed).permutation(10 * count)[:count].astype(np.int64)
    index = FaissIndex.build(ids, held)
    found, scores = index.search(asked, k)
    _, expected_scores = brute_force(ids, held, asked, k)
    assert found.shape == scores.shape == (queries, min(k, count))
    np.testing.assert_allclose(scores, expected_scores, atol=1e-5)
    place = {int(name): row for row, name in enumerate(ids)}
    for query, names, values in zip(asked, found, scores, strict=True):
        assert len(set(names.tolist())) == len(names)
        own = np.array([held[place[int(name)]] @ query for name in names])
        np.testing.assert_allclose(values, own, atol=1e-5)


def test_best_comes_first_and_equal_scores_come_by_id() -> None:
    same = np.array([[1, 0]] * 3 + [[0, 1]], dtype=np.float32)
    index = FaissIndex.build(np.array([30, 10, 20, 5]), same)
    ids, scores = index.search(np.array([[1, 0]], dtype=np.float32), 4)
    assert ids.tolist() == [[10, 20, 30, 5]]
    assert scores.tolist() == [[1, 1, 1, 0]]


def test_scores_do_not_depend_on_the_other_queries() -> None:
    index = FaissIndex.build(np.arange(300), unit_rows(1, 300, 64))
    asked = unit_rows(2, 50, 64)
    together = index.search(asked, 10)[1]
    alone = np.concatenate([index.search(asked[row : row + 1], 10)[1] for row in range(50)])
    assert together.tobytes() == alone.tobytes()


def test_an_empty_index_finds_nothing() -> None:
    index = FaissIndex.build(np.empty(0, dtype=np.int64), np.empty((0, 3), dtype=np.float32))
    ids, scores = index.search(unit_rows(1, 2, 3), 5)
    assert len(index) == 0
    assert ids.shape == scores.shape == (2, 0)


def test_gives_back_what_was_added() -> None:
    held = unit_rows(3, 5, 8)
    index = FaissIndex.build(np.array([9, 8, 7, 6, 5]), held)
    assert index.get(np.array([6, 9])).tobytes() == held[[3, 0]].tobytes()
    with pytest.raises(KeyError):
        index.get(np.array([1]))


def test_vectors_and_ids_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match=r"expected 2 vectors, got an array of shape \(3, 7\)"):
        FaissIndex.build(np.arange(2), unit_rows(1, 3, 7))


@pytest.mark.parametrize("kind", Kind)
def test_saving_and_loading_changes_nothing(tmp_path: Path, kind: Kind) -> None:
    index = FaissIndex.build(np.arange(5), unit_rows(3, 5, 8), kind)
    path = tmp_path / "índice ход.bin"
    index.save(path)
    loaded = FaissIndex.load(path)
    assert (len(loaded), loaded.dimension, loaded.kind) == (5, 8, kind)
    assert loaded.get(np.arange(5)).tobytes() == unit_rows(3, 5, 8).tobytes()
    asked = unit_rows(4, 3, 8)
    before, after = index.search(asked, 5), loaded.search(asked, 5)
    assert before[0].tobytes() == after[0].tobytes()
    assert before[1].tobytes() == after[1].tobytes()


@pytest.mark.parametrize("content", [b"", b"x", b"IxFI" + b"\xff" * 100])
def test_what_is_not_an_index_is_an_error_that_helps(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "index.bin"
    path.write_bytes(content)
    with pytest.raises(IndexStoreError, match="rebuilt"):
        FaissIndex.load(path)


def test_another_kind_of_faiss_index_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "index.bin"
    path.write_bytes(faiss.serialize_index(faiss.IndexFlatL2(4)).tobytes())
    with pytest.raises(IndexStoreError, match="another kind"):
        FaissIndex.load(path)


def test_the_way_to_search_follows_the_size() -> None:
    assert FaissIndex.build(np.arange(5), unit_rows(3, 5, 8)).kind is Kind.EXACT
    assert kind_for(EXACT_UP_TO) is Kind.EXACT
    assert kind_for(EXACT_UP_TO + 1) is Kind.GRAPH


def test_a_graph_finds_nearly_all_that_is_nearest_and_scores_it_exactly() -> None:
    ids = np.random.default_rng(5).permutation(30_000)[:3000].astype(np.int64)
    held, asked = unit_rows(1, 3000, 24), unit_rows(2, 40, 24)
    found, scores = FaissIndex.build(ids, held, Kind.GRAPH).search(asked, 10)
    best, _ = brute_force(ids, held, asked, 10)
    shared = [len(set(f) & set(b)) for f, b in zip(found.tolist(), best.tolist(), strict=True)]
    assert sum(shared) >= 0.95 * best.size
    place = {int(name): row for row, name in enumerate(ids)}
    own = np.einsum("mkd,md->mk", held[[[place[i] for i in row] for row in found.tolist()]], asked)
    np.testing.assert_allclose(scores, own, atol=1e-5)
    assert (np.diff(scores, axis=1) <= 0).all()


@pytest.mark.parametrize("kind", Kind)
def test_the_same_vectors_give_the_same_index_to_the_byte(tmp_path: Path, kind: Kind) -> None:
    for name in ("one", "two"):
        FaissIndex.build(np.arange(2000), unit_rows(9, 2000, 16), kind).save(tmp_path / name)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_places_a_graph_cannot_fill_are_marked() -> None:
    # From a start between two far groups of many equal vectors, a narrow search reaches one of them.
    held = np.repeat(np.eye(2, dtype=np.float32), 400, axis=0)
    index = FaissIndex.build(np.arange(800), held, Kind.GRAPH)
    ids, scores = index.search(np.eye(2, dtype=np.float32), 800)
    assert ids.shape == scores.shape == (2, 800)
    assert ((ids == NOTHING) == np.isneginf(scores)).all()
    for row in ids:
        assert len(set(row[row != NOTHING].tolist())) == (row != NOTHING).sum()


def test_a_full_disk_is_the_error_it_is(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"."):
        FaissIndex.build(np.arange(2), unit_rows(1, 2, 8)).save(tmp_path)
