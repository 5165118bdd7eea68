"""A king captured, and both kings in check."""

from __future__ import annotations

from dataclasses import replace

from kb.board.types import Impossibility
from kb.rules.facts import Party, TimeControl
from kb.rules.illegal import offence
from kb.rules.penalty import offender_colour, ruled_by_result
from kb.rules.reasoning import Reasoning
from kb.rules.registry import judges
from kb.rules.ruling import Ruling, Verdict

__all__ = ["standing_irregularity"]

_BOTH = ("king_capture", "both_kings_in_check")


@judges("king_capture")
def king_capture(r: Reasoning) -> Ruling:
    """A king was taken, or both kings stand in check."""
    if over := ruled_by_result(r):
        return over
    if r.case.ref.aspect == "both_kings_in_check":
        return _both_kings(r)
    clause = "king_capture.capture_clause"
    path = clause if r.law.texts(clause) else "illegal_move.definition_clause"
    r.step("step.king_taken", r.basis("king_capture", "king_taken", path))
    r.now("now.claim_instead_of_taking")
    return offence(r)


def _both_kings(r: Reasoning) -> Ruling:
    if not r.unsupervised:
        return _both_kings_standard(r)
    rule = r.law.text("king_capture.both_kings_fast_rule")
    if rule == "none_found":
        r.step(f"step.both_kings.{rule}", r.basis(*_BOTH, f"{r.tempo}.illegal_move_clause"))
        r.now("now.claim_before_moving")
        return r.ruling(Verdict.CLAIM_NEEDED)
    blitz = r.tempo is TimeControl.BLITZ
    if rule.endswith("rapid_only") and blitz:
        r.step(f"step.both_kings.{rule}", r.basis(*_BOTH, "blitz.illegal_move_clause"))
        r.now("now.claim_before_moving")
        return r.ruling(Verdict.CLAIM_NEEDED)
    r.step(f"step.both_kings.{rule}", _BOTH)
    if blitz:
        r.doubt_about("blitz_both_kings")
    if rule.startswith("wait"):
        r.step("step.seen_or_claimed_first", r.basis(*r.fast, f"{r.tempo}.illegal_move_clause"))
        return r.ruling(Verdict.WAIT_NEXT_MOVE)
    return r.ruling(Verdict.ARBITER_MUST_ACT)


def _both_kings_standard(r: Reasoning) -> Ruling:
    paths = ("illegal_move.illegal_position_clause", "illegal_move.restoration_clause")
    r.step("step.both_kings_standard", r.basis("illegal_move_restoration", "go_back", *paths))
    position = r.case.board.position
    both = position is not None and Impossibility.BOTH_KINGS_IN_CHECK in position.impossible
    if r.incident is None and position is not None and both and offender_colour(r) is None:
        r.need("last_move", tuple((str(side), _restored(r, side)) for side in (Party.WHITE, Party.BLACK)))
        return r.ruling(Verdict.ASK_LAST_MOVE)
    return offence(r)


def _restored(r: Reasoning, last_to_move: Party) -> Verdict:
    """Return the verdict if this side moved last, which then left its own king in check."""
    case = replace(r.case, facts=replace(r.case.facts, offender=last_to_move))
    supposed = Reasoning(case, r.law, r.topics)
    return offence(supposed).verdict


def standing_irregularity(r: Reasoning, *, standing: bool | None) -> Ruling | None:
    """Say what unsupervised play makes of two checked kings or an unpromoted pawn that was answered.

    :param standing: whether it is on the board still; ``None`` if that is not known.
    """
    if standing is False:
        return None
    rule = r.law.text("king_capture.both_kings_fast_rule")
    if rule.startswith("wait"):
        r.step("step.arbiter_waits", _BOTH)
        return r.ruling(Verdict.WAIT_NEXT_MOVE) if standing else None
    if rule == "none_found" or (rule.endswith("rapid_only") and r.tempo is TimeControl.BLITZ):
        return None
    r.step("step.arbiter_intervenes", _BOTH)
    return r.ruling(Verdict.ARBITER_MUST_ACT) if standing else None
