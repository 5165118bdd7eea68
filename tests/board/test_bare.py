from __future__ import annotations

import pytest

from kb.board.bare import find_bare_run
from kb.board.reading import read_board

PAWN = "8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1"


def bare(fen: str, text: str, language: str = "en") -> list[str]:
    position = read_board("", language=language, fen=fen).position
    assert position is not None
    run = find_bare_run(text, language, position, ())
    return [] if run is None else [move.text for move in run.moves]


@pytest.mark.parametrize(
    ("fen", "text", "language", "moves"),
    [
        (PAWN, "I pushed c8, said 'knight!' and pressed, pawn still on c8", "en", ["c8"]),
        (PAWN, "пешка на c8 осталась, сказал «конь»", "ru", ["c8"]),
        (PAWN, "schuift door, laat m op c8 liggen", "nl", ["c8"]),
        ("8/k1P5/2K5/8/8/8/8/8 w", "Yo Rc6 y peón c7, él Ra7. toqué c8 con la dama", "es", ["c8=D"]),
        (PAWN, "c8 with a knight", "en", ["c8=N"]),
        (PAWN, "c8=Q and then Qxh8?", "en", ["c8=Q"]),
        (PAWN, "after g4 he laughed", "en", ["g4"]),
        (PAWN, "my square g4 is weak", "en", []),
        (PAWN, "the king on Kh1 and the queen Qa7", "en", []),
        ("3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w", "after Kxd2 everything is blocked", "en", ["Kxd2"]),
        ("4k3/8/8/8/8/8/4r3/R3K3 w", "he played Rd1 though in check", "en", ["Rd1"]),
        ("4k3/8/8/8/8/8/4r3/R3K3 w", "hij speelde Td1 terwijl hij schaak stond", "nl", ["Td1"]),
        ("4k3/8/8/8/8/8/8/4K2R w K", "castled O-O with both hands", "en", ["O-O"]),
        ("4k3/8/8/8/8/8/8/R3K3 w", "Ke1xe8 he took it", "en", ["Ke1xe8"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R b kq", "black castled long with both hands", "en", ["O-O-O"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQ", "enrocó corto con las dos manos", "es", ["O-O"]),
        ("2kr3r/8/8/8/8/8/8/R3K2R w KQ", "White castled long through d1", "en", ["O-O-O"]),
        ("4k3/8/8/8/8/8/8/4K2R w K", "korte rokade met twee handen", "nl", ["O-O"]),
        ("4k3/8/8/8/8/8/8/4K2R w K", "сделал короткую рокировку двумя руками", "ru", ["O-O"]),
        ("4k3/8/8/8/8/8/8/5RK1 w", "white castled short with two hands", "en", []),
        (PAWN, "clause 7.5.3 and e5, A.4.2 or B.2", "en", []),
    ],
)
def test_moves_without_numbers(fen: str, text: str, language: str, moves: list[str]) -> None:
    assert bare(fen, text, language) == moves


def test_masked_spans_are_passed_over() -> None:
    position = read_board("", language="en", fen=PAWN).position
    assert position is not None
    assert find_bare_run("c8=Q", "en", position, [(0, 4)]) is None
