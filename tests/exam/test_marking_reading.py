"""Answers cut into parts: clauses, what they suppose or deny, and places in the text as written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.exam.marking_reading import MAX_ANSWER, Standing, read_answer, readable


def standing(text: str, word: str, language: str = "en") -> Standing:
    (part,) = read_answer(text, language)
    at = text.index(word)
    return part.standing_at(at, at + len(word))


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("White loses", "loses", Standing.PLAIN),
        ("White does not lose", "lose", Standing.DENIED),
        ("Not lost, but drawn", "drawn", Standing.PLAIN),
        ("I would give a draw", "draw", Standing.SUPPOSED),
        ("If it happens again, White loses", "loses", Standing.CONDITIONAL),
        ("White loses if it happens again", "loses", Standing.CONDITIONAL),
        ("White loses, unless Black cannot mate", "loses", Standing.PLAIN),
        ("Normally White loses, but not here", "loses", Standing.CONDITIONAL),
        ("although White loses time", "loses", Standing.DENIED),
    ],
)
def test_how_firmly_something_is_said(text: str, word: str, expected: Standing) -> None:
    assert standing(text, word) is expected


def test_a_not_behind_the_verb_denies_it() -> None:
    assert standing("wit verliest niet", "verliest", "nl") is Standing.DENIED
    assert standing("ничьей нет", "ничьей", "ru") is Standing.DENIED


def test_an_abbreviation_ends_no_sentence() -> None:
    (part,) = read_answer("2 min. al rival. Sigue.", "es")
    assert {word.plain: word.sentence for word in part.reading.words} == {
        "2": 0, "min": 0, "al": 0, "rival": 0, "sigue": 1,
    }  # fmt: skip


def test_a_wrapped_line_goes_on_but_a_list_does_not() -> None:
    (wrapped,) = read_answer("The arbiter stops both clocks and then he gives Black\ntwo minutes", "en")
    assert {word.sentence for word in wrapped.reading.words} == {0}
    (listed,) = read_answer("position back\ntwo minutes to Black", "en")
    assert {word.sentence for word in listed.reading.words} == {0, 1}


@given(st.text(max_size=300).map(lambda text: text * 20))
def test_parts_are_the_whole_answer_in_order(text: str) -> None:
    parts = read_answer(text, "en")
    assert "".join(part.text for part in parts) == text[:MAX_ANSWER]
    for part in parts:
        assert len(part.standings) == len(part.segments) == len(part.reading.words)
        assert len(part.reading.text) == len(part.text)


def test_what_no_output_can_carry_is_left_out() -> None:
    assert readable("a\0b\ud800" + "c" * MAX_ANSWER) == "ab" + "c" * (MAX_ANSWER - 4)
