"""Legal moves on packed positions.

Only standard castling is known.  A position must hold one king a side, no pawn
on the first or last rank, and the side that has just moved must not be in check.
"""

from __future__ import annotations

from .tables import (
    BISHOP,
    CASTLING,
    EN_PASSANT,
    KING,
    KING_STEPS,
    KINGS,
    KNIGHT,
    KNIGHT_STEPS,
    PAWN,
    PAWN_TAKES,
    QUEEN,
    RAYS,
    RIGHTS_KEPT,
    ROOK,
    TURN,
)


def attacked(position: bytes, square: int, attacker: int) -> bool:
    """Say whether a piece of colour ``attacker`` (0 or 8) attacks ``square``."""
    wanted = KNIGHT | attacker
    squares = KNIGHT_STEPS[square]
    for target in squares:
        if position[target] == wanted:
            return True
    wanted = PAWN | attacker
    # Pawns that attack a square stand where a pawn of the other colour on it would capture.
    squares = PAWN_TAKES[square + 64 - 8 * attacker]
    for target in squares:
        if position[target] == wanted:
            return True
    wanted = KING | attacker
    squares = KING_STEPS[square]
    for target in squares:
        if position[target] == wanted:
            return True
    queen = QUEEN | attacker
    wanted = ROOK | attacker
    for direction in range(8):
        if direction == 4:
            wanted = BISHOP | attacker
        squares = RAYS[8 * square + direction]
        for target in squares:
            piece = position[target]
            if piece:
                if piece in (wanted, queen):
                    return True
                break
    return False


def shielding(position: bytes, king: int, us: int) -> bytearray:
    """Mark with 1 every own piece that alone stands between the king and an enemy line piece."""
    marks = bytearray(64)
    them = us ^ 8
    queen = QUEEN | them
    wanted = ROOK | them
    for direction in range(8):
        if direction == 4:
            wanted = BISHOP | them
        shield = -1
        squares = RAYS[8 * king + direction]
        for target in squares:
            piece = position[target]
            if piece:
                if piece & 8 == us:
                    if shield >= 0:
                        break
                    shield = target
                else:
                    if shield >= 0 and piece in (queen, wanted):
                        marks[shield] = 1
                    break
    return marks


def moved(position: bytes, origin: int, target: int, piece: int) -> bytes:
    """Return the position after ``piece`` (the promoted one, if any) goes from ``origin`` to ``target``.

    En passant and castling follow from the squares.  The move must be pseudo-legal.
    """
    board = bytearray(position)
    us = piece & 8
    kind = piece & 7
    board[origin] = 0
    board[target] = piece
    if position[CASTLING]:
        board[CASTLING] = position[CASTLING] & RIGHTS_KEPT[origin] & RIGHTS_KEPT[target]
    board[EN_PASSANT] = 0
    board[TURN] = us ^ 8
    if kind == PAWN:
        if target == position[EN_PASSANT] and target:
            board[target + us + us - 8] = 0
        elif target - origin == 16 or origin - target == 16:
            middle = (origin + target) >> 1
            enemy = PAWN | (us ^ 8)
            squares = PAWN_TAKES[middle + 8 * us]
            for square in squares:
                if position[square] == enemy:
                    board[EN_PASSANT] = middle
    elif kind == KING:
        board[KINGS + (us >> 3)] = target
        if target - origin == 2 and position[CASTLING]:
            board[target + 1] = 0
            board[target - 1] = ROOK | us
        elif origin - target == 2 and position[CASTLING]:
            board[target - 2] = 0
            board[target + 1] = ROOK | us
    return bytes(board)


def _pawn_targets(position: bytes, origin: int, us: int) -> list[int]:
    """Return where the pawn on ``origin`` may go by push or capture, en passant aside."""
    forward = 8 - us - us
    targets = []
    target = origin + forward
    if not position[target]:
        targets.append(target)
        if (origin >> 3) == (6 if us else 1) and not position[target + forward]:
            targets.append(target + forward)
    squares = PAWN_TAKES[origin + 8 * us]
    for target in squares:
        piece = position[target]
        if piece and piece & 8 != us and piece & 7 != KING:
            targets.append(target)
    return targets


def _pawn_moves(position: bytes, origin: int, us: int, king: int, checked: bool, out: list[bytes]) -> None:
    """Append the positions after the moves of the pawn on ``origin``, tested for check if ``checked``."""
    them = us ^ 8
    targets = _pawn_targets(position, origin, us)
    for target in targets:
        promoting = target < 8 or target >= 56
        kind = QUEEN if promoting else PAWN
        while kind:
            after = moved(position, origin, target, kind | us)
            if checked and attacked(after, king, them):
                break
            out.append(after)
            kind = kind - 1 if kind > KNIGHT else 0
    squares = PAWN_TAKES[origin + 8 * us]
    if position[EN_PASSANT] and position[EN_PASSANT] in squares:
        # Two pawns leave the rank at once, so the marks of shielding pieces do not tell.
        after = moved(position, origin, position[EN_PASSANT], PAWN | us)
        if not attacked(after, king, them):
            out.append(after)


def _step_moves(position: bytes, origin: int, piece: int, king: int, checked: bool, out: list[bytes]) -> None:
    """Append the positions after the moves of the king or knight on ``origin``."""
    us = piece & 8
    walking = piece & 7 == KING
    squares = KING_STEPS[origin] if walking else KNIGHT_STEPS[origin]
    for target in squares:
        other = position[target]
        if other and (other & 8 == us or other & 7 == KING):
            continue
        after = moved(position, origin, target, piece)
        if not (checked and attacked(after, target if walking else king, us ^ 8)):
            out.append(after)


def _line_moves(position: bytes, origin: int, piece: int, king: int, checked: bool, out: list[bytes]) -> None:
    """Append the positions after the moves of the bishop, rook or queen on ``origin``."""
    us = piece & 8
    kind = piece & 7
    first = 4 if kind == BISHOP else 0
    last = 4 if kind == ROOK else 8
    for direction in range(first, last):
        squares = RAYS[8 * origin + direction]
        for target in squares:
            other = position[target]
            if other and (other & 8 == us or other & 7 == KING):
                break
            after = moved(position, origin, target, piece)
            if not (checked and attacked(after, king, us ^ 8)):
                out.append(after)
            if other:
                break


def _castling_moves(position: bytes, us: int, out: list[bytes]) -> None:
    """Append the positions after castling; the king must stand unattacked on its first square."""
    rights = position[CASTLING] >> 2 if us else position[CASTLING]
    them = us ^ 8
    king = 60 if us else 4
    if (
        rights & 1
        and not position[king + 1]
        and not position[king + 2]
        and not attacked(position, king + 1, them)
        and not attacked(position, king + 2, them)
    ):
        out.append(moved(position, king, king + 2, KING | us))
    if (
        rights & 2
        and not position[king - 1]
        and not position[king - 2]
        and not position[king - 3]
        and not attacked(position, king - 1, them)
        and not attacked(position, king - 2, them)
    ):
        out.append(moved(position, king, king - 2, KING | us))


def successors(position: bytes) -> list[bytes]:
    """Return the positions after every legal move, in a fixed order.

    An empty list means checkmate or stalemate.
    """
    out: list[bytes] = []
    us = position[TURN]
    king = position[KINGS + (us >> 3)]
    in_check = attacked(position, king, us ^ 8)
    shields = shielding(position, king, us)
    for origin in range(64):
        piece = position[origin]
        if not piece or piece & 8 != us:
            continue
        kind = piece & 7
        checked = in_check or shields[origin] != 0 or kind == KING
        if kind == PAWN:
            _pawn_moves(position, origin, us, king, checked, out)
        elif kind in (KNIGHT, KING):
            _step_moves(position, origin, piece, king, checked, out)
        else:
            _line_moves(position, origin, piece, king, checked, out)
    if position[CASTLING] and not in_check:
        _castling_moves(position, us, out)
    return out
