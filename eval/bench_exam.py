"""Measure how long exam questions and papers take to make.

    python -m eval.bench_exam [--papers 10] [--edition 2023]

One paper to warm up is not counted.  A question's time is that of its paper divided by 40, and by
generator and format the time of single questions.
"""

from __future__ import annotations

import argparse
import statistics
import time

from kb.errors import RequestError
from kb.exam.generating import formats_of, generate, generator_names, make_paper
from kb.laws.library import Library, open_library
from kb.laws.ours import LANGUAGES

_PAPER = 40
_SEEDS = range(12)


def slowest_kinds(library: Library, edition: str) -> list[tuple[float, float, str]]:
    """Return median and slowest milliseconds of every generator and format, the slowest median first."""
    kinds = []
    for name in generator_names():
        for form in formats_of(name):
            times = []
            for seed in _SEEDS:
                start = time.perf_counter()
                try:
                    generate(library, "en", edition, name, form, seed)
                except RequestError:
                    break  # this edition has none of the kind
                times.append((time.perf_counter() - start) * 1000)
            if times:
                kinds.append((statistics.median(times), max(times), f"{name} {form}"))
    return sorted(kinds, reverse=True)


def main() -> None:
    """Print the times."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--papers", type=int, default=10)
    parser.add_argument("--edition", default="2023")
    arguments = parser.parse_args()
    library = open_library()
    make_paper(library, language="en", edition=arguments.edition, count=_PAPER, seed=0)
    print(f"{'language':10s} {'paper of 40, s':>15s} {'slowest, s':>11s} {'question, ms':>13s}")
    for language in LANGUAGES:
        times = []
        for seed in range(1, arguments.papers + 1):
            start = time.perf_counter()
            make_paper(library, language=language, edition=arguments.edition, count=_PAPER, seed=seed)
            times.append(time.perf_counter() - start)
        middle = statistics.median(times)
        print(f"{language:10s} {middle:15.2f} {max(times):11.2f} {middle / _PAPER * 1000:13.1f}")
    print(f"\n{'slowest kinds of question':50s} {'median ms':>10s} {'slowest':>8s}")
    for median, slowest, kind in slowest_kinds(library, arguments.edition)[:10]:
        print(f"{kind:50s} {median:10.1f} {slowest:8.1f}")


if __name__ == "__main__":
    main()
