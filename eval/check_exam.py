"""Generate exam questions by the thousand and look for faults in every one.

    python -m eval.check_exam --language nl [--count 10000] [--seed 7] [--edition 2023]

Papers of 40 are made one after the other, in the editions in turn unless one is named.  Every question is
ruled on afresh from the board it shows; see :mod:`eval.exam_faults`.  Prints a summary as JSON, the first
faults before it; exits with 1 if there is any.
"""

from __future__ import annotations

import argparse
import collections
import json
import sys
from collections.abc import Iterator

from eval.exam_faults import faults
from kb.exam.generating import make_paper
from kb.exam.types import Paper, Question
from kb.laws.library import Library, open_library
from kb.laws.ours import LANGUAGES

_PAPER = 40
_SHOWN = 30
# The newest edition is asked about most, as in real exams.
_EDITIONS = ("2023", "2018", "2023", "2017", "2014", "2023", "2009", "2001", "2023", "2005")


def papers(library: Library, language: str, count: int, seed: int, edition: str | None) -> Iterator[Paper]:
    """Yield papers of 40 questions until there are ``count``."""
    for number in range(-(-count // _PAPER)):
        law = edition or _EDITIONS[number % len(_EDITIONS)]
        yield make_paper(library, language=language, edition=law, count=_PAPER, seed=seed + number)


def same_in_paper(paper: Paper) -> Iterator[str]:
    """Yield what stands twice in a paper, by what a candidate sees."""
    seen: set[tuple[str, ...]] = set()
    for question in paper.questions:
        content = (
            question.stem,
            question.ask,
            question.fen or "",
            question.attempted or "",
            question.pgn or "",
        )
        likeness = (*content, *sorted(option.text for option in question.options))
        if likeness in seen:
            yield f"a question stands twice in a paper: {question.generator}"
        seen.add(likeness)


def _count(counts: dict[str, collections.Counter[str]], question: Question) -> None:
    counts["formats"][str(question.format)] += 1
    counts["topics"][question.topic] += 1
    counts["verdicts"][str(question.verdict)] += 1


def main() -> None:
    """Check the questions of one language."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--edition")
    arguments = parser.parse_args()
    library = open_library()
    counts: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
    found, asked = 0, 0
    for paper in papers(library, arguments.language, arguments.count, arguments.seed, arguments.edition):
        wrong = [f"paper {paper.edition} {paper.seed}: {fault}" for fault in same_in_paper(paper)]
        for question in paper.questions:
            asked += 1
            _count(counts, question)
            name = f"{question.generator} {question.format} {question.edition} {question.seed}"
            wrong += [f"{name}: {fault}" for fault in faults(library, question)]
        for line in wrong[: max(0, _SHOWN - found)]:
            print(line, file=sys.stderr)
        found += len(wrong)
    summary = {"language": arguments.language, "questions": asked, "faults": found}
    print(json.dumps(summary | {name: dict(c.most_common()) for name, c in counts.items()}, indent=1))
    raise SystemExit(found > 0)


if __name__ == "__main__":
    main()
