from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.games import RawGame
from kb.board.lost import Loss, how_lost, may_be_draw, winner


def game(remark: str = "", movetext: str = "1. e4 e5 *", **headers: str) -> RawGame:
    return RawGame(1, 1, headers, movetext, remark=remark)


@pytest.mark.parametrize(
    "text",
    [
        "Time forfeit",
        "time forfeit",
        "White forfeits on time",
        "Black loses on time.",
        "Carlsen, M won on time",
        "White ran out of time",
        "Black's time ran out",
        "lost by time",
        "His flag fell",
        "flag fall",
        "Black overstepped the time limit",
        "Las negras pierden por tiempo",
        "perdió por el tiempo",
        "Se quedó sin tiempo",
        "Agotó su tiempo",
        "cayó la bandera",
        "cae la bandera de las blancas",
        "caída de bandera",
        "Wit wint op tijd",
        "verloren op tijd",
        "tijdsoverschrijding",
        "Tijdoverschrijding zwart",
        "vlag gevallen",
        "de vlag viel",
        "просрочил время",
        "Белые просрочили время",
        "чёрные проиграли по времени",
        "упал флажок",
        "флажок упал",
        "время истекло",
        "падение флажка",
    ],
)
def test_on_time_in_four_languages(text: str) -> None:
    assert how_lost(game(Termination=text)) is how_lost(game(text)) is Loss.ON_TIME


@pytest.mark.parametrize(
    "text",
    [
        "illegal move",
        "Black loses by a second illegal move",
        "Second illegal move, two hands",
        "jugada ilegal",
        "movimientos ilegales",
        "por jugada antirreglamentaria",
        "onreglementaire zet",
        "twee onreglementaire zetten",
        "illegale zet",
        "невозможный ход",
        "за два невозможных хода",
        "нелегальный ход",
    ],
)
def test_by_illegal_move_in_four_languages(text: str) -> None:
    assert how_lost(game(Termination=text)) is how_lost(game(text)) is Loss.BY_ILLEGAL_MOVE


@pytest.mark.parametrize(
    "text",
    ["Rules infraction", "rules infraction", "infracción de las reglas", "overtreding van de regels",
     "нарушение правил"],
)  # fmt: skip
def test_by_an_infraction_that_is_not_named(text: str) -> None:
    assert how_lost(game(Termination=text)) is Loss.BY_INFRACTION


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Normal",
        "normal",
        "Abandoned",
        "Unterminated",
        "White resigns",
        "Carlsen, M won by resignation",
        "Carlsen, M won by checkmate",
        "[%clk 0:00:01]",
        "time control 40/2",
        "Black was in time trouble",
        "een mooie partij, op tijd klaar",
        "apuros de tiempo",
        "цейтнот",
        "unstoppable flag bearer",
    ],
)
def test_other_ends_are_not_taken_for_these(text: str) -> None:
    assert how_lost(game(Termination=text)) is None
    assert how_lost(game(text)) is None


def test_who_won() -> None:
    assert winner(game(Result="1-0")) is chess.WHITE
    assert winner(game(Result="0-1", movetext="1. e4 1-0")) is chess.BLACK
    assert winner(game(movetext="1. e4 e5 1-0")) is chess.WHITE
    assert winner(game(Result="*", movetext="1. e4 0-1")) is chess.BLACK
    assert winner(game(Result="1/2-1/2", movetext="1. e4 0-1")) is None
    assert winner(game()) is None


@pytest.mark.parametrize(
    ("day", "draw"),
    [("2008.12.31", False), ("2010.01.01", True), ("2024.05.01", True), ("1972.07.11", False),
     ("????.??.??", True), ("", True), ("2008.??.??", True)],
)  # fmt: skip
def test_illegal_moves_draw_only_since_the_law_says_so(day: str, draw: bool) -> None:
    assert may_be_draw(game(Date=day), Loss.BY_ILLEGAL_MOVE) is draw
    assert may_be_draw(game(Date=day), Loss.ON_TIME)


@given(st.text(max_size=400))
@settings(max_examples=150, deadline=None)
def test_any_remark_is_read(text: str) -> None:
    assert how_lost(game(text)) in {None, *Loss}
