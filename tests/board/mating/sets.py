"""The labelled positions of ``tests/data/mating``, as the tests and the benchmark read them."""

from __future__ import annotations

import csv
import lzma
from dataclasses import dataclass
from pathlib import Path

import chess

DATA = Path(__file__).parents[2] / "data" / "mating"


@dataclass(frozen=True, slots=True)
class Labelled:
    """A position and who can still mate there."""

    fen: str
    white: bool
    black: bool

    def can(self, colour: chess.Color) -> bool:
        return self.white if colour == chess.WHITE else self.black


def _labelled(verdict: str, fen: str) -> Labelled:
    return Labelled(fen.strip(), verdict[0] == "W", verdict[1] == "B")


def _lines(text: str) -> list[Labelled]:
    return [_labelled(*line.split(" ", 1)) for line in text.splitlines()]


def hard() -> list[Labelled]:
    """Positions people have puzzled over."""
    return _lines((DATA / "hard.txt").read_text(encoding="ascii"))


def ordinary() -> list[Labelled]:
    """Positions from ordinary games."""
    return _lines(lzma.decompress((DATA / "ordinary.txt.xz").read_bytes()).decode("ascii"))


def tricky() -> list[Labelled]:
    """Positions that have fooled programs."""
    with (DATA / "tricky.tsv").open(encoding="utf-8", newline="") as file:
        return [_labelled(row["verdict"], row["fen"]) for row in csv.DictReader(file, delimiter="\t")]
