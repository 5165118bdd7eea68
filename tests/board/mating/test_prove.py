from __future__ import annotations

import random

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.mating import CanMate, CannotMate, Reason, Undetermined, Verdict, can_checkmate
from kb.board.mating.backend import Core, compiled, pure
from kb.board.mating.prove import DEFAULT_BUDGET, prove
from tests.board.mating.oracle import can_mate, graph, key, varied
from tests.board.mating.sets import Labelled, hard, ordinary, tricky


def replay(board: chess.Board, verdict: CanMate, colour: chess.Color) -> None:
    """Play the line with python-chess."""
    judge = board.copy(stack=False)
    for move in verdict.line:
        assert move in judge.legal_moves
        judge.push(move)
    assert judge.is_checkmate()
    assert judge.turn != colour


def check(row: Labelled, budget: int, core: Core) -> int:
    """Compare both verdicts with the labels; return how many are decided."""
    decided = 0
    board = chess.Board(row.fen)
    for colour in chess.COLORS:
        verdict = prove(board, colour, budget, core).verdict
        if isinstance(verdict, CanMate):
            replay(board, verdict, colour)
            assert row.can(colour), row.fen
        elif isinstance(verdict, CannotMate):
            assert not row.can(colour), row.fen
        decided += not isinstance(verdict, Undetermined)
    assert board == chess.Board(row.fen)
    return decided


def test_ordinary_positions(core: Core) -> None:
    rows = random.Random(1).sample(ordinary(), 800 if core.compiled else 150)
    decided = sum(check(row, DEFAULT_BUDGET, core) for row in rows)
    assert decided >= 0.999 * 2 * len(rows)


def test_hard_positions(core: Core) -> None:
    rows = random.Random(2).sample(hard(), 400 if core.compiled else 50)
    decided = sum(check(row, DEFAULT_BUDGET, core) for row in rows)
    assert decided >= 0.85 * 2 * len(rows)


def test_tricky_positions(core: Core) -> None:
    decided = sum(check(row, 3 * DEFAULT_BUDGET, core) for row in tricky())
    assert decided >= 85


def test_both_builds_give_the_same_proof() -> None:
    built = compiled()
    if built is None:
        pytest.skip("the core is not compiled here")
    for row in [*random.Random(3).sample(hard(), 50), *random.Random(3).sample(ordinary(), 40)]:
        board = chess.Board(row.fen)
        for colour in chess.COLORS:
            assert prove(board, colour, 2000, built) == prove(board, colour, 2000, pure())


def test_cannot_is_confirmed_by_the_second_prover(core: Core) -> None:
    rng = random.Random(11)
    rows = [row for row in hard() if not (row.white and row.black) and chess.Board(row.fen).is_valid()]
    refused = 0
    for row in rng.sample(rows, 80 if core.compiled else 20):
        board = chess.Board(row.fen)
        for start in (board, varied(board, rng) or board):
            following = graph(start.copy(stack=False), 700)
            if following is not None:
                refused += compare(following, 100, rng, core)
    assert refused > (2000 if core.compiled else 300)


def compare(following: dict[str, list[str]], size: int, rng: random.Random, core: Core) -> int:
    """Compare both provers on some positions of a graph; return how often ours said "cannot"."""
    refused = 0
    for colour in chess.COLORS:
        mating = can_mate(following, colour)
        for here in rng.sample(sorted(following), min(size, len(following))):
            verdict = prove(chess.Board(here + " 0 1"), colour, 5000, core).verdict
            if not isinstance(verdict, Undetermined):
                assert isinstance(verdict, CanMate) == (here in mating), here
            refused += isinstance(verdict, CannotMate)
    return refused


@pytest.mark.parametrize(
    ("fen", "colour", "expected"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", chess.WHITE, CannotMate(Reason.STALEMATE)),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", chess.WHITE, CanMate(())),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", chess.BLACK, CannotMate(Reason.ALREADY_CHECKMATED)),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", chess.BLACK, CannotMate(Reason.BARE_KING)),
        ("4k3/8/8/8/8/8/8/4K2N w - - 0 1", chess.WHITE, CannotMate(Reason.LONE_KNIGHT)),
        ("4k3/8/8/8/8/8/8/4K2B w - - 0 1", chess.WHITE, CannotMate(Reason.SAME_COLOURED_BISHOPS)),
        ("4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", chess.WHITE, CannotMate(Reason.BLOCKED)),
        (
            "r7/K1k5/8/8/8/8/8/8 w - - 0 1",
            chess.BLACK,
            CannotMate(Reason.FORCED_LINE, (chess.Move.from_uci("a7a8"),), Reason.BARE_KING),
        ),
        (
            "kb6/2N5/1K6/8/8/8/8/8 b - - 0 50",
            chess.WHITE,
            CannotMate(Reason.FORCED_LINE, (chess.Move.from_uci("b8c7"),), Reason.BARE_KING),
        ),
        ("8/8/8/8/8/2b1k1b1/8/3RKR2 w - - 0 1", chess.BLACK, CanMate(())),
    ],
)
def test_reasons(fen: str, colour: chess.Color, expected: Verdict, core: Core) -> None:
    assert prove(chess.Board(fen), colour, DEFAULT_BUDGET, core).verdict == expected


def test_enumerated_gives_the_number_of_positions(core: Core) -> None:
    board = chess.Board("k1b5/BpPp4/1P1P4/8/8/8/8/6K1 w - - 0 1")
    verdict = prove(board, chess.BLACK, DEFAULT_BUDGET, core).verdict
    assert isinstance(verdict, CannotMate)
    assert verdict.reason is Reason.ENUMERATED
    assert verdict.positions > 1
    following = graph(board.copy(stack=False), 100)
    assert following is not None
    assert key(board) not in can_mate(following, chess.BLACK)


@pytest.mark.parametrize(
    ("fen", "colour"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess.WHITE),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", chess.BLACK),
        # The opponent's own pieces must block the corner for a lone minor piece.
        ("8/1k1b4/8/8/8/4N3/5K2/8 w - - 0 1", chess.WHITE),
        ("8/8/8/1b3p2/4k3/8/5K2/2B5 w - - 46 91", chess.BLACK),
        ("8/8/4k2R/n7/8/2P5/P1P3PP/6K1 b - - 0 40", chess.BLACK),
        # A forced move first.
        ("7k/q5Q1/5PPK/5PPP/p7/8/8/8 b - - 0 1", chess.WHITE),
    ],
)
def test_lines_are_found(fen: str, colour: chess.Color, core: Core) -> None:
    board = chess.Board(fen)
    verdict = prove(board, colour, DEFAULT_BUDGET, core).verdict
    assert isinstance(verdict, CanMate)
    replay(board, verdict, colour)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "8/8/8/8/8/8/3k4/4K3 w - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    ],
)
def test_positions_without_a_meaning_are_undetermined(fen: str) -> None:
    for colour in chess.COLORS:
        assert can_checkmate(chess.Board(fen), colour) == Undetermined(0)


def test_castling_from_other_files_never_gives_cannot(core: Core) -> None:
    # White can castle, and can do nothing else.
    board = chess.Board("4r2k/8/8/8/8/6p1/6P1/5KRB w G - 0 1", chess960=True)
    assert [move.uci() for move in board.legal_moves] == ["f1g1"]
    for colour in chess.COLORS:
        assert not isinstance(prove(board, colour, 2000, core).verdict, CannotMate)
    start = chess.Board("bqrknbrn/pppppppp/8/8/8/8/PPPPPPPP/BQRKNBRN w GCgc - 0 1", chess960=True)
    verdict = prove(start, chess.WHITE, DEFAULT_BUDGET, core).verdict
    assert isinstance(verdict, CanMate)
    replay(start, verdict, chess.WHITE)


def test_castling_in_a_line_is_written_as_the_board_writes_it(core: Core) -> None:
    castlings = set()
    for fen, colour in (
        ("rn3k1r/ppp2p1P/3q1Bp1/2b5/4p2Q/1P2P3/P1PP2P1/R3K2R b KQ - 0 20", chess.BLACK),
        ("1r5r/2k1n1b1/1Np1b1p1/P1B1p1P1/4p2p/2P5/1R2N1PP/4K2R b K - 0 23", chess.BLACK),
    ):
        for fischer in (False, True):
            board = chess.Board(fen, chess960=fischer)
            verdict = prove(board, colour, DEFAULT_BUDGET, core).verdict
            assert isinstance(verdict, CanMate)
            replay(board, verdict, colour)
            judge = board.copy()
            for move in verdict.line:
                if judge.is_castling(move):
                    castlings.add(move.uci())
                judge.push(move)
    assert castlings <= {"e1g1", "e1c1", "e1h1", "e1a1"}
    assert castlings


def test_a_crowded_board_and_a_small_budget_do_no_harm(core: Core) -> None:
    crowded = chess.Board("qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1")
    assert isinstance(prove(crowded, chess.WHITE, 500, core).verdict, CanMate | Undetermined)
    full = chess.Board("bbbbkbbb/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/BBBBKBBB w - - 0 1")
    for colour in chess.COLORS:
        prove(full, colour, 500, core)
    assert isinstance(prove(chess.Board(), chess.WHITE, 0, core).verdict, Undetermined)


PIECES = st.sampled_from([chess.Piece(kind, colour) for kind in range(1, 6) for colour in chess.COLORS])


@st.composite
def boards(draw: st.DrawFn) -> chess.Board:
    """Both kings and up to six more pieces, with no care for sense."""
    men = draw(st.lists(PIECES, max_size=6))
    squares = draw(st.lists(st.sampled_from(chess.SQUARES), min_size=8, max_size=8, unique=True))
    board = chess.Board(None)
    board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
    for square, man in zip(squares[2:], men, strict=False):
        board.set_piece_at(square, man)
    board.turn = draw(st.booleans())
    return board


@settings(max_examples=150, deadline=None)
@given(boards(), st.booleans())
def test_any_position_gets_an_answer_that_holds(board: chess.Board, colour: chess.Color) -> None:
    before = board.copy()
    verdict = can_checkmate(board, colour, budget=1500)
    assert board == before
    if isinstance(verdict, CanMate):
        replay(board, verdict, colour)
    elif isinstance(verdict, CannotMate):
        assert not (board.turn == colour and any(mates(board)))
        following = graph(board.copy(stack=False), 150)
        if following is not None:
            assert key(board) not in can_mate(following, colour)


def mates(board: chess.Board) -> list[chess.Move]:
    """The moves that mate at once."""
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        if board.is_checkmate():
            found.append(move)
        board.pop()
    return found
