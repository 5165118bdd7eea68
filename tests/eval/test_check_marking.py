"""The comparison of marking with marks given by hand."""

from __future__ import annotations

import json
import sys
from collections import Counter

import pytest

from eval import check_marking
from kb.exam.marking import Status


def test_the_samples_are_fifty_in_each_language_with_a_mark_for_every_point() -> None:
    asked = check_marking.questions()
    for language in check_marking.LANGUAGES:
        text = (check_marking.FOLDER / f"{language}.jsonl").read_text(encoding="utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        assert (
            len(lines) == len({line["id"] for line in lines}) == len({line["answer"] for line in lines}) == 50
        )
        marks = Counter(letter for line in lines for letter in line["points"])
        assert min(marks["F"], marks["M"], marks["C"]) >= 15
        assert all(len(line["points"]) == len(asked[line["question"]].points) for line in lines)


def test_points_are_compared_one_by_one() -> None:
    line, point, by_hand = next(iter(check_marking.compared("en", "")))
    assert line["id"] == "en-01"
    assert (point.number, point.status, by_hand) == (1, Status.FOUND, Status.FOUND)


def test_it_prints_a_table_and_lists_what_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["check_marking", "--wrong"])
    assert check_marking.main() == 0
    printed = capsys.readouterr().out
    assert "points marked as by hand" in printed
    assert "whose_clock" in printed
    assert "by hand missing" in printed
