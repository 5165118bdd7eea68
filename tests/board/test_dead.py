from __future__ import annotations

import random

import chess
import pytest

from kb.board.dead import death_in, may_be_dead, prove_dead
from kb.board.mating import CannotMate, can_checkmate
from tests.board.mating.sets import hard, ordinary


def played(fen: str, *sans: str) -> chess.Board:
    board = chess.Board(fen)
    for san in sans:
        board.push_san(san)
    return board


def first_dead(board: chess.Board) -> int | None:
    """The slow way: every position from the start on."""
    at = board.root()
    for ply, move in enumerate(board.move_stack):
        if all(isinstance(can_checkmate(at, colour), CannotMate) for colour in chess.COLORS):
            return ply
        at.push(move)
    return None


@pytest.mark.parametrize(
    ("board", "ply"),
    [
        (played("8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "Nxf3", "Kd6"), 1),
        (played("8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "Nxf3"), None),
        (played("8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "Ne4", "Ke5"), None),
        (played(chess.STARTING_FEN, "f3", "e5", "g4", "Qh4#"), None),
        # The last man must be taken, so the game is over a move before the capture.
        (played("7k/8/8/8/8/8/1q6/K7 w - - 0 1", "Kxb2", "Kg7", "Kb3"), 0),
        # A closed wall of pawns that no king gets through.
        (played("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1", "Kd2", "Kd7", "Ke2"), 0),
        # Stalemate is no move after the end; the queen check before it left another way out.
        (played("7k/8/8/6Q1/8/8/8/K7 w - - 0 1", "Qg6"), None),
    ],
)
def test_the_first_move_in_a_dead_position(board: chess.Board, ply: int | None) -> None:
    death = death_in(board)
    assert (None if death is None else death.ply) == ply == first_dead(board)


def test_a_death_carries_its_position_and_both_proofs() -> None:
    death = death_in(played("8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "Nxf3", "Kd6", "Ke2"))
    assert death is not None
    assert death.fen == "8/8/8/3k4/8/5N2/8/4K3 b - - 0 1"
    assert [(colour, verdict.reason.value) for colour, verdict in death.proofs] == [
        (chess.WHITE, "lone_knight"),
        (chess.BLACK, "bare_king"),
    ]


def test_the_search_agrees_with_looking_at_every_position() -> None:
    rng = random.Random(5)
    deaths = 0
    for _ in range(60):
        men = rng.choice(["KPkp", "KNkp", "KBkp", "KRkn", "KPkb", "KQkr"])
        board = placed(men, rng)
        for _ in range(rng.randint(5, 40)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [move for move in moves if board.is_capture(move)]
            board.push(rng.choice(captures or moves))
        death = death_in(board)
        assert (None if death is None else death.ply) == first_dead(board), board.root().fen()
        deaths += death is not None
    assert deaths > 10


def placed(men: str, rng: random.Random) -> chess.Board:
    """A legal position of these men, White to move."""
    while True:
        squares = rng.sample(range(8, 56), len(men))
        board = chess.Board(None)
        for letter, square in zip(men, squares, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        if board.is_valid() and not board.is_game_over():
            return board


def test_the_board_is_left_as_it_was() -> None:
    board = played("8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "Nxf3", "Kd6")
    death_in(board)
    assert (len(board.move_stack), board.fen()) == (2, "8/8/3k4/8/8/5N2/8/4K3 w - - 1 2")


def test_what_the_cheap_test_lets_through() -> None:
    easy, puzzles = ordinary(), hard()
    dead = [p for p in easy if not p.white and not p.black]
    assert dead
    assert all(may_be_dead(chess.Board(p.fen)) for p in dead)
    assert sum(may_be_dead(chess.Board(p.fen)) for p in easy) < 0.11 * len(easy)
    composed = [p for p in puzzles if not p.white and not p.black]
    assert sum(may_be_dead(chess.Board(p.fen)) for p in composed) >= 0.96 * len(composed)


def test_nothing_alive_is_called_dead() -> None:
    for position in hard()[::25]:
        if prove_dead(chess.Board(position.fen)) is not None:
            assert not position.white
            assert not position.black
