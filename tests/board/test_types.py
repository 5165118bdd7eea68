from __future__ import annotations

import chess

from kb.board.types import (
    BoardReading,
    IllegalMove,
    IllegalReason,
    Position,
    PositionSource,
    ReadGame,
    ReadMove,
)


def test_a_board_is_fresh_each_time() -> None:
    position = Position(chess.STARTING_FEN, PositionSource.START)
    position.board().push_san("e4")
    assert position.board().fen() == chess.STARTING_FEN


def test_uci_and_missing_promotion() -> None:
    illegal = IllegalMove(IllegalReason.PROMOTION_MISSING)
    move = ReadMove("c8", 0, 0, chess.WHITE, chess.PAWN, chess.C7, chess.C8, legal=False, illegal=illegal)
    assert (move.uci, move.promotion_missing) == ("c7c8", True)
    unknown = ReadMove("Nf3", 0, 0, chess.WHITE, chess.KNIGHT, None, chess.F3)
    assert (unknown.uci, unknown.promotion_missing) == (None, False)


def test_an_unplaced_move_is_not_the_first_illegal_one() -> None:
    moves = tuple(
        ReadMove("e4", 0, ply, chess.WHITE, chess.PAWN, chess.E2, chess.E4, legal=legal)
        for ply, legal in enumerate((None, True, False, False))
    )
    assert ReadGame(None, moves).first_illegal == 2
    assert ReadGame(None, moves[:2]).first_illegal is None


def test_an_empty_reading_is_false() -> None:
    assert not BoardReading()
    assert BoardReading(games=(ReadGame(None, ()),))
    assert BoardReading().moves == ()
