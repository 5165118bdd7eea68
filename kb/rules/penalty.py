"""Offences: is it completed, is it too late, how much does it cost, and is a loss a draw instead."""

from __future__ import annotations

from enum import StrEnum, auto

import chess

from kb.board.types import Impossibility, RepairKind
from kb.rules.counting import Kind, offence_number
from kb.rules.facts import Party, TimeControl
from kb.rules.material import cannot_mate_with, read_material
from kb.rules.mating import prove
from kb.rules.reasoning import Reasoning
from kb.rules.ruling import Basis, Ruling, Verdict

__all__ = [
    "Completion",
    "Cure",
    "completion",
    "costs_the_game",
    "draw_exception_basis",
    "lost_or_drawn",
    "offender_colour",
    "penalise",
    "penalty_scale",
    "penalty_source",
    "replied",
    "ruled_by_result",
    "too_late",
]

_EXCEPTION = ("draw_exception", "opponent_cannot_mate")
_GAME = "loss"
_COMPLETED = ("illegal_move_restoration", "when_completed")
_OWN_COUNTERS = {
    Kind.HANDS: ("two_hands", "two_hands_used"),
    Kind.PRESS: ("clock_without_move", "empty_press"),
}
_NO_KING = frozenset({Impossibility.NO_WHITE_KING, Impossibility.NO_BLACK_KING})
_SIDE_NOT_KNOWN = frozenset({RepairKind.SIDE_ASSUMED, RepairKind.SIDE_FROM_CHECK})


class Cure(StrEnum):
    """What is done to the position beside the penalty."""

    RESTORE = "RESTORE"
    QUEEN = "QUEEN"
    KEEP = "PENALTY"


class Completion(StrEnum):
    """Whether an illegal move has become an offence."""

    DONE = auto()
    NOT_YET = auto()
    PLAYED_ON = auto()
    """The clock was not pressed, but the opponent answered: what that makes of it is not said."""


def ruled_by_result(r: Reasoning) -> Ruling | None:
    """Return the ruling that the result is kept if the game is over: Article 7 works during the game."""
    if not r.fact("game_over"):
        return None
    during = r.basis(r.case.ref.topic, r.case.ref.aspect)
    r.step("step.game_over", during if during.numbers else ("illegal_move_restoration", "go_back"))
    r.now("now.result_stands")
    return r.ruling(Verdict.RESULT_STANDS)


def completion(r: Reasoning, *, made: bool = True) -> Completion:
    """Whether the move is complete: by pressing the clock, or in the oldest text by making it.

    :param made: whether the move was made on the board; a promotion without a new piece was not.
    """
    if r.unsupervised:
        by, basis = r.law.text(f"{r.tempo}.completed_by"), r.basis(*r.fast, f"{r.tempo}.illegal_move_clause")
    else:
        by, basis = r.law.text("illegal_move.completed_by"), r.basis(*_COMPLETED)
    if by == "made" and made:
        r.step("step.completed_when_made", r.basis(*_COMPLETED))
        return Completion.DONE
    if r.fact("clock_pressed"):
        r.step("step.completed", basis)
        return Completion.DONE
    if not r.unsupervised:
        r.doubt_about("completed")
    if replied(r):
        r.step("step.answered_unpressed", basis)
        r.doubt_about("unpressed_but_played_on")
        return Completion.PLAYED_ON
    r.step("step.not_completed", basis)
    return Completion.NOT_YET


def replied(r: Reasoning) -> bool:
    """Whether the opponent has moved since the offence."""
    return bool(r.fact("moves_since")) or bool(r.fact("opponent_moved"))


def too_late(r: Reasoning) -> bool:
    """Whether an offence in rapid or blitz without full supervision can no longer be corrected."""
    if not r.unsupervised or not replied(r):
        return False
    said = "step.too_late_claimed" if r.by_claim_only else "step.too_late_seen_or_claimed"
    r.step(said, r.basis("rapid_blitz_illegal_move", "not_claimed", f"{r.tempo}.illegal_move_clause"))
    if r.law.text(f"{r.tempo}.unclaimed_illegal_move_stands") == "unknown":
        r.doubt_about("fast_claim")
    r.now("now.both_may_agree")
    return True


def penalise(r: Reasoning, cure: Cure, *, kind: Kind = Kind.MOVE, board: chess.Board | None = None) -> Ruling:
    """Rule on a completed offence that is not too late.

    :param board: the position the draw exception is judged on (restored, or with the queen).
    """
    number = offence_number(r, kind)
    r.penalised = not r.unsupervised
    cost = _cost(r, number)
    if cost == _GAME:
        return _loss(r, number, kind, board)
    minutes = 1 if cost.startswith("1min") else 2
    r.step("step.minutes", penalty_source(r, kind), settles=r.unsupervised, n=minutes, number=number)
    r.step("step.losing_number", penalty_source(r, kind), number=len(penalty_scale(r)))
    _doubt_minutes(r)
    _now(r, cure)
    return r.ruling(Verdict(f"{cure}_{minutes}MIN"))


def costs_the_game(r: Reasoning, kind: Kind = Kind.MOVE) -> bool:
    """Whether the offence loses the game, so that nothing is left to be put right on the board."""
    return _cost(r, offence_number(r, kind)) == _GAME


def penalty_scale(r: Reasoning) -> tuple[str, ...]:
    """Return what the first, second, third offence costs in this kind of play."""
    if r.tempo is TimeControl.STANDARD:
        return r.law.texts("illegal_move.penalties_standard")
    kind = "unsupervised" if r.unsupervised else "supervised"
    return r.law.texts(f"illegal_move.penalties_{r.tempo}_{kind}")


def penalty_source(r: Reasoning, kind: Kind = Kind.MOVE) -> Basis:
    """Return the rule the size of the penalty rests on, with the clauses that lead to it."""
    clause = f"{kind}.penalty_clause"
    if r.tempo is TimeControl.STANDARD:
        if kind is not Kind.MOVE and r.law.flag(f"{kind}.own_counter"):
            return r.basis(*_OWN_COUNTERS[kind], clause)
        return r.basis("illegal_move_penalty", "how_many", clause)
    minutes = f"{r.tempo}.penalty_minutes_clause"
    if not r.unsupervised:
        return r.basis(*r.fast, f"{r.tempo}.supervision_clause", minutes, clause)
    if penalty_scale(r)[0] == "loss":
        return r.basis(*r.fast, f"{r.tempo}.illegal_move_clause")
    return r.basis(*r.fast, f"{r.tempo}.illegal_move_clause", minutes, clause)


def offender_colour(r: Reasoning) -> chess.Color | None:
    """Return the offender's colour if it is known: stated, or read from the moves or the position."""
    party = r.fact("offender")
    if party in {Party.WHITE, Party.BLACK}:
        return bool(party is Party.WHITE)
    if r.incident is not None:
        return r.incident.move.color
    position = r.case.board.position
    if position is not None and _NO_KING & set(position.impossible):
        return Impossibility.NO_BLACK_KING in position.impossible
    if position is None or _SIDE_NOT_KNOWN & {repair.kind for repair in position.repairs}:
        return None
    left_in_check = {Impossibility.SIDE_NOT_TO_MOVE_IN_CHECK, Impossibility.BOTH_KINGS_IN_CHECK}
    return not position.board().turn if left_in_check & set(position.impossible) else None


def _cost(r: Reasoning, number: int) -> str:
    scale = penalty_scale(r)
    return scale[min(number, len(scale)) - 1]


def _doubt_minutes(r: Reasoning) -> None:
    if r.tempo is TimeControl.BLITZ:
        r.doubt_about(f"blitz_{'un' if r.unsupervised else ''}supervised_minutes")


def _now(r: Reasoning, cure: Cure) -> None:
    if r.by_claim_only:
        r.now("now.claim_before_moving")
    elif r.unsupervised:
        r.now("now.claim_or_arbiter")
    else:
        r.now("now.stop_clock_call_arbiter")
    if cure is Cure.RESTORE:
        r.now("now.arbiter_sets_times")


def _loss(r: Reasoning, number: int, kind: Kind, board: chess.Board | None) -> Ruling:
    said = "step.loss_at_once" if len(penalty_scale(r)) == 1 else "step.loss_by_count"
    r.step(said, penalty_source(r, kind), settles=r.unsupervised, number=number)
    if r.by_claim_only:
        r.step("step.loss_on_claim", r.basis(*r.fast, f"{r.tempo}.illegal_move_clause"))
        r.now("now.claim_before_moving")
    exception = draw_exception_basis(r, kind)
    if exception is None:
        r.step("step.no_exception", r.basis(*_EXCEPTION, f"{kind}.penalty_clause"))
        return r.ruling(Verdict.LOSS)
    if lost_or_drawn(r, exception, board) is Verdict.DRAW:
        return r.ruling(Verdict.DRAW, topic=_EXCEPTION)
    return r.ruling(Verdict.LOSS)


def draw_exception_basis(r: Reasoning, kind: Kind = Kind.MOVE) -> Basis | None:
    """Return the rule that makes a loss a draw in this kind of play, or nothing if there is none."""
    if r.unsupervised:
        rule = r.law.text(f"{r.tempo}.draw_exception_rule")
        if rule == "in_fast_clause":
            return r.basis(*r.fast, f"{r.tempo}.illegal_move_clause")
        exists = rule == "in_penalty_clause"
    else:
        exists = r.law.flag("illegal_move.draw_exception")
    return r.basis(*_EXCEPTION, f"{kind}.penalty_clause") if exists else None


def lost_or_drawn(r: Reasoning, exception: Basis, board: chess.Board | None) -> Verdict:
    """Write down whether the opponent can mate, and return the loss or the draw that follows."""
    can_mate = _opponent_can_mate(r, board)
    if can_mate is None and _said_to_be_unable(r, board):
        r.step("step.exception_exists", exception)
        return Verdict.DRAW
    if can_mate is False:
        r.step("step.drawn_cannot_mate", exception)
        return Verdict.DRAW
    r.step("step.loss_mate_possible" if can_mate else "step.loss_opponent_can_mate", exception)
    return Verdict.LOSS


def _said_to_be_unable(r: Reasoning, board: chess.Board | None) -> bool:
    """Whether the question itself takes it that the opponent cannot mate, and nothing shows otherwise."""
    asked = r.case.ref.topic == _EXCEPTION[0]
    return asked and board is None and r.case.facts.opponent_material is None


def _opponent_can_mate(r: Reasoning, board: chess.Board | None) -> bool | None:
    """Whether the offender's opponent can mate: by the board, else by the men named; ``None``: unknown."""
    colour = offender_colour(r)
    if board is not None:
        return _can_mate_on(r, board, colour)
    words = r.fact("opponent_material")
    material = read_material(words) if words else None
    if material is not None and cannot_mate_with(material, None):
        return False
    return None


def _can_mate_on(r: Reasoning, board: chess.Board, offender: chess.Color | None) -> bool | None:
    if offender is not None:
        return prove(r, board, not offender)
    white, black = prove(r, board, chess.WHITE), prove(r, board, chess.BLACK)
    if white == black:
        return white
    r.mating = None
    by_opponent = {True: Verdict.LOSS, None: Verdict.LOSS, False: Verdict.DRAW}
    r.need("offender", (("white", by_opponent[black]), ("black", by_opponent[white])))
    return None
