from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from kb.desk import Desk
from kb.errors import CorpusError
from kb.laws.library import corpus_folder
from kb.search.adapter import Adapter
from kb.search.encoder import Matrix
from kb.search.finder import TopicFinder

SHIPPED = corpus_folder() / "ours" / "adapter.npz"
QUESTIONS = (
    "¿Puedo enrocar con las dos manos?",
    "Mijn tegenstander drukte de klok in zonder te zetten.",
    "Оба короля под шахом, что делать?",
    "pieces knocked over, who puts them back",
    "",
)


def small(change: list[list[int]], scale: list[float], encoder: str = "hash-1") -> Adapter:
    return Adapter(
        {
            "change": np.array(change, dtype=np.int8),
            "scale": np.array(scale, dtype=np.float32),
            "encoder": np.array(encoder),
        }
    )


def test_adds_the_change_and_keeps_unit_length() -> None:
    adapter = small([[0, 2], [0, 0]], [1.0, 0.5])
    adapted = adapter(np.array([[1, 0], [0, 1]], dtype=np.float32))
    np.testing.assert_allclose(adapted, [[0.5**0.5, 0.5**0.5], [0, 1]], atol=1e-6)
    assert adapted.dtype == np.float32


def test_no_change_changes_nothing() -> None:
    rows = np.random.default_rng(1).standard_normal((5, 3)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    adapter = small(np.zeros((3, 3), dtype=int).tolist(), [1, 1, 1])
    np.testing.assert_allclose(adapter(rows), rows, atol=1e-6)
    np.testing.assert_allclose(adapter.probe(rows), rows, atol=1e-6)


def test_what_cannot_be_adapted_stays_finite() -> None:
    adapter = small([[-1, 0], [0, -1]], [1, 1])
    assert np.isfinite(adapter(np.array([[1, 0]], dtype=np.float32))).all()


def test_fits_the_encoder_it_was_trained_for_in_any_version_of_numpy() -> None:
    adapter = small([[0]], [1], "builtin-1+use-0.2.1+numpy-2.4.6")
    assert adapter.fits("builtin-1+use-0.2.1+numpy-2.5.0")
    assert not adapter.fits("builtin-1+use-0.2.2+numpy-2.4.6")


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"\x93NUMPY"])
def test_a_damaged_file_is_an_error_that_helps(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "adapter.npz").write_bytes(content)
    with pytest.raises(CorpusError, match="reinstall"):
        Adapter.load(tmp_path / "adapter.npz")


def test_a_file_that_lacks_a_part_is_an_error_that_helps(tmp_path: Path) -> None:
    made = io.BytesIO()
    np.savez(made, change=np.zeros((2, 2), dtype=np.int8))
    (tmp_path / "adapter.npz").write_bytes(made.getvalue())
    with pytest.raises(CorpusError, match="reinstall"):
        Adapter.load(tmp_path / "adapter.npz")


def test_the_shipped_one_is_small_and_fits_the_built_in_encoder(desk: Desk) -> None:
    assert SHIPPED.stat().st_size < 2_000_000
    adapter = Adapter.load(SHIPPED)
    assert adapter.fits(desk.finder.index.encoder.id)


def slow_search(desk: Desk, adapter: Adapter, question: str, k: int) -> list[str]:
    """Adapt everything, compare with everything."""
    index = desk.finder.index
    scores: Matrix = adapter(index.matrix()) @ adapter(index.encoder.encode_queries([question]))[0]
    return [index.entries[row].id for row in np.argsort(-scores, kind="stable")[:k]]


def test_collecting_first_finds_what_adapting_everything_finds(desk: Desk) -> None:
    adapter = Adapter.load(SHIPPED)
    found = missed = 0
    for question in QUESTIONS:
        hits = desk.finder.index.search_text(question, 10, adapter)
        expected = slow_search(desk, adapter, question, 10)
        assert [h.score for h in hits] == sorted((h.score for h in hits), reverse=True)
        found += len(hits)
        missed += len(set(expected) - {h.entry.id for h in hits})
    assert found == 10 * len(QUESTIONS)
    assert missed <= 0.02 * found


def test_as_many_entries_as_are_asked_for_or_all(desk: Desk) -> None:
    index, adapter = desk.finder.index, Adapter.load(SHIPPED)
    assert len(index.search_text("blitz", 1, adapter)) == 1
    assert len(index.search_text("blitz", 10**6, adapter)) == len(index.entries)


def test_entries_are_looked_up_adapted_and_topics_are_not(desk: Desk) -> None:
    finder, question = desk.finder, QUESTIONS[0]
    plain = TopicFinder(finder.index, finder._model)
    assert finder.find(question) == plain.find(question)
    adapted = finder.index.search_text(question, 10, Adapter.load(SHIPPED))
    assert finder.entries(question, 10) == adapted != plain.entries(question, 10)


def test_an_adapter_for_another_encoder_is_not_used(desk: Desk) -> None:
    finder = TopicFinder(desk.finder.index, desk.finder._model, small([[0]], [1]))
    plain = TopicFinder(desk.finder.index, desk.finder._model)
    assert finder.entries(QUESTIONS[1], 5) == plain.entries(QUESTIONS[1], 5)
