"""The head of the pages: the same everywhere, in every language, below any prefix."""

from __future__ import annotations

import re

import pytest

from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.navigation import Section, header, section_path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("section", Section)
def test_every_section_and_language_is_one_click_away(language: str, section: Section) -> None:
    head = header(language, section, root="/chess")
    links = re.findall(r'href="(/chess/[^"]*)"', head)
    others = [f"/chess/{section_path(section, code)}" for code in LANGUAGES]
    sections = [f"/chess/{section_path(one, language)}" for one in Section]
    assert links == [*others, *sections]
    assert head.count('aria-current="page"') == head.count('aria-current="true"') == 1
    assert catalogue(language).text("nav.label") in head.replace("&#39;", "'")


def test_the_switch_of_languages_keeps_the_rest_of_the_address() -> None:
    head = header("nl", Section.EXAM, root="", below="/teacher", query="?seed=7&count=2")
    assert 'href="/exam/ru/teacher?seed=7&amp;count=2"' in head


def test_only_the_chat_begins_a_new_conversation() -> None:
    assert [("data-act-new" in header("en", section, root="..")) for section in Section] == [
        section is Section.CHAT for section in Section
    ]
