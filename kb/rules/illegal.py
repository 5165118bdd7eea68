"""Illegal moves: 7.5 of 2017 and its older and faster forms."""

from __future__ import annotations

import chess

from kb.board.types import IllegalReason, Impossibility
from kb.rules.acts import Act
from kb.rules.facts import Origin, Party
from kb.rules.incident import Incident
from kb.rules.penalty import (
    Completion,
    Cure,
    completion,
    costs_the_game,
    draw_exception_basis,
    lost_or_drawn,
    penalise,
    penalty_scale,
    penalty_source,
    ruled_by_result,
    too_late,
)
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.replacing import restore
from kb.rules.ruling import Basis, Ruling, Verdict
from kb.rules.saying import why_illegal
from kb.rules.setup import claim_limit

__all__ = ["illegal_move", "nothing_illegal", "offence", "who_acts"]

_EXCEPTION = ("draw_exception", "opponent_cannot_mate")
_DEFINITION = ("illegal_move_definition", "definition")
# Words that tell of an illegal move beside the moves given.
_TOLD = (
    Act.KING_LEFT_IN_CHECK, Act.CASTLED_ILLEGALLY, Act.KING_CAPTURED, Act.MATE_BY_ILLEGAL_MOVE,
    Act.PAWN_NOT_REPLACED, Act.ROOK_MOVED_DIAGONALLY, Act.BOTH_KINGS_IN_CHECK, Act.PRESSED_WITHOUT_MOVE,
    Act.TWO_HANDS, Act.PIECE_ON_WRONG_SQUARE,
)  # fmt: skip
_PIECES = {chess.BISHOP: "bishop", chess.ROOK: "rook", chess.QUEEN: "queen", chess.KNIGHT: "knight"}
# Which rule of Article 3 a move breaks, where it is not the one on how the piece moves.
_BROKEN = {
    IllegalReason.NO_PIECE_THERE: "movement.turn",
    IllegalReason.NOT_YOUR_TURN: "movement.turn",
    IllegalReason.PATH_BLOCKED: "movement.no_jumping",
    IllegalReason.OWN_PIECE_ON_TARGET: "movement.same_colour",
    IllegalReason.CAPTURES_KING: "king_capture.capture_clause",
    IllegalReason.OWN_KING_IN_CHECK: "movement.check",
    IllegalReason.EXPOSES_KING: "movement.check",
    IllegalReason.KING_INTO_CHECK: "movement.check",
    IllegalReason.KING_NEXT_TO_KING: "movement.check",
    IllegalReason.EN_PASSANT_TOO_LATE: "pointers.en_passant",
    IllegalReason.PROMOTION_MISSING: "promotion_other.duty_clause",
    IllegalReason.PROMOTION_TO_KING_OR_PAWN: "promotion_other.duty_clause",
}


@judges("illegal_move_restoration")
def illegal_move(r: Reasoning) -> Ruling:
    """An illegal move was played: restore, replace under touch-move, penalise."""
    if over := ruled_by_result(r):
        return over
    asked_in_general = r.case.facts.clock_pressed is None and not r.case.board.moves
    if r.case.ref.aspect == "when_completed":
        if asked_in_general:
            completion(r)
            return r.ruling(Verdict.INFO)
        r.fact("clock_pressed")
    if legal := nothing_illegal(r):
        return legal
    _say_why_illegal(r)
    return offence(r)


def offence(r: Reasoning, done: Completion | None = None) -> Ruling:
    """Rule on an illegal move that is to be put right by going back; ``done`` if that is known already."""
    done = done or completion(r)
    if done is Completion.NOT_YET:
        return _take_back(r)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    if done is Completion.PLAYED_ON:
        restore(r)
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.RESTORE)
    if not costs_the_game(r):
        restore(r)
    both = r.incident is not None and r.incident.both and not r.unsupervised
    if both or r.case.facts.offender is Party.BOTH:
        r.step("step.both_offended", penalty_source(r))
    return penalise(r, Cure.RESTORE, board=_judged_on(r))


def _take_back(r: Reasoning) -> Ruling:
    """Rule that a move not yet completed may be replaced without a penalty."""
    r.step("step.may_take_back", ("touch_move", "own_piece"))
    r.now("now.play_legal_move")
    return r.ruling(Verdict.NO_OFFENCE)


def nothing_illegal(r: Reasoning) -> Ruling | None:
    """Rule that there was no irregularity where all moves given are legal and the words tell of none."""
    moves = r.case.board.moves
    if not moves or not all(m.legal for m in moves) or r.did(*_TOLD):
        return None
    r.step("step.moves_are_legal", _DEFINITION, moves=tuple(m.san or m.text for m in moves[-3:]))
    return r.ruling(Verdict.NO_OFFENCE)


@judges("illegal_move_penalty")
def penalty(r: Reasoning) -> Ruling:
    """How many illegal moves lose, what each costs, which acts count."""
    if r.case.ref.aspect == "what_counts":
        r.step("step.what_counts", ("illegal_move_penalty", "what_counts"))
        r.doubt_about("separate_counters")
        return r.ruling(Verdict.INFO)
    if r.case.facts.offence_number is not None:
        r.fact("offence_number")
        return illegal_move(r)
    if r.unsupervised:
        r.case = r.case.about(*r.fast)
    return _scale_in_general(r)


@judges("rapid_blitz_illegal_move")
def fast_illegal_move(r: Reasoning) -> Ruling:
    """Illegal moves in rapid and blitz; supervision; limits on set-up claims."""
    aspect = r.case.ref.aspect
    topic = "rapid_blitz_illegal_move"
    if aspect == "supervision":
        paths = ("rapid.supervision_clause", "blitz.supervision_clause")
        r.step("step.supervision", r.basis(topic, "supervision", *paths))
        return r.ruling(Verdict.INFO)
    if aspect == "setup_claim_limit":
        return claim_limit(r)
    if aspect == "who_acts":
        return ruled_by_result(r) or who_acts(r)
    unstated = r.case.facts.opponent_moved is None and r.case.facts.moves_since is None
    if aspect == "not_claimed" and unstated and not r.case.board.moves and r.unsupervised:
        if over := ruled_by_result(r):
            return over
        r.note_fact("opponent_moved", "true", Origin.STATED)
        r.step("step.stands_unclaimed", r.basis(topic, aspect, f"{r.tempo}.illegal_move_clause"))
        if r.law.text(f"{r.tempo}.unclaimed_illegal_move_stands") == "unknown":
            r.doubt_about("fast_claim")
        r.now("now.both_may_agree")
        return r.ruling(Verdict.STANDS)
    return illegal_move(r)


def who_acts(r: Reasoning) -> Ruling:
    """Say whether the arbiter steps in unasked or only on a claim."""
    if not r.unsupervised:
        r.step("step.arbiter_acts", ("illegal_move_penalty", "how_many"))
        return r.ruling(Verdict.ARBITER_MUST_ACT)
    if too_late(r):
        return r.ruling(Verdict.STANDS)
    basis = r.basis("rapid_blitz_illegal_move", "who_acts", f"{r.tempo}.illegal_move_clause")
    if not r.by_claim_only:
        r.step("step.arbiter_acts_before_reply", basis)
        return r.ruling(Verdict.ARBITER_MUST_ACT)
    r.step("step.claim_only", basis)
    if r.law.text(f"{r.tempo}.unclaimed_illegal_move_stands") == "unknown":
        r.doubt_about("fast_claim")
    r.now("now.claim_before_moving")
    return r.ruling(Verdict.CLAIM_NEEDED)


@judges("draw_exception")
def draw_exception(r: Reasoning) -> Ruling:
    """The count would lose the game, but the opponent cannot mate."""
    if r.case.facts.offence_number is not None or r.incident is not None:
        return illegal_move(r)
    if over := ruled_by_result(r):
        return over
    exception = draw_exception_basis(r)
    losing = len(penalty_scale(r))
    r.note_fact("offence_number", str(losing), Origin.ASSUMED)
    if exception is None:
        r.step(
            "step.no_exception",
            r.basis("draw_exception", "opponent_cannot_mate", "illegal_move.penalty_clause"),
        )
        return r.ruling(Verdict.LOSS)
    if r.case.facts.opponent_material is None and _judged_on(r) is None:
        r.step("step.exception_exists", exception)
        return r.ruling(Verdict.DRAW)
    return r.ruling(lost_or_drawn(r, exception, _judged_on(r)))


def _scale_in_general(r: Reasoning) -> Ruling:
    scale, source = penalty_scale(r), penalty_source(r)
    exception = draw_exception_basis(r)
    if scale[0] == "loss":
        r.step("step.loss_at_once", source)
    else:
        minutes = 1 if scale[0].startswith("1min") else 2
        r.step("step.scale", source, n=minutes, losing=len(scale))
    if r.by_claim_only:
        r.step("step.loss_on_claim", r.basis(*r.fast, f"{r.tempo}.illegal_move_clause"))
    if exception is not None:
        r.step("step.exception_exists", exception)
    if r.tempo == "blitz":
        r.doubt_about(f"blitz_{'un' if r.unsupervised else ''}supervised_minutes")
    r.doubt_about("separate_counters")
    return r.ruling((Verdict.LOSS, Verdict.LOSS_AT_2ND, Verdict.LOSS_AT_3RD)[len(scale) - 1])


def _say_why_illegal(r: Reasoning) -> None:
    found = r.incident
    if found is not None and found.move.illegal is not None:
        r.step(
            "step.move_illegal",
            _rule_broken(r, found),
            move=found.move.text,
            why=why_illegal(found.move.illegal),
        )
        if found.later and r.case.facts.moves_since is None:
            r.note_fact("moves_since", str(found.later), Origin.READ)
        _say_no_mate(r, found)
        return
    position = r.case.board.position
    left = position is not None and Impossibility.SIDE_NOT_TO_MOVE_IN_CHECK in position.impossible
    if left:
        r.step("impossible.side_not_to_move_in_check")
    if left or r.did(Act.KING_LEFT_IN_CHECK):
        r.step(
            "step.king_left_in_check",
            r.basis(*_DEFINITION, "illegal_move.definition_clause", "movement.check"),
        )
    else:
        r.step("step.illegal_move", _DEFINITION)
    if r.did(Act.MATE_BY_ILLEGAL_MOVE):
        r.step("step.mate_not_legal", ("mate_after_illegal", "mate_ends_game"))


def _say_no_mate(r: Reasoning, found: Incident) -> None:
    """Say that a mate given by the illegal move itself does not count."""
    if found.later == 0 and found.after is not None and found.after.is_checkmate():
        r.step("step.mate_not_legal", ("mate_after_illegal", "mate_ends_game"))


def _rule_broken(r: Reasoning, found: Incident) -> Basis:
    """Return the definition of an illegal move with the clause of Article 3 that was not met."""
    assert found.move.illegal is not None
    reason = found.move.illegal.reason
    if reason.value.startswith("castling"):
        path = "pointers.castling"
    elif reason in _BROKEN:
        path = _BROKEN[reason]
    elif reason.value.startswith("p") and found.move.piece in _PIECES:
        path = f"movement.{_PIECES[found.move.piece]}"
    else:
        path = "movement.king" if found.move.piece == chess.KING else "movement.pawn"
    return r.basis(*_DEFINITION, "illegal_move.definition_clause", path)


def _judged_on(r: Reasoning) -> chess.Board | None:
    """Return the position the draw exception is judged on: before the illegal move, else as given."""
    if r.incident is not None:
        return r.incident.before
    position = r.case.board.position
    return position.board() if position is not None else None
