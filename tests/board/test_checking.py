from __future__ import annotations

import io
import pickle
import random

import chess
import chess.pgn
import pytest

from kb.board.checking import GameCheck, check_game
from kb.board.games import Damage, iter_games
from kb.board.types import Impossibility, SignalResult


def check(text: str, language: str = "en") -> list[GameCheck]:
    return [check_game(raw, language) for raw in iter_games(io.BytesIO(text.encode()))]


def found(text: str) -> list[tuple[str, int | None]]:
    (game,) = check(text)
    return [(finding.kind.value, finding.ply) for finding in game.findings]


MATE = "1. f3 e5 2. g4 Qh4#"
STALEMATE_FEN = '[FEN "7k/8/8/6Q1/8/8/8/K7 w - - 0 1"]\n\n1. Qg6'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. e4 e5 2. Nf3 Nc6 *", []),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 Qxc7 *", [("illegal_move", 6)]),
        ("1. e4 e5 2. Nf3 Nf3 *", [("illegal_move", 3)]),
        ("1. e4 e5 2. Qxd5 *", [("illegal_move", 2)]),
        (MATE + " 0-1", []),
        (MATE + " 3. a3 0-1", [("after_checkmate", 4)]),
        (STALEMATE_FEN + " Kg8 *", [("after_stalemate", 1)]),
        (
            '[FEN "8/8/8/3k4/4p3/4K3/8/8 w - - 0 1"]\n\n1. Kf2 e3+ 2. Kxe3 Ke5 3. Kd2 *',
            [("after_dead_position", 3)],
        ),
        ('[FEN "8/8/8/3k4/4p3/4K3/8/8 w - - 0 1"]\n\n1. Kf2 e3+ 2. Kxe3 1/2-1/2', []),
        ('[FEN "8/8/8/3k4/8/4K3/8/8 w - - 0 1"]\n\n1. Kf2 *', [("after_dead_position", 0)]),
        ("1. e4 e5 2. Nc3 Nc6 3. Ne2 Nge7 4. Ng1 *", [("ambiguous_move", 4), ("illegal_move", 6)]),
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2 *", [("ambiguous_move", 4)]),
        ("1. e4 Zz9 *", [("unreadable_move", 1)]),
        ("1. e4 -- 2. d4 *", [("unreadable_move", 1)]),
        ("1. e4 e5 1-0 2. d4", [("text_after_result", 2)]),
        ('[Variant "Atomic"]\n\n1. e4 *', [("other_variant", None)]),
        ('[FEN "nonsense"]\n\n1. e4 *', [("unreadable_fen", None)]),
        (
            '[FEN "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Qxe8 *',
            [("impossible_start", None), ("illegal_move", 0)],
        ),
        ("1. e4 e5 {open", [("damaged_text", None)]),
        ('[FEN "8/2P1k3/8/8/8/8/8/7K w - - 0 1"]\n\n1. c8 *', [("illegal_move", 0)]),
        ("1. e4 e5 2. Re5 *", [("illegal_move", 2)]),
        ('[FEN "8/2P1k3/8/8/8/8/8/7K w - - 0 1"]\n\n1. Nf3 *', [("impossible_move", 0)]),
    ],
)
def test_findings(text: str, expected: list[tuple[str, int | None]]) -> None:
    assert found(text) == expected


KNIGHT = '[FEN "8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1"]\n'
TAKES = "\n1. Nxf3 "


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # dead positions beyond bare material, in every way of reading
        ('[FEN "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4K3 w - - 0 1"]\n\n1. Kd2 *',
         [("after_dead_position", 0)]),
        ('[FEN "7k/8/8/8/8/8/1q6/K7 w - - 0 1"]\n\n1. Kxb2 1/2-1/2', [("after_dead_position", 0)]),
        (KNIGHT + TAKES + "Kd6 2. Cd4 *", [("after_dead_position", 1)]),
        (KNIGHT + "\n1. Nxf4 Kd6 2. Nxf3 *", [("illegal_move", 0), ("illegal_move", 2)]),
        (KNIGHT + "\n1. Nb3 Kd7 2. Nd4 f2+ 3. Kxf2 Kd6 4. Nf3 *",
         [("illegal_move", 1), ("after_dead_position", 5)]),
        # lost on time or by an illegal move
        (KNIGHT + '[Result "1-0"]\n[Termination "Time forfeit"]\n' + TAKES + "1-0", [("lost_on_time", None)]),
        (KNIGHT + TAKES + "{Black loses on time} 1-0", [("lost_on_time", None)]),
        (KNIGHT + TAKES + "{Negras pierden por tiempo} 1-0", [("lost_on_time", None)]),
        (KNIGHT + TAKES + "{White loses on time} 0-1", [("lost_on_time", None)]),
        (KNIGHT + TAKES + "{Black loses on time} 1/2-1/2", []),
        (KNIGHT + TAKES + "{Black resigns} 1-0", []),
        (KNIGHT + "\n1. Nb3 {White loses on time} 0-1", []),
        (KNIGHT + '[Termination "Rules infraction"]\n' + TAKES + "1-0", [("lost_by_infraction", None)]),
        (KNIGHT + TAKES + "{illegal move} 1-0", [("lost_by_illegal_move", None)]),
        (KNIGHT + '[Date "2001.01.01"]\n' + TAKES + "{illegal move} 1-0", []),
        (KNIGHT + '[Date "2001.01.01"]\n' + TAKES + "{on time} 1-0", [("lost_on_time", None)]),
        # the illegal move itself may stand in the text: the position before it counts
        (KNIGHT + TAKES + "Kd7 {illegal move} 1-0", [("illegal_move", 1), ("lost_by_illegal_move", None)]),
        # nothing is said of games whose end is not known, and mate ends the game before the flag
        (KNIGHT + TAKES + "Zz9 {on time} 1-0", [("unreadable_move", 1)]),
        (MATE + " {Black loses on time} 1-0", []),
        (STALEMATE_FEN + " {White wins on time} 1-0", [("lost_on_time", None)]),
    ],
)  # fmt: skip
def test_findings_about_the_end(text: str, expected: list[tuple[str, int | None]]) -> None:
    assert found(text) == expected


def test_the_end_is_not_looked_at_if_not_asked() -> None:
    (raw,) = iter_games(io.BytesIO((KNIGHT + TAKES + "Kd6 {on time} 1-0").encode()))
    assert check_game(raw, mating=False).is_clean
    assert [finding.kind.value for finding in check_game(raw).findings] == [
        "after_dead_position",
        "lost_on_time",
    ]


def test_findings_about_the_end_carry_their_proofs() -> None:
    (game,) = check(KNIGHT + TAKES + "Kd6 {on time} 1-0")
    dead, lost = game.findings
    assert (dead.number, dead.color, dead.text, dead.uci) == (1, chess.BLACK, "Kd6", "d5d6")
    assert dead.fen == "8/8/8/3k4/8/5N2/8/4K3 b - - 0 1"
    assert [color for color, _ in dead.proofs] == [chess.WHITE, chess.BLACK]
    assert (lost.color, lost.fen) == (chess.WHITE, "8/8/3k4/8/8/5N2/8/4K3 w - - 1 2")
    assert [(color, verdict.reason.value) for color, verdict in lost.proofs] == [(chess.WHITE, "lone_knight")]
    assert pickle.loads(pickle.dumps(game)) == game


def test_an_end_that_no_prover_decides_is_said_to_be_undecided() -> None:
    no_king = '[FEN "8/8/8/3k4/8/8/3N4/8 w - - 0 1"]\n\n1. Nf3 {on time} 1-0'
    (game,) = check(no_king)
    assert game.undecided
    assert "lost_on_time" not in {finding.kind.value for finding in game.findings}


def test_a_finding_says_where_and_why() -> None:
    (game,) = check('[White "A"]\n[Foo "B"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 *')
    (finding,) = game.findings
    assert (finding.number, finding.color, finding.text, finding.uci) == (4, chess.WHITE, "Bxc7", "b5c7")
    assert finding.illegal is not None
    assert finding.illegal.reason == "piece_does_not_move_so"
    assert dict(game.headers) == {"White": "A"}
    assert game.plies == 7


def test_the_rest_goes_on_after_a_broken_game() -> None:
    games = check('[Event "a"]\n\n1. e4 {open\n\n[Event "b"]\n\n1. e4 Ke6 *\n\n[Event "c"]\n\n1. e4 e5 *\n')
    assert [game.is_clean for game in games] == [False, False, True]
    assert games[0].findings[0].damage is Damage.UNCLOSED_COMMENT


def test_impossible_starts_are_named() -> None:
    (game,) = check('[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1"]\n\n1. e4 *')
    assert [finding.impossible for finding in game.findings] == [Impossibility.KING_AND_QUEEN_SWAPPED]
    assert game.plies == 1


def test_the_result_signal_is_no_illegal_move() -> None:
    (game,) = check("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. d3 d6 5. Ke4 Kd5 1-0")
    assert game.is_clean
    assert (game.signal, game.plies) == (SignalResult.WHITE_WINS, 8)


def test_local_letters() -> None:
    (game,) = check("1. e4 e5 2. Cf3 Cc6 3. Ab5 a6 4. Axc6 *", "es")
    assert game.is_clean
    assert game.plies == 7


def test_games_and_findings_travel_between_processes() -> None:
    (raw,) = iter_games(io.BytesIO(b'[White "A"]\n\n1. e4 Ke6 *\n'))
    assert pickle.loads(pickle.dumps(raw)) == raw
    assert pickle.loads(pickle.dumps(check_game(raw))) == check_game(raw)


def test_findings_are_bounded() -> None:
    (game,) = check("1. e4 e5 " + "Ra5 Ra4 " * 200)
    assert len(game.findings) == 20
    assert game.left_off > 100


def test_against_the_pgn_reader_of_python_chess() -> None:
    rng = random.Random(8)
    for number in range(40):
        text = str(random_game(rng, break_it=number % 2 == 0))
        theirs = chess.pgn.read_game(io.StringIO(text))
        assert theirs is not None
        (ours,) = check(text)
        assert ours.is_clean == (not theirs.errors)
        if theirs.errors:
            assert ours.findings[0].ply == len(list(theirs.mainline_moves()))
        else:
            assert ours.plies == len(list(theirs.mainline_moves()))


def random_game(rng: random.Random, *, break_it: bool) -> str:
    """A game with comments and variations; a broken one has one move that python-chess refuses."""
    board = chess.Board()
    words = ['[Event "x"]\n\n']
    broken = rng.randint(5, 40) if break_it else -1
    for ply in range(60):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            break
        move = rng.choice(moves)
        san = board.san(move)
        prefix = f"{board.fullmove_number}. " if board.turn else ""
        words.append(prefix + ("Qa1xh8" if ply == broken else san))
        if rng.random() < 0.2 and ply != broken:
            words.append(rng.choice(["{a (comment)}", f"({san} {{deep}} $4)", "$3"]))
        board.push(move)
    return " ".join(words) + " *"
