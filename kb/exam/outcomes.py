"""What a ruling comes to, in words that name the sides; and which outcomes must not stand side by side."""

from __future__ import annotations

from collections.abc import Iterator

from kb.exam.scene import Scene
from kb.messages import Message, msg
from kb.rules.ruling import Verdict

__all__ = ["alike", "outcome", "wordings"]

_OUTCOMES = {
    Verdict.NEW_GAME: "question.outcome.NEW_GAME",
    Verdict.CONTINUE: "question.outcome.CONTINUE",
    Verdict.CONTINUE_UNLESS_ARBITER: "question.outcome.CONTINUE_UNLESS_ARBITER",
    Verdict.TRANSFER_BOARD: "question.outcome.TRANSFER_BOARD",
    Verdict.RESTORE: "question.outcome.RESTORE",
    Verdict.RESTORE_1MIN: "question.outcome.RESTORE_1MIN",
    Verdict.RESTORE_2MIN: "question.outcome.RESTORE_2MIN",
    Verdict.QUEEN_1MIN: "question.outcome.QUEEN_1MIN",
    Verdict.QUEEN_2MIN: "question.outcome.QUEEN_2MIN",
    Verdict.PENALTY_1MIN: "question.outcome.PENALTY_1MIN",
    Verdict.PENALTY_2MIN: "question.outcome.PENALTY_2MIN",
    Verdict.LOSS: "question.outcome.LOSS",
    Verdict.DRAW: "question.outcome.DRAW",
    Verdict.LOSS_AT_2ND: "question.outcome.LOSS_AT_2ND",
    Verdict.LOSS_AT_3RD: "question.outcome.LOSS_AT_3RD",
    Verdict.STANDS: "question.outcome.STANDS",
    Verdict.RESULT_STANDS: "question.outcome.RESULT_STANDS",
    Verdict.GAME_OVER_MATE: "question.outcome.GAME_OVER_MATE",
    Verdict.GAME_OVER_DRAW: "question.outcome.GAME_OVER_DRAW",
    Verdict.NO_OFFENCE: "question.outcome.NO_OFFENCE",
    Verdict.RESTORE_OWN_TIME: "question.outcome.RESTORE_OWN_TIME",
    Verdict.STOP_CLOCK_CALL_ARBITER: "question.outcome.STOP_CLOCK_CALL_ARBITER",
    Verdict.ARBITER_DISCRETION: "question.outcome.ARBITER_DISCRETION",
    Verdict.ARBITER_MUST_ACT: "question.outcome.ARBITER_MUST_ACT",
    Verdict.CLAIM_NEEDED: "question.outcome.CLAIM_NEEDED",
    Verdict.WAIT_NEXT_MOVE: "question.outcome.WAIT_NEXT_MOVE",
}
# Where a topic says it in its own words.
_OWN_WORDS = {
    ("illegal_move_restoration", Verdict.NO_OFFENCE): "question.outcome.NO_OFFENCE.take_back",
    ("illegal_move_penalty", Verdict.NO_OFFENCE): "question.outcome.NO_OFFENCE.take_back",
    ("rapid_blitz_illegal_move", Verdict.NO_OFFENCE): "question.outcome.NO_OFFENCE.take_back",
    ("draw_exception", Verdict.NO_OFFENCE): "question.outcome.NO_OFFENCE.take_back",
    ("promotion_not_replaced", Verdict.NO_OFFENCE): "question.outcome.NO_OFFENCE.promote",
    ("promotion_other", Verdict.NO_OFFENCE): "question.outcome.rook.NO_OFFENCE",
    ("promotion_other", Verdict.STOP_CLOCK_CALL_ARBITER): "question.outcome.missing",
    ("touch_move", Verdict.RESTORE): "question.outcome.touched",
    ("touch_move", Verdict.NO_OFFENCE): "question.outcome.castling_stands",
    ("king_capture", Verdict.RESTORE_1MIN): "question.outcome.king_taken_1",
    ("king_capture", Verdict.RESTORE_2MIN): "question.outcome.king_taken_2",
    ("dead_position", Verdict.CONTINUE): "question.outcome.dead.on",
    ("clock_times_after_irregularity", Verdict.ARBITER_DISCRETION): "question.outcome.clock_times",
}
# Outcomes that say the same of the game in other words, or that a candidate could defend side by side.
_GROUPS = (
    {Verdict.CONTINUE, Verdict.NO_OFFENCE, Verdict.STANDS, Verdict.CONTINUE_UNLESS_ARBITER},
    {Verdict.CONTINUE_UNLESS_ARBITER, Verdict.ARBITER_DISCRETION},
    {Verdict.ARBITER_DISCRETION, Verdict.CONTINUE, Verdict.NO_OFFENCE},
    {Verdict.RESULT_STANDS, Verdict.GAME_OVER_MATE, Verdict.GAME_OVER_DRAW},
    {Verdict.DRAW, Verdict.GAME_OVER_DRAW},
    {Verdict.CONTINUE, Verdict.TRANSFER_BOARD},
    {Verdict.RESTORE, Verdict.NO_OFFENCE},
    {Verdict.RESTORE, Verdict.RESTORE_OWN_TIME},
    {Verdict.PENALTY_1MIN, Verdict.RESTORE_1MIN, Verdict.QUEEN_1MIN},
    {Verdict.PENALTY_2MIN, Verdict.RESTORE_2MIN, Verdict.QUEEN_2MIN},
    {Verdict.ARBITER_MUST_ACT, Verdict.STOP_CLOCK_CALL_ARBITER},
    {Verdict.WAIT_NEXT_MOVE, Verdict.STANDS},
)
_QUEEN_OR_BACK = {
    frozenset({Verdict.QUEEN_1MIN, Verdict.RESTORE_1MIN}),
    frozenset({Verdict.QUEEN_2MIN, Verdict.RESTORE_2MIN}),
}


def outcome(verdict: Verdict, scene: Scene) -> Message:
    """Say what a verdict comes to in this scene."""
    asks_scale = scene.case.facts.offence_number is None and scene.topic == "illegal_move_penalty"
    if verdict is Verdict.LOSS and asks_scale:
        return msg("question.outcome.LOSS_AT_1ST")
    if scene.case.ref.aspect == "both_kings_in_check":
        return msg(_OUTCOMES[verdict])
    if verdict is Verdict.GAME_OVER_DRAW and scene.case.ref.aspect == "dead":
        return msg("question.outcome.dead.over")
    return msg(_OWN_WORDS.get((scene.topic, verdict), _OUTCOMES[verdict]))


def wordings() -> Iterator[tuple[str, Verdict]]:
    """Yield every message a ruling can be worded by, with its verdict."""
    for verdict, message_id in _OUTCOMES.items():
        yield message_id, verdict
    for (_, verdict), message_id in _OWN_WORDS.items():
        yield message_id, verdict


def alike(first: Verdict, second: Verdict) -> bool:
    """Whether two verdicts are the same, or too near to each other to be two options.

    >>> alike(Verdict.DRAW, Verdict.GAME_OVER_DRAW), alike(Verdict.DRAW, Verdict.LOSS)
    (True, False)
    """
    if first is second:
        return True
    if frozenset({first, second}) in _QUEEN_OR_BACK:
        return False
    return any(first in group and second in group for group in _GROUPS)
