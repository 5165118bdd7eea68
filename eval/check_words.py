"""Measure what is read from words: facts per name and language, languages, editions.

Usage: python eval/check_words.py [--wrong] [--facts NAME,...] FILE.jsonl ...

Lines need ``question`` and ``lang`` or ``language``; ``facts`` holds the annotated facts.  Texts
(``touched_first``, ``first_offence``, ``opponent_material``) count as right when both sides have one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from kb.dialog.edition import find_edition_request
from kb.dialog.facts import facts_from_words
from kb.dialog.language import detect_language
from kb.laws.editions import Editions, load_editions
from kb.rules.facts import FACT_NAMES

ROOT = Path(__file__).resolve().parents[1]
TODAY = date(2026, 11, 30)
TEXTS = frozenset({"touched_first", "first_offence", "opponent_material"})
NOT_READ = frozenset({"edition_asked", "missing"})


@dataclass
class Tally:
    """Counts of one fact in one language."""

    right: int = 0
    wrong: int = 0  # stated, and annotated otherwise
    extra: int = 0  # stated, and not annotated
    missed: int = 0

    @property
    def precision(self) -> float:
        """Share of the stated that is right."""
        stated = self.right + self.wrong + self.extra
        return self.right / stated if stated else float("nan")

    @property
    def recall(self) -> float:
        """Share of the annotated that is stated rightly."""
        annotated = self.right + self.wrong + self.missed
        return self.right / annotated if annotated else float("nan")


@dataclass
class Report:
    """All counts of a run."""

    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    languages: Counter[tuple[str, str]] = field(default_factory=Counter)
    complaints: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def tally(self, name: str, language: str) -> Tally:
        """Return the counts of a fact in a language."""
        return self.tallies.setdefault((name, language), Tally())


def lines(paths: list[Path]) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of all files."""
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip():
                yield json.loads(line)


def wanted_editions(facts: dict[str, Any], editions: Editions) -> set[str]:
    """Return the edition ids an annotation asks for."""
    asked = facts.get("edition_asked", [])
    named = {asked} if isinstance(asked, str) else set(asked)
    if isinstance(facts.get("date"), str):
        year, month, day_of_month = (*map(int, facts["date"].split("-")), 12, 28)[:3]
        if facts["date"].count("-") == 1:
            day_of_month = 28
        day = date(year, month, day_of_month)
        named.add(editions.on(day).id)
    return {editions.latest.id if name == "current" else name for name in named}


def compare(report: Report, name: str, language: str, got: Any, want: Any, case: dict[str, Any]) -> None:
    """Count one fact of one case."""
    tally = report.tally(name, language)
    if got is None and want is None:
        return
    if got is not None and want is not None and (name in TEXTS or str(got) == str(want)):
        tally.right += 1
        return
    if want is None:
        tally.extra += 1
    elif got is None:
        tally.missed += 1
    else:
        tally.wrong += 1
    report.complaints.append(
        f"{name}: got {got!r} want {want!r} [{case.get('id', '')}] {case['question'][:300]}"
    )


def check(case: dict[str, Any], report: Report, editions: Editions) -> None:
    """Run one case through everything that reads words."""
    language = case.get("lang") or case["language"]
    question, annotated = case["question"], case.get("facts", {})
    begun = time.perf_counter()
    detected = detect_language(question, prior=None)
    facts = facts_from_words(question, language).facts
    request = find_edition_request(question, editions=editions, today=TODAY)
    report.seconds.append(time.perf_counter() - begun)
    report.languages[language, detected] += 1
    if detected != language:
        report.complaints.append(f"language: got {detected} want {language} {question[:200]}")
    for name in FACT_NAMES:
        if name in NOT_READ:
            continue
        got, want = getattr(facts, name), annotated.get(name)
        compare(
            report,
            name,
            language,
            got,
            bool(want) if name == "increment" and want is not None else want,
            case,
        )
    wanted = wanted_editions(annotated, editions)
    compare(report, "edition", language, sorted(request.ids) or None, sorted(wanted) or None, case)


def render(report: Report) -> Table:
    """Draw the counts as a table."""
    languages = sorted({language for _, language in report.tallies})
    table = Table("fact", *(f"{language} P/R (n)" for language in languages), "all P/R (n)")
    for name in sorted({name for name, _ in report.tallies}):
        row, total = [name], Tally()
        for language in languages:
            tally = report.tally(name, language)
            row.append(cell(tally))
            for key in ("right", "wrong", "extra", "missed"):
                setattr(total, key, getattr(total, key) + getattr(tally, key))
        if total.right + total.wrong + total.extra + total.missed:
            table.add_row(*row, cell(total))
    return table


def cell(tally: Tally) -> str:
    """Render one count."""
    n = tally.right + tally.wrong + tally.missed
    if not n and not tally.extra:
        return ""
    return f"{tally.precision:.2f}/{tally.recall:.2f} ({n})"


def main() -> int:
    """Run over the files and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--wrong", action="store_true", help="list every difference")
    parser.add_argument("--facts", default="", help="list only these facts")
    parser.add_argument("--part", default="", help="first|second: only that half of every file")
    options = parser.parse_args()
    editions = load_editions(ROOT / "corpus" / "editions.toml")
    report = Report()
    for path in options.files:
        cases = list(lines([path]))
        half = len(cases) // 2
        chosen = {"first": cases[:half], "second": cases[half:]}.get(options.part, cases)
        for case in chosen:
            check(case, report, editions)
    console = Console(width=150)
    console.print(render(report))
    right = sum(n for (want, got), n in report.languages.items() if want == got)
    console.print(f"language right: {right} of {sum(report.languages.values())}")
    timings = sorted(report.seconds)
    console.print(
        f"milliseconds: median {timings[len(timings) // 2] * 1000:.2f}, most {timings[-1] * 1000:.1f}"
    )
    shown = set(filter(None, options.facts.split(",")))
    if options.wrong:
        for complaint in report.complaints:
            if not shown or complaint.partition(":")[0] in shown:
                console.print(complaint, markup=False, highlight=False, soft_wrap=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
