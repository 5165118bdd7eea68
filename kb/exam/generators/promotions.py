"""Promotion: a pawn left on the last rank, an upturned rook, a missing queen."""

from __future__ import annotations

from typing import Any

import chess

from kb.exam.generators.circumstances import circumstances
from kb.exam.generators.offences import shown
from kb.exam.positions import draw_ending
from kb.exam.registry import generates
from kb.exam.scene import Draw, NotDrawn, Scene, Slip, given, on_board, party, with_moves
from kb.exam.types import Format
from kb.messages import msg
from kb.rules.acts import Act
from kb.rules.ruling import Verdict

__all__: list[str] = []

_MEN = ("KP", "KRP", "KBP", "KNP", "KRPP", "KBPP", "KNPP", "KQP", "KPP")
_THEIRS = ("KR", "KRP", "KB", "KBP", "KN", "KQ", "KRPP", "KPP", "K", "KP")
_LEFT = ("question.pawn.left.1", "question.pawn.left.2")
_UNPRESSED = ("question.pawn.unpressed.1", "question.pawn.unpressed.2")
_STANDS = frozenset({Verdict.STANDS, Verdict.WAIT_NEXT_MOVE})
_CLOCK_SLIPS = (
    Slip(msg("question.slip.choose.why"), said=msg("question.slip.choose")),
    Slip(msg("question.slip.warning.why"), said=msg("question.slip.warning"), unless=_STANDS),
    Slip(msg("question.pawn.slip.stays.why"), said=msg("question.pawn.slip.stays"), unless=_STANDS),
    Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
    Slip(msg("question.slip.draw.why"), verdict=Verdict.DRAW),
)


@generates("promotion_not_replaced", Format.EDITION, Format.CLOCKS)
def pawn_left(draw: Draw) -> Scene:
    """A pawn goes to the last rank, and no piece is put in its place."""
    play, player = draw.play(fast=0.35), draw.side()
    board, move = _pawn_about_to_promote(draw, player)
    around = circumstances(draw, play, player, unpressed=0.15, replied=0.15, over=0.05)
    read = draw.read(board, move)
    act = draw.say(_LEFT if around.pressed else _UNPRESSED, move=read.text)
    return Scene(
        given("promotion_not_replaced", "pawn_left", play, board=with_moves(board, (read,)), **around.facts),
        play,
        (*shown(board), *around.before, act, *around.after),
        player=player,
        shown=board.fen(),
        attempted=move.uci(),
        slips=_CLOCK_SLIPS,
    )


@generates("promotion_not_replaced", Format.EDITION, Format.CLOCKS)
def pawn_standing(draw: Draw) -> Scene:
    """A pawn is seen standing on the last rank after the clock was pressed."""
    play, player = draw.play(fast=0.35), draw.side()
    board, move = _pawn_about_to_promote(draw, player)
    square = chess.square_name(move.to_square)
    board.remove_piece_at(move.from_square)
    board.set_piece_at(move.to_square, chess.Piece(chess.PAWN, player))
    board.turn = not player
    board.castling_rights = chess.BB_EMPTY
    board.ep_square = None
    around = circumstances(draw, play, player, unpressed=0.0, replied=0.0, over=0.0)
    told = (msg("question.pawn.standing.1", square=square), *around.before, *around.after)
    return Scene(
        given("promotion_not_replaced", "pawn_left", play, board=on_board(board), **around.facts),
        play,
        told,
        player=player,
        shown=board.fen(),
        announced=True,
        slips=_CLOCK_SLIPS,
    )


@generates("promotion_other", Format.EDITION)
def upturned_rook(draw: Draw) -> Scene:
    """An upside-down rook put on the promotion square."""
    play, player = draw.play(fast=0.4), draw.side()
    diagonal = draw.chance(0.5)
    acts = (Act.UPTURNED_ROOK, Act.ROOK_MOVED_DIAGONALLY) if diagonal else (Act.UPTURNED_ROOK,)
    facts: dict[str, Any] = {
        "offender": party(player),
        "offence_number": 1,
        "clock_pressed": True,
        "opponent_moved": False,
        "game_over": False,
    }
    dispute = msg("question.rook.diagonal" if diagonal else "question.rook.dispute")
    told = (msg("question.first.1"), msg("question.rook.put"), dispute)
    slips = (
        Slip(msg("question.rook.slip.queen.why"), said=msg("question.rook.slip.queen")),
        Slip(msg("question.rook.slip.again.why"), said=msg("question.rook.slip.again")),
        Slip(msg("question.rook.slip.queen.why"), said=msg("question.rook.slip.asked")),
        Slip(msg("question.slip.new_game.why"), verdict=Verdict.NEW_GAME),
        Slip(msg("question.slip.loss.why"), verdict=Verdict.LOSS),
    )
    case = given("promotion_other", "upturned_rook", play, *acts, **facts)
    return Scene(case, play, told, player=player, slips=slips)


@generates("promotion_other")
def missing_queen(draw: Draw) -> Scene:
    """A player wants to promote and no queen is at hand."""
    play, player = draw.play(fast=0.4), draw.side()
    slips = (
        Slip(msg("question.missing.slip.rook.why"), said=msg("question.missing.slip.rook")),
        Slip(msg("question.missing.slip.announce.why"), said=msg("question.missing.slip.announce")),
        Slip(msg("question.missing.slip.other.why"), said=msg("question.missing.slip.other")),
        Slip(msg("question.missing.slip.own_clock.why"), said=msg("question.missing.slip.own_clock")),
    )
    case = given("promotion_other", "missing_piece", play, Act.NO_QUEEN_AVAILABLE, offender=party(player))
    also = frozenset({Verdict.RESULT_STANDS})
    told = (draw.say(("question.missing.1", "question.missing.2")),)
    return Scene(case, play, told, player=player, slips=slips, also=also)


def _pawn_about_to_promote(draw: Draw, player: chess.Color) -> tuple[chess.Board, chess.Move]:
    """Return an ending and the move of a pawn to the last rank, which would be legal with a queen."""
    own, theirs = draw.pick(_MEN), draw.pick(_THEIRS)
    board = draw_ending(draw.rng, *((own, theirs) if player else (theirs, own)), turn=player)
    if board is None:
        raise NotDrawn
    pawns = list(board.pieces(chess.PAWN, player))
    lifted = draw.pick(tuple(pawns))
    seventh = chess.square(chess.square_file(lifted), 6 if player else 1)
    if board.piece_at(seventh) not in {None, chess.Piece(chess.PAWN, player)}:
        raise NotDrawn
    board.remove_piece_at(lifted)
    board.set_piece_at(seventh, chess.Piece(chess.PAWN, player))
    queenings = [m for m in board.legal_moves if m.promotion == chess.QUEEN]
    if not board.is_valid() or on_board(board).position.impossible or not queenings:  # type: ignore[union-attr]
        raise NotDrawn
    move = draw.pick(tuple(queenings))
    return board, chess.Move(move.from_square, move.to_square)
