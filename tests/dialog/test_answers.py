"""Composed answers: what is cited, labelled, said to differ, in four languages."""

from __future__ import annotations

import pytest

from kb.desk import rule_on
from kb.dialog.answer import Part
from kb.dialog.citing import Citer
from kb.dialog.compose import compose_part, edition_line, public_topic
from kb.dialog.render import render_text
from kb.dialog.request import Request
from kb.dialog.wording import localised_san
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.quotes import folded
from kb.laws.topics import Scope, TopicRef
from kb.messages import catalogue
from kb.rules.facts import Facts
from kb.rules.judge import judge_all
from kb.rules.reasoning import Case

EDITIONS = ("2001", "2005", "2009", "2014", "2017", "2018", "2023")


def _part(library: Library, ref: TopicRef, edition: str, language: str, facts: Facts | None = None) -> Part:
    case = Case(ref, facts or Facts())
    rulings = judge_all(case, library.editions, library.topics)
    return compose_part(library, case, rulings, {}, library.editions.get(edition), language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_aspect_is_worded_in_every_language_and_edition(
    library: Library, edition: str, language: str
) -> None:
    law = library.editions.get(edition)
    for aspect in library.topics.aspects:
        part = _part(library, aspect.ref, edition, language)
        assert part.headline
        assert part.rule is not None
        assert part.rule.text == library.ours[language].restatement(
            aspect.ref, aspect.rules[edition]
        ) or part.aspect != str(aspect.ref)
        assert part.steps
        for step in part.steps:
            assert step.text
            assert not (step.citations and step.rule)
            if step.numbers:
                assert step.citations or step.rule
            for citation in step.citations:
                assert library.read(citation.quote) == citation.text
        known = {n for path in aspect.numbers for n in law.texts(path)}
        if part.aspect == str(aspect.ref):
            assert set(part.rule.numbers) == known


@pytest.mark.parametrize("language", LANGUAGES)
def test_citations_settle_the_matter_own_language_first(library: Library, language: str) -> None:
    for topic in library.topics:
        for aspect in topic.aspects:
            part = _part(library, aspect.ref, "2023", language)
            own = [d.id for d in library.in_language(language)]
            if aspect.governing(own[0]):
                assert part.citations[0].quote.document == own[0]
            if topic.scope is Scope.POINTER:
                assert not part.citations
            for citation in part.citations:
                foreign = citation.language != language
                assert bool(citation.translation) is (foreign and citation.quote.paragraph == 1)


def test_a_quote_says_whether_its_edition_has_the_same_rule(library: Library) -> None:
    part = _part(library, TopicRef("colours_reversed", "wrong_player_white"), "2023", "en")
    same = {c.quote.document: c.same_rule for c in part.citations}
    assert same == {"es-2017": True, "nl-2014": False, "ru-2014": False, "en-2001": False}


def test_steps_quote_only_texts_with_the_very_rule(library: Library) -> None:
    part = _part(library, TopicRef("colours_reversed", "wrong_player_white"), "2014", "es")
    documents = {c.quote.document for s in part.steps for c in s.citations}
    assert documents == {"nl-2014", "ru-2014", "en-2001"}


def test_known_divergences_stand_beside_the_quote(library: Library) -> None:
    part = _part(library, TopicRef("displaced_pieces_by_player", "clock_and_arbiter"), "2017", "es")
    assert part.citations[0].quote.clause == "7.4.2"
    assert part.citations[0].note


def test_fast_play_penalties_are_not_quoted_from_article_7(library: Library) -> None:
    from kb.rules.facts import TimeControl

    ref = TopicRef("promotion_not_replaced", "pawn_left")
    blitz = _part(library, ref, "2018", "es", Facts(time_control=TimeControl.BLITZ))
    standard = _part(library, ref, "2018", "es", Facts(time_control=TimeControl.STANDARD))
    assert "7.5.3" not in {c.quote.clause for c in blitz.citations if c.quote.document == "es-2017"}
    assert "7.5.3" in {c.quote.clause for c in standard.citations if c.quote.document == "es-2017"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_ours_is_labelled_as_ours(library: Library, language: str) -> None:
    words = catalogue(language)
    answer = rule_on(library, Request(question="", language=language, edition="2018"), "two_hands")
    label = words.text("label.ours", edition="2018", numbers="7.5.4")
    assert label in answer.text
    if language != "es":
        assert words.text("label.translation") in answer.text
    assert words.text("label.other_rule") in answer.text


def test_text_shows_every_section_that_has_content(library: Library) -> None:
    answer = rule_on(library, Request(question="", language="en"), "colours_reversed")
    assert answer.parts[0].needs
    for expected in ("moves", "Why:", "Other editions", "Facts used:", "es-2017, clause 7.3"):
        assert expected in answer.text
    assert render_text(answer) == answer.text


def test_edition_lines_have_dates_in_the_language(library: Library) -> None:
    law = library.editions.get("2014")
    assert edition_line(law, "es").count("2014") == 2
    assert "июля" in edition_line(law, "ru")
    assert "juli" in edition_line(law, "nl")


def test_public_names(library: Library) -> None:
    assert public_topic(library, TopicRef("two_hands", "two_hands_used")) == "two_hands"
    assert public_topic(library, TopicRef("castling", "when_allowed")) == "out_of_scope"
    assert public_topic(library, TopicRef("promotion_other", "choice_final")) == "touch_move"
    assert public_topic(library, TopicRef("out_of_scope", "off_topic")) == "out_of_scope"


def test_clause_numbers_asked_for_are_cited_whole(library: Library) -> None:
    citer = Citer(library, "en", "2001")
    quotes = citer.for_clause(library.document("en-2001"), "7.5")
    assert [c.quote.paragraph for c in quotes] == [1, 2]


@pytest.mark.parametrize(
    ("san", "language", "local"),
    [
        ("Qxe5+", "es", "Dxe5+"), ("Nf3", "nl", "Pf3"), ("Kd2", "ru", "Крd2"), ("O-O-O", "es", "0-0-0"),
        ("e8=N#", "ru", "e8=К#"), ("Bb5", "en", "Bb5"),
    ],
)  # fmt: skip
def test_moves_in_local_letters(san: str, language: str, local: str) -> None:
    assert localised_san(san, language) == local


def test_folding_keeps_every_word() -> None:
    assert folded("a\nb\u00a0 c  d") == "a b c d"


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_verdict_never_depends_on_the_language(library: Library, edition: str) -> None:
    for topic in library.topics:
        verdicts = {
            rule_on(library, Request(question="", language=language, edition=edition), topic.id).verdict
            for language in LANGUAGES
        }
        assert len(verdicts) == 1, topic.id
