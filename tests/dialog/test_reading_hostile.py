"""Everything that reads words, on texts nobody should send."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.dialog.acts import acts_from_words
from kb.dialog.facts import facts_from_words
from kb.dialog.lexicon import LANGUAGES, toml_table
from kb.dialog.material import material_mentions
from kb.rules.facts import FACT_NAMES, facts_from_mapping

_KNOWN = {
    term.strip("*")
    for language in LANGUAGES
    for members in toml_table(language)["classes"].values()
    for term in members.split()
    if not term.startswith("@")
}
_MARKS = (
    *'?.,"“”2',
    "5+3",
    "2nd",
    "no",
    "not",
    "не",
    "niet",
    "e4",
    "27.",
    "K+N",
    "if",
    "si",
    "contra",
    "hubiera",
)
_VOCABULARY = [*sorted(_KNOWN), *_MARKS, "\n"]


def _check(text: str, language: str) -> None:
    read = facts_from_words(text, language)
    stated = {name: getattr(read.facts, name) for name in FACT_NAMES if getattr(read.facts, name) is not None}
    facts_from_mapping(stated)  # refuses impossible values
    assert {m.name for m in read.mentions} == set(stated)
    for mention in read.mentions:
        assert text[mention.start : mention.end] == mention.words != ""
    assert facts_from_words(text, language) == read
    acts_from_words(text, language)
    material_mentions(text, language)


@settings(max_examples=80, deadline=None)
@given(st.text(max_size=400), st.sampled_from(LANGUAGES))
def test_any_text(text: str, language: str) -> None:
    _check(text, language)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(_VOCABULARY), max_size=40), st.sampled_from(LANGUAGES))
def test_any_salad_of_known_words(words: list[str], language: str) -> None:
    _check(" ".join(words), language)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\0" * 1000,
        "\ud800 pressed \udfff clock",
        "\u202e\u200f pressed the clock \u202c",
        "😀" * 5000,
        "a" * 100_000,
        "pressed the clock " * 6000,
        "king and " * 12_000,
        "5+" * 50_000,
        '"' * 50_000,
        "a'" * 50_000,
        "a" + "\u0301" * 50_000,
        "1/" * 50_000,
        "9" * 100_000,
        "нажал часы, pulsó el reloj, drukte de klok, pressed the clock?",
    ],
    ids=range(15),
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_hostile_texts(text: str, language: str) -> None:
    _check(text, language)
