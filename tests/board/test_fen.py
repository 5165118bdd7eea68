from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.fen import FenSpan, UnreadableFen, build_position, find_fens, with_side
from kb.board.types import Position, PositionSource, ProblemKind, RepairKind

PAWN = "8/q1P1k3/8/8/8/8/6PP/7K"
FULL = f"{PAWN} w - - 0 1"


def read(text: str) -> Position:
    span = next(find_fens(text))
    assert isinstance(span, FenSpan)
    return build_position(span, PositionSource.TEXT)


def kinds(position: Position) -> set[RepairKind]:
    return {repair.kind for repair in position.repairs}


@pytest.mark.parametrize(
    "text",
    [
        FULL,
        f"{FULL} I pushed c8",
        f"position:{FULL}",
        f"FEN: {FULL}, and then?",
        f"({FULL})",
        f"```\n{FULL}\n```",
        f"`{FULL}`",
        f"**{FULL}**",
        f'[FEN "{FULL}"]',
        f"it was {PAWN} w - - so what",
        f"it was {PAWN} w, white pushed",
        f"it was {PAWN} w.",
        f"{PAWN} W - - 0 1",
        f"{PAWN} w – – 0 1",
        f"{PAWN}_w_-_-_0_1",
        FULL.replace(" ", "%20"),
        FULL.replace("/", "%2F").replace(" ", "%20"),
        FULL.replace("/", r"\/"),
        f"**{PAWN}** w - - 0 1",
        f"{PAWN} white",
        "8/q1Р1к3/8/8/8/8/6РР/7К w - - 0 1",
        "8/q1P1k3/8/8/8/8/6PP/61K w - - 0 1",
    ],
)
def test_whole_partial_and_damaged(text: str) -> None:
    assert read(text).fen == FULL


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"{PAWN}_w_-_-_0_1", RepairKind.UNDERSCORES),
        (FULL.replace(" ", "%20"), RepairKind.PERCENT_ENCODING),
        (f"**{PAWN}** w", RepairKind.MARKUP_REMOVED),
        ("8/q1Р1k3/8/8/8/8/6PP/7K w", RepairKind.LOOKALIKE_LETTERS),
        (PAWN, RepairKind.SIDE_ASSUMED),
        ("4k3/8/8/8/8/8/4R3/4K3", RepairKind.SIDE_FROM_CHECK),
        ("4k3/8/8/8/8/8/8/4K2R w", RepairKind.CASTLING_ASSUMED),
        ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", RepairKind.CASTLING_DROPPED),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", RepairKind.EN_PASSANT_DROPPED),
        (f"{PAWN} w - -", RepairKind.COUNTERS_ASSUMED),
        (f"{PAWN} w - - 99999999999999999999 1", RepairKind.COUNTERS_ASSUMED),
    ],
)
def test_repairs_are_noted(text: str, kind: RepairKind) -> None:
    assert kind in kinds(read(text))


def test_a_whole_fen_needs_no_repair() -> None:
    assert read(f"see {FULL}").repairs == ()
    assert read(f"see {FULL}").offset == 4


@pytest.mark.parametrize(
    ("text", "fullmove"),
    [
        (f"{PAWN} w - - 0 4. New game?", 4),
        (f"{PAWN} w - - 2 27, 27.c8", 27),
        (f"{PAWN} w - - 27.c8=Q", 1),
        (f"{PAWN} w - - 1.c8", 1),
        (f"{PAWN} w - - 0 12 12. c8", 12),
        (f"{PAWN} w - - 0 1?color=white", 1),
    ],
)
def test_counters_are_told_from_move_numbers(text: str, fullmove: int) -> None:
    assert read(text).board().fullmove_number == fullmove


@pytest.mark.parametrize(
    ("text", "kind", "rank", "place"),
    [
        ("8/q1P1k3/8/8/8/8/6PP/8K w", ProblemKind.FEN_RANK_LENGTH, 1, 21),
        ("x: 8/q1P1k3/8/7/8/8/6PP/7K w", ProblemKind.FEN_RANK_LENGTH, 5, 14),
        ("8/q1P1k3/8/8/8/8/6PP w - -", ProblemKind.FEN_RANK_COUNT, None, 0),
        ("8/q1X1k3/8/8/8/8/6PP/7K w", ProblemKind.FEN_LETTER, 7, 2),
    ],
)
def test_unreadable_fens_name_the_place(text: str, kind: ProblemKind, rank: int | None, place: int) -> None:
    found = next(find_fens(text))
    assert isinstance(found, UnreadableFen)
    assert (found.kind, found.rank, found.offset) == (kind, rank, place)


@pytest.mark.parametrize(
    "text",
    [
        "a/b/c/d/e/f/g/h",
        "1/2/3 or 4/5/6/7",
        "https://example.org/a/b/c/d/e/f/g/h/i",
        "and/or/if/but/so/yet/nor/for",
    ],
)
def test_other_slashes_are_no_fen(text: str) -> None:
    assert list(find_fens(text)) == []


def test_two_fens_come_in_order() -> None:
    found = [span.offset for span in find_fens(f"{FULL} and {FULL}")]
    assert found == [0, len(FULL) + 5]


def test_the_other_side_keeps_the_rest() -> None:
    turned = with_side(read(PAWN), chess.BLACK)
    assert turned.board().turn is chess.BLACK
    assert kinds(turned) == {RepairKind.COUNTERS_ASSUMED, RepairKind.SIDE_FROM_MOVES}


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_any_game_position_is_read_back(data: st.DataObject) -> None:
    board = chess.Board()
    for _ in range(data.draw(st.integers(0, 40))):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            break
        board.push(data.draw(st.sampled_from(moves)))
    fen = board.fen(en_passant="fen")
    position = read(f"Is this over? {fen} I think so.")
    assert position.fen == fen
    assert position.impossible == ()


@given(st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=40), st.booleans())
@settings(max_examples=150, deadline=None)
def test_any_placement_is_read_however_impossible(men: dict[int, str], white: bool) -> None:
    board = chess.Board(None)
    for square, symbol in men.items():
        board.set_piece_at(square, chess.Piece.from_symbol(symbol))
    board.turn = white
    position = read(f"{board.fen()} ?")
    assert position.board().board_fen() == board.board_fen()
    assert position.board().turn == white
    assert bool(position.impossible) or board.is_valid()
