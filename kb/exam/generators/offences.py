"""Illegal moves and what is treated like one."""

from __future__ import annotations

import chess

from kb.board.types import IllegalReason
from kb.exam.generators.circumstances import circumstances
from kb.exam.illegal_moves import illegal_moves
from kb.exam.positions import draw_game, replay
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, with_moves
from kb.exam.types import Format
from kb.messages import Message, msg
from kb.rules.ruling import Verdict

PLAYS = ("exam.plays.1", "exam.plays.2", "exam.plays.3")
UNPRESSED = ("exam.unpressed.1", "exam.unpressed.2")
MOVE_SLIPS = (
    Slip(msg("exam.slip.time_off.why"), said=msg("exam.slip.time_off")),
    Slip(msg("exam.slip.warning.why"), said=msg("exam.slip.warning")),
    Slip(msg("exam.slip.stays.why"), said=msg("exam.slip.stays_2")),
    Slip(msg("exam.slip.new_game.why"), verdict=Verdict.NEW_GAME),
)
# A diagram does not show whether the right to castle was lost, or when a pawn made its double step.
_NOT_SEEN_ON_DIAGRAM = {IllegalReason.CASTLING_RIGHT_LOST, IllegalReason.EN_PASSANT_TOO_LATE}
# The commonest in practice come more often than slips of the hand.
_WEIGHTS = {
    IllegalReason.PIECE_DOES_NOT_MOVE_SO: 1,
    IllegalReason.PATH_BLOCKED: 1,
    IllegalReason.PAWN_CAPTURES_NOTHING: 1,
    IllegalReason.PAWN_DOUBLE_STEP_NOT_FROM_START: 1,
    IllegalReason.PAWN_CAPTURES_STRAIGHT: 1,
}


def draw_illegal(draw: Draw) -> tuple[chess.Board, chess.Move]:
    """Return a moment of a game and an illegal move of the side to move."""
    moves = draw_game(draw.rng, draw.rng.randint(14, 70))
    board = replay(moves)
    found = {k: m for k, m in illegal_moves(draw.rng, board).items() if k not in _NOT_SEEN_ON_DIAGRAM}
    if not found:
        raise NotDrawn
    reasons = list(found)
    (reason,) = draw.rng.choices(reasons, [_WEIGHTS.get(r, 5) for r in reasons])
    return board, found[reason]


def shown(board: chess.Board, *, rights: bool) -> tuple[Message, ...]:
    """Say whose move it is in the position shown, and what a diagram cannot show of castling."""
    turn = msg("exam.shown.white" if board.turn else "exam.shown.black")
    return (turn, msg("exam.rights")) if rights else (turn,)


@generates("illegal_move_restoration", Format.CLOCKS)
def illegal_move(draw: Draw) -> Scene:
    """An illegal move on the board."""
    play = draw.play(fast=0.3)
    board, move = draw_illegal(draw)
    around = circumstances(draw, board.turn)
    read = draw.read(board, move)
    act = draw.say(PLAYS if around.pressed else UNPRESSED, move=read.text)
    case = given(
        "illegal_move_restoration", "go_back", play, board=with_moves(board, (read,)), **around.facts
    )
    return Scene(
        case,
        play,
        (*shown(board, rights=read.castling), *around.before, act, *around.after),
        player=board.turn,
        shown=board.fen(),
        attempted=move.uci(),
        slips=MOVE_SLIPS,
    )
