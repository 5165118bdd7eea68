"""The entries of a library: those of added texts come last, and only they are encoded anew."""

from __future__ import annotations

from pathlib import Path

from kb.laws.library import Library, open_library
from kb.search.corpus import corpus_entries
from kb.search.entries import EntryKind
from kb.search.store import Cause, FileStore
from tests.added import LAWS, write_text
from tests.search.conftest import HashEncoder


def test_added_texts_change_no_other_entry(tmp_path: Path, library: Library) -> None:
    write_text(tmp_path, "en-added")
    write_text(tmp_path, "club-rules", edition="")
    before, after = corpus_entries(library), corpus_entries(open_library(added=tmp_path))
    assert after[: len(before)] == before
    added = after[len(before) :]
    assert {e.kind for e in added} == {EntryKind.IMPORTED}
    assert len(added) == 2 * len(LAWS)
    assert {e.document for e in added} == {"en-added", "club-rules"}
    assert all(not e.topic and e.clause for e in added)
    assert all(e.kind is not EntryKind.IMPORTED for e in before)


def test_adding_and_removing_a_text_encodes_only_what_is_new(
    tmp_path: Path, library: Library, quick: HashEncoder
) -> None:
    store = FileStore(tmp_path / "index")
    without = corpus_entries(library)
    store.open_or_build(without, quick)
    write_text(tmp_path / "added", "en-added")
    with_added = corpus_entries(open_library(added=tmp_path / "added"))
    quick.encoded.clear()
    built = store.open_or_build(with_added, quick).report
    assert built.built is Cause.MISSING
    assert built.encoded == len(LAWS)
    assert sorted(quick.encoded) == sorted(e.text for e in with_added[len(without) :])
    quick.encoded.clear()
    assert store.open_or_build(without, quick).report.encoded == 0
    assert store.open_or_build(with_added, quick).report.built is Cause.NONE
    assert quick.encoded == []
