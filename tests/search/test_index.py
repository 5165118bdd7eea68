from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kb.errors import EncoderError, IndexStoreError
from kb.search.encoder import BuiltinEncoder, Matrix, encode
from kb.search.entries import Entry, EntryKind
from kb.search.index import SearchIndex, encode_entries
from kb.search.vectors import NOTHING, FaissIndex, Ids
from tests.search.conftest import HashEncoder

ENTRIES = (
    Entry("q/1", "May I castle with both hands?", EntryKind.QUESTION, "en", "two_hands"),
    Entry("c/1", "Each move must be made with one hand only.", EntryKind.CLAUSE, "en", "two_hands"),
    Entry("q/2", "mag ik met twee handen rokeren", EntryKind.QUESTION, "nl", "two_hands"),
    Entry("o/1", "What is the weather in Utrecht?", EntryKind.OFF_TOPIC, "en"),
)


def make_index(encoder: HashEncoder | BuiltinEncoder) -> SearchIndex:
    vectors = FaissIndex.build(np.arange(len(ENTRIES)), encode_entries(ENTRIES, encoder, {}).matrix)
    return SearchIndex(ENTRIES, encoder, vectors)


def test_each_row_is_the_text_encoded_the_way_of_its_kind(quick: HashEncoder) -> None:
    made = encode_entries(ENTRIES, quick, {})
    for entry, row in zip(ENTRIES, made.matrix, strict=True):
        assert row.tobytes() == encode(quick, entry.kind.side, [entry.text])[0].tobytes()
    assert (made.encoded, made.reused) == (4, 0)


def test_a_text_is_encoded_once_for_each_side(quick: HashEncoder) -> None:
    twins = (
        Entry("a", "same", EntryKind.QUESTION, "en"),
        Entry("b", "same", EntryKind.NAME, "nl"),
        Entry("c", "same", EntryKind.CLAUSE, "en"),
    )
    made = encode_entries(twins, quick, {})
    assert quick.encoded == ["same", "same"]
    assert made.matrix[0].tobytes() == made.matrix[1].tobytes() != made.matrix[2].tobytes()


def test_known_vectors_are_not_encoded_again(quick: HashEncoder) -> None:
    first = encode_entries(ENTRIES, quick, {})
    quick.encoded.clear()
    changed = (*ENTRIES[:3], replace(ENTRIES[3], text="And in Soria?"))
    second = encode_entries(changed, quick, dict(zip(first.keys, first.matrix, strict=True)))
    assert quick.encoded == ["And in Soria?"]
    assert (second.encoded, second.reused) == (1, 3)
    assert second.matrix.tobytes() == encode_entries(changed, quick, {}).matrix.tobytes()


def test_progress_counts_up_to_the_texts_to_encode(quick: HashEncoder) -> None:
    many = [Entry(str(n), f"text {n % 700}", EntryKind.CLAUSE, "en") for n in range(1000)]
    seen: list[tuple[int, int]] = []
    encode_entries(many, quick, {}, lambda done, total: seen.append((done, total)))
    assert seen == [(256, 700), (512, 700), (700, 700)]


def test_finds_the_entry_itself_first(quick: HashEncoder) -> None:
    hits = make_index(quick).search_text(ENTRIES[2].text, 2)
    assert hits[0].entry is ENTRIES[2]
    assert hits[0].score == pytest.approx(1, abs=1e-5)
    assert len(hits) == 2


def test_gives_its_vectors_in_the_order_of_the_entries(quick: HashEncoder) -> None:
    assert make_index(quick).matrix().tobytes() == encode_entries(ENTRIES, quick, {}).matrix.tobytes()


def test_finds_the_topic_with_the_real_encoder(builtin: BuiltinEncoder) -> None:
    best = make_index(builtin).search_text("¿Puedo enrocar usando las dos manos?", 3)
    assert {hit.entry.topic for hit in best} == {"two_hands"}


def test_nothing_to_index_is_an_error(quick: HashEncoder) -> None:
    with pytest.raises(IndexStoreError, match="nothing to index"):
        encode_entries([], quick, {})


def test_an_id_used_twice_is_an_error(quick: HashEncoder) -> None:
    with pytest.raises(IndexStoreError, match="'q/1'"):
        encode_entries([ENTRIES[0], ENTRIES[0]], quick, {})


@pytest.mark.parametrize(
    "vectors",
    [
        np.zeros((1, 16), dtype=np.float32),
        np.full((1, 16), np.nan, dtype=np.float32),
        np.ones((1, 16), dtype=np.float32),
        np.eye(1, 8, dtype=np.float32),
        np.eye(2, 16, dtype=np.float32),
    ],
    ids=["zero", "nan", "long", "dimension", "count"],
)
def test_unusable_vectors_are_an_error(
    quick: HashEncoder, vectors: Matrix, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quick, "encode_queries", lambda _texts: vectors)
    with pytest.raises(EncoderError, match="unit vectors"):
        encode_entries(ENTRIES[:1], quick, {})


def test_what_an_approximate_index_did_not_find_is_left_out(quick: HashEncoder) -> None:
    class Forgetful(FaissIndex):
        def search(self, vectors: Matrix, k: int) -> tuple[Ids, Matrix]:
            ids, scores = super().search(vectors, k)
            ids[:, 2:], scores[:, 2:] = NOTHING, -np.inf
            return ids, scores

    vectors = Forgetful.build(np.arange(len(ENTRIES)), encode_entries(ENTRIES, quick, {}).matrix)
    assert len(SearchIndex(ENTRIES, quick, vectors).search_text("castle", 4)) == 2
