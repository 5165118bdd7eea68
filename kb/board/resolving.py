"""Putting a written move on a board: which own piece is meant, whether it may, and if not, why not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import chess

from kb.board.legality import explain_illegal, explain_illegal_castling
from kb.board.notation import MoveShape
from kb.board.types import IllegalMove, IllegalReason, ReadMove

__all__ = ["resolve", "unplaced"]


@dataclass(frozen=True, slots=True)
class _Written:
    """A move as written and where it stands in its game."""

    text: str
    offset: int
    ply: int


def resolve(board: chess.Board, shape: MoveShape, text: str, offset: int = 0, ply: int = 0) -> ReadMove:
    """Understand a written move on a board, legal or not; the board is left as it is.

    A legal reading wins.  Otherwise the piece meant is the one that would get there if nothing stood in the
    way and no king were in danger; then the one that moves so on an empty board; then the nearest.  When two
    are equally near, ``from_square`` is ``None`` and the move is marked ambiguous.
    """
    written = _Written(text, offset, ply)
    if shape.castling is not None:
        return _resolve_castling(board, shape, written)
    if shape.to_square is None:
        shape = _complete_short_capture(board, shape)
    fitting = _fitting(board, shape, board.turn)
    legal = [origin for origin in fitting if _legal(board, origin, shape)]
    if len(legal) == 1:
        return _legal_move(board, legal[0], shape, written)
    if len(legal) > 1:
        return _unclear(board, shape, written, legal=None)
    if fitting:
        return _resolve_illegal(board, fitting, shape, written)
    theirs = _fitting(board, shape, not board.turn)
    if theirs:
        origin = _most_likely(board, theirs, shape)
        turn = None if origin is None else explain_illegal(board, origin, shape.to_square or 0)
        illegal = turn or IllegalMove(IllegalReason.NOT_YOUR_TURN)
        return _read(board, origin, shape, written, illegal=illegal)
    origin = _written_origin(shape)
    nothing = IllegalMove(IllegalReason.NO_PIECE_THERE, squares=() if origin is None else (origin,))
    return _read(board, None, shape, written, illegal=nothing)


def unplaced(shape: MoveShape, text: str, offset: int, ply: int, color: chess.Color) -> ReadMove:
    """Understand a written move without a board: what its letters say, and no judgement."""
    home = 0 if color == chess.WHITE else 7
    if shape.castling is not None:
        target = chess.square(6 if shape.castling == "K" else 2, home)
        return ReadMove(text, offset, ply, color, chess.KING, chess.square(4, home), target, castling=True)
    return ReadMove(
        text, offset, ply, color, shape.piece, _written_origin(shape), shape.to_square, shape.promotion
    )


def _written_origin(shape: MoveShape) -> chess.Square | None:
    if shape.from_file is None or shape.from_rank is None:
        return None
    return chess.square(shape.from_file, shape.from_rank)


def _resolve_castling(board: chess.Board, shape: MoveShape, written: _Written) -> ReadMove:
    short = shape.castling == "K"
    king = board.king(board.turn)
    target = chess.square(6 if short else 2, 0 if board.turn == chess.WHITE else 7)
    illegal = explain_illegal_castling(board, short)
    return ReadMove(
        written.text,
        written.offset,
        written.ply,
        board.turn,
        chess.KING,
        king,
        target,
        castling=True,
        legal=illegal is None,
        san=None if illegal else board.san(chess.Move(king or 0, target)),
        illegal=illegal,
    )


def _complete_short_capture(board: chess.Board, shape: MoveShape) -> MoveShape:
    """Find the target square of "exd": the legal capture if there is one, else any enemy piece in reach."""
    ranks = range(8)
    assert shape.to_file is not None
    options = [_with_target(shape, chess.square(shape.to_file, rank)) for rank in ranks]
    for option in options:
        if any(_legal(board, origin, option) for origin in _fitting(board, option, board.turn)):
            return option
    forward = 8 if board.turn == chess.WHITE else -8
    for option in options:
        assert option.to_square is not None
        assert shape.from_file is not None
        origin = chess.square(shape.from_file, chess.square_rank(option.to_square)) - forward
        if 0 <= origin < 64 and board.piece_at(origin) == chess.Piece(chess.PAWN, board.turn):
            return option
    return options[4 if board.turn == chess.WHITE else 3]


def _with_target(shape: MoveShape, square: chess.Square) -> MoveShape:
    return MoveShape(shape.piece, shape.from_file, None, square, None, shape.promotion, capture=True)


def _fitting(board: chess.Board, shape: MoveShape, color: chess.Color) -> list[chess.Square]:
    """List the squares of the pieces of a colour that the written letters can mean."""
    if shape.piece is None:
        origin = _written_origin(shape)
        return [origin] if origin is not None and board.color_at(origin) == color else []
    squares = board.pieces(shape.piece, color)
    fitting = [
        square
        for square in squares
        if (shape.from_file is None or chess.square_file(square) == shape.from_file)
        and (shape.from_rank is None or chess.square_rank(square) == shape.from_rank)
    ]
    if shape.piece == chess.PAWN and shape.from_file is None and shape.to_square is not None:
        target_file = chess.square_file(shape.to_square)
        return [square for square in fitting if chess.square_file(square) == target_file]
    return fitting


def _legal(board: chess.Board, origin: chess.Square, shape: MoveShape) -> bool:
    assert shape.to_square is not None
    return explain_illegal(board, origin, shape.to_square, shape.promotion) is None


def _legal_move(board: chess.Board, origin: chess.Square, shape: MoveShape, written: _Written) -> ReadMove:
    assert shape.to_square is not None
    move = chess.Move(origin, shape.to_square, promotion=shape.promotion)
    castling = board.is_castling(move)
    if castling:
        short = chess.square_file(move.to_square) > chess.square_file(origin)
        move = chess.Move(origin, chess.square(6 if short else 2, chess.square_rank(origin)))
    return ReadMove(
        written.text,
        written.offset,
        written.ply,
        board.turn,
        board.piece_type_at(origin),
        origin,
        move.to_square,
        move.promotion,
        castling=castling,
        legal=True,
        san=board.san(move),
    )


def _resolve_illegal(
    board: chess.Board, fitting: list[chess.Square], shape: MoveShape, written: _Written
) -> ReadMove:
    assert shape.to_square is not None
    origin = _most_likely(board, fitting, shape)
    if origin is not None:
        illegal = explain_illegal(board, origin, shape.to_square, shape.promotion)
        return _read(board, origin, shape, written, illegal=illegal)
    found = [explain_illegal(board, square, shape.to_square, shape.promotion) for square in fitting]
    reasons = {illegal.reason for illegal in found if illegal is not None}
    common = IllegalMove(reasons.pop()) if len(reasons) == 1 else None
    return replace(_unclear(board, shape, written, legal=False), illegal=common)


def _unclear(board: chess.Board, shape: MoveShape, written: _Written, *, legal: bool | None) -> ReadMove:
    """Give a move that several pieces could have made."""
    return ReadMove(
        written.text,
        written.offset,
        written.ply,
        board.turn,
        shape.piece,
        None,
        shape.to_square,
        shape.promotion,
        legal=legal,
        ambiguous=True,
    )


def _most_likely(board: chess.Board, fitting: list[chess.Square], shape: MoveShape) -> chess.Square | None:
    """Choose the piece an illegal move was made with, or ``None`` when two are equally likely."""
    if len(fitting) == 1:
        return fitting[0]
    target = shape.to_square
    assert target is not None
    rules: tuple[Callable[[chess.Square], bool], ...] = (
        lambda origin: bool(board.attacks_mask(origin) & chess.BB_SQUARES[target]),
        lambda origin: _on_empty_board(board, origin, target),
    )
    for rule in rules:
        chosen = [origin for origin in fitting if rule(origin)]
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            fitting = chosen
            break
    if shape.piece == chess.PAWN:
        return _pawn_behind(board, fitting, target)
    nearest = min(_distance(origin, target) for origin in fitting)
    chosen = [origin for origin in fitting if _distance(origin, target) == nearest]
    return chosen[0] if len(chosen) == 1 else None


def _on_empty_board(board: chess.Board, origin: chess.Square, target: chess.Square) -> bool:
    alone = chess.BaseBoard.empty()
    alone.set_piece_at(origin, board.piece_at(origin))
    return bool(alone.attacks_mask(origin) & chess.BB_SQUARES[target])


def _pawn_behind(
    board: chess.Board, fitting: list[chess.Square], target: chess.Square
) -> chess.Square | None:
    """Choose the foremost pawn that still has the target before it."""
    forward = 1 if board.turn == chess.WHITE else -1
    ahead = [
        origin for origin in fitting if (chess.square_rank(target) - chess.square_rank(origin)) * forward > 0
    ]
    candidates = ahead or fitting
    return min(candidates, key=lambda origin: _distance(origin, target))


def _distance(origin: chess.Square, target: chess.Square) -> tuple[int, int]:
    return chess.square_distance(origin, target), chess.square_manhattan_distance(origin, target)


def _read(
    board: chess.Board,
    origin: chess.Square | None,
    shape: MoveShape,
    written: _Written,
    *,
    illegal: IllegalMove | None,
) -> ReadMove:
    """Give an illegal move."""
    return ReadMove(
        written.text,
        written.offset,
        written.ply,
        board.turn,
        shape.piece if origin is None else board.piece_type_at(origin),
        origin,
        shape.to_square,
        shape.promotion,
        castling=illegal is not None and illegal.reason.value.startswith("castling"),
        legal=False,
        illegal=illegal,
    )
