"""Hands, clock, touched pieces, and how a promotion is carried out."""

from __future__ import annotations

import chess

from kb.rules.acts import Act
from kb.rules.illegal import illegal_move
from kb.rules.penalty import Cure, penalise, replied, ruled_by_result, too_late
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__: list[str] = []

_OWN_COUNT_KINDS = {
    "two_hands": ("two hands", "two_hands"),
    "clock_without_move": ("empty press", "clock_without_move"),
}


@judges("two_hands")
def two_hands(r: Reasoning) -> Ruling:
    """Both hands for one move."""
    ref = ("two_hands", "two_hands_used")
    if over := ruled_by_result(r):
        return over
    if r.did(Act.CASTLED_ILLEGALLY, Act.KING_LEFT_IN_CHECK) and r.did(Act.TWO_HANDS):
        r.step("step.two_acts_count_once", ("illegal_move_penalty", "how_many"))
        return illegal_move(r)
    if (late := _unclaimed(r, ref)) is not None:
        return late
    if not r.law.flag("two_hands.is_illegal"):
        r.step("step.two_hands_discretion", ref)
        r.step("step.penalties_list", ("penalties_list", "list"))
        return r.ruling(Verdict.ARBITER_DISCRETION)
    if not r.fact("clock_pressed"):
        if r.law.flag("two_hands.needs_clock_press"):
            r.step("step.two_hands_not_pressed", ref)
            return r.ruling(Verdict.NO_OFFENCE)
        r.doubt("doubt.two_hands_no_press_named")
    r.step("step.two_hands_illegal", ref)
    r.step("step.move_itself_stays", ref)
    return _counted(r, "two_hands")


@judges("clock_without_move")
def clock_without_move(r: Reasoning) -> Ruling:
    """The clock was pressed and no move made."""
    ref = ("clock_without_move", "empty_press")
    if over := ruled_by_result(r):
        return over
    if (late := _unclaimed(r, ref)) is not None:
        return late
    if not r.law.flag("clock_without_move.is_illegal"):
        r.step("step.empty_press_discretion", ref)
        r.step("step.penalties_list", ("penalties_list", "list"))
        return r.ruling(Verdict.ARBITER_DISCRETION)
    r.step("step.empty_press_illegal", ref)
    return _counted(r, "clock_without_move")


@judges("touch_move")
def touch_move(r: Reasoning) -> Ruling:
    """Which piece must be moved or taken, and when a complaint comes too late."""
    if over := ruled_by_result(r):
        return over
    aspect = r.case.ref.aspect
    if r.did(Act.PIECE_CHANGED_AFTER_TOUCHING_SQUARE):
        return choice_final(r)
    r.step(f"step.touch.{aspect}", ("touch_move", aspect))
    if aspect == "claim_lost" or (replied(r) and r.case.facts.opponent_moved):
        r.step("step.touch.claim_lost", ("touch_move", "claim_lost"))
        return r.ruling(Verdict.STANDS)
    if r.did(Act.TOUCHED_ANOTHER_PIECE):
        r.step("step.touch.play_touched", ("touch_move", "own_piece"))
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.RESTORE)
    return r.ruling(Verdict.INFO)


@judges("promotion_other")
def promotion_other(r: Reasoning) -> Ruling:
    """The way a promotion is carried out: upturned rook, missing queen, change of mind."""
    if over := ruled_by_result(r):
        return over
    aspect = r.case.ref.aspect
    ref = ("promotion_other", aspect)
    if aspect == "upturned_rook":
        r.step("step.upturned_rook", ref)
        if r.did(Act.ROOK_MOVED_DIAGONALLY):
            r.step("step.rook_moved_diagonally", ("illegal_move_definition", "definition"))
            return illegal_move(r)
        r.now("now.stop_clock_ask_for_queen")
        return r.ruling(Verdict.NO_OFFENCE)
    if aspect == "missing_piece":
        r.step("step.missing_piece", ref)
        r.now("now.stop_clock_ask_for_queen")
        return r.ruling(Verdict.STOP_CLOCK_CALL_ARBITER)
    if aspect == "choice_final":
        return choice_final(r)
    r.step("step.promotion_procedure", ref)
    if r.did(Act.TOUCHED_ANOTHER_PIECE):
        r.step("step.no_valid_promotion", ref)
        r.need("touched_first", (("pawn", Verdict.RESTORE_2MIN), ("other piece", Verdict.RESTORE_2MIN)))
        return r.ruling(Verdict.ASK_TOUCHED_FIRST)
    return r.ruling(Verdict.NO_OFFENCE)


def choice_final(r: Reasoning) -> Ruling:
    """When the choice of piece is final; with a position, what the first choice leads to."""
    topic = ("promotion_other", "choice_final")
    if not r.law.text("promotion_other.choice_final_clause"):
        r.step("step.choice_final_when_released", topic)
        return r.ruling(Verdict.NO_OFFENCE)
    r.step("step.choice_final_when_touched", topic)
    queened = _queened(r)
    if queened is not None and queened.is_stalemate():
        r.restored = fen_of(queened)
        r.step("step.stalemate", ("dead_position", "stalemate"))
        return r.ruling(Verdict.DRAW)
    return r.ruling(Verdict.INFO)


def _queened(r: Reasoning) -> chess.Board | None:
    """Return the position with a queen, if exactly one pawn can promote."""
    position = r.case.board.position
    if position is None:
        return None
    board = position.board()
    moves = [m for m in board.legal_moves if m.promotion == chess.QUEEN]
    if len(moves) != 1:
        return None
    board.push(moves[0])
    return board


def _unclaimed(r: Reasoning, ref: tuple[str, str]) -> Ruling | None:
    """Rule that the act stands if, in fast play, the opponent answered it without a claim."""
    if not too_late(r):
        return None
    r.step("step.claim_lost_by_touching", ("touch_move", "claim_lost"))
    return r.ruling(Verdict.STANDS, topic=ref)


def _counted(r: Reasoning, kind: str) -> Ruling:
    """Penalise under the count this edition keeps: shared, or one of its own."""
    if not r.law.flag(f"{kind}.own_counter"):
        return penalise(r, Cure.KEEP)
    r.doubt("doubt.separate_counters")
    first = r.case.facts.first_offence
    number = int(r.fact("offence_number"))
    if r.unsupervised:
        r.doubt("doubt.own_counter_fast")
        return penalise(r, Cure.KEEP)
    if number == 1 or (first is not None and first not in _OWN_COUNT_KINDS[kind]):
        r.step("step.own_counter_first", (kind, r.case.ref.aspect), n=2)
        r.now("now.stop_clock_call_arbiter")
        r.penalised = True
        return r.ruling(Verdict.PENALTY_2MIN)
    return penalise(r, Cure.KEEP)
