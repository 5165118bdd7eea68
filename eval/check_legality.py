"""Compare the judgements of :mod:`kb.board.legality` with python-chess and the slow oracle of the tests.

    python -m eval.check_legality [--pairs 100000] [--seed 7]

Prints the counts per reason as JSON; exits with 1 at the first disagreement.
"""

from __future__ import annotations

import argparse
import collections
import json
import random

from kb.board.legality import explain_illegal
from tests.board.legality_oracle import random_pairs
from tests.board.test_legality import disagreement


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pairs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    counts: collections.Counter[str] = collections.Counter()
    rng = random.Random(arguments.seed)  # noqa: S311  (repeatable positions, no secrets)
    for board, move in random_pairs(rng, arguments.pairs):
        wrong = disagreement(board, move)
        if wrong:
            raise SystemExit(wrong)
        illegal = explain_illegal(board, move.from_square, move.to_square, move.promotion)
        counts["legal" if illegal is None else illegal.reason.value] += 1
    print(
        json.dumps(
            {"pairs": arguments.pairs, "disagreements": 0, "by_reason": dict(counts.most_common())}, indent=1
        )
    )


if __name__ == "__main__":
    main()
