"""Measure how many ordinary games a second ``kb check`` reads and checks on one core.

Half of the games are seeded random legal play of 80 plies, half are shaped like games people play: openings
from a small book, then captures and checks preferred.  A third carry clock comments, as online games do.

    python eval/bench_check.py [--games 2000] [--seed 1]
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import tempfile
import time
from pathlib import Path

import chess
import chess.pgn
import zstandard

from kb.board.checking import check_game
from kb.board.games import GameFile

BOOK = (
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be3 e5 Nb3 Be6 f3",
    "d4 Nf6 c4 e6 Nc3 Bb4 Qc2 O-O a3 Bxc3+ Qxc3 d5 cxd5 exd5",
    "d4 d5 c4 c6 Nf3 Nf6 Nc3 dxc4 a4 Bf5 e3 e6 Bxc4 Bb4 O-O",
    "e4 e6 d4 d5 Nc3 Bb4 e5 c5 a3 Bxc3+ bxc3 Ne7 Qg4 O-O",
    "c4 e5 Nc3 Nf6 Nf3 Nc6 g3 d5 cxd5 Nxd5 Bg2 Nb6 O-O Be7",
)


def make_game(rng: random.Random, *, lively: bool, clocks: bool) -> str:
    """Write one game of at most 120 plies."""
    game = chess.pgn.Game()
    game.headers.update(Event="Bench", White="A", Black="B", Date="2024.01.01")
    node: chess.pgn.GameNode = game
    board = game.board()
    opening = rng.choice(BOOK).split() if lively else []
    for ply in range(rng.randint(60, 120) if lively else 80):
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
    return str(game)


def main() -> None:
    """Write the games, check them plain, as .gz and as .zst, and print the rates as JSON."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311  (repeatable games, no secrets)
    games = [
        make_game(rng, lively=number % 2 == 0, clocks=number % 3 == 0) for number in range(arguments.games)
    ]
    text = "\n\n".join(games).encode()
    rates = {}
    with tempfile.TemporaryDirectory() as folder:
        for ending, content in (
            (".pgn", text),
            (".pgn.gz", gzip.compress(text)),
            (".pgn.zst", zstandard.compress(text)),
        ):
            path = Path(folder, "games" + ending)
            path.write_bytes(content)
            rates[ending] = measure(path)
    print(json.dumps({"games": len(games), "bytes": len(text), **rates}, indent=1))


def measure(path: Path) -> dict[str, float]:
    """Check one file and give the rate per second and the counts."""
    start = time.perf_counter()
    with GameFile(path) as file:
        checks = [check_game(raw) for raw in file]
    seconds = time.perf_counter() - start
    return {
        "games_per_second": round(len(checks) / seconds, 1),
        "plies_per_game": round(sum(check.plies for check in checks) / len(checks), 1),
        "with_findings": sum(not check.is_clean for check in checks),
    }


if __name__ == "__main__":
    main()
