"""The pattern language, against a naive reading of the pattern line."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.patterns import compile_patterns
from kb.dialog.words import split_words
from kb.errors import CorpusError

_WORDS = ("on", "aa", "bb", "cc", "dd")


def _found(line: str, text: str, classes: dict[str, str] | None = None) -> list[tuple[int, int]]:
    patterns = compile_patterns(classes or {}, {"x.y": [line]})
    return [(m.first, m.last) for m in patterns.find(split_words(text, "en"))]


def _as_regex(line: str) -> re.Pattern[str]:
    """Translate a pattern of whole words and gaps into a regular expression over "word word "."""
    out = ""
    for piece in line.split():
        if piece.startswith(".."):
            out += r"(?:\w+ ){0," + piece[2:] + "}?"
        elif piece.startswith("!"):
            out += f"(?!(?:{piece[1:]}) )"
        elif piece.startswith("["):
            out += f"(?:(?:{piece[1:-1]}) )?"
        else:
            out += f"(?:{piece}) "
    return re.compile(out)


_ALTERNATIVES = st.lists(st.sampled_from(_WORDS), min_size=1, max_size=2).map("|".join)
_PIECES = st.one_of(
    _ALTERNATIVES,
    _ALTERNATIVES.map(lambda a: f"[{a}]"),
    _ALTERNATIVES.map(lambda a: f"!{a}"),
    st.integers(0, 2).map(lambda n: f"..{n}"),
)
_LINES = st.tuples(_ALTERNATIVES, st.lists(_PIECES, max_size=4)).map(lambda t: " ".join([t[0], *t[1]]))


@given(_LINES, st.lists(st.sampled_from(_WORDS), max_size=8))
def test_finds_what_a_regular_expression_finds(line: str, words: list[str]) -> None:
    regex = _as_regex(line)
    expected = []
    for at in range(len(words)):
        match = regex.match(" ".join(words[at:]) + " ")
        if match:
            expected.append((at, at + len(match.group().split())))
    assert _found(line, " ".join(words)) == expected


def test_stems_endings_and_accents() -> None:
    assert _found("press*", "pressed depress") == [(0, 1)]
    assert _found("*ó", "pulsó pulso só") == [(0, 1)]
    assert _found("pulsó", "pulso pulsó") == [(1, 2)]
    assert _found("pulso", "pulso pulsó") == [(0, 1), (1, 2)]
    assert _found("*é", "café pulsé", {"no_ending": "café"}) == [(1, 2)]


def test_numbers_are_captured() -> None:
    patterns = compile_patterns({}, {"x.y": ["# moves", "#o move", "~ played"]})
    matches = patterns.find(split_words("5 moves, 3rd move, Nf3 played", "en"))
    assert [m.number for m in matches] == [5, 3, None]


def test_patterns_stay_within_a_sentence() -> None:
    assert _found("aa ..2 bb", "aa cc. bb") == []
    assert _found("aa ..2 bb", "aa, cc bb") == [(0, 3)]


def test_the_word_before_can_be_refused() -> None:
    assert _found("!not blitz", "not blitz, blitz") == [(2, 3)]


def test_misspelt_words_are_matched() -> None:
    assert _found("opponent", "my oponent") == [(1, 2)]


@pytest.mark.parametrize("line", ["", "..2 aa", "[aa] bb", "!aa", "aa|", "aa @none", "aa-bb", "aa [bb"])
def test_bad_patterns_are_refused_by_name(line: str) -> None:
    with pytest.raises(CorpusError, match=re.escape(repr(line))):
        compile_patterns({}, {"x.y": [line]})


def test_hostile_repetition_is_bounded() -> None:
    line = "aa ..5 aa ..5 aa ..5 aa ..5 bb"
    assert _found(line, "aa " * 700) == []
