"""What a paper is composed of: read from anything, written as a query, read back the same."""

from __future__ import annotations

from urllib.parse import parse_qs, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import RequestError
from kb.exam.authorities import PRACTICE
from kb.exam.generating import topics_asked
from kb.exam.types import Format
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.exam_schemas import MAX_SEED
from kb.web.exam_spec import MOST_QUESTIONS, PaperSpec, read_spec

EDITIONS = ("2014", "2018", "2023")
AUTHORITIES = ("fide", "knsb", PRACTICE)


def read(query: str, language: str = "en", seed: int = 5) -> PaperSpec:
    return read_spec(
        query,
        editions=EDITIONS,
        authorities=AUTHORITIES,
        current="2023",
        language=language,
        seed=lambda: seed,
    )


def some_of(known: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """Return choices in the order of the known ones; all of them are written as none."""
    return st.sets(st.sampled_from(known), max_size=len(known) - 1).map(
        lambda chosen: tuple(one for one in known if one in chosen)
    )


SPECS = st.builds(
    PaperSpec,
    language=st.sampled_from(LANGUAGES),
    edition=st.sampled_from(EDITIONS),
    seed=st.integers(0, MAX_SEED),
    count=st.integers(1, MOST_QUESTIONS),
    topics=some_of(topics_asked()),
    formats=some_of(tuple(Format)).map(lambda names: tuple(map(Format, names))),
    minutes=st.integers(0, 600),
    pass_percent=st.integers(0, 100),
)


@given(SPECS)
def test_a_query_is_read_back_as_the_same_paper(spec: PaperSpec) -> None:
    assert read(spec.query()) == spec
    without = read(spec.query(without="language"), spec.language)
    assert without == spec


@given(st.sampled_from(LANGUAGES), st.integers(0, MAX_SEED))
def test_an_authority_needs_no_more_than_its_name(language: str, seed: int) -> None:
    spec = PaperSpec(language, "2018", seed, authority="fide")
    assert read(spec.query()) == spec
    assert set(parse_qs(spec.query())) == {"language", "edition", "seed", "authority"}


NAMES = ("language", "edition", "seed", "count", "topics", "formats", "authority", "minutes", "pass_percent")


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=30)), st.sampled_from(LANGUAGES))
def test_anything_is_read_or_refused_by_its_field(values: dict[str, str], language: str) -> None:
    read_or_refused = tried(urlencode(values, errors="replace"), language)
    if isinstance(read_or_refused, RequestError):
        assert read_or_refused.field in values
        assert catalogue(language).text(f"exam_web.field.{read_or_refused.field}") in read_or_refused.message
    else:
        assert 1 <= read_or_refused.count <= MOST_QUESTIONS
        assert 0 <= read_or_refused.seed <= MAX_SEED


def tried(query: str, language: str) -> PaperSpec | RequestError:
    try:
        return read(query, language)
    except RequestError as error:
        return error


def test_a_seed_is_drawn_only_where_none_is_given() -> None:
    assert read("", seed=99).seed == 99
    assert read("seed=", seed=99).seed == 99
    assert read("seed=0", seed=99).seed == 0


@pytest.mark.parametrize(
    "number", ["٣", "²", "1e3", "+1", "-0", " 7 7", "0x10", "9" * 5000, str(MAX_SEED + 1)]
)
def test_only_plain_numbers_within_bounds_are_read(number: str) -> None:
    with pytest.raises(RequestError) as error:
        read(urlencode({"seed": number}))
    assert error.value.field == "seed"
