from __future__ import annotations

import random

import chess
import pytest

from kb.board.displacement import carry_out
from kb.board.notation import parse_shape
from kb.board.resolving import resolve, unplaced
from kb.board.types import IllegalReason, ReadMove


def read(fen: str, text: str, language: str = "en") -> ReadMove:
    shape = parse_shape(text, language)
    assert shape is not None
    return resolve(chess.Board(fen), shape, text)


def test_every_legal_san_and_uci_is_read_as_python_chess_reads_it() -> None:
    rng = random.Random(2)
    board = chess.Board()
    for _ in range(250):
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            continue
        for move in moves:
            for text in (board.san(move), board.uci(move), board.lan(move)):
                found = read(board.fen(), text)
                assert (found.uci, found.legal, found.san) == (move.uci(), True, board.san(move)), text
        board.push(rng.choice(moves))


@pytest.mark.parametrize(
    ("fen", "text", "uci", "reason"),
    [
        # The only bishop that could have gone there by distance; the other is on c1.
        (
            "r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4",
            "Bxc7",
            "b5c7",
            "piece_does_not_move_so",
        ),
        # Blocked by a knight: geometry before nearness.
        ("r2qkbnr/1pp2ppp/p1p5/4p3/4P1b1/5N2/PPPP1PPP/RNBQ1RK1 w kq - 2 6", "Qxg4", "d1g4", "path_blocked"),
        ("4k3/8/8/8/8/R7/8/2R1K3 w - - 0 1", "Rh8", None, "piece_does_not_move_so"),
        ("4k3/4r3/8/8/8/8/4N3/N3K3 w - - 0 1", "Nc3", "e2c3", "exposes_king"),
        ("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "O-O", "e1g1", "castling_right_lost"),
        ("4k3/8/8/8/8/8/4K3/7R w - - 0 1", "O-O", "e2g1", "castling_right_lost"),
        ("8/2P1k3/8/8/8/8/8/7K w - - 0 1", "c8", "c7c8", "promotion_missing"),
        ("8/2P1k3/8/8/8/8/8/7K w - - 0 1", "c8=K", "c7c8k", "promotion_to_king_or_pawn"),
        ("8/4k3/8/2P5/2P5/8/8/7K w - - 0 1", "c7", "c5c7", "pawn_double_step_not_from_start"),
        ("8/4k3/8/8/8/8/8/7K w - - 0 1", "Nf3", None, "no_piece_there"),
        ("8/4k3/8/8/8/8/8/6NK b - - 0 1", "Nf3", "g1f3", "not_your_turn"),
        ("8/4k3/8/3pP3/8/8/8/6NK w - - 0 1", "exd6", "e5d6", "en_passant_too_late"),
        ("3k4/4R3/8/8/8/8/8/6NK w - - 0 1", "Re7xd7", "e7d7", None),
        ("3k4/3R4/8/8/8/8/8/6NK w - - 0 1", "Rxd8", "d7d8", "captures_king"),
        ("3k4/3R4/8/8/8/8/8/6NK w - - 0 1", "exd", None, "no_piece_there"),
        ("3k4/8/8/4p3/3P4/8/8/6NK w - - 0 1", "dxe", "d4e5", None),
        ("3k4/8/8/8/3P4/8/8/6NK w - - 0 1", "dxe", "d4e5", "pawn_captures_nothing"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Kg1", "e1g1", None),
    ],
)
def test_what_is_meant(fen: str, text: str, uci: str | None, reason: str | None) -> None:
    found = read(fen, text)
    assert found.uci == uci
    assert (found.illegal and found.illegal.reason.value) == reason
    assert found.legal is (reason is None)


def test_castling_by_the_king_move_is_castling() -> None:
    found = read("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1")
    assert (found.castling, found.san) == (True, "O-O-O")


def test_two_legal_readings_stay_open() -> None:
    found = read("4k3/8/8/8/8/4K3/8/N3N3 w - - 0 1", "Nc2")
    assert (found.ambiguous, found.legal, found.from_square) == (True, None, None)


def test_two_equally_near_illegal_readings_stay_open() -> None:
    found = read("4k3/8/8/8/3K4/8/8/B3B3 w - - 0 1", "Bc2")
    assert (found.ambiguous, found.legal, found.uci) == (True, False, None)
    assert found.illegal is not None
    assert found.illegal.reason is IllegalReason.PIECE_DOES_NOT_MOVE_SO


def test_illegal_moves_are_carried_out_as_they_happened() -> None:
    board = chess.Board("1r2r3/Rp3ppp/1k6/1B1n4/8/2P2P2/2K3PP/1R6 w - - 2 27")
    reads = []
    for text in ("Rxb7+", "Ne3+", "Kd3"):
        shape = parse_shape(text, "en")
        assert shape is not None
        reads.append(resolve(board, shape, text))
        carry_out(board, reads[-1])
    assert [move.uci for move in reads] == ["a7b7", "d5e3", "c2d3"]
    assert [move.legal for move in reads] == [True, False, True]
    assert reads[1].illegal is not None
    assert reads[1].illegal.reason is IllegalReason.OWN_KING_IN_CHECK
    assert reads[2].san == "Kd3+"


def test_without_a_board_only_the_letters_speak() -> None:
    shape = parse_shape("Ke4", "en")
    assert shape is not None
    move = unplaced(shape, "Ke4", 0, 0, chess.WHITE)
    assert (move.piece, move.to_square, move.from_square, move.legal) == (chess.KING, chess.E4, None, None)
