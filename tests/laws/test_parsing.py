"""The parser on texts of its own, and on anything."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from kb.laws.labels import canonical_label, label_key, parent_label
from kb.laws.parsing import Layout, parse_clauses
from kb.laws.references import find_references

NBSP = "\u00a0"


def _parsed(text: str, layout: Layout = Layout.LINE_PER_PARAGRAPH) -> list[tuple[str, list[str]]]:
    found = parse_clauses(text, layout=layout, noise_lines=frozenset())
    return [(c.label, [text[s.start : s.end] for s in c.paragraphs]) for c in found]


def test_labels_alone_on_a_line_with_letters_behind_bullets() -> None:
    text = f"7.1{NBSP}\n\n  • a.{NBSP} One.{NBSP}\n{NBSP}\n  • b.{NBSP} Two.\n7.2{NBSP} Three.\nFour."
    assert _parsed(text) == [("7.1a", ["One."]), ("7.1b", ["Two."]), ("7.2", ["Three.", "Four."])]


def test_a_number_that_goes_backwards_or_leaves_the_article_opens_no_clause() -> None:
    assert _parsed("7.5.1 See\n4.7. Then on.\n8.1 other", Layout.WRAPPED) == [
        ("7.5.1", ["See\n4.7. Then on.\n8.1 other"])
    ]


def test_a_letter_out_of_sequence_is_text() -> None:
    assert _parsed("7.1 a. One.\nc. Not a clause.\nb. Two.") == [
        ("7.1a", ["One.", "c. Not a clause."]),
        ("7.1b", ["Two."]),
    ]


def test_text_before_the_first_number_belongs_to_nothing() -> None:
    assert _parsed("A heading\n7.1 One.") == [("7.1", ["One."])]


def test_noise_lines_are_left_out() -> None:
    text = "6.10 dangling:\n7.1 One.\nfooter"
    found = parse_clauses(text, layout=Layout.LINE_PER_PARAGRAPH, noise_lines=frozenset({1, 3}))
    assert [(c.label, len(c.paragraphs)) for c in found] == [("7.1", 1)]


@given(st.text(alphabet="7.12ab •\n\u00a0Xy(),", max_size=200), st.sampled_from(Layout))
def test_any_text_gives_ordered_disjoint_stripped_spans(text: str, layout: Layout) -> None:
    found = parse_clauses(text, layout=layout, noise_lines=frozenset())
    spans = [s for c in found for s in c.paragraphs]
    assert all(a.end <= b.start for a, b in itertools.pairwise(spans))
    assert all(text[s.start : s.end].strip(" \t\u00a0") == text[s.start : s.end] != "" for s in spans)
    numbers = [c.label.rstrip("abcdefghijklmnopqrstuvwxyz") for c in found]
    assert numbers == sorted(numbers, key=label_key)


@given(st.text(max_size=40))
def test_labels_of_any_text_are_canonical_once(text: str) -> None:
    label = canonical_label(text)
    if label is not None:
        assert canonical_label(label) == label
        assert len(parent_label(label)) < len(label)


@given(st.text(max_size=200))
def test_references_point_into_the_text(text: str) -> None:
    for reference in find_references(text):
        assert canonical_label(text[reference.start : reference.end]) == reference.label


def test_references_in_four_languages() -> None:
    texts = {
        "según los artículos 4.3 y\n4.7": ["4.3", "4.7"],
        "conforme al art. 7.7.1 o el artículo 7.5b": ["7.7.1", "7.5b"],
        "De artikelen 4.3 en 4.7 zijn": ["4.3", "4.7"],
        "in artikel 7.5a beschreven": ["7.5a"],
        "under Article 7.4(a), after Articles 4.3 and 4.6": ["7.4a", "4.3", "4.6"],
        "применяются Статьи 4.3 и 4.7, в соответствии со Статьей 7.5.1": ["4.3", "4.7", "7.5.1"],
        "played 7.5 moves in 2014": [],
    }
    for text, labels in texts.items():
        assert [r.label for r in find_references(text)] == labels
