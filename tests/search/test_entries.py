from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.search.entries import Entry, EntryKind, Side, corpus_hash

BASE = Entry("q/1", "May I castle?", EntryKind.QUESTION, "en", "castling", "rights", None, None)


def test_what_reads_like_a_question_is_encoded_as_one() -> None:
    asked = {kind for kind in EntryKind if kind.side is Side.QUERY}
    assert asked == {EntryKind.QUESTION, EntryKind.NAME, EntryKind.OFF_TOPIC}


@pytest.mark.parametrize(
    "change",
    [
        {"id": "q/2"},
        {"text": "May I castle"},
        {"kind": EntryKind.NAME},
        {"language": "nl"},
        {"topic": "castle"},
        {"aspect": ""},
        {"document": "en-2001"},
        {"document": ""},
        {"clause": "7.1"},
    ],
)
def test_every_field_counts_for_the_corpus_hash(change: dict[str, object]) -> None:
    assert corpus_hash([replace(BASE, **change)]) != corpus_hash([BASE])  # type: ignore[arg-type]


def test_order_and_number_count_for_the_corpus_hash() -> None:
    other = replace(BASE, id="q/2")
    hashes = {corpus_hash(entries) for entries in ([], [BASE], [BASE, BASE], [BASE, other], [other, BASE])}
    assert len(hashes) == 5


text = st.text(st.characters(exclude_categories=()), max_size=4)


@given(st.lists(st.tuples(text, text), max_size=3), st.lists(st.tuples(text, text), max_size=3))
def test_different_entries_never_share_the_hashed_bytes(
    first: list[tuple[str, str]], second: list[tuple[str, str]]
) -> None:
    def hashed(pairs: list[tuple[str, str]]) -> str:
        return corpus_hash(replace(BASE, id=name, text=body) for name, body in pairs)

    assert (hashed(first) == hashed(second)) == (first == second)
