"""The changes of the rules as data: every step has its kind, and no kind contradicts the concordance."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from kb.errors import CorpusError
from kb.laws.changes import Confidence, Mark, Step, load_changes
from kb.laws.library import Library
from kb.laws.topics import TopicRef

# Editions whose rule is another one, read off the fact sheet by hand for Article 7.
CHANGED = {
    "clock_times_after_irregularity.who_sets_times": {"2014"},
    "wrong_initial_position.pieces_misplaced": set(),
    "board_turned.orientation": {"2009"},
    "colours_reversed.wrong_player_white": {"2017"},
    "displaced_pieces_by_player.clock_and_arbiter": set(),
    "illegal_move_restoration.go_back": {"2009"},
    "illegal_move_penalty.how_many": {"2014", "2017", "2018"},
    "draw_exception.opponent_cannot_mate": {"2009"},
    "promotion_not_replaced.pawn_left": {"2014"},
    "pieces_found_displaced.go_back": set(),
    "two_hands.two_hands_used": {"2017", "2018"},
    "clock_without_move.empty_press": {"2017", "2018"},
    "resignation.resigning": {"2023"},
}


@pytest.mark.parametrize("name", CHANGED)
def test_the_editions_that_changed_a_rule(library: Library, name: str) -> None:
    steps = library.changes.of(TopicRef(*name.split("."))).steps
    assert {edition for edition, step in steps.items() if step.changes_rule} == CHANGED[name]


def test_every_other_rule_of_the_concordance_has_its_step_and_no_step_is_idle(library: Library) -> None:
    for aspect in library.topics.aspects:
        steps = library.changes.of(aspect.ref).steps
        for older, newer in itertools.pairwise(library.editions.ids):
            if not aspect.same_rule(older, newer):
                assert newer in steps, (aspect.ref, newer)
            elif newer in steps:
                assert steps[newer] in {Step.WORDING, Step.DETAIL, Step.UNSEEN}, (aspect.ref, newer)


def test_everything_in_the_file_is_known_elsewhere(library: Library) -> None:
    refs = {a.ref for a in library.topics.aspects}
    for ref, edition, _ in library.changes:
        assert ref in refs
        assert edition in library.editions.ids[1:]
    for ref in refs:
        known = library.changes.of(ref)
        assert set(known.confidence) <= set(library.editions.ids)
        for key in known.doubts:
            assert all(len(law.texts(f"doubts.{key}")) <= 1 for law in library.editions)


def test_confidence_is_sure_only_if_all_of_it_was_read() -> None:
    assert Confidence((Mark.V,), (Mark.V,)).sure
    assert not Confidence((Mark.V,), (Mark.K,)).sure
    assert not Confidence((Mark.V, Mark.K), (Mark.V, Mark.K)).sure


@pytest.mark.parametrize(
    "text", ["", "[a.b]\nsteps = {2009 = 'odd'}", "[a.b]\nconfidence.2009 = 'sure'", "a = 1", "["]
)
def test_a_damaged_file_is_refused_with_a_hint(tmp_path: Path, text: str) -> None:
    path = tmp_path / "changes.toml"
    if text:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(CorpusError) as caught:
        load_changes(path)
    assert caught.value.hint
