"""Facts from words: golden questions in four languages, and what must state nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kb.dialog.facts import WordFacts, facts_from_words
from kb.rules.facts import FACT_NAMES

_GOLDEN = tomllib.loads((Path(__file__).parent / "golden_facts.toml").read_text(encoding="utf-8"))
_CASES = [(language, case) for language, cases in _GOLDEN.items() for case in cases]


def _stated(read: WordFacts) -> dict[str, Any]:
    values = {name: getattr(read.facts, name) for name in FACT_NAMES}
    return {
        name: str(value) if isinstance(value, str) else value
        for name, value in values.items()
        if value is not None and name != "increment"
    }


@pytest.mark.parametrize(
    ("language", "case"), _CASES, ids=[f"{lang}-{case['q'][:40]}" for lang, case in _CASES]
)
def test_golden(language: str, case: dict[str, Any]) -> None:
    wanted = {name: value for name, value in case.items() if name != "q"}
    assert _stated(facts_from_words(case["q"], language)) == wanted
