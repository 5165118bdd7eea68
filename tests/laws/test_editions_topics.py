"""Editions and the concordance, checked both ways."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from kb.errors import CorpusError, RequestError
from kb.laws.editions import load_editions
from kb.laws.labels import canonical_label
from kb.laws.library import Library, corpus_folder
from kb.laws.topics import Scope, TopicRef

# The concordance, read off the texts by hand: aspect -> clauses of es, nl, en, ru ("" = no such rule).
CONCORDANCE = {
    "clock_times_after_irregularity.who_sets_times": ("7.1", "7.1", "", "7.1"),
    "wrong_initial_position.pieces_misplaced": ("7.2.1", "7.2a", "7.1a", "7.2.1"),
    "board_turned.orientation": ("7.2.2", "7.2b", "7.1b", "7.2.2"),
    "colours_reversed.wrong_player_white": ("7.3", "7.3", "7.2", "7.3"),
    "displaced_pieces_by_player.put_right": ("7.4.1", "7.4", "7.3", "7.4"),
    "displaced_pieces_by_player.clock_and_arbiter": ("7.4.2", "7.4", "7.3", "7.4"),
    "displaced_pieces_by_player.punishment": ("7.4.3", "7.4", "7.3", "7.4"),
    "illegal_move_restoration.go_back": ("7.5.1", "7.5a", "7.4a", "7.5.1"),
    "promotion_not_replaced.pawn_left": ("7.5.2", "7.5a¶2", "", "7.5.1¶2"),
    "illegal_move_penalty.how_many": ("7.5.3", "7.5b", "7.4b", "7.5.2"),
    "draw_exception.opponent_cannot_mate": ("7.5.3", "7.5b", "", "7.5.2"),
    "pieces_found_displaced.go_back": ("7.6", "7.6", "7.5", "7.6"),
    "two_hands.two_hands_used": ("7.7.1", "", "", ""),
    "clock_without_move.empty_press": ("7.8.1", "", "", ""),
}
DOCUMENTS = ("es-2017", "nl-2014", "en-2001", "ru-2014")
# Russian national rules number the content of the 2014 edition their own way.
RUSSIAN_NUMBERS = {"7.2a": "7.2.1", "7.2b": "7.2.2", "7.5a": "7.5.1", "7.5b": "7.5.2"}


def _ref(name: str) -> TopicRef:
    return TopicRef(*name.split("."))


@pytest.mark.parametrize("name", CONCORDANCE)
def test_concordance(library: Library, name: str) -> None:
    aspect = library.topics.aspect(_ref(name))
    assert tuple((aspect.clauses.get(d) or ("",))[0] for d in DOCUMENTS) == CONCORDANCE[name]


def test_every_held_clause_has_a_topic(library: Library) -> None:
    named = {
        (document, label)
        for a in library.topics.aspects
        for labels in (a.clauses, a.instead, a.penalty)
        for document, ones in labels.items()
        for label in ones
    }
    held = {(d.id, c.label) for d in library.documents.values() for c in d.clauses}
    assert named == held
    for document in library.documents.values():
        for clause in document.clauses:
            assert library.topics.about(document.id, clause.label), (document.id, clause.label)


def test_every_article_7_aspect_has_its_clause_in_a_held_text(library: Library) -> None:
    for topic in library.topics:
        for aspect in topic.aspects:
            assert bool(aspect.clauses) is (topic.scope is Scope.ARTICLE7), aspect.ref


def test_clause_numbers_of_held_editions_agree_with_the_parameters(library: Library) -> None:
    for name in CONCORDANCE:
        aspect = library.topics.aspect(_ref(name))
        for document in library.documents.values():
            law = library.editions.get(document.edition)
            numbers = {n for path in aspect.numbers for n in law.texts(path)}
            if document.id == "ru-2014":
                numbers = {RUSSIAN_NUMBERS.get(n, n) for n in numbers}
            for label in aspect.clauses.get(document.id, ()):
                assert label.partition("¶")[0] in numbers, (name, document.id)


def test_every_aspect_has_exactly_one_rule_in_every_edition(library: Library) -> None:
    for aspect in library.topics.aspects:
        assert tuple(sorted(aspect.rules)) == library.editions.ids, aspect.ref


def test_topic_names_in_four_languages(library: Library) -> None:
    for topic in library.topics:
        assert set(topic.names) == {"es", "nl", "ru", "en"}
        assert len(set(topic.names.values())) > 1


def test_every_number_path_reads(library: Library) -> None:
    for aspect in library.topics.aspects:
        for law in library.editions:
            for path in aspect.numbers:
                for number in law.texts(path):
                    plain = number.partition(" via ")[0]
                    known = canonical_label(plain) or plain.startswith(("App.", "Art.", "Guidelines"))
                    assert known, (law.id, path, number)


def test_all_editions_have_the_same_keys_of_the_same_kinds(library: Library) -> None:
    import tomllib

    data = tomllib.loads((corpus_folder() / "editions.toml").read_text(encoding="utf-8"))
    shapes = {
        edition: {
            (t, k): type(v)
            for t, table in tables.items()
            if isinstance(table, dict)
            for k, v in table.items()
        }
        for edition, tables in data.items()
    }
    first = shapes["2001"]
    for edition, shape in shapes.items():
        assert shape == first, edition
    assert all((table, "confidence") in first for table, _ in first)


def test_dates_leave_no_gap(library: Library) -> None:
    day = date(2001, 7, 1)
    assert library.editions.on(day).id == "2001"
    for edition in library.editions:
        assert library.editions.on(edition.in_force_from) is edition
        assert edition.in_force_from == day
        if edition.in_force_to is None:
            break
        assert library.editions.on(edition.in_force_to) is edition
        day = edition.in_force_to + timedelta(days=1)
    assert library.editions.latest.id == "2023"
    assert library.editions.on(date(2026, 11, 30)).id == "2023"


@pytest.mark.parametrize(
    ("day", "edition"),
    [
        ("2005-06-30", "2001"),
        ("2016-05-01", "2014"),
        ("2017-06-30", "2014"),
        ("2017-07-01", "2017"),
        ("2020-01-01", "2018"),
    ],
)
def test_edition_by_date(library: Library, day: str, edition: str) -> None:
    assert library.editions.on(date.fromisoformat(day)).id == edition


def test_unknown_editions_and_early_dates_say_what_to_do(library: Library) -> None:
    with pytest.raises(RequestError, match="2001, 2005, 2009"):
        library.editions.get("1997")
    with pytest.raises(RequestError, match="2001-07-01"):
        library.editions.on(date(1999, 1, 1))


def test_parameters_are_typed(library: Library) -> None:
    law = library.editions.get("2017")
    assert law.number("colours_reversed.threshold_moves") == 10
    assert law.texts("illegal_move.touch_clauses") == ("4.3", "4.7")
    assert law.texts("colours_reversed.clause") == ("7.3",)
    with pytest.raises(CorpusError, match="not a bool"):
        law.flag("colours_reversed.threshold_moves")
    with pytest.raises(CorpusError, match="lacks 2017"):
        law.text("no_such.key")


def test_editions_with_a_gap_are_refused(tmp_path: Path) -> None:
    text = (corpus_folder() / "editions.toml").read_text(encoding="utf-8")
    path = tmp_path / "editions.toml"
    path.write_text(text.replace("2005-06-30", "2005-06-29"), encoding="utf-8")
    with pytest.raises(CorpusError, match="do not join"):
        load_editions(path)
