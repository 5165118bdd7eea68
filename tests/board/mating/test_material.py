"""The rules of hopeless material, proved by going through the mates of those forces."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import chess
import pytest

from kb.board.mating import Reason
from kb.board.mating.material import hopeless_material


def unguarded(board: chess.Board, king: chess.Square) -> list[chess.Square]:
    """Squares beside the black king that White does not attack, the king itself seen through."""
    board.remove_piece_at(king)
    free = [
        s for s in chess.SquareSet(chess.BB_KING_ATTACKS[king]) if not board.is_attacked_by(chess.WHITE, s)
    ]
    board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
    return free


def checks(kind: chess.PieceType) -> Iterator[chess.Board]:
    """Every board with both kings and one white piece of ``kind`` that gives check, up to reflection."""
    for king in (s for s in chess.SQUARES if chess.square_file(s) < 4 and chess.square_rank(s) < 4):
        for friend in chess.SQUARES:
            if chess.square_distance(king, friend) < 2:
                continue
            for square in chess.SQUARES:
                if square in (king, friend):
                    continue
                board = chess.Board(None)
                board.turn = chess.BLACK
                board.set_piece_at(king, chess.Piece(chess.KING, chess.BLACK))
                board.set_piece_at(friend, chess.Piece(chess.KING, chess.WHITE))
                board.set_piece_at(square, chess.Piece(kind, chess.WHITE))
                if board.is_check():
                    yield board


def test_a_knight_cannot_mate_with_only_queens_in_the_way() -> None:
    # A queen more only helps the defence of a knight's check, which nothing can block:
    # so it is enough to stand one on each square the king could flee to.
    tried = 0
    for board in checks(chess.KNIGHT):
        king = board.king(chess.BLACK)
        assert king is not None
        knight = board.knights.bit_length() - 1
        for square in unguarded(board, king):
            if square != knight:
                board.set_piece_at(square, chess.Piece(chess.QUEEN, chess.BLACK))
        tried += 1
        assert not board.is_checkmate(), board.fen()
    assert tried > 3000


def test_one_coloured_bishops_cannot_mate_with_heavy_pieces_or_like_bishops_in_the_way() -> None:
    # The two squares beside both the king and the first square of the checking line are of the other colour:
    # no such bishop guards them, no bishop of the defender stands there.  The white king cannot guard both,
    # so a rook or queen stands on one; no bishop pins it, and it can go to that first square.
    tried = 0
    for board in checks(chess.BISHOP):
        king, friend = board.king(chess.BLACK), board.king(chess.WHITE)
        assert king is not None
        assert friend is not None
        bishop = board.bishops.bit_length() - 1
        first = min(
            chess.SquareSet(chess.BB_KING_ATTACKS[king] & chess.ray(king, bishop)),
            key=lambda square: chess.square_distance(square, bishop),
        )
        beside = chess.BB_KING_ATTACKS[king] & chess.BB_KING_ATTACKS[first]
        beside &= chess.BB_RANKS[chess.square_rank(king)] | chess.BB_FILES[chess.square_file(king)]
        flanks = list(chess.SquareSet(beside))
        assert len(flanks) == 2
        open_flanks = [square for square in flanks if chess.square_distance(square, friend) > 1]
        assert open_flanks, board.fen()
        for square in open_flanks:
            assert square != friend
            assert not board.is_attacked_by(chess.WHITE, square)
            board.set_piece_at(square, chess.Piece(chess.ROOK, chess.BLACK))
            assert board.is_legal(chess.Move(square, first)), board.fen()
            board.remove_piece_at(square)
        tried += 1
    assert tried > 3000


@pytest.mark.parametrize(
    ("fen", "white", "black"),
    [
        ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", Reason.BARE_KING, Reason.BARE_KING),
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", Reason.LONE_KNIGHT, Reason.BARE_KING),
        ("8/8/4k3/8/8/3KNq2/8/8 w - - 0 1", Reason.LONE_KNIGHT, None),
        ("8/8/4k3/8/8/3KNr2/8/8 w - - 0 1", None, None),
        ("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", None, Reason.BARE_KING),
        ("8/8/4k3/8/8/3KB3/8/8 w - - 0 1", Reason.SAME_COLOURED_BISHOPS, Reason.BARE_KING),
        ("8/8/4k3/8/8/3KBb2/8/8 w - - 0 1", None, None),
        ("8/8/4k3/8/5b2/3KB3/8/8 w - - 0 1", Reason.SAME_COLOURED_BISHOPS, Reason.SAME_COLOURED_BISHOPS),
        ("8/8/4k3/8/8/3KB1r1/8/8 w - - 0 1", Reason.SAME_COLOURED_BISHOPS, None),
        ("8/8/4k3/8/8/3KB1n1/8/8 w - - 0 1", None, None),
        ("8/8/4k3/8/8/3KP3/8/8 w - - 0 1", None, Reason.BARE_KING),
    ],
)
def test_the_rules(fen: str, white: Reason | None, black: Reason | None) -> None:
    board = chess.Board(fen)
    assert hopeless_material(board, chess.WHITE) is white
    assert hopeless_material(board, chess.BLACK) is black


def test_the_rules_agree_with_python_chess() -> None:
    kinds = (chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN)
    pieces = [chess.Piece(kind, colour) for kind in kinds for colour in chess.COLORS]
    squares = (chess.C3, chess.D3, chess.E3)
    for men in itertools.chain.from_iterable(
        itertools.combinations_with_replacement(pieces, n) for n in range(4)
    ):
        board = chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")
        for square, piece in zip(squares, men, strict=False):
            board.set_piece_at(square, piece)
        for colour in chess.COLORS:
            assert (hopeless_material(board, colour) is not None) == board.has_insufficient_material(colour)
