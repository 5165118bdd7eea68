"""Every topic under every edition, time control and set of facts, against the law written down by hand."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import pytest

from kb.laws.library import Library
from kb.laws.topics import Scope, TopicRef
from kb.rules.facts import Facts, TimeControl
from kb.rules.judge import judge
from kb.rules.reasoning import Case
from tests.rules.oracle import EDITIONS, LAW, Told

PLAY = (("standard", False), ("rapid", False), ("rapid", True), ("blitz", False), ("blitz", True))


def _facts(t: Told) -> Facts:
    return Facts(
        time_control=TimeControl(t.tempo),
        supervised=t.supervised,
        offence_number=t.number,
        clock_pressed=t.pressed,
        opponent_moved=t.moved,
        game_over=t.over,
        opponent_material="bare king" if t.bare_king else None,
        moves_played=t.moves,
    )


def _case(name: str, t: Told) -> Case:
    return Case(TopicRef(*name.split(".")), _facts(t))


def _told(edition: str) -> Iterator[Told]:
    for (tempo, supervised), number, pressed, moved in itertools.product(
        PLAY, (None, 1, 2, 3), (None, True, False), (None, True)
    ):
        t = Told(edition, tempo, supervised, number, pressed, moved)
        yield t
        if number != 1 and pressed is None:
            yield replace(t, over=True)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", LAW)
def test_verdicts_are_those_of_the_law(library: Library, name: str, edition: str) -> None:
    law = library.editions.get(edition)
    wrong = []
    for t in _told(edition):
        verdict = judge(_case(name, t), law, library.topics).verdict
        if verdict != LAW[name](t):
            wrong.append((t, str(verdict), LAW[name](t)))
    assert not wrong, (len(wrong), wrong[:3])


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", ["illegal_move_restoration.go_back", "promotion_not_replaced.pawn_left",
    "two_hands.two_hands_used", "clock_without_move.empty_press", "flag_fall.loss_or_draw",
    "draw_exception.opponent_cannot_mate", "king_capture.king_taken"])  # fmt: skip
def test_a_bare_king_draws_where_the_edition_says_so(library: Library, name: str, edition: str) -> None:
    law = library.editions.get(edition)
    for (tempo, supervised), number in itertools.product(PLAY, (1, 2, 3, 4)):
        t = Told(edition, tempo, supervised, number, bare_king=True)
        assert judge(_case(name, t), law, library.topics).verdict == LAW[name](t), t


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "name",
    [
        "colours_reversed.wrong_player_white",
        "wrong_initial_position.pieces_misplaced",
        "board_turned.orientation",
        "rapid_blitz_illegal_move.setup_claim_limit",
    ],
)
def test_moves_played_decide_on_colours_and_set_up(library: Library, name: str, edition: str) -> None:
    law = library.editions.get(edition)
    for (tempo, supervised), moves in itertools.product(PLAY, (0, 2, 3, 9, 10, 11, 40)):
        t = Told(edition, tempo, supervised, moves=moves)
        assert judge(_case(name, t), law, library.topics).verdict == LAW[name](t), t


@pytest.mark.parametrize(
    ("white", "black", "verdict"),
    [(9, 9, "NEW_GAME"), (10, 9, "NEW_GAME"), (10, 10, "CONTINUE"), (11, 10, "CONTINUE"),
     (9, None, "NEW_GAME"), (10, None, "INFO"), (11, None, "CONTINUE"), (None, 9, "NEW_GAME"),
     (None, 10, "CONTINUE")],
)  # fmt: skip
def test_the_right_to_new_colours_ends_with_blacks_tenth_move(
    library: Library, white: int | None, black: int | None, verdict: str
) -> None:
    case = Case(
        TopicRef("colours_reversed", "wrong_player_white"), Facts(white_moves=white, black_moves=black)
    )
    for edition in ("2017", "2018", "2023"):
        assert judge(case, library.editions.get(edition), library.topics).verdict == verdict


def test_pointers_point(library: Library) -> None:
    for topic in library.topics:
        if topic.scope is not Scope.POINTER:
            continue
        for aspect, law in itertools.product(topic.aspects, library.editions):
            assert judge(Case(aspect.ref), law, library.topics).verdict == "OTHER_ARTICLE"


def test_the_oracle_covers_every_aspect_that_is_ruled_on(library: Library) -> None:
    ruled = {str(a.ref) for t in library.topics if t.scope is not Scope.POINTER for a in t.aspects}
    assert ruled == LAW.keys()
