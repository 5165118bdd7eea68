"""Correcting one slip, against a slow distance."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.spelling import Speller, one_edit_apart

_SHORT = st.text(alphabet="abc", max_size=6)


def _distance(a: str, b: str) -> int:
    """Damerau-Levenshtein distance with adjacent swaps, by the full table."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, j in itertools.product(range(len(a) + 1), range(len(b) + 1)):
        if not i or not j:
            table[i][j] = i + j
            continue
        options = [
            table[i - 1][j] + 1,
            table[i][j - 1] + 1,
            table[i - 1][j - 1] + (a[i - 1] != b[j - 1]),
        ]
        if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
            options.append(table[i - 2][j - 2] + 1)
        table[i][j] = min(options)
    return table[-1][-1]


@given(_SHORT, _SHORT)
def test_one_edit_is_distance_one(a: str, b: str) -> None:
    assert one_edit_apart(a, b) == (_distance(a, b) == 1)


@given(
    st.text(alphabet="abcd", min_size=6, max_size=9),
    st.lists(st.text(alphabet="abcd", min_size=6, max_size=9)),
)
def test_whole_words_are_corrected_like_a_search_through_all(word: str, known: list[str]) -> None:
    near = sorted(
        k
        for k in set(known)
        if (k[0], k[-1]) == (word[0], word[-1])
        and _distance(k, word) == 1
        and (len(k) > 6 or sorted(k) == sorted(word))
    )
    assert Speller(known, []).correct(word) == (near[0] if near else None)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("oponent", "opponent"),
        ("segudna", "segunda"),
        ("illegl", "illegal*"),
        ("ilegally", "illegal*"),
        ("clokc", None),
    ],
)
def test_examples(written: str, meant: str | None) -> None:
    assert Speller(["opponent", "segunda", "clock"], ["illegal"]).correct(written) == meant


def test_real_words_are_left_alone() -> None:
    assert Speller(["consent"], [], frozenset({"content"})).correct("content") is None
    assert Speller(["opponent"], []).correct("opponents") is None


def test_the_first_letter_is_never_corrected() -> None:
    assert Speller(["opponent"], []).correct("upponent") is None
