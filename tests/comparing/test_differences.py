"""Word by word: nothing is lost, what is kept stands in both, and translations are named as ours."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.comparing.differences import Mark, compare_words, differences, texts_on
from kb.comparing.subject import resolve
from kb.errors import RequestError, UnknownClause
from kb.laws.library import Library

WORDS = st.lists(
    st.sampled_from(["the", "arbiter", "shall", "two", "minutes", ",", ".", "ход", "año"]), max_size=14
)


def bare(text: str) -> str:
    return re.sub(r"\s+", "", text)


def longest_common(one: list[str], two: list[str]) -> int:
    """Count the words of the longest common subsequence, slowly and surely."""

    @cache
    def length(i: int, j: int) -> int:
        if i == len(one) or j == len(two):
            return 0
        if one[i] == two[j]:
            return 1 + length(i + 1, j + 1)
        return max(length(i + 1, j), length(i, j + 1))

    return length(0, 0)


@given(WORDS, WORDS)
def test_both_texts_can_be_read_off_the_comparison(before: list[str], after: list[str]) -> None:
    runs = compare_words(" ".join(before), " ".join(after))
    assert bare("".join(r.text for r in runs if r.mark is not Mark.ADDED)) == bare("".join(before))
    assert bare("".join(r.text for r in runs if r.mark is not Mark.REMOVED)) == bare("".join(after))
    kept = [w for r in runs if r.mark is Mark.KEPT for w in re.findall(r"\w+|[^\w\s]", r.text)]
    assert len(kept) <= longest_common(before, after)
    assert all(r.text == r.text.strip() != "" for r in runs)


@given(st.text(max_size=60))
def test_a_text_is_no_other_than_itself(text: str) -> None:
    assert all(run.mark is Mark.KEPT for run in compare_words(text, text))


def test_short_words_between_two_changes_do_not_break_a_sentence_up() -> None:
    marks = [
        str(r.mark) for r in compare_words("he took a rook of mine away", "she moved a queen of hers away")
    ]
    assert marks == ["removed", "added", "kept"]


def test_two_texts_of_one_language_are_compared_as_they_stand(library: Library) -> None:
    (meaning,) = resolve(library, "colours_reversed")
    found = differences(library, meaning, "nl-2014", "nl-2014")
    assert found.same
    assert not found.second.translated_into


def test_another_language_is_compared_in_our_translation_and_says_so(library: Library) -> None:
    (meaning,) = resolve(library, "displaced_pieces_by_player")
    found = differences(library, meaning, "es-2017", "nl-2014")
    assert found.first.clauses == ("7.4.1", "7.4.2", "7.4.3")
    assert found.second.clauses == ("7.4",)
    assert found.second.translated_into == "es"
    assert found.second.text == library.ours["es"].translation("nl-2014", "7.4")
    assert found.to_json()["second"]["official"] is False
    removed = " ".join(r.text for r in found.runs if r.mark is Mark.REMOVED)
    assert "pueden" in removed


def test_every_pair_of_held_texts_can_be_compared_on_every_topic_they_share(library: Library) -> None:
    for topic in library.topics:
        (meaning,) = resolve(library, topic.id)
        having = texts_on(library, meaning)
        for first in having:
            for second in having:
                found = differences(library, meaning, first, second)
                assert found.same is (first == second)


def test_what_cannot_be_compared_says_why(library: Library) -> None:
    (meaning,) = resolve(library, "two_hands")
    with pytest.raises(RequestError, match="es-2017") as caught:
        differences(library, meaning, "es-2017", "ru-2014")
    assert caught.value.field == "words"
    with pytest.raises(UnknownClause):
        differences(library, meaning, "es-2017", "no-such")
    with pytest.raises(RequestError, match="too long"):
        compare_words("a " * 4000, "a " * 4000)
    with pytest.raises(RequestError, match="too long"):
        compare_words("a " * 1000, "b a " * 500)
