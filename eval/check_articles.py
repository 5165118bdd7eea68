"""Measure answers on the whole Laws, with texts of them imported: right article first, with quotes.

Usage: python -m eval.check_articles --documents DIR [--misses]

``DIR`` is a data folder (``KB_DATA_DIR``) that holds ``documents/``.  The questions are those of
``eval/own_articles``, which nothing is trained on; one without a clause must be refused, as those of
``eval/own`` that are no matter of the Laws.  Numbers beginning with "a" were there before the guide was
written and some of its questions were added with an eye on their misses; those with "b" were asked once,
afterwards.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from kb.desk import Desk, open_desk
from kb.dialog.answer import Answer, Route
from kb.dialog.request import Request
from kb.laws.documents import Status
from kb.laws.ours import LANGUAGES
from kb.search.corpus import OFF_TOPIC
from kb.settings import load_settings

__all__ = ["article", "check", "load_questions", "quoted"]

QUESTIONS = Path(__file__).parent / "own_articles"
TOPICS = Path(__file__).parent / "own"
_DAY = date(2026, 11, 30)


def load_questions(language: str) -> list[dict[str, Any]]:
    """Read the questions of a language."""
    asked = _lines(QUESTIONS / f"{language}.jsonl")
    beside = [case for case in _lines(TOPICS / f"{language}.jsonl") if case["topic"] == OFF_TOPIC.topic]
    return [*asked, *(case | {"clause": ""} for case in beside)]


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def article(label: str) -> str:
    """Return the article, appendix or guideline of a clause label.

    >>> [article(label) for label in ("3.8.2", "A.4.2", "III.4", "9.1b", "10")]
    ['3', 'A', 'III', '9', '10']
    """
    return label.partition(".")[0]


def quoted(answer: Answer) -> list[str]:
    """Return the labels of imported clauses an answer quotes, in order; none for a refusal."""
    if answer.route is Route.REFUSAL:
        return []
    steps = [c for part in answer.parts for step in part.steps for c in step.citations]
    shown = [c for c in (*answer.citations, *steps) if c.status == Status.IMPORTED]
    return list(dict.fromkeys(c.quote.clause for c in shown))


def check(desk: Desk, questions: Sequence[dict[str, Any]]) -> dict[str, list[tuple[str, bool]]]:
    """Ask every question; returns what was right by what is measured, with a line for each question."""
    found: dict[str, list[tuple[str, bool]]] = defaultdict(list)
    for case in questions:
        answer = desk.ask(Request(case["question"], language=case["language"]))
        labels, clause = quoted(answer), case["clause"]
        first = labels[0] if labels else ""
        told = f"{case['id']} {clause or '-'} got {first or answer.route}: {case['question']}"
        if not clause:
            found["refused"].append((told, answer.route is Route.REFUSAL))
            continue
        right = bool(labels) and article(first) == article(clause)
        found["article first"].append((told, right))
        found[f"  of {case['id'][3]}"].append((told, right))
        found["clause quoted"].append((told, any(_same(label, clause) for label in labels)))
    return found


def _same(label: str, clause: str) -> bool:
    """Whether a label is the clause asked for, or stands above or below it."""
    return label == clause or label.startswith(f"{clause}.") or clause.startswith(f"{label}.")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=Path, required=True, help="data folder with documents/ in it")
    parser.add_argument("--misses", action="store_true", help="also print what was missed")
    options = parser.parse_args()
    settings = load_settings().model_copy(update={"data_dir": options.documents.absolute()})
    desk = open_desk(settings, today=lambda: _DAY)[0]
    print("imported:", ", ".join(d.id for d in desk.library.imported()) or "nothing")
    for language in LANGUAGES:
        found = check(desk, load_questions(language))
        rates = {name: sum(good for _, good in results) / len(results) for name, results in found.items()}
        print(language, "  ".join(f"{name} {rate:.3f}" for name, rate in rates.items()))
        if options.misses:
            for name, results in ((n, r) for n, r in found.items() if not n.startswith(" ")):
                print("".join(f"  {name}: {told}\n" for told, good in results if not good), end="")


if __name__ == "__main__":
    main()
