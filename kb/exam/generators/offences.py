"""Illegal moves on the board: in standard play, in fast play, not completed, and where mate is impossible."""

from __future__ import annotations

from dataclasses import replace

import chess

from kb.board.types import IllegalReason
from kb.exam.counting import losing_number
from kb.exam.generators.circumstances import Circumstances, circumstances
from kb.exam.illegal_moves import illegal_moves
from kb.exam.positions import draw_ending, draw_game, replay
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, with_moves
from kb.exam.trust import Play
from kb.exam.types import Format
from kb.messages import Message, msg
from kb.rules.ruling import Verdict

__all__ = ["MOVE_SLIPS", "draw_illegal", "shown"]

_PLAYS = ("question.plays.1", "question.plays.2", "question.plays.3")
_UNPRESSED = ("question.unpressed.1", "question.unpressed.2")
_STANDS = frozenset({Verdict.STANDS})
MOVE_SLIPS = (
    Slip(msg("question.slip.time_off.why"), said=msg("question.slip.time_off")),
    Slip(msg("question.slip.warning.why"), said=msg("question.slip.warning"), unless=_STANDS),
    Slip(msg("question.slip.stays.why"), said=msg("question.slip.stays_2")),
    Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
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
# Men of the player at fault and of the opponent: who can still be mated and who cannot.
_ENDINGS = (
    ("KR", "K"), ("KQP", "K"), ("KRPP", "K"), ("KBP", "K"), ("KNPP", "K"), ("KPP", "K"),
    ("KQ", "KN"), ("KR", "KB"), ("KQQ", "KN"), ("KRR", "KB"),
    ("KRP", "KN"), ("KBP", "KN"), ("KNP", "KB"), ("KPP", "KP"), ("KRP", "KB"), ("KR", "KP"), ("KQ", "KNN"),
)  # fmt: skip


def draw_illegal(draw: Draw) -> tuple[chess.Board, chess.Move]:
    """Return a moment of a game and an illegal move of the side to move."""
    return _with_illegal_move(draw, replay(draw_game(draw.rng, draw.rng.randint(14, 70))))


def shown(board: chess.Board, *, rights: bool = False) -> tuple[Message, ...]:
    """Say whose move it is in the position shown, and what a diagram cannot show of castling."""
    turn = msg("question.shown.white" if board.turn else "question.shown.black")
    return (turn, msg("question.rights")) if rights else (turn,)


@generates("illegal_move_restoration", Format.CLOCKS)
def illegal_move(draw: Draw) -> Scene:
    """An illegal move on the board."""
    play = draw.play(fast=0.3)
    board, move = draw_illegal(draw)
    around = circumstances(draw, play, board.turn, unpressed=0.1)
    return _scene(draw, ("illegal_move_restoration", "go_back"), play, board, move, around)


@generates("illegal_move_restoration")
def illegal_move_unpressed(draw: Draw) -> Scene:
    """An illegal move before the clock was pressed."""
    # In fast play several clauses lead to the rule.
    play = draw.supervised() if draw.form is Format.CLAUSE else draw.play(fast=0.4)
    board, move = draw_illegal(draw)
    around = circumstances(draw, play, board.turn, unpressed=1.0)
    return _scene(draw, ("illegal_move_restoration", "go_back"), play, board, move, around)


@generates("touch_move", only=(Format.CHOICE,))
def moves_after_illegal_move(draw: Draw) -> Scene:
    """The position has been put back after an illegal move; which moves may be played."""
    play = draw.supervised()
    board, move = draw_illegal(draw)
    if board.piece_at(move.to_square):
        raise NotDrawn  # of a capture it would have to be told which man was touched first
    around = circumstances(draw, play, board.turn, numbers=(1,), unpressed=0.0, replied=0.0, over=0.0)
    scene = _scene(draw, ("illegal_move_restoration", "go_back"), play, board, move, around)
    return replace(scene, asks_moves=True)


@generates("rapid_blitz_illegal_move", only=(Format.CHOICE, Format.OPEN, Format.CLOCKS))
def fast_illegal_move(draw: Draw) -> Scene:
    """An illegal move in rapid or blitz without full supervision, answered or not."""
    play = draw.unsupervised()
    board, move = draw_illegal(draw)
    around = circumstances(draw, play, board.turn, unpressed=0.05, replied=0.4)
    return _scene(draw, ("rapid_blitz_illegal_move", str(play.tempo)), play, board, move, around)


@generates("draw_exception", Format.EDITION)
def mate_impossible(draw: Draw) -> Scene:
    """The offence that loses, where it may be that the opponent cannot mate."""
    player, play = draw.side(), draw.play()
    own, theirs = draw.pick(_ENDINGS)
    board = draw_ending(draw.rng, *((own, theirs) if player else (theirs, own)), turn=player)
    if board is None:
        raise NotDrawn
    board, move = _with_illegal_move(draw, board)
    number = losing_number(draw.law, play)
    around = circumstances(draw, play, player, numbers=(number,), unpressed=0.0, replied=0.1, over=0.0)
    scene = _scene(draw, ("draw_exception", "opponent_cannot_mate"), play, board, move, around)
    slips = (
        Slip(msg("question.mate.slip.draw.why"), verdict=Verdict.DRAW),
        Slip(msg("question.mate.slip.loss.why"), verdict=Verdict.LOSS),
        *MOVE_SLIPS,
    )
    return replace(scene, slips=slips)


def _with_illegal_move(draw: Draw, board: chess.Board) -> tuple[chess.Board, chess.Move]:
    found = {k: m for k, m in illegal_moves(draw.rng, board).items() if k not in _NOT_SEEN_ON_DIAGRAM}
    if not found:
        raise NotDrawn
    reasons = list(found)
    (reason,) = draw.rng.choices(reasons, [_WEIGHTS.get(r, 5) for r in reasons])
    return board, found[reason]


def _scene(
    draw: Draw,
    ref: tuple[str, str],
    play: Play,
    board: chess.Board,
    move: chess.Move,
    around: Circumstances,
) -> Scene:
    read = draw.read(board, move)
    act = draw.say(_PLAYS if around.pressed else _UNPRESSED, move=read.text)
    return Scene(
        given(*ref, play, board=with_moves(board, (read,)), **around.facts),
        play,
        (*shown(board, rights=read.castling), *around.before, act, *around.after),
        player=board.turn,
        shown=board.fen(),
        attempted=move.uci(),
        slips=MOVE_SLIPS,
    )
