"""Positions for exam questions: moments of drawn games, endings, and wrong set-ups.

Every position is drawn from a seeded source of chance.  Games are played from the initial position by
legal moves; endings are put on the board and kept only if nothing about them is known to be impossible.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import chess

from kb.board.impossible import find_impossibilities
from kb.exam.openings import OPENINGS

__all__ = [
    "draw_ending",
    "draw_finished",
    "draw_game",
    "draw_placed",
    "draw_wrong_set_up",
    "plausible_move",
    "replay",
]

_VALUE = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 4}
_LOOKED_AT = 7
"""Legal moves weighed before one is played."""
_TRIES = 400


def draw_game(rng: random.Random, plies: int) -> tuple[chess.Move, ...]:
    """Play a game of at most ``plies`` half-moves that is not over at the end.

    A known opening is followed by moves that are mostly not blunders.
    """
    board, played = chess.Board(), []
    for uci in rng.choice(OPENINGS).split()[:plies]:
        played.append(board.parse_uci(uci))
        board.push(played[-1])
    while len(played) < plies:
        move = plausible_move(rng, board)
        board.push(move)
        if not any(board.legal_moves) or board.is_insufficient_material():
            break
        played.append(move)
    return tuple(played)


def replay(moves: Sequence[chess.Move], plies: int | None = None) -> chess.Board:
    """Return the board after the first ``plies`` moves of a game, or after all."""
    board = chess.Board()
    for move in moves[:plies]:
        board.push(move)
    return board


def draw_ending(
    rng: random.Random, white: str, black: str, turn: chess.Color | None = None
) -> chess.Board | None:
    """Put men such as ``"KRP"`` and ``"KB"`` on a board so that the game goes on and could be real.

    Returns nothing where no such position was found; pawns stand on the second to seventh rank.
    """
    for _ in range(_TRIES):
        board = draw_placed(rng, white, black)
        board.turn = rng.random() < 0.5 if turn is None else turn
        if board.is_valid() and any(board.legal_moves) and not find_impossibilities(board):
            return board
    return None


def draw_placed(rng: random.Random, white: str, black: str) -> chess.Board:
    """Put men on random squares, whatever comes of it."""
    board = chess.Board(None)
    for letters, colour in ((white, chess.WHITE), (black, chess.BLACK)):
        for letter in letters:
            _put(rng, board, chess.Piece.from_symbol(letter.lower()).piece_type, colour)
    board.fullmove_number = rng.randint(45, 78)
    return board


def draw_wrong_set_up(rng: random.Random) -> chess.Board:
    """Set up all men with two kinds of one or both sides on each other's squares."""
    rank = list("rnbqkbnr")
    swaps = (((1, 2), (5, 6)), ((3, 4),), ((0, 1), (6, 7)), ((1, 2),), ((5, 6),))
    for first, second in rng.choice(swaps):
        rank[first], rank[second] = rank[second], rank[first]
    wrong, right = "".join(rank), "rnbqkbnr"
    black, white = rng.choice(((wrong, wrong), (wrong, right), (right, wrong)))
    return chess.Board(f"{black}/pppppppp/8/8/8/8/PPPPPPPP/{white.upper()} w - - 0 1")


def draw_finished(rng: random.Random, loser: chess.Color, *, mate: bool) -> chess.Board | None:
    """Return an ending in which ``loser`` is to move and is checkmated, or stalemated.

    Returns nothing where none was found.
    """
    winner_men = rng.choice(("KQ", "KRR", "KQP", "KQR", "KQN") if mate else ("KQ", "KQP"))
    loser_men = rng.choice(("K", "KP", "KN", "KB") if mate else ("K",))
    men = (loser_men, winner_men) if loser else (winner_men, loser_men)
    for _ in range(_TRIES * 4):
        board = _cornered(rng, men, loser, mate=mate)
        over = board.is_checkmate() if mate else board.is_stalemate()
        if over and board.is_valid() and not find_impossibilities(board):
            return board
    return None


def _cornered(rng: random.Random, men: tuple[str, str], loser: chess.Color, *, mate: bool) -> chess.Board:
    """Put men on a board, the losing king on the edge, in the corner for a stalemate; the other near."""
    board = chess.Board(None)
    edges = [s for s in range(64) if chess.square_file(s) in {0, 7} or chess.square_rank(s) in {0, 7}]
    king = rng.choice(edges if mate else [chess.A1, chess.A8, chess.H1, chess.H8])
    board.set_piece_at(king, chess.Piece(chess.KING, loser))
    near = [s for s in range(64) if 2 <= chess.square_distance(s, king) <= (2 if mate else 4)]
    board.set_piece_at(rng.choice(near), chess.Piece(chess.KING, not loser))
    for letters, colour in ((men[0], chess.WHITE), (men[1], chess.BLACK)):
        for letter in letters[1:]:
            _put(rng, board, chess.Piece.from_symbol(letter.lower()).piece_type, colour)
    board.turn = loser
    board.fullmove_number = rng.randint(40, 78)
    return board


def plausible_move(rng: random.Random, board: chess.Board) -> chess.Move:
    """Pick a legal move that is mostly no blunder."""
    legal = list(board.legal_moves)
    sample = rng.sample(legal, min(_LOOKED_AT, len(legal)))
    return max(sample, key=lambda move: _worth(board, move) + rng.random() * 2)


def _put(rng: random.Random, board: chess.Board, kind: chess.PieceType, colour: chess.Color) -> None:
    squares = range(8, 56) if kind == chess.PAWN else range(64)
    free = [square for square in squares if board.piece_at(square) is None]
    board.set_piece_at(rng.choice(free), chess.Piece(kind, colour))


def _worth(board: chess.Board, move: chess.Move) -> float:
    """Weigh a move by what it wins at once and what may be taken back."""
    piece = board.piece_type_at(move.from_square) or chess.PAWN
    won = _VALUE[board.piece_type_at(move.to_square) or chess.PAWN] if board.is_capture(move) else 0
    if board.is_castling(move):
        return 3.0
    risk = 0.0
    if board.is_attacked_by(not board.turn, move.to_square):
        guarded = len(board.attackers(board.turn, move.to_square)) > 1 or piece == chess.PAWN
        risk = _VALUE[piece] * (0.5 if guarded else 1.0)
    homely = 1.0 if piece in {chess.KING, chess.ROOK} and not won else 0.0
    return won - risk - homely
