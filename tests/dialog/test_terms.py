"""Which questions ask for the meaning of a word and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.terms import asked_term


@pytest.mark.parametrize(
    ("question", "label"),
    [
        ("What is zugzwang?", "glossary/zugzwang"),
        ("what does adjourn mean?", "glossary/adjourn"),
        ("What is a sealed move in chess?", "glossary/sealed move"),
        ("Meaning of 'vertical'", "glossary/vertical"),
        ("¿Qué es un ahogado?", "glossary/ahogado"),
        ("¿Qué significa adjourn en ajedrez?", "glossary/adjourn"),
        ("Wat is een loper?", "glossary/loper"),
        ("Wat betekent remise bij schaken?", "glossary/remise"),
        ("Что такое цейтнот?", "glossary/цейтнот"),
        ("Что значит «форсировать»", "glossary/форсировать"),
        ("What if he touches a piece?", None),
        ("Is it what is called zugzwang?", None),
        ("What is", None),
        ("", None),
        ("What is " + "x" * 200, None),
    ],
)
def test_the_word_asked_about(question: str, label: str | None) -> None:
    assert asked_term(question) == label


@given(st.text(max_size=120))
def test_any_text_is_read(text: str) -> None:
    label = asked_term(text)
    assert label is None or label.startswith("glossary/")
