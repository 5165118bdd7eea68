"""Links: what is asked goes into the address and comes back the same."""

from __future__ import annotations

from datetime import date
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.request import Request
from kb.errors import RequestError
from kb.rules.facts import Facts, Party, TimeControl
from kb.web.share import MAX_LINK, link_query, request_from_query

_FACTS = st.builds(
    Facts,
    time_control=st.none() | st.sampled_from(TimeControl),
    supervised=st.none() | st.booleans(),
    offender=st.none() | st.sampled_from(Party),
    offence_number=st.none() | st.integers(1, 9),
    clock_pressed=st.none() | st.booleans(),
    moves_played=st.none() | st.integers(0, 300),
    increment=st.none() | st.booleans(),
    edition_asked=st.none() | st.just(("2014", "2023")),
    touched_first=st.none() | st.sampled_from(["pawn", "other piece"]),
)
_REQUESTS = st.builds(
    Request,
    question=st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=300
    ),
    language=st.none() | st.sampled_from(["es", "nl", "ru", "en"]),
    edition=st.none() | st.sampled_from(["2014", "2023"]),
    date=st.none() | st.dates(date(2001, 7, 1), date(2030, 1, 1)),
    fen=st.none() | st.just("6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"),
    moves=st.none() | st.just("e7e8"),
    facts=_FACTS,
)


@given(_REQUESTS)
def test_a_link_brings_the_case_back(request: Request) -> None:
    query = link_query(request)
    assert query is not None
    assert len(query) <= MAX_LINK
    assert request_from_query(dict(parse_qsl(query))) == request


def test_what_is_too_long_has_no_link() -> None:
    assert link_query(Request("x" * MAX_LINK)) is None


@pytest.mark.parametrize("query", [{}, {"edition": "2014"}, {"utm_source": "mail"}, {"q": ""}])
def test_a_link_that_asks_nothing_is_no_case(query: dict[str, str]) -> None:
    assert request_from_query(query) is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"q": "x", "date": "yesterday"}, "date"),
        ({"q": "x", "lang": "xx"}, "language"),
        ({"q": "x", "f.offence_number": "many"}, "facts.offence_number"),
        ({"q": "x", "f.time_control": "bullet"}, "facts.time_control"),
        ({"q": "x", "f.edition_asked": "no"}, "facts.edition_asked"),
    ],
)
def test_a_spoilt_link_names_the_field(query: dict[str, str], field: str) -> None:
    with pytest.raises(RequestError) as error:
        request_from_query(query)
    assert error.value.field == field


@given(st.dictionaries(st.sampled_from(["q", "date", "lang", "f.flag", "f.supervised", "fen"]), st.text()))
def test_any_link_is_read_or_refused_with_a_hint(query: dict[str, str]) -> None:
    hint = "none needed"
    try:
        request_from_query(query)
    except RequestError as error:
        hint = error.hint
    assert hint
