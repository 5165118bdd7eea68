"""Cutting questions into words."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.words import MAX_CHARS, Kind, cyrillic_share, plain, split_words, to_cyrillic


def _plains(text: str, language: str) -> list[str]:
    return [w.plain for w in split_words(text, language)]


@pytest.mark.parametrize(
    ("given_", "expected"),
    [("Pulsó", "pulso"), ("ЁЛКА", "елка"), ("İi", "ii"), ("ﬁ", "fi"), ("МОЙ", "мой"), ("año", "ano")],
)
def test_plain(given_: str, expected: str) -> None:
    assert plain(given_) == expected


def test_plain_reads_decomposed_letters_like_composed_ones() -> None:
    assert plain(unicodedata.normalize("NFD", "мой ещё pulsó")) == plain("мой ещё pulsó")


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    [
        ("peshka", "пешка"), ("shakh", "шах"), ("chasy", "часы"), ("ferzya", "ферзя"), ("eshche", "еще"),
        ("rokirovka", "рокировка"), ("zhertva", "жертва"), ("belye", "белые"), ("blits", "блиц"),
        ("nevozmozhnyy", "невозможный"), ("korol'", "король"),
    ],
)  # fmt: skip
def test_transliteration(latin: str, cyrillic: str) -> None:
    assert to_cyrillic(latin) == cyrillic


def test_lookalike_letters_are_folded_to_the_script_of_the_word() -> None:
    assert _plains("чаcы", "ru") == ["часы"]  # Latin c
    assert _plains("сlock", "en") == ["clock"]  # Cyrillic с


def test_apostrophes_vanish_and_hyphens_separate() -> None:
    assert _plains("didn’t two-handed z'n", "en") == ["didnt", "two", "handed", "zn"]


def test_notation_is_one_stand_in_per_run() -> None:
    words = split_words("After 27. Rxb7+ Ne3+ 28.Kd3 he claims 8/8/8/8/8/8/8/K6k w - - 0 1 now", "en")
    assert [(w.plain, w.kind) for w in words] == [
        ("after", Kind.WORD),
        ("", Kind.NOTATION),
        ("he", Kind.WORD),
        ("claims", Kind.WORD),
        ("", Kind.NOTATION),
        ("now", Kind.WORD),
    ]


@pytest.mark.parametrize(
    "link", ["https://lichess.org/abc/2014", "www.example.org/5+3", "lichess.org/study/x1"]
)
def test_links_are_no_words(link: str) -> None:
    assert [w.kind for w in split_words(f"see {link} please", "en")] == [Kind.WORD, Kind.NOTATION, Kind.WORD]


def test_sentences_and_questions() -> None:
    words = split_words("I pressed. Is it illegal? Yes; he said so.", "en")
    assert [w.sentence for w in words] == [0, 0, 1, 1, 1, 2, 2, 2, 2]
    assert [w.asked for w in words] == [False, False, True, True, True, False, False, False, False]
    assert words[5].clause != words[6].clause


def test_spanish_question_marks_open_a_sentence() -> None:
    words = split_words("Pulsé, ¿pierdo?", "es")
    assert [(w.plain, w.asked) for w in words] == [("pulse", False), ("pierdo", True)]


def test_quotations() -> None:
    words = split_words('he said «I pressed» and “moved” but "never closed', "en")
    assert [w.plain for w in words if w.quoted] == ["i", "pressed", "moved"]


@pytest.mark.parametrize(
    ("text", "number", "ordinal"),
    [
        ("2nd", 2, True),
        ("2ª", 2, True),
        ("14", 14, False),
        ("12-м", 12, True),
        ("3e", 3, True),
        ("20:15", None, False),
    ],
)
def test_numbers(text: str, number: int | None, ordinal: bool) -> None:
    (word,) = split_words(text, "ru")
    assert (word.kind, word.number, word.ordinal) == (Kind.NUMBER, number, ordinal)


@given(st.text(max_size=300), st.sampled_from(["es", "nl", "ru", "en", ""]))
def test_every_word_stands_where_it_says(text: str, language: str) -> None:
    last = 0
    for word in split_words(text, language):
        assert last <= word.start < word.end <= len(text)
        last = word.start


def test_long_texts_are_cut() -> None:
    words = split_words("word " * 100_000, "en")
    assert words[-1].end <= MAX_CHARS


@given(st.text())
def test_share_of_cyrillic_is_a_share(text: str) -> None:
    assert 0.0 <= cyrillic_share(text) <= 1.0
