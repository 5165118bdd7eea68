"""Touch-move: which man must be moved or taken, and when a complaint comes too late."""

from __future__ import annotations

import chess

from kb.rules.acts import Act
from kb.rules.incident import last_board
from kb.rules.penalty import replied, ruled_by_result
from kb.rules.promotion import choice_final
from kb.rules.reasoning import Reasoning, fen_of
from kb.rules.registry import judges
from kb.rules.replacing import piece_named, say_touch_ruling
from kb.rules.ruling import Ruling, Verdict

__all__: list[str] = []

_CLAIM_LOST = ("touch_move", "claim_lost")


@judges("touch_move")
def touch_move(r: Reasoning) -> Ruling:
    """Which piece must be moved or taken, and when a complaint comes too late."""
    if over := ruled_by_result(r):
        return over
    aspect = r.case.ref.aspect
    if r.did(Act.PIECE_CHANGED_AFTER_TOUCHING_SQUARE):
        return choice_final(r)
    r.step(f"step.touch.{aspect}", ("touch_move", aspect))
    if aspect == "claim_lost" or replied(r):
        r.step("step.touch.claim_lost", _CLAIM_LOST)
        return r.ruling(Verdict.STANDS)
    first = piece_named(r.fact("touched_first"))
    if aspect == "castling_touch" and first is not None and r.did(Act.CASTLED):
        return _castled(r, first)
    if r.did(Act.TOUCHED_ANOTHER_PIECE):
        r.step("step.touch.play_touched", ("touch_move", "own_piece"))
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.RESTORE)
    _say_on_board(r, first)
    return r.ruling(Verdict.INFO)


def _castled(r: Reasoning, first: chess.PieceType) -> Ruling:
    """Rule on castling by the piece touched first: the king may castle, the rook must move."""
    if first == chess.ROOK:
        basis = r.basis("touch_move", "castling_touch", "touch_move.castling_rook_first")
        r.step("step.touch.rook_first", basis)
        r.now("now.stop_clock_call_arbiter")
        return r.ruling(Verdict.RESTORE)
    basis = r.basis("touch_move", "castling_touch", "touch_move.castling_king_rook")
    r.step("step.touch.king_first", basis)
    return r.ruling(Verdict.NO_OFFENCE)


def _say_on_board(r: Reasoning, first: chess.PieceType | None) -> None:
    """List the moves left to the player, where the piece touched stands on the board but once."""
    board = last_board(r.case.board)
    if board is None or first is None or r.incident is not None:
        return
    squares = list(board.pieces(first, board.turn))
    if len(squares) == 1:
        r.restored = fen_of(board)
        say_touch_ruling(r, board, squares)
