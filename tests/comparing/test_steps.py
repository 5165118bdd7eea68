"""What one edition changed."""

from __future__ import annotations

import pytest

from kb.comparing.steps import edition_step
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES

# Topics whose rule changed, by hand from the fact sheet.
CHANGED = {
    "2005": {"promotion_other", "king_capture", "rapid_blitz_illegal_move"},
    "2009": {"board_turned", "illegal_move_restoration", "draw_exception", "rapid_blitz_illegal_move"},
    "2018": {"illegal_move_penalty", "two_hands", "clock_without_move", "rapid_blitz_illegal_move"},
    "2023": {"rapid_blitz_illegal_move", "resignation"},
}


@pytest.mark.parametrize("edition", CHANGED)
def test_the_topics_an_edition_changed(library: Library, edition: str) -> None:
    step = edition_step(library, library.editions.get(edition), "en")
    assert set(step.topics) == CHANGED[edition]
    assert all(one.sentence and one.numbers for one in step.changed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_aspect_is_told_twice_and_only_real_renumberings_are(library: Library, language: str) -> None:
    for law in library.editions:
        step = edition_step(library, law, language)
        told = [one.aspect.ref for one in (*step.changed, *step.reworded, *step.unseen)]
        assert len(told) == len(set(told))
        for _, numbers in step.renumbered:
            before, _, after = numbers.partition(" → ")
            assert before != after


def test_a_renumbering_is_told_once_a_topic(library: Library) -> None:
    step = edition_step(library, library.editions.get("2014"), "en")
    assert ("Pieces displaced by a player", "7.3 → 7.4") in step.renumbered
    assert ("Colours reversed", "7.2 → 7.3") in step.renumbered


def test_the_oldest_edition_changed_nothing_we_know(library: Library) -> None:
    step = edition_step(library, library.editions.get("2001"), "en")
    assert step.before is None
    assert (*step.changed, *step.renumbered, *step.unseen) == ()
