"""The word lists: wordings that earn a point and wordings that do not, in four languages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.dialog.patterns import compile_patterns
from kb.errors import CorpusError
from kb.exam.marking import Status, mark
from kb.exam.marking_words import SIDES, answer_words
from kb.laws.ours import LANGUAGES
from tests.exam.marking_samples import open_question

PHRASES = Path(__file__).resolve().parents[1] / "data" / "marking_phrases.txt"
BARE = "8/8/8/4k3/6r1/8/8/4K3 b - - 0 60"


def _phrases() -> Iterator[tuple[str, str, str, bool, str]]:
    language = kind = accepted = sign = ""
    for line in PHRASES.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            language = line.strip("[]")
        elif line.startswith("== "):
            _, kind, accepted, sign = line.split()
        elif line and not line.startswith("#"):
            yield language, kind, accepted, sign == "+", line


@pytest.mark.parametrize("language", LANGUAGES)
def test_wordings_earn_their_point_or_do_not(language: str) -> None:
    wrong, count = [], 0
    for lang, kind, accepted, earns, phrase in _phrases():
        if lang != language:
            continue
        count += 1
        question = open_question((kind, accepted), ("whose_clock", "black"))
        if kind == "exception":
            question = open_question((kind, accepted), fen=BARE, attempted=None)
        elif kind != "whose_clock" and accepted in {"stands", "queen", "transferred", "DRAW"}:
            question = open_question((kind, accepted), fen=None, attempted=None)
        if (mark(question, phrase, language).points[0].status is Status.FOUND) is not earns:
            wrong.append((kind, accepted, earns, phrase))
    assert wrong == []
    assert count > 200


def test_every_language_has_the_same_topics_and_values() -> None:
    labels = {lang: _labels(lang) for lang in LANGUAGES}
    assert labels["es"] == labels["nl"] == labels["ru"] == labels["en"]
    for topic in ("loser", "winner", "recipient", "opposite", "side"):
        assert {f"{topic}.{side}" for side in SIDES} <= labels["en"]


def _labels(language: str) -> set[str]:
    patterns = answer_words(language).patterns
    groups = [*patterns._by_first.values(), *patterns._by_form.values()]
    found = {pattern.label.removesuffix(".not") for group in groups for pattern in group}
    return found - {"scope.after"}  # languages whose "not" comes first need none


def test_a_language_without_a_list_says_what_to_do() -> None:
    with pytest.raises(CorpusError, match="reinstall"):
        answer_words("fr")


def test_a_damaged_pattern_is_named() -> None:
    with pytest.raises(CorpusError, match="impossible term"):
        compile_patterns({}, {"outcome.loss": ["lo*st"]})
