"""Contested points: kept until decided on, and earned once upheld."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kb.errors import RequestError
from kb.exam.attempts import Kind
from kb.exam.contests import LONGEST_NOTE, Contests
from kb.exam.record import FILE_NAME, Record
from kb.exam.study import Study, open_study
from kb.exam.types import Format
from kb.messages import catalogue
from kb.settings import Settings
from tests.exam.samples import paper, placed

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
OPEN = list(Format).index(Format.OPEN)
CHOICE = list(Format).index(Format.CHOICE)


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return open_study(Settings(data_dir=tmp_path), "en")


@pytest.fixture
def contests(study: Study) -> Contests:
    return Contests(study, catalogue("en"))


def answered(study: Study, answer: str = "I would look it up.") -> int:
    made = paper()
    number = study.start(Kind.PRACTICE, made, placed(made), NOW).id
    study.answer(number, OPEN, answer, NOW)
    return number


def test_a_contested_point_is_kept_with_its_reason(study: Study, contests: Contests) -> None:
    number = answered(study)
    raised = contests.raise_on(None, 1, "  I said so.\0 ", NOW)
    assert (raised.attempt, raised.asked.place, raised.point.number) == (number, OPEN, 1)
    assert (raised.note, raised.upheld) == ("I said so.", None)
    assert contests.all() == contests.all(undecided=True) == (raised,)
    assert raised.to_json()["answer"] == "I would look it up."


def test_an_upheld_point_earns_its_marks_once(study: Study, contests: Contests) -> None:
    number = answered(study)
    assert study.attempt(number).asked[OPEN].earned == 0
    for point in (1, 2):
        contests.raise_on(OPEN, point, "", NOW)
    first, second = contests.all()
    assert contests.decide(first.id, uphold=True, now=NOW).upheld is True
    assert contests.decide(second.id, uphold=False, now=NOW).upheld is False
    assert study.attempt(number).asked[OPEN].earned == 1
    for one in (first, second):
        with pytest.raises(RequestError, match="decided"):
            contests.decide(one.id, uphold=True, now=NOW)
    assert study.attempt(number).asked[OPEN].earned == 1
    assert contests.all(undecided=True) == ()
    assert [one.upheld for one in contests.all()] == [True, False]


def test_contested_again_the_reason_is_replaced_until_the_decision(study: Study, contests: Contests) -> None:
    answered(study)
    contests.raise_on(None, 1, "first", NOW)
    assert contests.raise_on(None, 1, "x" * 9999, NOW).note == "x" * LONGEST_NOTE
    (one,) = contests.all()
    contests.decide(one.id, uphold=False, now=NOW)
    assert contests.raise_on(None, 1, "again", NOW).note == "x" * LONGEST_NOTE


def test_only_points_that_earned_nothing_can_be_contested(study: Study, contests: Contests) -> None:
    with pytest.raises(RequestError) as error:
        contests.raise_on(None, 1, "", NOW)
    assert error.value.hint
    number = answered(study, "Two minutes for Black.")
    study.answer(number, CHOICE, "1", NOW)
    points = {p for p in (1, 2, 3) if _can_contest(contests, None, p)}
    assert 2 not in points  # the minutes were found
    for place, point in ((OPEN, 9), (CHOICE, 1), (99, 1), (-1, 1)):
        assert not _can_contest(contests, place, point)
    with pytest.raises(RequestError):
        contests.decide(77, uphold=True, now=NOW)


def test_a_mock_exam_that_is_open_shows_no_points_to_contest(study: Study, contests: Contests) -> None:
    made = paper(minutes=60)
    number = study.start(Kind.MOCK, made, placed(made), NOW).id
    study.answer(number, OPEN, "nothing", NOW)
    assert not _can_contest(contests, None, 1)
    study.finish(number, NOW)
    assert _can_contest(contests, None, 1)


def test_a_record_from_before_contests_is_brought_up_to_date(tmp_path: Path) -> None:
    Record(tmp_path / FILE_NAME, catalogue("en"))
    db = sqlite3.connect(tmp_path / FILE_NAME)
    db.execute("DROP TABLE contests")
    db.execute("PRAGMA user_version = 1")
    db.close()
    study = open_study(Settings(data_dir=tmp_path), "en")
    answered(study)
    assert Contests(study, catalogue("en")).raise_on(None, 1, "", NOW).id == 1


def _can_contest(contests: Contests, place: int | None, point: int) -> bool:
    try:
        contests.raise_on(place, point, "", NOW)
    except RequestError:
        return False
    return True
