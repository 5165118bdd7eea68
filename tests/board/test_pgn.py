from __future__ import annotations

from kb.board.pgn import find_games, is_other_variant

FIRST = '[Event "a"]\n[White "A \\"x\\""]\n\n1. e4 e5 *\n\n'
TWO = FIRST + '[Event "b"]\r\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. d4'


def test_games_are_split_at_header_blocks() -> None:
    first, second = find_games("0-0 before " + TWO)
    assert first.headers == {"Event": "a", "White": 'A "x"'}
    assert first.offset == 11
    assert second.headers["Event"] == "b"
    assert second.fen_offset is not None


def test_the_moves_of_a_game_end_where_the_next_begins() -> None:
    first, second = find_games(TWO)
    assert TWO[first.moves_start : first.end].strip() == "1. e4 e5 *"
    assert TWO[second.moves_start : second.end].strip() == "1. d4"
    assert TWO[second.fen_offset or 0 :].startswith("8/8/8")


def test_headers_on_one_line_and_with_curly_quotes() -> None:
    (game,) = find_games("[Event “x”] [Result “*”] 1. e4")
    assert game.headers == {"Event": "x", "Result": "*"}


def test_text_without_headers() -> None:
    assert find_games("[not a header] 1. e4 [%clk 1:00]") == []


def test_variants() -> None:
    assert is_other_variant({"Variant": "Crazyhouse"})
    assert not is_other_variant({"Variant": "Standard"})
    assert not is_other_variant({"Variant": "From Position"})
    assert not is_other_variant({})
