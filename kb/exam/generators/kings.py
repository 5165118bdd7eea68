"""A king taken, two kings in check, and who may act in fast play."""

from __future__ import annotations

from typing import Any

import chess

from kb.board.impossible import find_impossibilities
from kb.board.types import Impossibility
from kb.exam.generators.circumstances import circumstances
from kb.exam.generators.offences import shown
from kb.exam.positions import draw_placed
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, on_board, party
from kb.exam.types import Format
from kb.messages import msg
from kb.rules.acts import Act
from kb.rules.ruling import Verdict

__all__: list[str] = []

_TAKES = ("question.king_taken.1", "question.king_taken.2")
_MEN = (("KQP", "KRP"), ("KRP", "KQ"), ("KBRP", "KRP"), ("KRPP", "KRP"), ("KQPP", "KBP"), ("KRN", "KRP"))
_MUST_ACT = frozenset(
    v
    for v in Verdict
    if v.startswith(("RESTORE", "LOSS", "QUEEN", "PENALTY")) or v is Verdict.STOP_CLOCK_CALL_ARBITER
)


@generates("king_capture", Format.EDITION)
def king_taken(draw: Draw) -> Scene:
    """A player takes the king and claims a win."""
    play, player = draw.play(fast=0.75), draw.side()
    around = circumstances(draw, play, player, numbers=(1,), unpressed=0.0, replied=0.0, over=0.0)
    case = given("king_capture", "king_taken", play, Act.KING_CAPTURED, **around.facts)
    slips = (
        Slip(msg("question.king_taken.slip.wins.why"), said=msg("question.king_taken.slip.wins")),
        Slip(msg("question.slip.draw.why"), verdict=Verdict.DRAW),
        Slip(msg("question.king_taken.slip.warning.why"), said=msg("question.king_taken.slip.warning")),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
    )
    told = (*around.before, draw.say(_TAKES))
    return Scene(case, play, told, player=player, slips=slips)


@generates("king_capture")
def both_kings_in_check(draw: Draw) -> Scene:
    """Both kings stand in check."""
    fast = draw.chance(0.7)
    play, player = (draw.unsupervised() if fast else draw.play(fast=0.0)), draw.side()
    board = _both_checked(draw, player)
    facts: dict[str, Any] = {
        "offender": party(player),
        "offence_number": 1,
        "clock_pressed": True,
        "game_over": False,
    }
    told = msg("question.both_kings.fast" if fast else "question.both_kings.standard")
    slips = (
        Slip(msg("question.both_kings.slip.why"), said=msg("question.both_kings.slip.take")),
        Slip(msg("question.both_kings.slip.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.both_kings.slip.why"), verdict=Verdict.DRAW),
        Slip(msg("question.both_kings.slip.why"), verdict=Verdict.LOSS),
        Slip(msg("question.both_kings.slip.why"), said=msg("question.both_kings.slip.play_on")),
    )
    case = given(
        "king_capture", "both_kings_in_check", play, Act.BOTH_KINGS_IN_CHECK, board=on_board(board), **facts
    )
    return Scene(
        case,
        play,
        (*shown(board), msg("question.first.1"), told),
        player=player,
        shown=board.fen(),
        announced=True,
        slips=slips,
        also=_MUST_ACT if fast else frozenset({Verdict.ARBITER_MUST_ACT}),
    )


@generates("rapid_blitz_illegal_move", only=(Format.CHOICE,))
def who_acts(draw: Draw) -> Scene:
    """The arbiter happens to see an illegal move, and the opponent has said nothing."""
    play, player = draw.play(fast=0.8), draw.side()
    replied = draw.chance(0.3)
    told = msg("question.seen.replied" if replied else "question.seen.1")
    case = given(
        "rapid_blitz_illegal_move",
        "who_acts",
        play,
        Act.ILLEGAL_MOVE,
        Act.ARBITER_ASKED_TO_STEP_IN,
        offender=party(player),
        offence_number=1,
        clock_pressed=True,
        opponent_moved=replied,
        game_over=False,
    )
    slips = (
        Slip(msg("question.seen.slip.after.why"), said=msg("question.seen.slip.after")),
        Slip(msg("question.seen.slip.whisper.why"), said=msg("question.seen.slip.whisper")),
        Slip(msg("question.seen.slip.claim.why"), verdict=Verdict.CLAIM_NEEDED),
        Slip(msg("question.seen.slip.act.why"), verdict=Verdict.ARBITER_MUST_ACT),
        Slip(msg("question.seen.slip.flag.why"), said=msg("question.seen.slip.flag")),
    )
    return Scene(case, play, (told,), player=player, slips=slips, also=_MUST_ACT)


def _both_checked(draw: Draw, player: chess.Color) -> chess.Board:
    """Return a position with both kings in check after a move by ``player``, impossible in no other way."""
    own, theirs = draw.pick(_MEN)
    for _ in range(3000):
        board = draw_placed(draw.rng, *((own, theirs) if player else (theirs, own)))
        board.turn = not player
        wrong = set(find_impossibilities(board))
        if wrong == {Impossibility.BOTH_KINGS_IN_CHECK, Impossibility.SIDE_NOT_TO_MOVE_IN_CHECK}:
            return board
    raise NotDrawn
