from __future__ import annotations

import pytest

from kb.board.movetext import read_field
from kb.board.playing import play_run
from kb.board.types import SignalResult

GAME = (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7"
)


@pytest.mark.parametrize(
    ("tail", "signal", "meaning"),
    [
        ("11. Ke4 Kd5", ["Ke4", "Kd5"], SignalResult.WHITE_WINS),
        ("11. Kd4 Ke5", ["Kd4", "Ke5"], SignalResult.BLACK_WINS),
        ("11. Ke4 Ke5", ["Ke4", "Ke5"], SignalResult.DRAW),
        ("11. Ke4", ["Ke4"], SignalResult.UNCLEAR),
        ("11. Nbd2 Ke5", ["Ke5"], SignalResult.UNCLEAR),
        ("11. Nbd2 Bb7", [], None),
        ("11. Nbd2 Kxd4", [], None),
    ],
)
def test_king_hops_are_set_apart(tail: str, signal: list[str], meaning: SignalResult | None) -> None:
    game = play_run(read_field(f"{GAME} {tail} 1-0"), "en", None)
    assert [move.text for move in game.signal_moves] == signal
    assert game.signal_result == meaning
    assert (game.first_illegal is None) == ("x" not in tail)
    assert game.result == "1-0"


def test_a_single_hop_in_a_short_game_is_a_move() -> None:
    game = play_run(read_field("1. e4 e5 2. Ke5"), "en", None)
    assert game.signal_moves == ()
    assert game.first_illegal == 2


def test_kings_that_walk_to_the_centre_play_on() -> None:
    start = read_field("1. Kd4 Kd6 2. Ke4")
    from kb.board.reading import read_board

    position = read_board("", language="en", fen="8/8/2k5/8/8/3K4/8/7R w - - 0 1").position
    assert play_run(start, "en", position).signal_moves == ()
