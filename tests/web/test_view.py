"""Answers as HTML: every part is there, in the reader's language, and nothing comes through unescaped."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.desk import rule_on
from kb.dialog.answer import Answer, NeededFact, Part, Refusal, RefusalReason, Route
from kb.dialog.request import Request
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.quotes import folded
from kb.messages import catalogue
from kb.rules.facts import Facts, TimeControl
from kb.rules.ruling import Verdict
from kb.web.view import (
    choices,
    edition_rows,
    examples,
    render_answer,
    render_clause,
    render_header,
    render_notice,
    render_question,
    render_welcome,
)

TODAY = date(2026, 11, 30)
PAWN = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"
EVIL = "<img src=x onerror=alert(1)>\"'&{{7*7}}${1}</article><script>x</script>"
VOID = {"img", "input", "br", "link", "meta"}


class Seen(HTMLParser):
    """A slow reading of a page: its tags, its attributes, its text; unbalanced tags are an error."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return folded(" ".join(self.words))


def ask(library: Library, language: str, topic: str = "promotion_not_replaced", **more: str) -> Answer:
    request = Request("", language=language, fen=PAWN, moves="e7e8", **more)
    return rule_on(library, request, topic, today=lambda: TODAY)


def shown(answer: Answer, library: Library, request: Request | None = None) -> str:
    return render_answer(answer, request or Request("?"), library, number=1)


# -- every part is shown --------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_shows_all_it_has(library: Library, language: str) -> None:
    answer = ask(library, language)
    page = Seen(shown(answer, library))
    part = answer.parts[0]
    assert page.text.index(part.headline) < page.text.index(folded(part.citations[0].text))
    for said in (answer.edition_line, part.title, *part.now, *part.facts_text, *part.proof):
        assert folded(said) in page.text
    for step in part.steps:
        assert step.text in page.text
        assert all(number in page.text for number in step.numbers)
    for citation in part.citations:
        assert folded(citation.text) in page.text
        assert f"{citation.quote.document}, " in page.text
        assert folded(citation.translation) in page.text
        assert citation.note in page.text
    assert part.rule is not None
    assert part.rule.text in page.text
    words = catalogue(language)
    assert words.text("ui.ours_badge") in page.text
    assert words.text("ui.translation_badge") in page.text
    alternatives = [value for name, value in page.attributes if name == "alt"]
    assert len(alternatives) == 2
    assert any(part.restored in (alt or "") for alt in alternatives if part.restored)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_answer_shows_other_editions_and_time_controls(library: Library, language: str) -> None:
    answer = rule_on(library, Request("", language=language), "two_hands", today=lambda: TODAY)
    page = Seen(shown(answer, library))
    part = answer.parts[0]
    assert part.tempos
    assert all(summary in page.text for _, _, summary in part.tempos)
    differing = [o for o in part.other_editions if not o.same]
    assert differing
    assert all(o.summary in page.text for o in differing)
    assert {"ins", "del"} <= set(page.tags)
    assert all(document in page.text for document in part.absent)


def test_foreign_quotes_name_their_language_for_readers_aloud(library: Library) -> None:
    page = Seen(shown(ask(library, "ru"), library))
    assert {("lang", "es"), ("lang", "nl"), ("lang", "ru")} <= set(page.attributes)


def test_quotes_with_another_rule_say_so(library: Library) -> None:
    answer = ask(library, "en")
    page = Seen(shown(answer, library))
    others = [c for c in answer.parts[0].citations if not c.same_rule]
    assert others
    assert page.text.count(catalogue("en").text("ui.other_rule")) >= len(others)


def test_the_plain_text_for_copying_is_the_answers_own(library: Library) -> None:
    answer = ask(library, "nl")
    found = re.search(r'<template class="plain">(.*?)</template>', shown(answer, library), re.DOTALL)
    assert found is not None
    assert html.unescape(found[1]) == answer.text


def test_the_link_asks_the_same_again(library: Library) -> None:
    request = Request("two hands", edition="2018", facts=Facts(time_control=TimeControl.BLITZ))
    page = Seen(shown(ask(library, "en"), library, request))
    query = dict(page.attributes)["data-query"]
    assert query == "q=two+hands&edition=2018&f.time_control=blitz"


def test_a_case_too_long_for_a_link_says_what_to_do_instead(library: Library) -> None:
    page = Seen(shown(ask(library, "es"), library, Request("x " * 4000)))
    assert catalogue("es").text("ui.share_long") in page.text
    assert ("data-act", "share") not in page.attributes


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_what_can_be_asked(library: Library, language: str) -> None:
    message = catalogue(language).text("refusal.out_of_scope")
    refusal = Refusal(RefusalReason.OUT_OF_SCOPE, message)
    answer = Answer("", "?", Route.REFUSAL, language, "2023", "line", (), refusal, ("note",), "text")
    page = Seen(shown(answer, library))
    assert message in page.text
    assert "note" in page.text
    assert examples(language)[0] in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fact_asked_for_comes_as_buttons(library: Library, language: str) -> None:
    outcomes = (("< 10", Verdict.NEW_GAME, "a new game"), (">= 10", Verdict.CONTINUE, "goes on"))
    need = NeededFact("moves_played", "How many moves?", outcomes)
    first = ask(library, language)
    answer = replace(first, parts=(replace(first.parts[0], needs=(need,)),))
    page = Seen(shown(answer, library))
    assert "How many moves?" in page.text
    assert [v for k, v in page.attributes if k == "data-value"] == ["9", "10"]
    labels = [c.label for c in choices(need, catalogue(language))]
    assert all(label in page.text for label in labels)
    assert "9" not in labels[0]


def test_named_values_are_worded() -> None:
    verdict = Verdict.LOSS
    need = NeededFact("flag", "?", (("white", verdict, "a"), ("black", verdict, "b")))
    assert [(c.value, c.label) for c in choices(need, catalogue("en"))] == [
        ('"white"', "White's"),
        ('"black"', "Black's"),
    ]
    need = NeededFact("touched_first", "?", (("pawn", verdict, "a"), ("other piece", verdict, "b")))
    assert [c.label for c in choices(need, catalogue("nl"))] == ["pion", "een ander stuk"]
    need = NeededFact("clock_pressed", "?", (("true", verdict, "a"), ("false", verdict, "b")))
    assert [c.value for c in choices(need, catalogue("ru"))] == ["true", "false"]


# -- nothing comes through unescaped -----------------------------------------------------


def _evil_parts(part: Part) -> Part:
    return replace(
        part,
        title=EVIL,
        headline=EVIL,
        now=(EVIL,),
        doubts=(EVIL,),
        facts_text=(EVIL,),
        proof=(EVIL,),
        replacements=(EVIL,),
        absent=(EVIL,),
        steps=tuple(replace(s, text=EVIL, numbers=(EVIL,)) for s in part.steps),
        citations=tuple(replace(c, text=EVIL, translation=EVIL, note=EVIL) for c in part.citations),
        rule=replace(part.rule, text=EVIL, confidence=EVIL) if part.rule else None,
        other_editions=tuple(replace(o, summary=EVIL) for o in part.other_editions),
        tempos=tuple((t, v, EVIL) for t, v, _ in part.tempos),
        needs=(NeededFact(EVIL, EVIL, ((EVIL, Verdict.LOSS, EVIL),)),),
    )


def test_every_text_of_an_answer_is_escaped(library: Library) -> None:
    clean = ask(library, "en")
    before = Seen(shown(clean, library))
    evil = replace(
        clean, edition_line=EVIL, notes=(EVIL,), text=EVIL, parts=tuple(_evil_parts(p) for p in clean.parts)
    )
    page = Seen(shown(evil, library, Request(EVIL)))
    assert set(page.tags) <= set(before.tags) | {"section", "button", "strong", "span", "ins", "del", "h4"}
    assert "script" not in page.tags
    assert not [name for name, _ in page.attributes if name.startswith("on")]
    assert page.text.count("onerror=alert(1)") > 20


@given(st.text(max_size=200))
def test_whatever_is_asked_is_shown_as_text(said: str) -> None:
    page = Seen(render_question(Request(said, fen=said, pgn=said), said, language="en", follows=False))
    assert set(page.tags) <= {"div", "p", "code"}
    assert set(page.attributes) <= {("class", name) for name in ("question", "you", "asked", "with")} | {
        ("dir", "auto")
    }


def test_a_long_game_is_not_repeated_whole() -> None:
    page = render_question(Request("?", pgn="1. e4 " * 9999), "?", language="en", follows=True)
    assert len(page) < 1000
    assert catalogue("en").text("ui.follow_up") in page


# -- the pieces around ---------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_visit_shows_real_examples(language: str) -> None:
    page = Seen(render_welcome(language))
    questions = [value for name, value in page.attributes if name == "data-question"]
    assert questions == list(examples(language))
    assert len(set(questions)) == 5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_head_offers_every_language_by_its_own_name(language: str) -> None:
    page = Seen(render_header(language))
    assert all(catalogue(code).text("ui.language_name") in page.text for code in LANGUAGES)
    assert page.attributes.count(("aria-current", "true")) == 1


def test_a_notice_is_announced() -> None:
    page = Seen(render_notice("ui.bad_request", language="en", field=EVIL))
    assert ("role", "alert") in page.attributes
    assert page.tags == ["div", "p"]


def _clauses(library: Library) -> Iterator[tuple[str, str]]:
    for document in library.documents.values():
        yield from ((document.id, clause.label) for clause in document.clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_held_clause_can_be_looked_at(library: Library, language: str) -> None:
    for document, label in _clauses(library):
        page = Seen(render_clause(library, document, label, language))
        assert folded(library.document(document).clause_text(label)) in page.text


# -- comparing ------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["2001", "2014", "2018", "2023"])
def test_the_table_holds_every_edition_once(library: Library, edition: str) -> None:
    request = Request("", language="en", edition=edition)
    answer = rule_on(library, request, "two_hands", today=lambda: TODAY)
    rows = edition_rows(answer.parts[0], answer, library)
    ids = library.editions.ids
    found: list[str] = []
    for row in rows:
        first, _, last = row.editions.partition("–")
        found += ids[ids.index(first) : ids.index(last or first) + 1]
    assert tuple(found) == ids
    assert [row.editions for row in rows if row.asked] == [edition]


def test_where_all_editions_agree_there_is_no_table(library: Library) -> None:
    answer = ask(library, "en")
    same = tuple(replace(o, same=True) for o in answer.parts[0].other_editions)
    assert edition_rows(replace(answer.parts[0], other_editions=same), answer, library) == ()
