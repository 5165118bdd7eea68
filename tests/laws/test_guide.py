"""The guide to the whole Laws: its data is whole, and leads to numbers of every edition."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kb.errors import CorpusError
from kb.laws.guide import GUIDE, Guide, load_guide
from kb.laws.labels import canonical_label
from kb.laws.library import Library, corpus_folder
from kb.laws.ours import LANGUAGES
from kb.laws.topics import TopicRef

FOLDER = corpus_folder() / "ours" / "guide"
FEWEST = 6


@pytest.fixture(scope="module")
def guide(library: Library) -> Guide:
    return load_guide(FOLDER / "articles.toml", library.topics)


def _questions(language: str) -> dict[str, list[str]]:
    return tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))


def test_every_entry_has_its_description_in_every_language(guide: Guide) -> None:
    for entry in guide:
        assert set(LANGUAGES) <= set(entry.about), entry.id
        assert all(text.strip() for text in entry.about.values()), entry.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_of_its_own_has_questions_in_every_language(guide: Guide, language: str) -> None:
    questions = _questions(language)
    own = [e for e in guide if e.id in questions]
    assert {e.id for e in own} == set(questions)
    assert all(len(set(asked)) == len(asked) for asked in questions.values())
    assert [e.id for e in own if not e.aspects and len(questions[e.id]) < FEWEST] == []


def test_every_aspect_is_reached_by_one_entry(guide: Guide, library: Library) -> None:
    for aspect in library.topics.aspects:
        assert aspect.ref in guide.entry(aspect.ref).aspects
    refs = [ref for entry in guide for ref in entry.aspects]
    assert len(refs) == len(set(refs)) == len(library.topics.aspects)


def test_all_labels_are_canonical(guide: Guide) -> None:
    for entry in guide:
        for labels in entry.numbers.values():
            assert [label for label in labels if canonical_label(label) != label and label != "C"] == []


def test_every_article_of_the_newest_edition_is_treated(guide: Guide, library: Library) -> None:
    law = library.editions.latest
    treated = {n.partition(".")[0] for entry in guide for n in guide.numbers(entry, law)}
    assert {*map(str, range(1, 13)), "A", "B", "C", "D", "I", "II", "III"} <= treated


def test_a_list_holds_from_its_edition_until_the_next(guide: Guide) -> None:
    passing = guide.entry(TopicRef("en_passant", "when_allowed"))
    assert passing.labels("2001") == passing.labels("2014") == ("3.7d",)
    assert passing.labels("2017") == passing.labels("2018") == ("3.7.4",)
    assert passing.labels("2023") == ("3.7.3.1", "3.7.3.2")
    own = guide.entry(TopicRef(GUIDE, "clock_handling"))
    assert own.labels("2001") == ()
    assert own.labels("2018") == ("6.2.4",)


def test_articles_that_have_moved_are_looked_for_where_they_were(guide: Guide) -> None:
    points, knight = guide.entry(TopicRef(GUIDE, "points_max")), guide.entry(TopicRef(GUIDE, "knight"))
    assert [guide.article(points, e) for e in ("2001", "2009", "2014", "2023")] == ["11", "11", "10", "10"]
    assert guide.article(knight, "2001") == "3"


def test_damaged_data_is_an_error_with_a_hint(tmp_path: Path, library: Library) -> None:
    for text in (
        "[",
        "x = 1",
        '[moved]\n[knight]\nnumbers.2023 = ["3.6"]',
        '[moved]\n[a]\naspects = ["b.c"]',
    ):
        path = tmp_path / "articles.toml"
        path.write_text(text)
        with pytest.raises(CorpusError) as error:
            load_guide(path, library.topics)
        assert error.value.hint


def test_fast_play_leads_to_another_entry_only_where_it_says_so(guide: Guide) -> None:
    elsewhere = {e.id: guide.in_fast_play(e).id for e in guide if guide.in_fast_play(e) is not e}
    assert elsewhere == {e.id: e.fast for e in guide if e.fast}
    assert elsewhere["record"] == "rapid_record"
    assert all(guide.in_fast_play(guide.in_fast_play(e)) is guide.in_fast_play(e) for e in guide)
