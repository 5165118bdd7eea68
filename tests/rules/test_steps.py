"""Which clause each step rests on, which doubts are said, and what words of acts change."""

from __future__ import annotations

import pytest

from kb.laws.library import Library
from kb.rules.acts import Act
from kb.rules.counting import Kind, kind_named
from kb.rules.facts import Origin
from tests.rules.cases import doubts, numbers, rule, said

RAPID, BLITZ = {"time_control": "rapid"}, {"time_control": "blitz"}
SUPERVISED = {"supervised": True}


# -- the clauses of a penalty -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "told", "clauses"),
    [
        ("2001", {}, ("7.4b",)),
        ("2001", RAPID, ("B5", "7.4b")),
        ("2005", RAPID, ("B6", "7.4b")),
        ("2009", RAPID, ("A.4c", "7.4b")),
        ("2009", {**RAPID, **SUPERVISED}, ("A.3", "7.4b")),
        ("2014", {}, ("7.5b",)),
        ("2014", {**BLITZ, **SUPERVISED}, ("B.3", "B.2", "7.5b")),
        ("2017", {}, ("7.5.3",)),
        ("2018", {}, ("7.5.5",)),
        ("2018", RAPID, ("A.4.2", "7.5.5")),
        ("2018", BLITZ, ("B.4", "A.4.2", "B.2", "7.5.5")),
        ("2023", RAPID, ("A.5.2", "A.3", "7.5.5")),
        ("2023", {**RAPID, **SUPERVISED}, ("A.4", "A.3", "7.5.5")),
        ("2023", BLITZ, ("B.3", "A.5.2", "A.3", "7.5.5")),
        ("2023", {**BLITZ, **SUPERVISED}, ("B.2", "A.3", "7.5.5")),
    ],
)
def test_minutes_rest_on_their_clauses(
    library: Library, edition: str, told: dict[str, object], clauses: tuple[str, ...]
) -> None:
    assert numbers(rule(library, edition, **told), "step.minutes") == clauses


@pytest.mark.parametrize(
    ("edition", "told", "clauses"),
    [("2001", BLITZ, ("C3",)), ("2009", BLITZ, ("B.3c",)), ("2014", RAPID, ("A.4b",)),
     ("2017", BLITZ, ("B.4", "A.4.2"))],
)  # fmt: skip
def test_a_loss_at_once_rests_on_the_appendix_and_so_does_its_draw(
    library: Library, edition: str, told: dict[str, object], clauses: tuple[str, ...]
) -> None:
    lost = rule(library, edition, **told)
    assert lost.verdict == "LOSS"
    assert numbers(lost, "step.loss_at_once") == clauses
    drawn = rule(library, edition, **told, opponent_material="bare king")
    assert drawn.verdict == "DRAW"
    assert numbers(drawn, "step.drawn_cannot_mate") == clauses
    assert not lost.penalised
    claimed = "step.loss_on_claim" in said(lost)
    assert claimed is (edition in {"2001", "2009"})


def test_who_fixes_the_penalty(library: Library) -> None:
    assert rule(library, "2023").penalised
    assert rule(library, "2023", **BLITZ, **SUPERVISED).penalised
    assert not rule(library, "2023", **BLITZ).penalised


@pytest.mark.parametrize(
    ("edition", "clauses"),
    [("2001", ("7.4a", "4.3")), ("2009", ("7.4a", "4.3", "4.6")), ("2014", ("7.5a", "4.3", "4.7")),
     ("2017", ("7.5.1", "4.3", "4.7")), ("2023", ("7.5.1", "4.3", "4.7"))],
)  # fmt: skip
def test_the_replacing_move_rests_on_the_touch_clauses(
    library: Library, edition: str, clauses: tuple[str, ...]
) -> None:
    assert numbers(rule(library, edition), "step.touch_applies") == clauses


def test_two_hands_and_empty_presses_rest_on_their_own_clauses(library: Library) -> None:
    hands, press = "two_hands.two_hands_used", "clock_without_move.empty_press"
    assert numbers(rule(library, "2017", hands), "step.minutes") == ("7.7.2",)
    assert numbers(rule(library, "2018", hands), "step.minutes") == ("7.5.5",)
    assert numbers(rule(library, "2017", press), "step.minutes") == ("7.8.2",)
    assert numbers(rule(library, "2009", press), "step.empty_press_discretion") == ("6.7c", "13.4")
    lost = rule(library, "2017", hands, offence_number=2, opponent_material="bare king")
    assert lost.verdict == "DRAW"
    assert numbers(lost, "step.drawn_cannot_mate") == ("7.7.2",)


# -- counting ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("two_hands", Kind.HANDS),
        ("enroqué con las dos manos", Kind.HANDS),
        ("met twee handen gerokeerd", Kind.HANDS),
        ("рокировка двумя руками", Kind.HANDS),
        ("pressed_without_move", Kind.PRESS),
        ("pulsó sin mover", Kind.PRESS),
        ("ordinary illegal move", Kind.MOVE),
        ("onreglementaire zet", Kind.MOVE),
        ("невозможный ход", Kind.MOVE),
        ("a phone", None),
        (None, None),
    ],
)
def test_earlier_offences_are_known_by_their_words(words: str | None, kind: Kind | None) -> None:
    assert kind_named(words) is kind


@pytest.mark.parametrize(
    ("edition", "ref", "earlier", "verdict"),
    [
        ("2014", "illegal_move_restoration.go_back", "two hands", "RESTORE_2MIN"),
        ("2014", "illegal_move_restoration.go_back", "illegal move", "LOSS"),
        ("2017", "illegal_move_restoration.go_back", "two hands", "RESTORE_2MIN"),
        ("2017", "two_hands.two_hands_used", "illegal move", "PENALTY_2MIN"),
        ("2017", "two_hands.two_hands_used", "two hands", "LOSS"),
        ("2017", "two_hands.two_hands_used", None, "LOSS"),
        ("2017", "clock_without_move.empty_press", "two hands", "PENALTY_2MIN"),
        ("2018", "two_hands.two_hands_used", "illegal move", "LOSS"),
        ("2018", "illegal_move_restoration.go_back", "empty press", "LOSS"),
    ],
)
def test_only_what_an_edition_counts_together_is_counted(
    library: Library, edition: str, ref: str, earlier: str | None, verdict: str
) -> None:
    ruling = rule(library, edition, ref, offence_number=2, first_offence=earlier)
    assert ruling.verdict == verdict
    assert ("doubt.separate_counters" in doubts(ruling)) is (edition == "2017")


# -- what the sources leave open ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("edition", "ref", "told", "doubt"),
    [
        ("2005", "illegal_move_restoration.go_back", {"clock_pressed": False}, "doubt.completed_not_seen"),
        ("2005", "illegal_move_restoration.go_back", {}, "doubt.touch_clauses_not_seen"),
        ("2001", "illegal_move_restoration.go_back", {**RAPID, "opponent_moved": True},
         "doubt.stands_not_seen"),
        ("2017", "two_hands.two_hands_used", BLITZ, "doubt.own_counter_fast"),
        ("2017", "two_hands.two_hands_used", {"clock_pressed": False}, "doubt.two_hands_no_press_named"),
        ("2023", "illegal_move_penalty.how_many", {**BLITZ, **SUPERVISED}, "doubt.supervised_blitz_minutes"),
        ("2018", "illegal_move_restoration.go_back", BLITZ, "doubt.blitz_minutes_debated"),
        ("2023", "illegal_move_restoration.go_back", {"clock_pressed": False, "opponent_moved": True},
         "doubt.unpressed_but_played_on"),
        ("2018", "clock_without_move.empty_press", {}, "doubt.position_after_equal_offence"),
        ("2014", "two_hands.two_hands_used", {}, "doubt.sanction_by_analogy"),
        ("2005", "king_capture.both_kings_in_check", BLITZ, "doubt.both_kings_blitz_not_seen"),
    ],
)  # fmt: skip
def test_doubts_are_said(
    library: Library, edition: str, ref: str, told: dict[str, object], doubt: str
) -> None:
    assert doubt in doubts(rule(library, edition, ref, **told))


def test_ordinary_cases_carry_no_doubt(library: Library) -> None:
    for edition in ("2009", "2014", "2018", "2023"):
        assert not rule(library, edition).doubts


# -- acts -------------------------------------------------------------------------------------


def test_a_turned_board_with_wrong_men(library: Library) -> None:
    for edition in library.editions.ids:
        ruling = rule(library, edition, "board_turned.orientation", acts=(Act.SETUP_WRONG,))
        assert ruling.verdict == "NEW_GAME"
        assert bool(ruling.doubts) is (edition != "2001")
    right = rule(library, "2023", "board_turned.orientation", acts=(Act.LIGHT_SQUARE_ON_RIGHT,))
    assert right.verdict == "CONTINUE"
    assert numbers(right, "step.board_is_right") == ("2.1",)


@pytest.mark.parametrize("act", [Act.MATE_ON_BOARD, Act.RESIGNED])
def test_a_set_up_claim_ends_with_the_game(library: Library, act: Act) -> None:
    for ref in ("colours_reversed.wrong_player_white", "wrong_initial_position.pieces_misplaced"):
        ruling = rule(library, "2023", ref, acts=(act,), moves_played=8)
        assert ruling.verdict == "RESULT_STANDS"
        assert any(f.name == "game_over" and f.origin is Origin.STATED for f in ruling.facts)


def test_a_claim_in_fast_play_of_2001_ends_by_touching(library: Library) -> None:
    for ref in ("displaced_pieces_by_player.put_right", "pieces_found_displaced.go_back"):
        assert numbers(rule(library, "2001", ref, **BLITZ), "step.claim_ends_by_touching") == ("B5",)
        assert "step.claim_ends_by_touching" not in said(rule(library, "2009", ref, **BLITZ))
        assert "step.claim_ends_by_touching" not in said(rule(library, "2001", ref))


def test_two_illegal_acts_in_one_move_count_once(library: Library) -> None:
    acts = (Act.TWO_HANDS, Act.CASTLED_ILLEGALLY)
    for edition in library.editions.ids:
        ruling = rule(library, edition, "two_hands.two_hands_used", acts=acts)
        assert ruling.verdict == "RESTORE_2MIN"
        assert "step.two_acts_count_once" in said(ruling)


@pytest.mark.parametrize(
    ("edition", "told", "verdict"),
    [("2001", {}, "RESTORE_2MIN"), ("2014", RAPID, "LOSS"), ("2018", RAPID, "RESTORE_2MIN"),
     ("2023", RAPID, "RESTORE_1MIN")],
)  # fmt: skip
def test_an_upturned_rook_that_moves_like_a_queen(
    library: Library, edition: str, told: dict[str, object], verdict: str
) -> None:
    ref = "promotion_other.upturned_rook"
    assert rule(library, edition, ref, **told).verdict == "NO_OFFENCE"
    moved = rule(library, edition, ref, acts=(Act.ROOK_MOVED_DIAGONALLY,), **told, moves_since=5)
    assert moved.verdict == verdict


def test_touching_one_piece_and_moving_another(library: Library) -> None:
    acts = (Act.TOUCHED_ANOTHER_PIECE,)
    assert rule(library, "2023", "touch_move.own_piece", acts=acts).verdict == "RESTORE"
    late = rule(library, "2023", "touch_move.own_piece", acts=acts, opponent_moved=True)
    assert late.verdict == "STANDS"
    assert numbers(late, "step.touch.claim_lost") == ("4.8",)
    asked = rule(library, "2014", "promotion_other.procedure", acts=acts, **BLITZ)
    assert asked.verdict == "ASK:touched_first"
    assert {v for _, v in asked.needs[0].verdicts} == {"LOSS"}


def test_castling_by_the_piece_touched_first(library: Library) -> None:
    ref = "touch_move.castling_touch"
    rook = rule(library, "2023", ref, acts=(Act.CASTLED,), touched_first="la torre")
    assert rook.verdict == "RESTORE"
    assert numbers(rook, "step.touch.rook_first") == ("4.4.2",)
    assert rule(library, "2023", ref, acts=(Act.CASTLED,), touched_first="king").verdict == "NO_OFFENCE"
    assert rule(library, "2023", ref, acts=(Act.CASTLED,)).verdict == "INFO"


def test_the_moves_of_a_touched_piece_on_the_board(library: Library) -> None:
    told = {"fen": "4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "touched_first": "rook"}
    ruling = rule(library, "2023", "touch_move.own_piece", **told)
    assert ruling.verdict == "INFO"
    assert all(san.startswith("R") for san in ruling.replacements)
    assert len(ruling.replacements) == 10


def test_the_first_choice_that_stalemates(library: Library) -> None:
    told = {"fen": "8/k1P5/2K5/8/8/8/8/8 w - - 0 1", "acts": (Act.PIECE_CHANGED_AFTER_TOUCHING_SQUARE,)}
    assert rule(library, "2023", "promotion_other.choice_final", **told).verdict == "DRAW"
    assert rule(library, "2005", "touch_move.released", **told).verdict == "DRAW"
    assert rule(library, "2001", "promotion_other.choice_final", **told).verdict == "NO_OFFENCE"


def test_an_arbiter_asked_to_step_in(library: Library) -> None:
    acts = (Act.ARBITER_ASKED_TO_STEP_IN,)
    assert rule(library, "2023", acts=acts).verdict == "ARBITER_MUST_ACT"
    assert rule(library, "2023", acts=acts, **BLITZ).verdict == "ARBITER_MUST_ACT"
    assert rule(library, "2009", acts=acts, **BLITZ).verdict == "CLAIM_NEEDED"
    assert rule(library, "2009", acts=acts, **BLITZ, **SUPERVISED).verdict == "ARBITER_MUST_ACT"
    assert rule(library, "2005", acts=acts, **BLITZ, **SUPERVISED).verdict == "CLAIM_NEEDED"


def test_an_arbiter_asked_about_the_set_up_is_told_its_own_clause(library: Library) -> None:
    acts = (Act.ARBITER_ASKED_TO_STEP_IN,)
    colours = rule(library, "2023", "colours_reversed.wrong_player_white", acts=acts, moves_played=14)
    assert colours.verdict == "CONTINUE"
    assert "step.arbiter_acts" not in said(colours)
    board = rule(library, "2023", "board_turned.orientation", acts=acts)
    assert board.verdict == "TRANSFER_BOARD"
    knocked = rule(library, "2023", "displaced_pieces_by_player.put_right", acts=acts)
    assert knocked.verdict == "RESTORE_OWN_TIME"
    clocks = rule(library, "2023", "clock_times_after_irregularity.who_sets_times", acts=acts)
    assert clocks.verdict == "ARBITER_DISCRETION"


def test_a_move_shown_on_the_board_is_no_empty_press(library: Library) -> None:
    ref = "clock_without_move.empty_press"
    told = {"moves": "1. d4 d5 2. Bh6", "clock_pressed": True}
    shown = rule(library, "2023", ref, **told)
    assert shown.verdict == "NO_OFFENCE"
    assert "step.moves_are_legal" in said(shown)
    assert rule(library, "2023", ref, acts=(Act.PRESSED_WITHOUT_MOVE,), **told).verdict == "PENALTY_2MIN"


def test_a_local_rule_is_answered_with_what_the_laws_say(library: Library) -> None:
    told = {"acts": (Act.LOCAL_RULE_MENTIONED,), "opponent_material": "K+N"}
    ruling = rule(library, "2023", "flag_fall.loss_or_draw", **told)
    assert ruling.verdict == "LOCAL_RULE"
    by_the_laws = next(s.said for s in ruling.steps if s.said.id == "step.fide_rule")
    assert str(dict(by_the_laws.args)["verdict"].id) == "verdict.LOSS"  # type: ignore[union-attr]
    assert "step.flag_loss" in said(ruling)


def test_what_is_assumed_is_said(library: Library) -> None:
    facts = {f.name: (f.value, f.origin) for f in rule(library, "2023", clock_pressed=True).facts}
    assert facts["clock_pressed"] == ("true", Origin.GIVEN)
    assert facts["time_control"] == ("standard", Origin.ASSUMED)
    assert facts["offence_number"] == ("1", Origin.ASSUMED)
