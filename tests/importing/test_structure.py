"""Clauses found whole and under their labels, whatever the layout."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.importing.furniture import Reason
from kb.importing.reading import read_source
from kb.importing.structure import find_clauses
from kb.laws.labels import label_key
from tests.importing.texts import (
    Rule,
    alone,
    bold_markdown,
    decimals,
    find,
    letters,
    lost_lists,
    regulation,
    texts,
    wrapped,
    write,
)

SEEDS = (0, 1, 2)


@pytest.mark.parametrize("seed", SEEDS)
def test_bold_numbers_in_markdown(seed: int) -> None:
    rules = regulation(seed, ("1", "2", "3", "A", "B", "I", "II"))
    assert texts(find(bold_markdown(rules))) == decimals(rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_alone_on_their_lines(seed: int) -> None:
    rules = regulation(seed)
    assert texts(find(alone(rules))) == decimals(rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_wrapped_pages_with_headers_and_page_numbers(seed: int) -> None:
    rules = regulation(seed)
    found = find(wrapped(rules))
    assert texts(found) == decimals(rules)
    assert {a.reason for a in found.aside} == {Reason.HEADER, Reason.PAGE_NUMBER}
    assert all("TEA ROOM" in a.text for a in found.aside if a.reason is Reason.HEADER)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("form", ["{}.", "({})", "{})"])
def test_letters_below_numbers(seed: int, form: str) -> None:
    rules = [r for r in regulation(seed) if len(r.path) < 4]
    assert texts(find(wrapped(rules, lettered=form))) == letters(rules)


def test_numbers_below_letters() -> None:
    rules = regulation(4)
    assert any(len(r.path) == 4 for r in rules)
    assert texts(find(wrapped(rules, lettered="{}."))) == letters(rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_lists_that_lost_their_letters_are_counted_off(seed: int) -> None:
    rules = regulation(seed)
    rules[-1] = Rule(rules[-1].path, "See 1.1.a and 1.2 b and 2.1(c).")  # what references look like decides
    found = find(lost_lists(rules))
    assert texts(found) == letters(rules)
    assert all(f.counted for f in found.found)
    decimal = [*rules[:-1], Rule(rules[-1].path, "See 1.1.1 and 1.2.2 and 2.1.3.")]
    assert texts(find(lost_lists(decimal))) == decimals(decimal)


@pytest.mark.parametrize("seed", SEEDS)
def test_commentary_in_a_wider_column_at_the_foot_of_pages(seed: int) -> None:
    rules = regulation(seed)
    found = find(wrapped(rules, remarks="foot", width=66, wide=90, page=22))
    assert not any("arbiter should" in text for text in texts(found).values())
    right = sum(texts(found).get(label) == words for label, words in decimals(rules).items())
    assert right >= 0.97 * len(rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_commentary_between_the_clauses(seed: int) -> None:
    rules = regulation(seed)
    found = find(wrapped(rules, remarks="between"))
    assert set(texts(found)) == set(decimals(rules))
    right = sum(texts(found)[label] == words for label, words in decimals(rules).items())
    assert right >= 0.93 * len(rules)


def test_clauses_of_many_paragraphs_are_not_taken_for_commentary() -> None:
    clause = "Tea is hot.\n\nIt is poured by the host.\n\nThe guests may help, if they are asked.\n\n"
    text = "# Rules\n\n" + "".join(f"**1.{n}** {clause}" for n in range(1, 20))
    found = find(text)
    assert found.aside == ()
    assert len(texts(found)["1.7"].split()) == len(clause.split())


@given(st.lists(st.integers(1, 3), min_size=2, max_size=12), st.booleans())
def test_any_row_of_numbers_comes_back(steps: list[int], markdown: bool) -> None:
    """Numbers that go on by one, skip one, or go a level down are all found, in order."""
    path, rules = [1, 0], list[Rule]()
    for step in steps:
        deeper = step == 3 and len(path) < 5 and path[-1] > 0
        path = [*path, 1] if deeper else [*path[:-1], path[-1] + step]
        rules.append(Rule(tuple(map(str, path)), "The guest waits for the tea."))
    printed = bold_markdown(rules) if markdown else wrapped(rules)
    assert [c.label for c in find(printed).clauses] == [r.decimal for r in rules]
    assert sorted(decimals(rules), key=label_key) == list(decimals(rules))


def test_a_reference_at_the_beginning_of_a_line_opens_no_clause() -> None:
    text = (
        "Article 4: Tea\n4.1 The kettle is full.\n4.2 Whoever spills tea acts by Articles\n"
        "4.1 and 4.3 of these rules, see also\n4.1. Then the game goes on.\n4.3 The cup is empty.\n"
    )
    assert [c.label for c in find(text).clauses] == ["4.1", "4.2", "4.3"]
    assert texts(find(text))["4.2"].endswith("see also 4.1. Then the game goes on.")


def test_a_misprinted_number_is_read_as_the_one_due_and_told() -> None:
    text = "Appendix D. Cups\n\nD.2.6 Cups:\nD.2.6.1\nA blue one.\nD.6.2.2\nA red one.\nD.2.7 No cup.\n"
    found = find(text)
    assert [c.label for c in found.clauses] == ["D.2.6", "D.2.6.1", "D.2.6.2", "D.2.7"]
    assert [f.printed for f in found.found if f.corrected] == ["D.6.2.2"]


def test_numbers_in_the_wrong_order_are_kept_where_the_layout_is_emphatic() -> None:
    text = "# Article 3: Tea\n\n**3.1** One.\n\n**3.1.2** Two.\n\n**3.1.1** Three.\n\n**3.2** Four.\n"
    found = find(text)
    assert [c.label for c in found.clauses] == ["3.1", "3.1.2", "3.1.1", "3.2"]
    assert [f.label for f in found.found if f.out_of_order] == ["3.1.1"]


def test_a_table_of_contents_is_not_taken_for_the_articles() -> None:
    text = "Article 1: Tea\nArticle 2: Cups\n\nArticle 1: Tea\n1.1 Hot.\n\nArticle 2: Cups\n2.1 Blue.\n"
    found = find(text)
    assert [(c.label, c.heading) for c in found.clauses] == [("1.1", "Tea"), ("2.1", "Cups")]


def test_titles_and_clauses_numbered_without_a_word() -> None:
    text = "HOUSE RULES\n1. Tea\n1.1 Hot.\n1.2 Sweet.\n2. Cups\n2.1 Blue. See also\n1.1 of these rules.\n"
    found = find(text)
    assert [(c.label, c.heading) for c in found.clauses] == [("1.1", "Tea"), ("1.2", "Tea"), ("2.1", "Cups")]


def test_numbers_that_do_not_repeat_the_number_of_their_article() -> None:
    text = (
        "Artikel 7: Thee\n1. De waard schenkt, zie artikel 8.\n2. De gast drinkt:\na) warm, of\nb) koud.\n"
        "Artikel 8: Kopjes\n1. Blauw.\n2. Rood.\n"
    )
    assert list(texts(find(text))) == ["7.1", "7.2", "7.2a", "7.2b", "8.1", "8.2"]


def test_introduction_preface_and_glossary() -> None:
    text = (
        "## Introduction\n\nThis is for tea.\n\n## Preface\n\nBe kind.\n\nBe quick.\n\n# Article 1: Tea\n\n"
        "**1.1** Hot.\n\n# Glossary\n\nThe number tells where a word comes first.\n\n"
        "**cup:** 1.1. A small vessel.\n\n**Tea pot**: See kettle.\n"
    )
    found = texts(find(text))
    assert found["0.1"] == "This is for tea."
    assert found["0.2"] == "Be kind. Be quick."
    assert found["glossary/cup"] == "1.1. A small vessel."
    assert found["glossary/tea pot"] == "See kettle."


def test_cyrillic_letters_of_appendices() -> None:
    text = (
        "# Приложение А. ЧАЙ\n\n**А.1** Горячий.\n\n**A2** Сладкий.\n\n"
        "# Приложение В. КОФЕ\n\n**В.1** Крепкий.\n"
    )
    assert list(texts(find(text))) == ["A.1", "A.2", "B.1"]


def test_letters_spaced_out_and_broken_words_are_closed() -> None:
    text = (
        "Article 1: Tea\n1.1 Each guest keeps h i s / h e r  own cup and the vice-\npresident "
        "the deci-\nsion. The decision of the vice-president stands.\n1.2 Good.\n"
    )
    assert texts(find(text))["1.1"] == (
        "Each guest keeps his/her own cup and the vice-president the decision. "
        "The decision of the vice-president stands."
    )


def test_spans_address_the_cleaned_text_and_the_source() -> None:
    rules = regulation(3)
    source = wrapped(rules)
    found = find(source)
    for clause in found.clauses:
        words = " ".join(source[s.start : s.end] for s in clause.original).split()
        cleaned = " ".join(found.text[s.start : s.end] for s in clause.paragraphs).split()
        assert words == cleaned or words == [clause.printed, *cleaned]
    assert "\f" not in found.text
    assert not re.search(r"[ \t]\n", found.text)


def test_the_same_text_is_understood_the_same_way_twice() -> None:
    text = wrapped(regulation(5), remarks="between")
    assert find(text) == find(text)


def test_a_list_of_a_page_whose_inner_lists_kept_their_letters_is_counted_with_them(tmp_path: Path) -> None:
    inner = "<ol type='a'><li>hot, or</li><li>sweet</li></ol>"
    page = (
        f"<h1>Tea</h1><h2>Article 4: Pots</h2><ol><li>Round.</li><li>The tea is:{inner}</li>"
        f"<li>Or it is: {inner} as 4.2.a, 4.2.b, 4.3.a and 5.1.b say</li></ol>"
        "<h2>Article 5: Cups</h2><ol><li>Blue.</li><li>a) is no letter of a list.</li></ol>"
    )
    found = texts(find_clauses(read_source(write(tmp_path, "tea.html", page))))
    assert [label for label in found if label[0] == "4"] == [
        "4.1",
        "4.2",
        "4.2a",
        "4.2b",
        "4.3",
        "4.3a",
        "4.3b",
    ]
    assert (found["4.2"], found["4.2b"], found["4.3a"]) == ("The tea is:", "sweet", "hot, or")
    assert found["5.2"] == "a) is no letter of a list."


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(map(str, range(20_000))),
        "Article 1: Tea\n1.1 x\n" + "a) x\n" * 20_000,
        "1.1 " + "a b " * 100_000,
        "1.1 " + "a" * 200_000,
        "1.1 " + ". " * 100_000,
        "1.1 " + "-\n" * 20_000,
    ],
    ids=["numbers", "letters", "spaced", "one word", "dots", "hyphens"],
)
def test_texts_made_to_take_long_do_not(text: str) -> None:
    assert len(find(text).clauses) <= 2


@given(st.text(alphabet="7.5 aA(1)\n#*-•Article:\t", max_size=300))
def test_no_text_breaks_the_search_for_clauses(text: str) -> None:
    found = find(text)
    assert len({c.label for c in found.clauses}) == len(found.clauses)
    for clause in found.clauses:
        assert clause.paragraphs
        assert all(0 <= s.start < s.end <= len(found.text) for s in clause.paragraphs)
        assert all(0 <= s.start <= s.end <= len(text) for s in clause.original)
