"""Offences: is it completed, is it too late, how much does it cost, and is a loss a draw instead."""

from __future__ import annotations

from enum import StrEnum

import chess

from kb.board.mating import CannotMate, can_checkmate
from kb.board.mating import Undetermined as MatingUndetermined
from kb.rules.facts import Party, TimeControl
from kb.rules.material import cannot_mate_with, read_material
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.ruling import Mating, Ruling, Verdict

__all__ = ["Cure", "completed", "offender_colour", "penalise", "ruled_by_result", "too_late"]


class Cure(StrEnum):
    """What is done to the position beside the penalty."""

    RESTORE = "RESTORE"
    QUEEN = "QUEEN"
    KEEP = "PENALTY"


def ruled_by_result(r: Reasoning) -> Ruling | None:
    """Return the ruling that the result is kept if the game is over: Article 7 works during the game."""
    if not r.fact("game_over"):
        return None
    r.step("step.game_over", (r.case.ref.topic, r.case.ref.aspect))
    r.now("now.result_stands")
    return r.ruling(Verdict.RESULT_STANDS)


def completed(r: Reasoning) -> bool:
    """Whether the offence is complete: by pressing the clock, or in the oldest text by making the move."""
    if r.law.text("illegal_move.completed_by") == "made":
        r.step("step.completed_when_made", ("illegal_move_restoration", "when_completed"))
        return True
    pressed = bool(r.fact("clock_pressed")) or replied(r)
    said = "step.completed" if pressed else "step.not_completed"
    r.step(said, ("illegal_move_restoration", "when_completed"))
    return pressed


def replied(r: Reasoning) -> bool:
    """Whether the opponent has moved since the offence."""
    since = r.case.facts.moves_since
    if since is not None and since > 0:
        return bool(r.fact("moves_since"))
    return bool(r.fact("opponent_moved"))


def too_late(r: Reasoning) -> bool:
    """Whether an offence in rapid or blitz without full supervision can no longer be corrected."""
    if not r.unsupervised or not replied(r):
        return False
    stands = r.law.text(f"{r.tempo}.unclaimed_illegal_move_stands")
    if stands == "unknown":
        r.doubt("doubt.stands_not_seen")
    if r.law.text(f"{r.tempo}.who_acts") == "arbiter_or_claim_before_reply":
        r.step("step.too_late_seen_or_claimed", ("rapid_blitz_illegal_move", "not_claimed"))
    else:
        r.step("step.too_late_claimed", ("rapid_blitz_illegal_move", "not_claimed"))
    r.now("now.both_may_agree")
    return True


def penalise(r: Reasoning, cure: Cure, *, board: chess.Board | None = None) -> Ruling:
    """Rule on a completed offence that is not too late.

    :param board: the position the draw exception is judged on (restored, or with the queen).
    """
    number = int(r.fact("offence_number"))
    scale = r.law.texts(_scale(r))
    token = scale[min(number, len(scale)) - 1]
    source = _source(r)
    r.penalised = True
    if token == "loss":  # noqa: S105  (a penalty, not a secret)
        return _loss(r, number, board, source)
    minutes = 1 if token.startswith("1min") else 2
    if token == "1min_or_2min":  # noqa: S105
        r.doubt("doubt.supervised_blitz_minutes")
    (r.settle if r.unsupervised else r.step)(
        "step.minutes", source, n=minutes, number=number, left=len(scale) - number
    )
    _now_minutes(r, cure)
    return r.ruling(Verdict(f"{cure}_{minutes}MIN"))


def offender_colour(r: Reasoning) -> chess.Color | None:
    """Return the offender's colour if it is known."""
    party = r.case.facts.offender
    if party in {Party.WHITE, Party.BLACK}:
        return bool(party is Party.WHITE)
    illegal = next((m for m in r.case.board.moves if m.legal is False), None)
    return illegal.color if illegal is not None else None


def prove(r: Reasoning, board: chess.Board, colour: chess.Color) -> bool | None:
    """Ask whether ``colour`` can still mate from ``board``; the proof is kept. ``None``: undetermined."""
    verdict = can_checkmate(board, colour)
    r.mating = Mating(colour, fen_of(board), verdict)
    if isinstance(verdict, MatingUndetermined):
        return None
    return not isinstance(verdict, CannotMate)


def _scale(r: Reasoning) -> str:
    if r.tempo is TimeControl.STANDARD:
        return "illegal_move.penalties_standard"
    kind = "unsupervised" if r.unsupervised else "supervised"
    return f"illegal_move.penalties_{r.tempo}_{kind}"


def _source(r: Reasoning) -> tuple[str, str]:
    """Name the rule the size of the penalty rests on."""
    if r.unsupervised and r.tempo in {TimeControl.RAPID, TimeControl.BLITZ}:
        return "rapid_blitz_illegal_move", str(r.tempo)
    return "illegal_move_penalty", "how_many"


def _now_minutes(r: Reasoning, cure: Cure) -> None:
    if r.unsupervised and r.law.text(f"{r.tempo}.who_acts") != "arbiter_or_claim_before_reply":
        r.now("now.claim_before_moving")
    elif r.unsupervised:
        r.now("now.claim_or_arbiter")
    else:
        r.now("now.stop_clock_call_arbiter")
    if cure is Cure.RESTORE:
        r.now("now.arbiter_sets_times")


def _loss(r: Reasoning, number: int, board: chess.Board | None, source: tuple[str, str]) -> Ruling:
    said = "step.loss_at_once" if number == 1 else "step.loss_by_count"
    (r.settle if r.unsupervised else r.step)(said, source, number=number)
    claim = r.unsupervised and r.law.text(f"{r.tempo}.who_acts") != "arbiter_or_claim_before_reply"
    if claim:
        r.step("step.loss_on_claim", ("rapid_blitz_illegal_move", str(r.tempo)))
        r.now("now.claim_before_moving")
    exception = r.law.flag("illegal_move.draw_exception") or (claim and r.tempo is TimeControl.BLITZ)
    if not exception:
        r.step("step.no_exception", ("draw_exception", "opponent_cannot_mate"))
        return r.ruling(Verdict.LOSS)
    if _opponent_can_mate(r, board) is False:
        r.step("step.drawn_cannot_mate", ("draw_exception", "opponent_cannot_mate"))
        return r.ruling(Verdict.DRAW, topic=("draw_exception", "opponent_cannot_mate"))
    r.step("step.loss_opponent_can_mate", ("draw_exception", "opponent_cannot_mate"))
    return r.ruling(Verdict.LOSS)


def _opponent_can_mate(r: Reasoning, board: chess.Board | None) -> bool | None:
    """Whether the offender's opponent can mate: by the board, else by the material named, else unknown."""
    colour = offender_colour(r)
    if board is not None and colour is not None:
        return prove(r, board, not colour)
    words = r.fact("opponent_material")
    material = read_material(words) if words else None
    if material is not None and cannot_mate_with(material, None):
        return False
    return None
