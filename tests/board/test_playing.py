from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.displacement import carry_out
from kb.board.letters import PIECE_LETTERS
from kb.board.movetext import read_field
from kb.board.playing import play_run
from kb.board.reading import read_board
from kb.board.types import Impossibility, Position, PositionSource, ReadGame


def position(fen: str) -> Position:
    found = read_board("", language="en", fen=fen).position
    assert found is not None
    return found


def play(text: str, language: str = "en", fen: str | None = None) -> ReadGame:
    return play_run(read_field(text), language, None if fen is None else position(fen))


@pytest.mark.parametrize("language", ["en", "es", "nl", "ru"])
@pytest.mark.parametrize("asker", ["en", "es", "nl", "ru"])
def test_whole_games_are_read_in_any_letters_whoever_asks(language: str, asker: str) -> None:
    rng = random.Random(4)
    letters = {kind: letter for letter, kind in reversed(list(PIECE_LETTERS[language].items()))}
    for _ in range(2):
        board = chess.Board()
        written, expected = [], []
        for _ in range(40):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = rng.choice(moves)
            san = board.san(move)
            expected.append(move.uci())
            english = {chess.piece_symbol(kind).upper(): letter for kind, letter in letters.items()}
            written.append(san if san.startswith("O") else "".join(english.get(char, char) for char in san))
            board.push(move)
        game = play(" ".join(written), asker)
        assert [move.uci for move in game.moves] == expected
        assert game.first_illegal is None


@pytest.mark.parametrize(
    ("text", "asker", "language"),
    [
        ("1.e4 e5 2.Cf3 Cc6 3.Ac4", "nl", "es"),
        ("1.e4 e5 2.Pf3 Pc6 3.Lc4", "es", "nl"),
        ("1.e4 e5 2.Nf3 Nc6 3.Bc4", "ru", "en"),
        ("1.e4 e5 2.Kf3 Kc6 3.Cc4", "ru", "ru"),
        ("1.e4 e5 2.Nf3 Cc6", "en", "en"),
    ],
)
def test_the_language_that_fits_is_chosen(text: str, asker: str, language: str) -> None:
    game = play(text, asker)
    assert game.first_illegal is None
    assert game.rest is None
    assert len(game.moves) >= 4
    assert language in {game.language, "en"}


def test_an_illegal_move_in_the_askers_letters_stays_in_them() -> None:
    game = play("1.e4 e5 2.Rd4 Cc6", "es")
    assert game.language == "es"
    assert game.moves[2].piece == chess.KING
    assert game.first_illegal == 2


def test_reading_goes_on_after_an_illegal_move() -> None:
    game = play("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 Qxc7 *")
    assert [move.legal for move in game.moves] == [True] * 6 + [False, True]
    assert game.board_before(8).piece_at(chess.C7) == chess.Piece(chess.QUEEN, chess.BLACK)
    assert game.board_before(6).fullmove_number == 4


def test_a_game_that_ends_on_the_given_position_starts_at_the_beginning() -> None:
    fen = "rnbqkbnr/ppp2p1p/3p2p1/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
    game = play("1.e4 e5 2.Bc4 d6 3.Nf3 g6", fen=fen)
    assert game.start is not None
    assert game.start.fen == chess.STARTING_FEN


def test_swapped_men_are_found_from_the_final_position() -> None:
    fen = "rnbqkbnr/ppp2p1p/3p2p1/4p2K/2B1P3/8/PPPP1PPP/RNB1Q1NR w kq - 0 4"
    game = play("1.e4 e5 2.Bc4 d6 3.Kh5 g6", fen=fen)
    assert game.start is not None
    assert game.start.source is PositionSource.START
    assert game.start.impossible == (Impossibility.KING_AND_QUEEN_SWAPPED,)
    assert game.first_illegal == 4


def test_the_given_position_stays_the_start_of_an_illegal_move() -> None:
    fen = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
    game = play("1.Nc3", fen=fen)
    assert game.start is not None
    assert game.start.fen == fen
    assert game.first_illegal == 0


def test_the_move_number_corrects_the_side() -> None:
    game = play("27...Rxe2", fen="4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 27")
    assert game.moves[0].san == "Rxe2#" or game.moves[0].san == "Rxe2+"
    assert game.moves[0].color is chess.BLACK


def test_moves_from_the_middle_without_a_position_stay_unplaced() -> None:
    game = play("27.Rxb7 Ne3")
    assert game.start is None
    assert [move.legal for move in game.moves] == [None, None]
    assert [move.color for move in game.moves] == [chess.WHITE, chess.BLACK]
    with pytest.raises(ValueError, match="starting position"):
        game.board_before(0)


def test_moves_that_lead_to_the_given_position_are_not_played_from_it() -> None:
    game = play("30...Rxf2", fen="6k1/8/8/8/8/8/5r2/R5K1 w - - 0 31")
    assert game.start is None
    assert game.moves[0].legal is None


def test_unreadable_moves_end_the_game() -> None:
    game = play("1.e4 Xf3 2.d4")
    assert len(game.moves) == 1
    assert game.rest is not None


def test_illegal_castling_brings_the_rook_along() -> None:
    game = play("1.O-O", fen="4k3/8/8/8/8/8/8/4K2R w - - 0 1")
    board = game.start.board() if game.start else chess.Board()
    carry_out(board, game.moves[0])
    assert board.board_fen() == "4k3/8/8/8/8/8/8/5RK1"


def test_an_unpromoted_pawn_stays_a_pawn() -> None:
    game = play("1.c8 Kd7", fen="8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1")
    assert game.moves[0].promotion_missing
    assert game.board_before(1).piece_at(chess.C8) == chess.Piece(chess.PAWN, chess.WHITE)


def test_capturing_the_king_is_read() -> None:
    game = play("1.Qa5 Kd8 2.Qxd8", fen="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert game.moves[1].legal is False
    assert game.moves[2].illegal is not None
    assert game.moves[2].illegal.reason == "captures_king"
    assert game.board_before(3).king(chess.BLACK) is None


tokens = st.sampled_from(
    [
        "e4",
        "Kd5",
        "Nf3",
        "0-0",
        "O-O-O",
        "exd5",
        "ed",
        "e8",
        "e8=Q",
        "c8=K",
        "Qa1-h8",
        "h7h8q",
        "Rxe1+",
        "♘c6",
    ]
)


@given(
    st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=20),
    st.booleans(),
    st.lists(tokens, min_size=1, max_size=6),
)
@settings(max_examples=150, deadline=None)
def test_any_moves_on_any_board_are_explained(men: dict[int, str], white: bool, words: list[str]) -> None:
    board = chess.Board(None)
    for square, symbol in men.items():
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.turn = white
    game = play(" ".join(words), fen=board.fen())
    for move in game.moves:
        if move.legal:
            assert move.san
            assert move.illegal is None
        elif not move.ambiguous:
            assert move.legal is False
            assert move.illegal is not None
    assert game.board_before(len(game.moves))
