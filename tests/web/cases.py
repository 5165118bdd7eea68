"""Checked cases as request bodies; every one of them, or a sample that keeps the tests short."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["CASES", "body_of"]

_FILE = Path(__file__).resolve().parents[2] / "eval" / "cases" / "dev.jsonl"


def _load() -> list[dict[str, Any]]:
    lines = _FILE.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


CASES = _load()


def body_of(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case as a program would send it: only what is known."""
    data = {key: case[key] for key in ("id", "question", "fen", "pgn", "moves") if case.get(key)}
    return {**data, "language": case["lang"], "facts": case["facts"]}
