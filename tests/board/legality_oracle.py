"""A slow and obvious second opinion on moves: a dictionary of squares and step-by-step walking.

Knows nothing of python-chess but the FEN.  Also makes the random positions and moves for the comparison.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess

Square = tuple[int, int]
Men = dict[Square, str]

STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
WALKS = {"r": STRAIGHT, "b": DIAGONAL, "q": STRAIGHT + DIAGONAL}


def square_of(name: str) -> Square:
    return "abcdefgh".index(name[0]), int(name[1]) - 1


def read(fen: str) -> tuple[Men, bool, str, Square | None]:
    placement, turn, castling, passed = fen.split()[:4]
    men: Men = {}
    for row, line in enumerate(placement.split("/")):
        file = 0
        for char in line:
            if char.isdigit():
                file += int(char)
            else:
                men[(file, 7 - row)] = char
                file += 1
    return men, turn == "w", castling, None if passed == "-" else square_of(passed)


def steps(start: Square, step: Square) -> Iterator[Square]:
    file, rank = start
    while True:
        file, rank = file + step[0], rank + step[1]
        if not (0 <= file < 8 and 0 <= rank < 8):
            return
        yield file, rank


def hits(men: Men, start: Square) -> set[Square]:
    """Squares that the piece on a square attacks."""
    piece = men[start]
    kind = piece.lower()
    if kind == "p":
        up = 1 if piece == "P" else -1
        return {(start[0] - 1, start[1] + up), (start[0] + 1, start[1] + up)}
    if kind == "n":
        return {(start[0] + a, start[1] + b) for a, b in JUMPS}
    if kind == "k":
        return {(start[0] + a, start[1] + b) for a, b in STRAIGHT + DIAGONAL}
    found: set[Square] = set()
    for step in WALKS[kind]:
        for square in steps(start, step):
            found.add(square)
            if square in men:
                break
    return found


def guards(men: Men, target: Square, white: bool) -> set[Square]:
    """Squares of the men of a colour that attack a square."""
    return {start for start, piece in men.items() if piece.isupper() == white and target in hits(men, start)}


def king_of(men: Men, white: bool) -> Square | None:
    return next((square for square, piece in men.items() if piece == ("K" if white else "k")), None)


def verdict(fen: str, start: Square, end: Square, promotion: str | None) -> tuple[str | None, set[Square]]:
    """Give the reason (``None`` = legal) and the squares of the men in the way."""
    men, white, castling, passed = read(fen)
    piece = men.get(start)
    if piece is None:
        return "no_piece_there", set()
    if piece.isupper() != white:
        return "not_your_turn", {start}
    home = (4, 0 if white else 7)
    if piece.lower() == "k" and start == home and end[1] == home[1]:
        corner = men.get(end) == ("R" if white else "r") and end[0] in (0, 7)
        if abs(end[0] - 4) == 2 or corner:
            if promotion is not None:
                found = castle(men, white, castling, end[0] > 4)
                return found if found[0] else ("promotion_not_on_last_rank", set())
            return castle(men, white, castling, end[0] > 4)
    return ordinary(men, white, passed, start, end, promotion)


def castle(men: Men, white: bool, castling: str, short: bool) -> tuple[str | None, set[Square]]:
    rank = 0 if white else 7
    corner = (7 if short else 0, rank)
    letter = "K" if short else "Q"
    if men.get(corner) != ("R" if white else "r"):
        return "castling_no_rook", set()
    if (letter if white else letter.lower()) not in castling:
        return "castling_right_lost", set()
    between = [(file, rank) for file in ((5, 6) if short else (1, 2, 3))]
    blockers = {square for square in between if square in men}
    if blockers:
        return "castling_blocked", blockers
    for file, reason in (
        (4, "castling_in_check"),
        (5 if short else 3, "castling_through_check"),
        (6 if short else 2, "castling_into_check"),
    ):
        found = guards(men, (file, rank), not white)
        if found:
            return reason, found
    return None, set()


def ordinary(
    men: Men, white: bool, passed: Square | None, start: Square, end: Square, promotion: str | None
) -> tuple[str | None, set[Square]]:
    piece = men[start]
    wrong = pawn(men, white, passed, start, end) if piece.lower() == "p" else walker(men, start, end)
    if wrong is not None:
        return wrong
    if end in men and men[end].isupper() == white:
        return "own_piece_on_target", {end}
    if men.get(end) in ("K", "k"):
        return "captures_king", {end}
    last = piece.lower() == "p" and end[1] == (7 if white else 0)
    if promotion is not None and not last:
        return "promotion_not_on_last_rank", set()
    danger = king_danger(men, white, passed, start, end)
    if danger is not None:
        return danger
    if promotion in ("p", "k"):
        return "promotion_to_king_or_pawn", set()
    if last and promotion is None:
        return "promotion_missing", set()
    return None, set()


def walker(men: Men, start: Square, end: Square) -> tuple[str, set[Square]] | None:
    alone = {start: men[start]}
    if end not in hits(alone, start):
        return "piece_does_not_move_so", {start}
    if end in hits(men, start):
        return None
    for step in STRAIGHT + DIAGONAL:
        line = list(steps(start, step))
        if end in line:
            return "path_blocked", {next(square for square in line if square in men)}
    raise AssertionError


def pawn(
    men: Men, white: bool, passed: Square | None, start: Square, end: Square
) -> tuple[str, set[Square]] | None:
    up = 1 if white else -1
    across, ahead = abs(end[0] - start[0]), (end[1] - start[1]) * up
    if ahead < 0 and across <= 1:
        return "pawn_moves_backwards", {start}
    if across == 1 and ahead == 1:
        if end in men or end == passed:
            return None
        beside = (end[0], start[1])
        if men.get(beside) == ("p" if white else "P") and start[1] == (4 if white else 3):
            return "en_passant_too_late", {beside}
        return "pawn_captures_nothing", {start}
    if across or ahead not in (1, 2):
        return "piece_does_not_move_so", {start}
    if ahead == 2 and start[1] != (1 if white else 6):
        return "pawn_double_step_not_from_start", {start}
    if ahead == 2 and (start[0], start[1] + up) in men:
        return "path_blocked", {(start[0], start[1] + up)}
    if end in men and men[end].isupper() != white:
        return "pawn_captures_straight", {end}
    return None


def king_danger(
    men: Men, white: bool, passed: Square | None, start: Square, end: Square
) -> tuple[str, set[Square]] | None:
    king = king_of(men, white)
    if king is None:
        return None
    before = guards(men, king, not white)
    after = dict(men)
    moved = after.pop(start)
    if moved.lower() == "p" and end == passed and end not in men:
        del after[(end[0], start[1])]
    after[end] = moved
    stands = end if king == start else king
    found = guards(after, stands, not white)
    if not found:
        return None
    if king == start:
        kings = {square for square in found if after[square].lower() == "k"}
        return ("king_next_to_king", kings) if kings else ("king_into_check", found)
    kept = found & before
    return ("own_king_in_check", kept) if kept else ("exposes_king", found)


def random_pairs(rng: random.Random, count: int) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Yield positions of random games with moves that are often nearly legal."""
    board = chess.Board()
    for _ in range(count):
        if rng.random() < 0.02 or not any(board.legal_moves):
            board = random_board(rng)
        elif rng.random() < 0.3:
            board.push(rng.choice(list(board.legal_moves)))
        yield board, random_move(rng, board)


def random_board(rng: random.Random) -> chess.Board:
    """A position from a random game, with castling ready surprisingly often."""
    if rng.random() < 0.2:
        board = chess.Board("r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 1")
    else:
        board = chess.Board()
    for _ in range(rng.randint(0, 90)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(rng.choice(moves))
    return board if any(board.legal_moves) else chess.Board()


def random_move(rng: random.Random, board: chess.Board) -> chess.Move:
    """A legal move, a pseudo-legal one, a castling attempt, or any two squares."""
    own = list(chess.SquareSet(board.occupied_co[board.turn]))
    kind = rng.random()
    pseudo = list(board.pseudo_legal_moves)
    if kind < 0.35 and pseudo:
        return rng.choice(pseudo)
    if kind < 0.42:
        home = chess.E1 if board.turn else chess.E8
        return chess.Move(home, home + rng.choice((2, -2, 3, -4)))
    start = rng.choice(own) if kind < 0.95 else rng.randrange(64)
    if kind < 0.75:
        near = [square for square in chess.SQUARES if chess.square_distance(start, square) <= 2]
        end = rng.choice(near)
    else:
        end = rng.randrange(64)
    promotion = rng.choice((None,) * 12 + tuple(chess.PIECE_TYPES))
    return chess.Move(start, end, promotion=promotion)
