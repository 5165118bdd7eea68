"""Added texts: read and verified; a broken one is left out and named, and stops nothing."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import CorpusError
from kb.laws import imported
from kb.laws.documents import Status
from kb.laws.imported import load_imported
from kb.laws.library import Library, open_library
from kb.laws.quotes import quote_clause
from kb.laws.topics import TopicRef
from tests.added import LAWS, described, write_text

CASTLING = TopicRef("castling", "when_allowed")


def test_a_sound_text_is_held_with_its_clauses_in_source_order(tmp_path: Path) -> None:
    write_text(tmp_path, "en-added")
    library = open_library(added=tmp_path)
    document = library.document("en-added")
    assert library.broken == ()
    assert document.status is Status.IMPORTED
    assert document.is_law
    assert [c.label for c in document.clauses] == [label for label, _, _ in LAWS]
    assert [document.clause_text(label) for label, _, _ in LAWS] == [wording for _, _, wording in LAWS]
    assert document.clause("3.6").heading == "Article 3"
    assert document.original_text("3.6").startswith("3.6  In this test te-\nxt")
    assert document.in_force_from == library.editions.get("2023").in_force_from
    assert library.imported() == (document,)


def test_quotes_of_it_are_verified_like_all_others(tmp_path: Path) -> None:
    write_text(tmp_path, "en-added")
    library = open_library(added=tmp_path)
    (quote,) = quote_clause(library.document("en-added"), "3.8.2.1")
    assert library.read(quote) == {label: wording for label, _, wording in LAWS}["3.8.2.1"]


def test_its_clauses_join_the_aspects_they_are_mapped_to(tmp_path: Path, library: Library) -> None:
    write_text(tmp_path, "en-added")
    topics = open_library(added=tmp_path).topics
    assert topics.aspect(CASTLING).governing("en-added") == ("3.8.2",)
    assert CASTLING in [a.ref for a in topics.about("en-added", "3.8.2")]
    restoring = TopicRef("illegal_move_restoration", "go_back")
    assert topics.aspect(restoring).penalty["en-added"] == ("7.5.5",)
    assert dict(topics.aspect(restoring).clauses) == {
        **library.topics.aspect(restoring).clauses,
        "en-added": ("7.5.1",),
    }


def test_a_text_that_is_no_law_settles_nothing(tmp_path: Path) -> None:
    write_text(tmp_path, "club-rules", edition="")
    library = open_library(added=tmp_path)
    assert not library.document("club-rules").is_law
    assert all("club-rules" not in (*a.clauses, *a.penalty) for a in library.topics.aspects)


def test_without_a_folder_or_with_an_empty_one_the_library_is_that_of_the_corpus(
    tmp_path: Path, library: Library
) -> None:
    for added in (None, tmp_path, tmp_path / "nothing"):
        opened = open_library(added=added)
        assert opened.documents == library.documents
        assert opened.broken == ()
        assert [a.clauses for a in opened.topics.aspects] == [a.clauses for a in library.topics.aspects]


def test_texts_being_written_and_stray_files_are_passed_over(tmp_path: Path) -> None:
    write_text(tmp_path, ".new-1234")
    (tmp_path / "notes.txt").write_text("mine")
    assert open_library(added=tmp_path).broken == ()


def _changed(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def change(meta: dict[str, Any]) -> None:
        meta[key] = value

    return change


def _spans(*pairs: object) -> Callable[[dict[str, Any]], None]:
    def change(meta: dict[str, Any]) -> None:
        meta["clauses"][0]["paragraphs"] = list(pairs)

    return change


@pytest.mark.parametrize(
    "change",
    [
        _changed("format", 2),
        _changed("id", "en-other"),
        _changed("status", "official_text"),
        _changed("edition", "1999"),
        _changed("edition", 2023),
        _changed("in_force_from", "yesterday"),
        _changed("sha256", "0" * 64),
        _changed("original_sha256", "0" * 64),
        _changed("clauses", None),
        _changed("aspects", {"castling.when_allowed": {"clauses": ["99.9"], "penalty": []}}),
        _changed("aspects", {"castling.nothing": {"clauses": [], "penalty": []}}),
        _changed("aspects", {"castling": {"clauses": [], "penalty": []}}),
        _spans([0, 10**9]),
        _spans([5, 2]),
        _spans([4, 9], [2, 6]),
        _spans(["x", "y"]),
        _spans([1]),
        lambda meta: meta["clauses"].append(dict(meta["clauses"][0])),
        lambda meta: meta.pop("title"),
    ],
)
def test_a_broken_text_is_left_out_and_named_and_the_others_stay(
    tmp_path: Path, change: Callable[[dict[str, Any]], None]
) -> None:
    write_text(tmp_path, "en-sound")
    place = write_text(tmp_path, "en-broken")
    meta = json.loads((place / "document.json").read_text())
    change(meta)
    (place / "document.json").write_text(json.dumps(meta))
    library = open_library(added=tmp_path)
    assert [text.id for text in library.broken] == ["en-broken"]
    assert library.broken[0].error.hint
    assert [d.id for d in library.imported()] == ["en-sound"]


@pytest.mark.parametrize("name", ["text.txt", "original.txt", "document.json"])
def test_missing_changed_and_undecodable_files_are_told(tmp_path: Path, name: str) -> None:
    place = write_text(tmp_path, "en-added")
    for damage in (b"\xff\xfe\x00", b"", b"[" * 100_000):
        (place / name).write_bytes(damage)
        assert [text.id for text in open_library(added=tmp_path).broken] == ["en-added"]
    (place / name).unlink()
    assert [text.id for text in open_library(added=tmp_path).broken] == ["en-added"]


def test_a_text_under_the_id_of_one_of_the_corpus_is_left_out(tmp_path: Path, library: Library) -> None:
    write_text(tmp_path, "es-2017")
    opened = open_library(added=tmp_path)
    assert [text.id for text in opened.broken] == ["es-2017"]
    assert opened.document("es-2017") == library.document("es-2017")


def test_a_file_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_text(tmp_path, "en-added")
    monkeypatch.setattr(imported, "_LARGEST", 100)
    assert "100 bytes" in str(open_library(added=tmp_path).broken[0].error)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None)
@given(key=st.sampled_from(sorted(described("en-added")[0])), value=JSON)
def test_whatever_stands_in_the_description_only_a_corpus_error_comes_of_it(
    tmp_path_factory: pytest.TempPathFactory, library: Library, key: str, value: object
) -> None:
    place = write_text(tmp_path_factory.mktemp("added"), "en-added")
    meta = json.loads((place / "document.json").read_text())
    meta[key] = value
    (place / "document.json").write_text(json.dumps(meta))
    with contextlib.suppress(CorpusError):
        load_imported(place, library.editions, library.topics)
