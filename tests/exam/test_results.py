"""What an attempt came to: exact pass marks, parts, topics, and what to study."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest

from kb.exam.attempts import Asked, Attempt, Kind, Placed
from kb.exam.results import Score, attempt_result, history
from kb.exam.types import Format
from kb.laws.library import Library
from tests.exam.samples import question

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


def attempt(*earned: Fraction | int, parts: str = "", pass_percent: int = 80, **other: object) -> Attempt:
    """Return a finished attempt at one-mark questions; a letter of ``parts`` names the part of each."""
    asked = []
    for place, marks in enumerate(earned):
        topic = "two_hands" if place % 2 else "colours_reversed"
        placed = Placed(question(Format.CHOICE, topic=topic), (parts or "p" * 99)[place], Fraction(0))
        asked.append(Asked(place, placed, "2", earned=Fraction(marks), at=START))
    whole = Attempt(
        id=1,
        kind=Kind.MOCK,
        asked_for="",
        authority="uvr",
        language="en",
        edition="2018",
        seed=1,
        minutes=60,
        pass_percent=pass_percent,
        every_part=False,
        started=START,
        finished=START + timedelta(minutes=1),
        asked=tuple(asked),
    )
    return replace(whole, **other)


def test_24_of_30_pass_and_23_do_not() -> None:
    assert attempt_result(attempt(*[1] * 24, *[0] * 6)).passed
    assert not attempt_result(attempt(*[1] * 23, *[0] * 7)).passed


def test_a_pass_mark_is_not_reached_by_rounding() -> None:
    nearly = Score(Fraction(71999, 1000), 100)
    assert not nearly.reaches(72)
    assert Score(Fraction(72), 100).reaches(72)
    assert nearly.to_json() == {"earned": 72.0, "marks": 100, "percent": 72.0}


def test_every_part_must_reach_the_mark_where_the_authority_says_so() -> None:
    uneven = attempt(1, 1, 1, 0, 0, 1, parts="aaabbb", pass_percent=50)
    assert attempt_result(uneven).passed
    assert not attempt_result(replace(uneven, every_part=True)).passed
    assert [(part, score.earned) for part, score in attempt_result(uneven).parts] == [("a", 3), ("b", 1)]


def test_a_part_below_nothing_counts_as_nothing() -> None:
    third = Fraction(1, 3)
    result = attempt_result(attempt(-third, -third, 1, parts="aab"))
    assert [score.earned for _, score in result.parts] == [0, 1]
    assert result.score == Score(Fraction(1), 3)


def test_nobody_passes_or_fails_in_practice_and_nothing_is_nothing() -> None:
    assert attempt_result(attempt(1, pass_percent=0)).passed is None
    assert attempt_result(attempt()).score.percent == 0


def test_the_weakest_topics_come_first_with_what_to_read() -> None:
    result = attempt_result(attempt(1, 0, 1, 1))
    assert [(t.topic, t.questions, t.score.earned) for t in result.topics] == [
        ("two_hands", 2, 1),
        ("colours_reversed", 2, 2),
    ]
    assert [t.topic for t in result.to_study] == ["two_hands"]
    assert result.to_study[0].clauses == (("es-2017", "7.5.2"),)
    assert result.topics[1].clauses == ()


def test_late_and_missing_answers_count_as_not_answered() -> None:
    one = attempt(0, 0, 1)
    asked = (replace(one.asked[0], late=True), replace(one.asked[1], given=None), one.asked[2])
    assert attempt_result(replace(one, asked=asked)).answered == 1


def test_of_what_is_not_finished_only_the_answers_count(library: Library) -> None:
    done, begun = attempt(1, 0), attempt(1, 1, 0, 0, finished=None)
    begun = replace(begun, asked=(*begun.asked[:2], *(replace(a, given=None) for a in begun.asked[2:])))
    past = history((begun, done), due=3)
    assert [a for a, _ in past.attempts] == [done]
    assert sum(t.questions for t in past.topics) == 4
    data = past.to_json(library, "nl")
    assert data["due"] == 3
    assert data["attempts"][0]["percent"] == 50
    assert {t["name"] for t in data["topics"]} == {
        library.topics[t].names["nl"] for t in ("two_hands", "colours_reversed")
    }


@pytest.mark.parametrize("topic", ["two_hands", "no_longer_known"])
def test_a_topic_that_is_gone_keeps_its_id(library: Library, topic: str) -> None:
    one = attempt(0)
    placed = Placed(question(topic=topic), "p", Fraction(0))
    data = attempt_result(replace(one, asked=(Asked(0, placed),))).to_json(library, "en")
    assert data["topics"][0]["topic"] == topic
    assert data["topics"][0]["name"]
