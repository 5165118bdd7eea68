"""Why a move is illegal.

Whether a move is legal is decided by python-chess, with one difference: it lets a king be captured where an
illegal position allows it, and Article 1.4.1 does not.  The reason is the first obstacle in the order in
which an arbiter would name it: whose piece, how it moves, what stands in the way, the king, the promotion.
"""

from __future__ import annotations

import chess

from kb.board.types import IllegalMove, IllegalReason, StandingPiece

__all__ = ["explain_illegal", "explain_illegal_castling"]


def explain_illegal(
    board: chess.Board,
    from_square: chess.Square,
    to_square: chess.Square,
    promotion: chess.PieceType | None = None,
) -> IllegalMove | None:
    """Say why a move is illegal, or give ``None`` for a legal one.

    A king that goes two squares from its home square, or onto its own rook, is castling.  Does not promise
    anything about a game that is already over by agreement, repetition or the clock.

    >>> explain_illegal(chess.Board(), chess.E2, chess.E5).reason
    <IllegalReason.PIECE_DOES_NOT_MOVE_SO: 'piece_does_not_move_so'>
    """
    piece = board.piece_at(from_square)
    if piece is None:
        return IllegalMove(IllegalReason.NO_PIECE_THERE, squares=(from_square,))
    if piece.color != board.turn:
        return IllegalMove(IllegalReason.NOT_YOUR_TURN, pieces=_standing(board, from_square))
    move = chess.Move(from_square, to_square, promotion=promotion)
    captures_king = bool(board.kings & board.occupied_co[not board.turn] & _bit(to_square))
    if from_square != to_square and not captures_king and board.is_legal(move):
        return None
    if _is_castling_attempt(board, piece, from_square, to_square):
        castling = explain_illegal_castling(board, _short(from_square, to_square), piece.color)
        return castling or IllegalMove(IllegalReason.PROMOTION_NOT_ON_LAST_RANK, squares=(to_square,))
    return (
        _explain_path(board, piece, from_square, to_square)
        or _explain_target(board, to_square)
        or _explain_promotion_rank(board, piece, to_square, promotion)
        or _explain_king_safety(board, piece, move)
        or _explain_promotion(board, piece, to_square, promotion)
    )


def explain_illegal_castling(
    board: chess.Board, short: bool, color: chess.Color | None = None
) -> IllegalMove | None:
    """Say why castling on a side is illegal, or give ``None`` when it is legal.

    The castling right decides first (Article 3.8.2.1), then what prevents it for the time being (3.8.2.2).
    """
    color = board.turn if color is None else color
    if color != board.turn:
        return IllegalMove(IllegalReason.NOT_YOUR_TURN)
    rank = 0 if color == chess.WHITE else 7
    home, target = chess.square(4, rank), chess.square(6 if short else 2, rank)
    rook = chess.square(7 if short else 0, rank)
    if board.piece_at(home) != chess.Piece(chess.KING, color):
        king = board.king(color)
        where = () if king is None else _standing(board, king)
        return IllegalMove(IllegalReason.CASTLING_RIGHT_LOST, where, (home,))
    if board.is_legal(chess.Move(home, target)):
        return None
    if board.piece_at(rook) != chess.Piece(chess.ROOK, color):
        return IllegalMove(IllegalReason.CASTLING_NO_ROOK, squares=(rook,))
    if not board.clean_castling_rights() & _bit(rook):
        return IllegalMove(IllegalReason.CASTLING_RIGHT_LOST, squares=(rook,))
    blockers = chess.SquareSet(chess.between(home, rook) & board.occupied)
    if blockers:
        return IllegalMove(IllegalReason.CASTLING_BLOCKED, _standing(board, *blockers), tuple(blockers))
    crossed = chess.square(5 if short else 3, rank)
    for square, reason in (
        (home, IllegalReason.CASTLING_IN_CHECK),
        (crossed, IllegalReason.CASTLING_THROUGH_CHECK),
        (target, IllegalReason.CASTLING_INTO_CHECK),
    ):
        guards = board.attackers(not color, square)
        if guards:
            return IllegalMove(reason, _standing(board, *guards), (square,))
    raise AssertionError(f"castling is illegal for no reason: {board.fen()}")


def _bit(square: chess.Square) -> chess.Bitboard:
    return chess.BB_SQUARES[square]


def _standing(board: chess.Board, *squares: chess.Square) -> tuple[StandingPiece, ...]:
    found = ((square, board.piece_at(square)) for square in squares)
    return tuple(StandingPiece(square, piece.piece_type, piece.color) for square, piece in found if piece)


def _short(from_square: chess.Square, to_square: chess.Square) -> bool:
    return chess.square_file(to_square) > chess.square_file(from_square)


def _is_castling_attempt(
    board: chess.Board, piece: chess.Piece, from_square: chess.Square, to_square: chess.Square
) -> bool:
    home = chess.E1 if piece.color == chess.WHITE else chess.E8
    if piece.piece_type != chess.KING or from_square != home:
        return False
    corner = board.piece_at(to_square) == chess.Piece(chess.ROOK, piece.color) and chess.square_file(
        to_square
    ) in (0, 7)
    same_rank = chess.square_rank(from_square) == chess.square_rank(to_square)
    return same_rank and (abs(from_square - to_square) == 2 or corner)


def _explain_path(
    board: chess.Board, piece: chess.Piece, from_square: chess.Square, to_square: chess.Square
) -> IllegalMove | None:
    """Explain a move that the piece cannot make whatever the kings do."""
    if piece.piece_type == chess.PAWN:
        return _explain_pawn(board, piece.color, from_square, to_square)
    if not _reaches(piece.piece_type, from_square, to_square):
        return IllegalMove(IllegalReason.PIECE_DOES_NOT_MOVE_SO, _standing(board, from_square))
    return _explain_blocked(board, from_square, to_square)


def _reaches(piece_type: chess.PieceType, from_square: chess.Square, to_square: chess.Square) -> bool:
    """Tell whether a piece other than a pawn moves so on an empty board."""
    files = abs(chess.square_file(from_square) - chess.square_file(to_square))
    ranks = abs(chess.square_rank(from_square) - chess.square_rank(to_square))
    if from_square == to_square:
        return False
    straight, diagonal = 0 in (files, ranks), files == ranks
    return {
        chess.KNIGHT: {files, ranks} == {1, 2},
        chess.BISHOP: diagonal,
        chess.ROOK: straight,
        chess.QUEEN: straight or diagonal,
        chess.KING: max(files, ranks) == 1,
    }[piece_type]


def _explain_blocked(
    board: chess.Board, from_square: chess.Square, to_square: chess.Square
) -> IllegalMove | None:
    blockers = list(chess.SquareSet(chess.between(from_square, to_square) & board.occupied))
    if not blockers:
        return None
    first = min(blockers, key=lambda square: chess.square_distance(from_square, square))
    return IllegalMove(IllegalReason.PATH_BLOCKED, _standing(board, first), (first,))


def _explain_pawn(
    board: chess.Board, color: chess.Color, from_square: chess.Square, to_square: chess.Square
) -> IllegalMove | None:
    forward = 1 if color == chess.WHITE else -1
    files = abs(chess.square_file(from_square) - chess.square_file(to_square))
    ranks = (chess.square_rank(to_square) - chess.square_rank(from_square)) * forward
    pawn = _standing(board, from_square)
    if ranks < 0 and files <= 1:
        return IllegalMove(IllegalReason.PAWN_MOVES_BACKWARDS, pawn)
    if files == 1 and ranks == 1:
        return _explain_pawn_capture(board, color, from_square, to_square)
    if files or ranks not in (1, 2):
        return IllegalMove(IllegalReason.PIECE_DOES_NOT_MOVE_SO, pawn)
    start_rank = 1 if color == chess.WHITE else 6
    if ranks == 2 and chess.square_rank(from_square) != start_rank:
        return IllegalMove(IllegalReason.PAWN_DOUBLE_STEP_NOT_FROM_START, pawn)
    blocked = _explain_blocked(board, from_square, to_square)
    if blocked is None and board.occupied_co[not color] & _bit(to_square):
        reason = IllegalReason.PAWN_CAPTURES_STRAIGHT
        return IllegalMove(reason, _standing(board, to_square), (to_square,))
    return blocked


def _explain_pawn_capture(
    board: chess.Board, color: chess.Color, from_square: chess.Square, to_square: chess.Square
) -> IllegalMove | None:
    if board.occupied & _bit(to_square) or board.ep_square == to_square:
        return None
    beside = chess.square(chess.square_file(to_square), chess.square_rank(from_square))
    fifth = 4 if color == chess.WHITE else 3
    passed = board.piece_at(beside) == chess.Piece(chess.PAWN, not color)
    if passed and chess.square_rank(from_square) == fifth:
        return IllegalMove(IllegalReason.EN_PASSANT_TOO_LATE, _standing(board, beside), (to_square,))
    return IllegalMove(IllegalReason.PAWN_CAPTURES_NOTHING, _standing(board, from_square), (to_square,))


def _explain_target(board: chess.Board, to_square: chess.Square) -> IllegalMove | None:
    target = board.piece_at(to_square)
    if target is None:
        return None
    if target.color == board.turn:
        return IllegalMove(IllegalReason.OWN_PIECE_ON_TARGET, _standing(board, to_square), (to_square,))
    if target.piece_type == chess.KING:
        return IllegalMove(IllegalReason.CAPTURES_KING, _standing(board, to_square), (to_square,))
    return None


def _explain_king_safety(board: chess.Board, piece: chess.Piece, move: chess.Move) -> IllegalMove | None:
    king = board.king(piece.color)
    if king is None:
        return None
    before = board.attackers(not piece.color, king)
    after = board.copy(stack=False)
    queen = chess.QUEEN if move.promotion is not None else None
    after.push(chess.Move(move.from_square, move.to_square, promotion=queen))
    moved_king = move.to_square if king == move.from_square else king
    guards = list(after.attackers(not piece.color, moved_king))
    if not guards and before and piece.piece_type == chess.KING and king != move.from_square:
        # Of several kings of a colour only one counts as in check, and no other can help it.
        return IllegalMove(IllegalReason.OWN_KING_IN_CHECK, _standing(board, *before), (king,))
    if not guards:
        return None
    if king == move.from_square:
        return _explain_king_move(after, guards, move.to_square)
    kept = [square for square in guards if square in before]
    reason = IllegalReason.OWN_KING_IN_CHECK if kept else IllegalReason.EXPOSES_KING
    return IllegalMove(reason, _standing(after, *(kept or guards)), (king,))


def _explain_king_move(
    after: chess.Board, guards: list[chess.Square], to_square: chess.Square
) -> IllegalMove:
    kings = [square for square in guards if after.piece_type_at(square) == chess.KING]
    if kings:
        return IllegalMove(IllegalReason.KING_NEXT_TO_KING, _standing(after, *kings), (to_square,))
    return IllegalMove(IllegalReason.KING_INTO_CHECK, _standing(after, *guards), (to_square,))


def _explain_promotion_rank(
    board: chess.Board, piece: chess.Piece, to_square: chess.Square, promotion: chess.PieceType | None
) -> IllegalMove | None:
    """Explain a promotion by another piece than a pawn, or elsewhere than on the last rank."""
    last = 7 if board.turn == chess.WHITE else 0
    may_promote = piece.piece_type == chess.PAWN and chess.square_rank(to_square) == last
    if promotion is None or may_promote:
        return None
    return IllegalMove(IllegalReason.PROMOTION_NOT_ON_LAST_RANK, squares=(to_square,))


def _explain_promotion(
    board: chess.Board, piece: chess.Piece, to_square: chess.Square, promotion: chess.PieceType | None
) -> IllegalMove | None:
    if promotion in (chess.PAWN, chess.KING):
        return IllegalMove(IllegalReason.PROMOTION_TO_KING_OR_PAWN, squares=(to_square,))
    if promotion is None and piece.piece_type == chess.PAWN and chess.square_rank(to_square) in (0, 7):
        return IllegalMove(IllegalReason.PROMOTION_MISSING, squares=(to_square,))
    raise AssertionError(f"{piece} to {chess.square_name(to_square)} is illegal for no reason: {board.fen()}")
