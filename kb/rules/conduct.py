"""Hands and clock: two hands for one move, and the clock pressed without a move."""

from __future__ import annotations

from kb.rules.acts import Act
from kb.rules.counting import Kind
from kb.rules.illegal import illegal_move, nothing_illegal
from kb.rules.penalty import Cure, penalise, replied, ruled_by_result, too_late
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__: list[str] = []

_HANDS = ("two_hands", "two_hands_used")
_PRESS = ("clock_without_move", "empty_press")


@judges("two_hands")
def two_hands(r: Reasoning) -> Ruling:
    """Both hands for one move."""
    if over := ruled_by_result(r):
        return over
    if r.did(Act.CASTLED_ILLEGALLY, Act.KING_LEFT_IN_CHECK) and r.did(Act.TWO_HANDS):
        r.step("step.two_acts_count_once", ("illegal_move_penalty", "how_many"))
        return illegal_move(r)
    if r.did(Act.MATE_ON_BOARD) and not r.did(Act.MATE_BY_ILLEGAL_MOVE):
        r.step("step.mate_with_two_hands", ("mate_after_illegal", "mate_ends_game"))
        return r.ruling(Verdict.GAME_OVER_MATE)
    if not r.law.flag("two_hands.is_illegal"):
        return _breach_of_one_hand(r)
    if r.law.flag("two_hands.needs_clock_press") and not r.fact("clock_pressed"):
        r.step("step.two_hands_not_pressed", _HANDS)
        return r.ruling(Verdict.NO_OFFENCE)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    if not r.fact("clock_pressed"):
        r.doubt("doubt.two_hands_no_press_named")
    r.step("step.two_hands_illegal", _HANDS)
    return _penalised_as_illegal(r, Kind.HANDS)


@judges("clock_without_move")
def clock_without_move(r: Reasoning) -> Ruling:
    """The clock was pressed and no move made."""
    if over := ruled_by_result(r):
        return over
    if legal := nothing_illegal(r):
        return legal
    if r.case.facts.clock_pressed is False:
        r.fact("clock_pressed")
        r.step("step.not_pressed", r.basis(*_PRESS, "clock_without_move.handling_clause"))
        return r.ruling(Verdict.NO_OFFENCE)
    if not r.law.flag("clock_without_move.is_illegal"):
        paths = ("clock_without_move.handling_clause", "clock_without_move.penalty_clause")
        r.step("step.empty_press_discretion", r.basis(*_PRESS, *paths))
        return _general_penalty(r)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    r.step("step.empty_press_illegal", _PRESS)
    return _penalised_as_illegal(r, Kind.PRESS)


def _breach_of_one_hand(r: Reasoning) -> Ruling:
    """Rule on two hands where they only break the rule of one hand in Article 4."""
    r.step("step.two_hands_discretion", _HANDS)
    if r.unsupervised and replied(r):
        r.step("step.claim_lost_by_touching", ("touch_move", "claim_lost"))
        return r.ruling(Verdict.STANDS)
    return _general_penalty(r)


def _general_penalty(r: Reasoning) -> Ruling:
    r.step("step.penalties_list", ("penalties_list", "list"))
    r.doubt_about("sanction_by_analogy")
    r.now("now.stop_clock_call_arbiter")
    return r.ruling(Verdict.ARBITER_DISCRETION)


def _penalised_as_illegal(r: Reasoning, kind: Kind) -> Ruling:
    """Penalise what is treated as an illegal move, though nothing on the board is to be put right."""
    if kind is Kind.HANDS:
        r.step("step.move_itself_stays", _HANDS)
    else:
        r.step("step.must_still_move", _PRESS)
    r.doubt_about("position_after_equal_offence")
    if r.unsupervised:
        r.doubt_about("own_counter_fast")
    return penalise(r, Cure.KEEP, kind=kind)
