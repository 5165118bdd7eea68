"""What makes a position impossible: necessary conditions that a game from the initial position keeps.

An empty answer does not prove that a position can be reached.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

from kb.board.types import Impossibility

__all__ = ["find_impossibilities"]

_HOME_ORDER = "RNBQKBNR"
_SWAPS = {
    frozenset("KQ"): Impossibility.KING_AND_QUEEN_SWAPPED,
    frozenset("BN"): Impossibility.BISHOP_AND_KNIGHT_SWAPPED,
    frozenset("NR"): Impossibility.KNIGHT_AND_ROOK_SWAPPED,
}


def find_impossibilities(board: chess.Board) -> tuple[Impossibility, ...]:
    """List what is impossible about a position, in the order of :class:`Impossibility`.

    >>> find_impossibilities(chess.Board("4k3/4R3/8/8/8/8/8/4K2R w - - 0 1"))
    (<Impossibility.SIDE_NOT_TO_MOVE_IN_CHECK: 'side_not_to_move_in_check'>,)
    """
    set_up = set(_set_up(board))
    found = {*_men(board, chess.WHITE), *_men(board, chess.BLACK), *_checks(board), *set_up}
    if set_up:  # two bishops on light squares were put there, not promoted
        found -= {Impossibility.TOO_MANY_WHITE_PROMOTIONS, Impossibility.TOO_MANY_BLACK_PROMOTIONS}
    return tuple(sorted(found, key=list(Impossibility).index))


def _men(board: chess.Board, color: chess.Color) -> Iterator[Impossibility]:
    name = "WHITE" if color == chess.WHITE else "BLACK"
    kings = len(board.pieces(chess.KING, color))
    pawns = board.pieces(chess.PAWN, color)
    if kings == 0:
        yield Impossibility[f"NO_{name}_KING"]
    if kings > 1:
        yield Impossibility[f"SEVERAL_{name}_KINGS"]
    own_first, own_last = (0, 7) if color == chess.WHITE else (7, 0)
    if any(chess.square_rank(square) == own_first for square in pawns):
        yield Impossibility.PAWN_ON_FIRST_RANK
    if any(chess.square_rank(square) == own_last for square in pawns):
        yield Impossibility.PAWN_ON_LAST_RANK
    if len(pawns) > 8:
        yield Impossibility[f"TOO_MANY_{name}_PAWNS"]
    if chess.popcount(board.occupied_co[color]) > 16:
        yield Impossibility[f"TOO_MANY_{name}_PIECES"]
    if len(pawns) <= 8 and _promoted(board, color) > 8 - len(pawns):
        yield Impossibility[f"TOO_MANY_{name}_PROMOTIONS"]


def _promoted(board: chess.Board, color: chess.Color) -> int:
    """Count the men of a colour that can only be promoted pawns."""
    bishops = board.pieces_mask(chess.BISHOP, color)
    surplus = (
        len(board.pieces(chess.QUEEN, color)) - 1,
        len(board.pieces(chess.ROOK, color)) - 2,
        len(board.pieces(chess.KNIGHT, color)) - 2,
        chess.popcount(bishops & chess.BB_LIGHT_SQUARES) - 1,
        chess.popcount(bishops & chess.BB_DARK_SQUARES) - 1,
    )
    return sum(max(0, count) for count in surplus)


def _checks(board: chess.Board) -> Iterator[Impossibility]:
    attacked = {
        color: [king for king in board.pieces(chess.KING, color) if board.is_attacked_by(not color, king)]
        for color in chess.COLORS
    }
    if any(
        chess.square_distance(white, black) == 1
        for white in board.pieces(chess.KING, chess.WHITE)
        for black in board.pieces(chess.KING, chess.BLACK)
    ):
        yield Impossibility.KINGS_TOUCH
    if attacked[chess.WHITE] and attacked[chess.BLACK]:
        yield Impossibility.BOTH_KINGS_IN_CHECK
    if attacked[not board.turn]:
        yield Impossibility.SIDE_NOT_TO_MOVE_IN_CHECK
    kings = board.pieces(chess.KING, board.turn)
    if (
        len(kings) == 1
        and attacked[board.turn]
        and not _check_has_a_last_move(board, attacked[board.turn][0])
    ):
        yield Impossibility.IMPOSSIBLE_CHECK


def _check_has_a_last_move(board: chess.Board, king: chess.Square) -> bool:
    """Tell whether some last move of the checking side leads from a position without check to this one."""
    mover = not board.turn
    return (
        any(_lifts_check(board, king, square, mover) for square in chess.SquareSet(board.occupied_co[mover]))
        or _castling_gave_check(board, mover)
        or _en_passant_gave_check(board, king, mover)
    )


def _lifts_check(board: chess.Board, king: chess.Square, square: chess.Square, mover: chess.Color) -> bool:
    """Tell whether taking the last move of the piece on a square back, a capture or not, lifts the check."""
    piece_type = board.piece_type_at(square)
    assert piece_type is not None
    may_uncapture = chess.popcount(board.occupied_co[not mover]) < 16
    for origin, was_pawn, captured in _origins(board, square, piece_type, mover):
        if (
            captured is not False
            and may_uncapture
            and _quiet(board, king, square, origin, mover, was_pawn, True)
        ):
            return True
        if captured is not True and _quiet(board, king, square, origin, mover, was_pawn, False):
            return True
    return False


def _origins(
    board: chess.Board, square: chess.Square, piece_type: chess.PieceType, mover: chess.Color
) -> Iterator[tuple[chess.Square, bool, bool | None]]:
    """Yield (origin, was a pawn, was a capture or ``None`` for either) of moves that end on a square."""
    empty = ~board.occupied
    back = -8 if mover == chess.WHITE else 8
    rank = chess.square_rank(square) if mover == chess.WHITE else 7 - chess.square_rank(square)
    pawn_move = (piece_type == chess.PAWN and rank > 1) or (piece_type in range(2, 6) and rank == 7)
    if piece_type != chess.PAWN:
        for origin in chess.SquareSet(board.attacks_mask(square) & empty):
            yield origin, False, None
    if pawn_move:
        for origin in chess.SquareSet(chess.BB_PAWN_ATTACKS[not mover][square] & empty):
            yield origin, True, True
        if empty & chess.BB_SQUARES[square + back]:
            yield square + back, True, False
            if piece_type == chess.PAWN and rank == 3 and empty & chess.BB_SQUARES[square + 2 * back]:
                yield square + 2 * back, True, False


def _quiet(
    board: chess.Board,
    king: chess.Square,
    square: chess.Square,
    origin: chess.Square,
    mover: chess.Color,
    was_pawn: bool,
    uncapture: bool,
) -> bool:
    before = board.copy(stack=False)
    piece = before.remove_piece_at(square)
    assert piece is not None
    before.set_piece_at(origin, chess.Piece(chess.PAWN, mover) if was_pawn else piece)
    if uncapture:
        # A knight blocks lines and, being of the checked side, attacks nothing that matters here.
        before.set_piece_at(square, chess.Piece(chess.KNIGHT, not mover))
    return not before.is_attacked_by(mover, king)


def _castling_gave_check(board: chess.Board, mover: chess.Color) -> bool:
    rank = 0 if mover == chess.WHITE else 7
    king = chess.Piece(chess.KING, mover)
    rook = chess.Piece(chess.ROOK, mover)
    for king_file, rook_file, corner in ((6, 5, 7), (2, 3, 0)):
        home_free = all(board.piece_at(chess.square(file, rank)) is None for file in (4, corner))
        beside_free = corner == 7 or board.piece_at(chess.square(1, rank)) is None
        castled = (
            board.piece_at(chess.square(king_file, rank)) == king
            and board.piece_at(chess.square(rook_file, rank)) == rook
        )
        if castled and home_free and beside_free:
            return True
    return False


def _en_passant_gave_check(board: chess.Board, king: chess.Square, mover: chess.Color) -> bool:
    """Tell whether taking back a capture in passing lifts the check."""
    back = -8 if mover == chess.WHITE else 8
    rank = 5 if mover == chess.WHITE else 2
    for square in board.pieces(chess.PAWN, mover):
        taken, home = square + back, square - back
        if chess.square_rank(square) != rank or board.piece_at(taken) or board.piece_at(home):
            continue
        for origin in chess.SquareSet(chess.BB_PAWN_ATTACKS[not mover][square] & ~board.occupied):
            before = board.copy(stack=False)
            before.remove_piece_at(square)
            before.set_piece_at(origin, chess.Piece(chess.PAWN, mover))
            before.set_piece_at(taken, chess.Piece(chess.PAWN, not mover))
            if not before.is_attacked_by(mover, king):
                return True
    return False


def _set_up(board: chess.Board) -> Iterator[Impossibility]:
    """Yield what is wrong with a board on which all men still stand on their own first two ranks."""
    homes = {color: _home_rank(board, color) for color in chess.COLORS}
    for color in chess.COLORS:
        order = homes[color]
        if order is None or order == _HOME_ORDER:
            continue
        wrong = frozenset(a for a, b in zip(order, _HOME_ORDER, strict=True) if a != b)
        if wrong == frozenset("NR") and not (board.fullmove_number == 1 and homes[not color] is not None):
            continue  # knights can jump out and rooks change corners behind the pawns
        yield _SWAPS.get(wrong, Impossibility.WRONG_SET_UP)


def _home_rank(board: chess.Board, color: chess.Color) -> str | None:
    """Give the first rank as eight letters when all sixteen men of a colour are at home, else ``None``."""
    first, second = (0, 1) if color == chess.WHITE else (7, 6)
    if board.pieces_mask(chess.PAWN, color) != chess.BB_RANKS[second]:
        return None
    pieces = [board.piece_at(chess.square(file, first)) for file in range(8)]
    letters = "".join(piece.symbol().upper() for piece in pieces if piece and piece.color == color)
    return letters if sorted(letters) == sorted(_HOME_ORDER) else None
