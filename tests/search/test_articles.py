"""Which imported text is quoted and which of its clauses, given a matter of the guide."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kb.laws.guide import GUIDE, load_guide
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.topics import TopicRef
from kb.search.articles import ArticleFinder
from kb.search.corpus import OFF_TOPIC, corpus_entries
from kb.search.entries import EntryKind
from kb.search.index import SearchIndex, encode_entries
from kb.search.topic_model import TopicModel
from kb.search.vectors import FaissIndex
from tests.added import write_text
from tests.search.conftest import HashEncoder

FOLDER = corpus_folder() / "ours" / "guide"
PENALTIES = [("12.9", "Article 12", "Penalties:")] + [
    (f"12.9.{n}", "Article 12", f"Test penalty {n}.") for n in range(1, 16)
]


@pytest.fixture(scope="module")
def model() -> TopicModel:
    return TopicModel.load(FOLDER / "model.npz")


def _finder(folder: Path, model: TopicModel) -> tuple[Library, ArticleFinder]:
    library, encoder = open_library(added=folder), HashEncoder()
    entries = [e for e in corpus_entries(library) if e.kind is EntryKind.IMPORTED]
    made = encode_entries(entries, encoder, {})
    index = SearchIndex(entries, encoder, FaissIndex.build(np.arange(len(entries)), made.matrix))
    guide = load_guide(FOLDER / "articles.toml", library.topics)
    return library, ArticleFinder(library, guide, model, index)


def test_texts_of_the_edition_come_else_of_the_nearest_and_of_two_the_newer(
    tmp_path: Path, model: TopicModel
) -> None:
    for name, edition, language in (
        ("en-2014-x", "2014", "en"),
        ("es-2018-x", "2018", "es"),
        ("en-2018-x", "2018", "en"),
        ("club-rules", "", "en"),
    ):
        write_text(tmp_path, name, edition=edition, language=language, aspects={})
    library, finder = _finder(tmp_path, model)

    def names(edition: str, language: str) -> list[str]:
        return [d.id for d in finder.texts(library.editions.get(edition), language)]

    assert names("2018", "es") == ["es-2018-x", "en-2018-x"]
    assert names("2018", "ru") == ["en-2018-x", "es-2018-x"]
    assert names("2014", "es") == ["en-2014-x"]
    assert names("2017", "en") == ["en-2018-x", "es-2018-x"]
    assert names("2001", "en") == ["en-2014-x"]


def test_clauses_below_a_number_come_with_it_up_to_a_limit(tmp_path: Path, model: TopicModel) -> None:
    write_text(tmp_path, "en-added", PENALTIES, aspects={})
    library, finder = _finder(tmp_path, model)
    guide = load_guide(FOLDER / "articles.toml", library.topics)
    labels = finder.labels(guide.entry(TopicRef("penalties_list", "list")), library.document("en-added"))
    assert labels == ("12.9", *(f"12.9.{n}" for n in range(1, 12)))


def test_what_the_text_was_mapped_to_is_taken_where_the_guide_has_no_number(
    tmp_path: Path, model: TopicModel
) -> None:
    mapped = {"colours_reversed.wrong_player_white": {"clauses": ["4.3.1"], "penalty": []}}
    write_text(tmp_path, "en-added", aspects=mapped)
    library, finder = _finder(tmp_path, model)
    guide = load_guide(FOLDER / "articles.toml", library.topics)
    entry = guide.entry(TopicRef("colours_reversed", "wrong_player_white"))
    assert finder.labels(entry, library.document("en-added")) == ("4.3.1",)
    missing = guide.entry(TopicRef(GUIDE, "seal"))
    assert finder.labels(missing, library.document("en-added")) == ()


def test_a_text_that_kept_older_numbers_is_quoted_by_them_and_not_by_what_sounds_alike(
    tmp_path: Path, model: TopicModel
) -> None:
    stale = (
        ("3.7.2", "Article 3", "In this test text a pawn steps."),
        ("3.7.4.1", "Article 3", "In this test text the passing one is taken."),
        ("3.7.4.2", "Article 3", "In this test text that is done at once."),
        ("3.8.1", "Article 3", "En passant, en passant: in this test text the king goes one square."),
    )
    write_text(tmp_path, "en-stale", stale, edition="2023", aspects={})
    write_text(tmp_path, "en-sound", (("3.7.3.1", "Article 3", "Taken."), *stale), edition="2023", aspects={})
    library, finder = _finder(tmp_path, model)
    entry = finder.guide.entry(TopicRef("en_passant", "when_allowed"))
    assert finder.labels(entry, library.document("en-stale")) == ("3.7.4.1", "3.7.4.2")
    assert finder.labels(entry, library.document("en-sound")) == ("3.7.3.1",)


def test_shares_sum_to_one_and_the_model_knows_every_entry(tmp_path: Path, model: TopicModel) -> None:
    write_text(tmp_path, "en-added")
    library, finder = _finder(tmp_path, model)
    guide = load_guide(FOLDER / "articles.toml", library.topics)
    assert set(model.refs) == {entry.ref for entry in guide} | {OFF_TOPIC}
    found = finder.matters("how does a knight move")
    assert sum(m.share for m in found.matters) + found.beside == pytest.approx(1, abs=1e-4)
    assert [m.share for m in found.matters] == sorted((m.share for m in found.matters), reverse=True)
    assert found.matters[0].entry.id == "knight"
    assert finder.regulations("anything") == ()
