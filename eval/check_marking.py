"""Compare marking with marks given by hand, point by point.

Usage: python -m eval.check_marking [--wrong] [SET]

``eval/own_answers/<language>.jsonl`` holds the answers, ``<language>.<SET>.jsonl`` a further set; each
line has ``question`` (a key of ``questions.json``), ``answer`` and ``points``: one letter for each
point in its order, F found, M missing, C contradicted.  Two marks agree when both earn the point or
both do not; "exact" also tells missing and contradicted apart.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kb.exam.marking import MarkedPoint, Status, mark
from kb.exam.types import Format, MarkingPoint, PointKind, Question
from kb.rules.ruling import Verdict

FOLDER = Path(__file__).resolve().parent / "own_answers"
LANGUAGES = ("es", "nl", "ru", "en")
LEAST = 0.95
_LETTERS = {"F": Status.FOUND, "M": Status.MISSING, "C": Status.CONTRADICTED}


def questions() -> dict[str, Question]:
    """Return the questions the answers were written for."""
    data = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    return {name: _question(name, entry) for name, entry in data.items()}


def _question(name: str, entry: dict[str, Any]) -> Question:
    points = tuple(
        MarkingPoint(PointKind(kind), 1, tuple(accepted), f"{kind}: {', '.join(accepted)}")
        for kind, *accepted in entry["points"]
    )
    return Question(
        id=name, generator=entry["topic"], seed=0, language="en", edition="2017", topic=entry["topic"],
        format=Format.OPEN, difficulty=1, marks=len(points), stem="", ask="", fen=entry["fen"],
        attempted=entry["attempted"], pgn=None, announced="", options=(), points=points,
        verdict=Verdict(entry["points"][0][1]), key="", explanation=(), citations=(),
    )  # fmt: skip


def compared(language: str, name: str) -> Iterator[tuple[dict[str, Any], MarkedPoint, Status]]:
    """Yield every point of the answers of a language: the line, the point as marked, the mark by hand."""
    asked = questions()
    path = FOLDER / (f"{language}.{name}.jsonl" if name else f"{language}.jsonl")
    for text in path.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        marked = mark(asked[line["question"]], line["answer"], language)
        for point, letter in zip(marked.points, line["points"], strict=True):
            yield line, point, _LETTERS[letter]


def main() -> int:
    """Print the agreement by language and kind of point; return 1 where a language falls short."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("set", nargs="?", default="", help="the further set to use, such as held_out")
    parser.add_argument("--wrong", action="store_true", help="list the points marked otherwise")
    options = parser.parse_args()
    agreed: Counter[tuple[str, str]] = Counter()
    exact: Counter[str] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for language in LANGUAGES:
        for line, point, by_hand in compared(language, options.set):
            same = (point.status is Status.FOUND) == (by_hand is Status.FOUND)
            for kind in (str(point.kind), "all"):
                total[language, kind] += 1
                agreed[language, kind] += same
            exact[language] += point.status is by_hand
            if options.wrong and point.status is not by_hand:
                sign = " " if same else "!"
                words = " | ".join(span.text for span in point.spans)
                print(f"{sign} {line['id']} {point.text}: {point.status}, by hand {by_hand} [{words}]")
                print(f"    {line['answer']}")
    _print(agreed, exact, total)
    return int(any(agreed[lang, "all"] < LEAST * total[lang, "all"] for lang in LANGUAGES))


def _print(agreed: Counter[tuple[str, str]], exact: Counter[str], total: Counter[tuple[str, str]]) -> None:
    table = Table("kind", *LANGUAGES, title="points marked as by hand")
    for kind in (*PointKind, "all"):
        cells = (f"{agreed[lang, kind]}/{total[lang, kind]}" for lang in LANGUAGES)
        table.add_row(str(kind), *cells)
    table.add_row("share", *(f"{agreed[lang, 'all'] / total[lang, 'all']:.1%}" for lang in LANGUAGES))
    table.add_row("exact", *(f"{exact[lang] / total[lang, 'all']:.1%}" for lang in LANGUAGES))
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
