"""Measure how many ordinary games a second ``kb check`` reads and checks.

Half of the games are seeded random legal play of 80 plies, half are shaped like games people play: openings
from a small book, then captures and checks preferred; one in ten of these goes on into the ending.  A third
carry clock comments, as online games do, and three in ten were lost on time.

    python -m eval.bench_check [--games 2000] [--seed 1]

One core, by the clock and by the processor time it got: without the mating checks, with them, and with them
where no compiled prover is at hand.  Then the packed files, and two processes.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
import time
from pathlib import Path
from unittest import mock

import chess
import chess.pgn
import zstandard

from kb.board.games import GameFile
from kb.board.mating import backend
from kb.check_report import Summary
from kb.check_run import open_checker

BOOK = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3",
    "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 d5 cxd5 exd5",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4 O-O",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 O-O",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7",
)


def make_game(rng: random.Random, *, lively: bool, clocks: bool, long: bool) -> str:
    """Write one game of at most 120 plies, or 400 if it is a long one."""
    game = chess.pgn.Game()
    game.headers.update(Event="Bench", White="A", Black="B", Date="2024.01.01")
    node: chess.pgn.GameNode = game
    board = game.board()
    opening = rng.choice(BOOK).split() if lively else []
    for ply in range(rng.randint(300, 400) if long else rng.randint(60, 120) if lively else 80):
        moves = list(board.legal_moves)
        if not moves or board.is_insufficient_material():
            break
        forcing = [move for move in moves if board.is_capture(move)] if lively and rng.random() < 0.25 else []
        move = board.parse_san(opening[ply]) if ply < len(opening) else rng.choice(forcing or moves)
        node = node.add_variation(move)
        if clocks:
            node.comment = f"[%clk 0:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}]"
        board.push(move)
    game.headers["Result"] = board.result()
    if game.headers["Result"] == "*" and rng.random() < 0.3:
        game.headers.update(Result="0-1" if board.turn else "1-0", Termination="Time forfeit")
    return str(game)


def main() -> None:
    """Write the games, check them plain, as .gz and as .zst, and print the rates as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311  (repeatable games, no secrets)
    games = [
        make_game(rng, lively=number % 2 == 0, clocks=number % 3 == 0, long=number % 20 == 0)
        for number in range(arguments.games)
    ]
    text = "\n\n".join(games).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.pgn")
        path.write_bytes(text)
        rates = {
            "without mating": measure(path, mating=False),
            f"{'compiled' if backend.compiled() else 'pure'} prover": measure(path),
        }
        with mock.patch("kb.board.mating.prove.active", backend.pure):
            rates["pure prover"] = measure(path)
        for ending, pack in ((".gz", gzip.compress), (".zst", zstandard.compress)):
            packed = Path(folder, "games.pgn" + ending)
            packed.write_bytes(pack(text))
            rates[ending] = measure(packed)
        rates["two processes"] = measure(path, jobs=2)
    print(json.dumps({"games": len(games), "bytes": len(text), **rates}, indent=1))


def measure(path: Path, *, mating: bool = True, jobs: int = 1) -> dict[str, float]:
    """Check one file and give the rate per second and the counts."""
    summary, plies = Summary(), 0
    start, used = time.perf_counter(), time.process_time()
    with GameFile(path) as file, open_checker(jobs, language="en", mating=mating) as checker:
        for check in checker(file):
            summary.add(check)
            plies += check.plies
    seconds, used = time.perf_counter() - start, time.process_time() - used
    rate = {"games_per_second": round(summary.games / seconds, 1)}
    if jobs == 1:
        rate["games_per_cpu_second"] = round(summary.games / used, 1)
    return {
        **rate,
        "plies_per_game": round(plies / summary.games, 1),
        **dict(summary.by_kind()),
        "undecided": summary.undecided,
    }


if __name__ == "__main__":
    main()
