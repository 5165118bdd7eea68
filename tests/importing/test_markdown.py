"""Markdown without its markup, and lists whose marks are lost: whose paragraph is whose."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.importing.readers.markdown import looks_like_markdown, markdown_lines
from tests.importing.texts import find, texts

LOST = """# House rules

- [Article 9: Tea](#article-9-tea)
  - [A. Cups](#a-cups)

Compare 9.1.a and 9.2(b) and 9.2 c.

### Article 9: Tea

1. Titles
   1. The host  pours.
   2. A guest may offer:
      1. a biscuit<br/>
of any kind, or
      2. sugar.
   - a loose remark in a list
2. Tea is cold when:
   1. it has stood, or
   2. it was never hot.

   Both are judged by the guests, as in (a)
   and (b) above.
1. The kettle
   1. is blue
   1. is full.

    The kettle is called full when it runs over.
1. Last of all.<br/>
Then everybody goes home.

## APPENDICES

### A. Cups

1. Cups are **blue**.

Sample list:

    1. one 2. two 3. three

### Guidelines for washing up

1. Washing
   1. Hot water.
"""


def test_lists_that_lost_their_marks_and_the_paragraphs_among_them() -> None:
    found = texts(find(LOST))
    assert found["9.1a"] == "The host pours."
    assert found["9.1"] == "Titles a loose remark in a list"
    assert found["9.1b"] == "A guest may offer:"
    assert found["9.1b1"] == "a biscuit of any kind, or"
    assert found["9.2"] == "Tea is cold when: Both are judged by the guests, as in (a) and (b) above."
    assert found["9.2b"] == "it was never hot."
    assert found["9.3b"] == "is full."
    assert found["9.3"] == "The kettle The kettle is called full when it runs over."
    assert found["9.4"] == "Last of all. Then everybody goes home."
    assert found["A.1"] == "Cups are blue. Sample list: 1. one 2. two 3. three"
    assert found["B.1a"] == "Hot water."
    assert "A.2" not in found


@pytest.mark.parametrize("indent", ["   ", "    "])
def test_captions_do_not_end_the_list_they_stand_in(indent: str) -> None:
    nested = f"{indent}1. "
    text = (
        "### Article 3: Cups\n\n1. Two ways of pouring:\n" + nested + "slowly, or\n" + nested + "at once:\n\n"
        "Before the guest pours\nAfter the guest pours\n\n" + nested + "The right is lost:\n"
        f"{indent * 2}1. when the pot is empty\n{indent * 2}1. when it is cold\n" + nested + "Cups wait.\n"
        "1. The tray:\n\n```\nDIAGRAM\n```\n\n1. Rows are counted.\n\n"
        "### A. Rapid tea\n\n1. Fast.\n1. Faster, see 3.1.a.\n\n### B. Blitz tea\n\n1. Fastest.\n"
    )
    found = texts(find(text))
    assert found["3.1c"] == "The right is lost:"
    assert (found["3.1c1"], found["3.1c2"]) == ("when the pot is empty", "when it is cold")
    assert (found["3.1d"], found["3.3"]) == ("Cups wait.", "Rows are counted.")
    assert found["3.2"] == "The tray: DIAGRAM"
    assert (found["A.2"], found["B.1"]) == ("Faster, see 3.1.a.", "Fastest.")


def test_metadata_between_joined_files_is_no_text() -> None:
    matter = "---\ntitle: Article 2\nsidebar_label: pots\ntags:\n  - tea\n---\n"
    text = f"{matter}# Article 1: Tea\n\n**1.1** Hot.\n\n{matter}# Article 2: Pots\n\n**2.1** Round.\n"
    ruled = "# Article 3: Cups\n\n**3.1** Blue.\n\n---\n\n**3.2** Red.\n\n---\n\n**3.3** White.\n"
    assert texts(find(text + ruled)) == {
        "1.1": "Hot.",
        "2.1": "Round.",
        "3.1": "Blue.",
        "3.2": "Red.",
        "3.3": "White.",
    }


def test_a_fence_around_a_whole_text_hides_no_clause() -> None:
    rules = "\n\n".join(f"**1.{n}** Cup {n} is washed." for n in range(1, 15))
    found = texts(find(f"```\n# Article 1: Tea\n\n{rules}\n```\n"))
    assert [label for label in found if "." in label] == [f"1.{n}" for n in range(1, 15)]


def test_a_second_list_under_a_clause_is_part_of_its_words() -> None:
    text = (
        "### Article 1: Tea\n\n1. Cups:\n   1. blue\n   2. red\n\n   Notes\n   1. wash them\n   2. dry them\n"
        "1. Saucers, compare 1.1.a, 1.1.b, 1.1.c.\n### Article 2: Pots\n\n1. One.\n"
    )
    found = texts(find(text))
    assert found["1.1"] == "Cups: Notes wash them dry them"
    assert [label for label in found if label.startswith("1.1")] == ["1.1", "1.1a", "1.1b"]


def test_markup_is_taken_off() -> None:
    text = (
        "# Title #\n\n**7.1** See [Article 2](./two), `code`, ~~no~~, a\\*b and <sub>x</sub>.\n\n"
        "![picture](a.png)\n\n| a | b |\n|---|---|\n| c | d |\n\nTitle two\n---------\n"
    )
    lines = markdown_lines(text)
    assert [line.text for line in lines] == [
        "Title",
        "7.1 See Article 2, code, ~~no~~, a*b and  x .",
        "a\tb",
        "c\td",
        "Title two",
    ]
    assert [line.heading for line in lines] == [1, 0, 0, 0, 1]
    assert lines[1].strong == 3


def test_what_is_markdown_and_what_is_not() -> None:
    assert looks_like_markdown("# A\n\n**1.1** x\n\n**1.2** y\n")
    assert looks_like_markdown("#RULES\n##Article 1\n1.1\n##Article 2\n")
    assert not looks_like_markdown("Article 1\n1.1 x *y*\n1.2 z\n")


@given(st.text(alphabet="#*_-`[]()<>!|123. \nab", max_size=200))
def test_lines_of_any_markdown_stand_in_the_text(text: str) -> None:
    for line in markdown_lines(text):
        assert line.text.strip()
        assert 0 <= line.start < line.end <= len(text)
        assert "\n" not in text[line.start : line.end]
