"""Measure how long a ruling takes without search: the judge alone, and the whole answer in words.

    python -m eval.bench_rule [--rounds 5]

One case after another, each under the latest edition; the answer also rules on it under every other
edition and time control, as every answer does.  The first round is warming up and is not counted.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any

from kb.board.reading import read_board
from kb.desk import rule_on
from kb.dialog.request import request_from_mapping
from kb.laws.library import Library, open_library
from kb.laws.topics import TopicRef
from kb.rules.facts import facts_from_mapping
from kb.rules.judge import judge
from kb.rules.reasoning import Case

_GAME = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. Qxg4"
_PAWN = {"fen": "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1", "moves": "e8"}
CASES: dict[str, tuple[str, Mapping[str, Any]]] = {
    "facts alone": ("illegal_move_restoration", {"facts": {"offence_number": 2}}),
    "blitz, facts alone": ("illegal_move_restoration", {"facts": {"time_control": "blitz"}}),
    "a game, first offence": ("illegal_move_restoration", {"pgn": _GAME}),
    "a game, second offence": ("illegal_move_restoration", {"pgn": _GAME, "facts": {"offence_number": 2}}),
    "pawn left, second offence": ("promotion_not_replaced", {**_PAWN, "facts": {"offence_number": 2}}),
    "flag on a blocked board": (
        "flag_fall",
        {"fen": "3k4/8/8/p2p2p1/P2P2P1/8/3K4/8 b - - 0 1", "facts": {"flag": "white"}},
    ),
    "both kings in check": ("king_capture", {"fen": "4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1"}),
}


def milliseconds(work: Callable[[], object], rounds: int) -> list[float]:
    """Time a piece of work, after one round that is not counted."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return times


def judged(library: Library, topic: str, told: Mapping[str, Any]) -> object:
    """Read the board and judge the case once."""
    board = read_board("", language="en", fen=told.get("fen"), pgn=told.get("pgn"), moves=told.get("moves"))
    ref = TopicRef(topic, library.topics[topic].aspects[0].ref.aspect)
    case = Case(ref, facts_from_mapping(told.get("facts", {})), board=board)
    return judge(case, library.editions.latest, library.topics)


def main() -> None:
    """Print the median and the slowest time of every case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    library = open_library()
    print(f"{'case':28s} {'judge ms':>10s} {'slowest':>8s} {'answer ms':>10s} {'slowest':>8s}")
    for name, (topic, told) in CASES.items():
        request = request_from_mapping({"language": "en", **told})
        alone = milliseconds(lambda t=topic, c=told: judged(library, t, c), rounds)
        whole = milliseconds(lambda q=request, t=topic: rule_on(library, q, t), rounds)
        print(
            f"{name:28s} {statistics.median(alone):10.2f} {max(alone):8.2f} "
            f"{statistics.median(whole):10.2f} {max(whole):8.2f}"
        )


if __name__ == "__main__":
    main()
