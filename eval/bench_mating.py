"""Measure the mating prover on the labelled positions: decided, wrong, time, nodes.

    python -m eval.bench_mating [--core both] [--share 1.0] [--sets tricky,ordinary,hard] [--second-prover N]

One verdict is one side of one position; times are processor times.  Ordinary and tricky positions get the
default budget, hard ones that and a budget worth about a second on one core.
Each line is a JSON object; the same positions are judged by python-chess's
``has_insufficient_material`` beside it.  With ``--second-prover N`` every "cannot"
is also checked by listing all positions with python-chess, where there are at most
N.  Exits with 1 if any verdict is wrong.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from kb.board.mating import DEFAULT_BUDGET, CanMate, CannotMate, Reason
from kb.board.mating.backend import Core, compiled, pure
from kb.board.mating.prove import Proof, prove
from tests.board.mating import sets
from tests.board.mating.oracle import can_mate, graph, key

SECOND_OF_WORK = {False: 90_000, True: 1_000_000}  # nodes in about a second: plain, compiled
MATERIAL = {Reason.BARE_KING, Reason.LONE_KNIGHT, Reason.SAME_COLOURED_BISHOPS}
SETS: dict[str, Callable[[], list[sets.Labelled]]] = {
    "tricky": sets.tricky,
    "ordinary": sets.ordinary,
    "hard": sets.hard,
}


@dataclass(frozen=True, slots=True)
class Measured:
    """One verdict: what was asked, what came out, and its processor time in milliseconds."""

    row: sets.Labelled
    colour: chess.Color
    proof: Proof
    milliseconds: float

    @property
    def answer(self) -> bool | None:
        """``True`` for can, ``False`` for cannot, ``None`` for undetermined."""
        if isinstance(self.proof.verdict, CanMate):
            return True
        return False if isinstance(self.proof.verdict, CannotMate) else None

    @property
    def reason(self) -> Reason | None:
        """Why not, looking behind forced moves."""
        verdict = self.proof.verdict
        return (verdict.after or verdict.reason) if isinstance(verdict, CannotMate) else None


def measure(rows: list[sets.Labelled], budget: int, core: Core) -> Iterator[Measured]:
    """Ask both sides of every position."""
    for row in rows:
        board = chess.Board(row.fen)
        for colour in chess.COLORS:
            start = time.process_time()
            proof = prove(board, colour, budget, core)
            yield Measured(row, colour, proof, 1000 * (time.process_time() - start))


def misjudged_material(rows: list[sets.Labelled]) -> int:
    """Count the verdicts python-chess's material test gets wrong if "not insufficient" is read as can."""
    return sum(
        chess.Board(row.fen).has_insufficient_material(colour) == row.can(colour)
        for row in rows
        for colour in chess.COLORS
    )


def refuted(results: list[Measured], limit: int) -> tuple[int, int]:
    """Return how many "cannot" a list of all positions could check, and how many it refutes."""
    checked = wrong = 0
    for result in results:
        if result.answer is False and result.reason not in MATERIAL:
            board = chess.Board(result.row.fen)
            start = key(board)
            following = graph(board, limit)
            if following is not None:
                checked += 1
                wrong += start in can_mate(following, result.colour)
    return checked, wrong


def report(name: str, budget: int, core: Core, results: list[Measured]) -> int:
    """Print one line; return the number of wrong verdicts."""
    times = sorted(result.milliseconds for result in results)
    material = [result.milliseconds for result in results if result.reason in MATERIAL]
    wrong = [r for r in results if r.answer is not None and r.answer != r.row.can(r.colour)]
    open_ones = sum(result.answer is None for result in results)
    line = {
        "set": name,
        "core": "compiled" if core.compiled else "plain",
        "budget": budget,
        "verdicts": len(results),
        "decided_percent": round(100 * (1 - open_ones / len(results)), 3),
        "undetermined": open_ones,
        "wrong": len(wrong),
        "wrong_fens": [result.row.fen for result in wrong],
        "mean_ms": round(statistics.fmean(times), 3),
        "p95_ms": round(times[int(0.95 * len(times))], 3),
        "p99_ms": round(times[int(0.99 * len(times))], 3),
        "max_ms": round(times[-1], 1),
        "mean_nodes": round(statistics.fmean(result.proof.spent for result in results)),
        "max_nodes": max(result.proof.spent for result in results),
        "material_mean_ms": round(statistics.fmean(material), 4) if material else None,
        "reasons": dict(sorted(collections.Counter(r.reason for r in results if r.reason).items())),
        "wrong_by_material_alone": misjudged_material([r.row for r in results if r.colour == chess.WHITE]),
    }
    print(json.dumps(line), flush=True)
    return len(wrong)


def main() -> int:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--core", choices=("plain", "compiled", "both"), default="both")
    parser.add_argument("--share", type=float, default=1.0, help="part of the larger sets to use")
    parser.add_argument("--sets", default="tricky,ordinary,hard")
    parser.add_argument("--second-prover", type=int, default=0, metavar="N")
    arguments = parser.parse_args()
    cores = [core for core in (pure(), compiled()) if core and arguments.core in ("both", _name(core))]
    wrong = 0
    for name in arguments.sets.split(","):
        rows = SETS[name]()
        if arguments.share < 1 and name != "tricky":
            rows = random.Random(1).sample(rows, round(arguments.share * len(rows)))  # noqa: S311 - repeatable
        for core in cores:
            budgets = [DEFAULT_BUDGET, SECOND_OF_WORK[core.compiled]] if name == "hard" else [DEFAULT_BUDGET]
            for budget in budgets:
                results = list(measure(rows, budget, core))
                wrong += report(name, budget, core, results)
            if arguments.second_prover:
                checked, refutations = refuted(results, arguments.second_prover)
                print(
                    json.dumps({"set": name, "second_prover_checked": checked, "refuted": refutations}),
                    flush=True,
                )
                wrong += refutations
    return 1 if wrong else 0


def _name(core: Core) -> str:
    return "compiled" if core.compiled else "plain"


if __name__ == "__main__":
    sys.exit(main())
