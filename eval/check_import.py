"""Measures an import against a hand-checked list: which labels and which texts are right.

    python eval/check_import.py FILE [LIST]

A list (``eval/imports/<name of FILE>.json`` unless given) holds for every clause its label, its number
of words and the SHA-256 of its letters and digits alone, lower-cased: enough to tell a right text from a
wrong one, and no wording of the Laws.  It is written by reading the source, not by the importer.
Nothing is stored and no search index is needed.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.importing.reading import read_source
from kb.importing.structure import Structured, find_clauses

LISTS = Path(__file__).resolve().parent / "imports"


@dataclass(frozen=True, slots=True)
class Checked:
    """How an import compares with a list: clauses listed, labels not found, texts that differ."""

    listed: int
    missing: tuple[str, ...]
    wrong: tuple[str, ...]

    @property
    def labels_right(self) -> float:
        """Share of the listed labels that were found."""
        return 1 - len(self.missing) / self.listed

    @property
    def texts_right(self) -> float:
        """Share of the listed clauses whose label and whole text are right."""
        return 1 - (len(self.missing) + len(self.wrong)) / self.listed


def fingerprint(text: str) -> str:
    """Return the SHA-256 of the letters and digits of a text, lower-cased.

    >>> fingerprint("Re-start, at 1.") == fingerprint("restart AT 1")
    True
    """
    return hashlib.sha256("".join(c for c in text.casefold() if c.isalnum()).encode()).hexdigest()


def check(found: Structured, listed: Sequence[dict[str, str]]) -> Checked:
    """Compare the clauses found with the clauses listed."""
    texts = {c.label: " ".join(found.text[s.start : s.end] for s in c.paragraphs) for c in found.clauses}
    missing = tuple(row["label"] for row in listed if row["label"] not in texts)
    wrong = tuple(
        row["label"]
        for row in listed
        if row["label"] in texts and fingerprint(texts[row["label"]]) != row["sha256"]
    )
    return Checked(len(listed), missing, wrong)


def main() -> int:
    """Print how many labels and texts are right; 1 if fewer than 99 of 100 are."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("list", type=Path, nargs="?")
    given = parser.parse_args()
    listed = json.loads((given.list or LISTS / f"{given.file.stem}.json").read_text(encoding="utf-8"))
    began = time.perf_counter()
    found = find_clauses(read_source(given.file))
    seconds = time.perf_counter() - began
    result = check(found, listed["clauses"])
    print(f"{given.file.name}: {len(found.clauses)} clauses in {seconds:.2f} s; listed: {listed['read']}")
    missing, wrong = ", ".join(result.missing) or "-", ", ".join(result.wrong) or "-"
    print(f"labels right {result.labels_right:.2%} of {result.listed}; missing: {missing}")
    print(f"texts right  {result.texts_right:.2%} of {result.listed}; wrong: {wrong}")
    return int(min(result.labels_right, result.texts_right) < 0.99)


if __name__ == "__main__":
    sys.exit(main())
