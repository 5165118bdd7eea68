"""Timelines: dates, numbers, official wording, what changed, and how sure it is."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import timedelta

import pytest

from kb.comparing.timeline import Change, Entry, Role, compare, renumbered
from kb.errors import QuoteMismatch, RequestError
from kb.laws.changes import Mark
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import TopicRef

# Clause numbers and the kind of change of every edition, by hand.
KNOWN = {
    "colours_reversed.wrong_player_white": (
        ("7.2", "7.2", "7.2", "7.3", "7.3", "7.3", "7.3"),
        ("first", "same", "same", "renumbered", "rule", "same", "same"),
    ),
    "draw_exception.opponent_cannot_mate": (
        ("", "", "7.4b", "7.5b", "7.5.3", "7.5.5", "7.5.5"),
        ("first", "same", "clause", "renumbered", "renumbered", "renumbered", "same"),
    ),
    "clock_without_move.empty_press": (
        ("", "", "", "", "7.8.1", "7.5.3", "7.5.3"),
        ("first", "same", "same", "same", "clause", "rule", "same"),
    ),
    "pieces_found_displaced.go_back": (
        ("7.5", "7.5", "7.5", "7.6", "7.6", "7.6", "7.6"),
        ("first", "same", "same", "wording", "same", "same", "same"),
    ),
    "displaced_pieces_by_player.put_right": (
        ("7.3", "7.3", "7.3", "7.4", "7.4.1", "7.4.1", "7.4.1"),
        ("first", "same", "same", "renumbered", "renumbered", "same", "same"),
    ),
    "board_turned.orientation": (
        ("7.1b", "7.1b", "7.1b", "7.2b", "7.2.2", "7.2.2", "7.2.2"),
        ("first", "unseen", "rule", "renumbered", "renumbered", "same", "same"),
    ),
}


def entries(library: Library, name: str, language: str = "en") -> tuple[Entry, ...]:
    return compare(library, name, language=language).groups[0].timelines[0].entries


@pytest.mark.parametrize("name", KNOWN)
def test_numbers_and_kinds_of_change(library: Library, name: str) -> None:
    found = entries(library, name)
    numbers, kinds = KNOWN[name]
    assert tuple(", ".join(e.numbers) for e in found) == numbers
    assert tuple(str(e.change) for e in found) == kinds


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_has_a_whole_timeline_in_every_language(library: Library, language: str) -> None:
    for topic in library.topics:
        (group,) = compare(library, topic.id, language=language).groups
        assert [t.aspect for t in group.timelines] == [a.ref.aspect for a in topic.aspects]
        assert len({t.heading for t in group.timelines}) == len(topic.aspects)
        for line in group.timelines:
            assert tuple(e.edition for e in line.entries) == library.editions.ids
            for before, after in zip(line.entries, line.entries[1:], strict=False):
                assert before.in_force_to is not None
                assert after.in_force_from - before.in_force_to == timedelta(days=1)
            for entry in line.entries:
                assert entry.label
                assert entry.restatement
                assert entry.confidence_text
                changes = {Change.FIRST, Change.SAME, Change.RENUMBERED, Change.UNTRACED}
                assert bool(entry.what_changed) is (entry.change not in changes)


def test_every_held_clause_stands_in_the_timeline_of_its_edition(library: Library) -> None:
    shown = {
        (entry.edition, text.document, text.clause)
        for topic in library.topics
        for line in compare(library, topic.id, language="en").groups[0].timelines
        for entry in line.entries
        for text in entry.texts
    }
    held = {(d.edition, d.id, c.label) for d in library.documents.values() if d.is_law for c in d.clauses}
    assert shown == held


def test_official_wording_is_quoted_by_address_and_verified(library: Library) -> None:
    for topic in library.topics:
        for line in compare(library, topic.id, language="nl").groups[0].timelines:
            for text in (t for e in line.entries for t in e.texts):
                source = library.documents[text.document].text
                spans = [source[q.start : q.end] for q in text.quotes]
                assert text.text == "\n".join(spans)
                assert [q.sha256 for q in text.quotes] == [
                    hashlib.sha256(s.encode()).hexdigest() for s in spans
                ]
                assert bool(text.translation) is (text.language != "nl")


def test_a_text_changed_after_its_quote_was_taken_is_an_error(library: Library) -> None:
    document = library.documents["es-2017"]
    text = entries(library, "colours_reversed")[4].texts[0]
    changed = replace(document, text=document.text.replace("10", "12"))
    with pytest.raises(QuoteMismatch):
        text.quotes[0].read(changed)


def test_our_wording_is_shown_once_for_each_rule_no_text_is_held_of(library: Library) -> None:
    for topic in library.topics:
        for line in compare(library, topic.id, language="en").groups[0].timelines:
            worded = [e.rule for e in line.entries if e.worded]
            assert len(worded) == len(set(worded))
            assert all(not e.settled for e in line.entries if e.worded)
            assert {e.rule for e in line.entries if not e.settled} == set(worded)


def test_what_can_change_a_reading_stands_beside_the_text(library: Library) -> None:
    spanish = entries(library, "displaced_pieces_by_player.clock_and_arbiter")[4].texts[0]
    assert spanish.clause == "7.4.2"
    assert any("may" in note for note in spanish.notes)


def test_the_readers_language_comes_first_and_roles_are_told(library: Library) -> None:
    texts = entries(library, "illegal_move_penalty.how_many", "ru")[3].texts
    assert [t.document for t in texts] == ["ru-2014", "nl-2014"]
    assert texts[0].clause == "7.5.2"
    assert {t.role for t in entries(library, "two_hands")[4].texts} == {Role.SETTLES, Role.PENALTY}
    assert entries(library, "draw_exception")[0].texts[0].role is Role.INSTEAD


def test_confidence_and_doubts(library: Library) -> None:
    found = entries(library, "clock_times_after_irregularity")
    assert found[0].confidence.rule == (Mark.K,)
    assert found[0].confidence.number == (Mark.V,)
    assert found[3].confidence.sure
    assert all(e.doubts for e in entries(library, "two_hands")[4:])
    assert not entries(library, "colours_reversed")[4].doubts


def test_a_number_only_more_exact_is_no_other_number(library: Library) -> None:
    laws = {e.id: e for e in library.editions}
    phones = library.topics.aspect(TopicRef("phones_devices", "device"))
    assert not renumbered(laws["2017"], laws["2018"], phones)
    assert renumbered(laws["2009"], laws["2014"], phones)
    put_right = library.topics.aspect(TopicRef("displaced_pieces_by_player", "put_right"))
    assert renumbered(laws["2014"], laws["2017"], put_right)
    repetition = library.topics.aspect(TopicRef("repetition", "threefold"))
    assert renumbered(laws["2018"], laws["2023"], repetition)


def test_an_ambiguous_number_gives_a_group_for_each_meaning_and_the_words_that_can_be_compared(
    library: Library,
) -> None:
    found = compare(library, "7.3", language="en", words=("es-2017", "nl-2014"))
    assert len(found.groups) == 2
    assert [d.topics for d in found.words] == [("displaced_pieces_by_player",), ("colours_reversed",)]
    with pytest.raises(RequestError, match="es-2017"):
        compare(library, "two_hands", language="en", words=("es-2017", "nl-2014"))


def test_the_same_question_gives_the_same_data(library: Library) -> None:
    assert (
        compare(library, "7.5", language="es").to_json() == compare(library, "7.5", language="es").to_json()
    )
