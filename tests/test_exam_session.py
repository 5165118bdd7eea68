"""Sittings line by line: whatever is typed, nothing breaks, and every answer that was taken is stored."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.exam.attempts import Attempt, Kind
from kb.exam.study import Study, open_study
from kb.exam_session import Session
from kb.laws.library import Library
from kb.messages import catalogue
from kb.settings import Settings
from kb.terminal_exam import ExamScreen
from tests.exam.samples import paper, placed

START = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

lines = st.lists(
    st.one_of(
        st.sampled_from(
            ["1", "2", "9", "", ":n", ":end", ":3", ":0", ":-1", ":99999999", ":²", ": 3", "two minutes"]
        ),
        st.text(max_size=20),
    ),
    max_size=12,
)


def reader(typed: Iterable[str]) -> Callable[[str], str]:
    left = iter(typed)

    def read(_prompt: str) -> str:
        for line in left:
            return line
        raise EOFError

    return read


def sat(study: Study, library: Library, kind: Kind, typed: Iterable[str], *, minutes: int = 60) -> Attempt:
    made = paper(minutes=minutes)
    attempt = study.start(kind, made, placed(made), START)
    Session(study, _screen(library), "?", reader(typed), lambda: START + timedelta(minutes=1)).run(attempt)
    return study.attempt(attempt.id)


def _screen(library: Library) -> ExamScreen:
    return ExamScreen(catalogue("en"), library, file=io.StringIO())


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return open_study(Settings(data_dir=tmp_path_factory.mktemp("study")), "en")


@given(typed=lines)
@settings(max_examples=15, deadline=None)
def test_whatever_is_typed_in_a_mock_exam_it_stays_open_until_handed_in(
    study: Study, library: Library, typed: list[str]
) -> None:
    attempt = sat(study, library, Kind.MOCK, [*typed, ":q"])
    assert (attempt.finished is None) == (":end" not in [line.strip() for line in typed])
    assert all(asked.given for asked in attempt.asked if asked.given is not None)


@given(typed=lines)
@settings(max_examples=15, deadline=None)
def test_whatever_is_typed_in_practice_the_answers_are_stored_in_order(
    study: Study, library: Library, typed: list[str]
) -> None:
    attempt = sat(study, library, Kind.PRACTICE, [line for line in typed if line.strip() != ":q"])
    given_so_far = [asked.given is not None for asked in attempt.asked]
    assert given_so_far == sorted(given_so_far, reverse=True)
    assert (attempt.finished is not None) == all(given_so_far)


def test_a_sitting_shows_the_board_with_its_coordinates(tmp_path: Path, library: Library) -> None:
    shown = io.StringIO()
    study = open_study(Settings(data_dir=tmp_path), "en")
    made = paper()
    attempt = study.start(Kind.PRACTICE, made, placed(made), START)
    screen = ExamScreen(catalogue("ru"), library, file=shown)
    Session(study, screen, "?", reader([]), lambda: START).run(attempt)
    text = shown.getvalue()
    assert "7  ♛ · ♙ · ♚ · · ·" in text
    assert "a b c d e f g h" in text
    assert "Ход белых  c7c8" in text
