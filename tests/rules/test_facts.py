"""Structured facts: read, checked, merged."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import RequestError
from kb.rules.facts import FACT_NAMES, Facts, Party, TimeControl, facts_from_mapping, merged


def test_every_kind_of_fact_is_read() -> None:
    facts = facts_from_mapping(
        {
            "time_control": "rapid",
            "supervised": True,
            "offender": "me",
            "offence_number": 2,
            "increment": 30,
            "opponent_material": "K+N",
            "edition_asked": ["2017", "2023"],
            "flag": None,
        }
    )
    assert facts == Facts(
        time_control=TimeControl.RAPID,
        supervised=True,
        offender=Party.ME,
        offence_number=2,
        increment=True,
        opponent_material="K+N",
        edition_asked=("2017", "2023"),
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("no_such_fact", 1),
        ("time_control", "bullet"),
        ("time_control", ["blitz"]),
        ("offender", "nobody"),
        ("supervised", "yes"),
        ("supervised", 1),
        ("offence_number", 0),
        ("offence_number", True),
        ("offence_number", 10**9),
        ("moves_since", -1),
        ("moves_since", 1.5),
        ("missing", "x" * 201),
        ("touched_first", 7),
        ("increment", -1),
        ("edition_asked", "next year"),
        ("edition_asked", []),
        ("edition_asked", ["2014"] * 8),
    ],
)
def test_what_cannot_be_is_refused_by_name(name: str, value: Any) -> None:
    with pytest.raises(RequestError) as error:
        facts_from_mapping({name: value})
    assert error.value.field == f"facts.{name}"
    assert error.value.hint


@given(st.dictionaries(st.sampled_from(FACT_NAMES), st.none() | st.integers() | st.text() | st.booleans()))
def test_anything_is_read_or_refused(given_facts: dict[str, Any]) -> None:
    with contextlib.suppress(RequestError):
        assert isinstance(facts_from_mapping(given_facts), Facts)


def test_the_stronger_facts_win_and_the_weaker_fill_up() -> None:
    stronger, weaker = Facts(offence_number=2), Facts(offence_number=1, clock_pressed=False)
    assert merged(stronger, weaker) == Facts(offence_number=2, clock_pressed=False)
    assert merged(Facts(), weaker) == weaker
