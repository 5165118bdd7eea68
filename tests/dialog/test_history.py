"""Questions about the editions themselves: taken in four languages, and nothing else is."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.desk import Desk
from kb.dialog.answer import Answer, RefusalReason, Route
from kb.dialog.history import Asks, HistoryQuestion, asked_history
from kb.dialog.request import Request
from kb.laws.library import Library

TODAY = date(2026, 11, 30)

IN_FORCE = {
    "which edition applied on 2016-05-01": "2014",
    "Which rules were in force in 2017?": "2017",
    "What version of the FIDE laws applied on 12 May 2019?": "2018",
    "Hi, which edition of the laws of chess was in force in March 2010?": "2009",
    "¿qué reglamento valía en mayo de 2016?": "2014",
    "¿Qué edición estaba en vigor el 1 de mayo de 2016?": "2014",
    "¿Qué reglas regían en 2003?": "2001",
    "Welke editie gold er in 2016": "2014",
    "welke regels golden op 1 juli 2017?": "2017",
    "Welke spelregels waren in 2006 van kracht?": "2005",
    "какая редакция действовала 1 мая 2016 года?": "2014",
    "Какие правила действовали в мае 2016 года?": "2014",
    "по каким правилам играли в 2010 году?": "2009",
}
# Question -> the editions told about, and the topic if one is named.
CHANGED = {
    "what changed for me in 2018?": ("2018", ""),
    "What's new in 2023?": ("2023", ""),
    "what changed about two hands in 2018": ("2018", "two_hands"),
    "How did the rule on reversed colours change in 2017?": ("2017", "colours_reversed"),
    "What has changed since 2017?": ("2018 2023", ""),
    "what changed between 2014 and 2018 about two hands?": ("2017 2018", "two_hands"),
    "¿Qué cambió para mí en 2018?": ("2018", ""),
    "¿Qué novedades hubo en 2023?": ("2023", ""),
    "¿Qué cambió en 2018 sobre mover con las dos manos?": ("2018", "two_hands"),
    "¿Qué ha cambiado desde 2018?": ("2023", ""),
    "wat is er veranderd in 2018?": ("2018", ""),
    "Wat is er in 2018 veranderd over twee handen?": ("2018", "two_hands"),
    "welke regels zijn er in 2017 gewijzigd?": ("2017", ""),
    "что изменилось в 2023 году?": ("2023", ""),
    "Что изменилось в 2018 году про ход двумя руками?": ("2018", "two_hands"),
    "какие изменения были в 2017 году?": ("2017", ""),
    "что изменилось с 2018 года?": ("2023", ""),
}
ORDINARY = [
    "what changes if I castle with two hands in 2018?",
    "What happened in 2018 if you castled with both hands?",
    "My opponent castled with two hands in 2018, what changed?",
    "Under the 2014 rules, what if a player castles with both hands?",
    "In 2016 I lost after two illegal moves, which rules applied to my blitz game?",
    "Which rules apply to two hands in 2018?",
    "What is the new rule if he presses the clock without moving?",
    "What is different between rapid and blitz?",
    "The clock times were changed by the arbiter, what now?",
    "what changed?",
    "I changed my mind about the piece, what now?",
    "¿Qué pasaba en 2015 si alguien enrocaba con las dos manos?",
    "que cambia si no hay suficientes arbitros en una partida de 10 minutos",
    "¿Qué reglas rigen para el enroque?",
    "En 2016 cambió la torre de casilla, ¿qué hago?",
    "¿Qué pieza tengo que mover?",
    "¿qué ha cambiado?",
    "wat verandert er als de arbiter bij elk bord blijft staan tijdens het blitzen?",
    "wat is er nieuw aan mijn klok?",
    "Wat moet ik doen als de stelling is veranderd?",
    "Welke zet is onreglementair?",
    "wat is de straf in 2018?",
    "что изменится, если соперник сдаст партию?",
    "Кто изменил время на часах?",
    "какие правила действуют при взятии на проходе?",
    "что будет, если сходить двумя руками в 2018 году?",
    "Ход изменён, что делать?",
]


def read(library: Library, text: str) -> HistoryQuestion | None:
    return asked_history(text, editions=library.editions, today=TODAY)


def ask(desk: Desk, question: str, **more: str) -> Answer:
    return desk.ask(Request(question, **more))


@pytest.mark.parametrize("question", IN_FORCE)
def test_which_edition_applied(desk: Desk, library: Library, question: str) -> None:
    asked = read(library, question)
    assert asked is not None
    assert asked.asks is Asks.IN_FORCE
    answer = ask(desk, question)
    assert answer.route is Route.TEXT
    assert answer.topic == "editions"
    assert answer.edition == IN_FORCE[question]
    assert IN_FORCE[question] in answer.parts[0].headline


@pytest.mark.parametrize("question", CHANGED)
def test_what_changed(desk: Desk, question: str) -> None:
    editions, topic = CHANGED[question]
    answer = ask(desk, question)
    assert answer.route is Route.TEXT
    assert answer.topic == (topic or "editions")
    (part,) = answer.parts
    assert part.steps
    assert part.steps_heading == "history.changes"
    for edition in editions.split():
        assert edition in part.headline
    assert answer.edition == editions.split()[-1]
    for step in part.steps:
        assert step.numbers
        assert step.citations or step.rule
        assert step.text in answer.text


@pytest.mark.parametrize("question", ORDINARY)
def test_ordinary_questions_are_left_alone(library: Library, question: str) -> None:
    assert read(library, question) is None


def test_no_question_of_ours_about_the_board_is_taken(library: Library) -> None:
    for own in library.ours.values():
        for questions in own.questions.values():
            for question in questions:
                assert read(library, question) is None, question


def test_only_changes_of_rule_are_told_with_clauses_before_and_after(desk: Desk) -> None:
    answer = ask(desk, "what changed in 2018?")
    numbers = {step.text.partition(":")[0]: step.numbers for step in answer.parts[0].steps}
    assert numbers["Moving with two hands"] == ("7.7.1 → 7.5.4",)
    assert numbers["Pressing the clock without moving"] == ("7.8.1 → 7.5.3",)
    assert not any("Draw when the opponent cannot mate" in step.text for step in answer.parts[0].steps)
    assert any("Draw when the opponent cannot mate 7.5.3 → 7.5.5" in note for note in answer.notes)


def test_an_official_text_of_the_new_edition_is_cited_where_held(desk: Desk) -> None:
    step = ask(desk, "what changed about two hands in 2017?").parts[0].steps[0]
    assert [c.quote.document for c in step.citations] == ["es-2017"]
    assert step.rule is None
    step = ask(desk, "what changed about two hands in 2018?").parts[0].steps[0]
    assert not step.citations
    assert step.rule is not None


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what changed in 2016?", "No new edition"),
        ("wat veranderde er in 2016?", "geen nieuwe editie"),
        ("¿qué cambió en 2016?", "ninguna edición nueva"),
        ("что изменилось в 2016 году?", "не вступала в силу"),
        ("what changed about the turned board in 2018?", "no change of rule"),
        ("what changed about the turned board in 2005?", "cannot be said"),
        ("what changed about phones in 2017?", "only follow the clause number"),
        ("what changed in 2001?", "oldest known here"),
        ("which rules applied in 2017?", "depends on the day"),
        ("which rules applied in 2016?", "Throughout 2016"),
        ("which rules applied in 2001?", "From 1 July 2001"),
        ("which rules apply now?", "Now the 2023 edition"),
        ("which rules applied in May 2016?", "In May 2016"),
        ("which rules applied on 31 December 2016?", "On 31 December 2016"),
        ("which rules applied 10 years ago?", "Throughout 2016"),
        ("welke regels golden vorig jaar?", "Heel 2025"),
    ],
)
def test_what_is_said_of_years_and_topics_without_a_change(desk: Desk, question: str, said: str) -> None:
    answer = ask(desk, question)
    assert said in answer.parts[0].headline
    assert answer.text.startswith(answer.parts[0].headline)


@pytest.mark.parametrize(
    ("question", "editions"),
    [
        ("which edition applied on 30 June 2017 and 1 July 2017?", ["2014", "2017"]),
        ("which edition applied between 2013 and 2015?", ["2009", "2014"]),
        ("which edition applied on 1 May 2017 or in 2018?", ["2014", "2018"]),
        ("which edition applied in 1995 and 2010?", ["2009"]),
        ("which edition applied on 31 June 2017?", ["2014"]),
        ("which edition applied on 2017-06-31?", ["2014"]),
    ],
)
def test_every_date_named_is_told_and_a_day_no_month_has_is_its_last(
    desk: Desk, question: str, editions: list[str]
) -> None:
    answer = ask(desk, question)
    assert re.findall(r"the (\d{4}) edition", answer.parts[0].headline) == editions
    assert answer.edition == editions[-1]


def test_before_the_oldest_edition_it_is_refused(desk: Desk) -> None:
    for question in ("which rules applied in 1999?", "what changed in 1997?"):
        answer = ask(desk, question)
        assert answer.refusal is not None
        assert answer.refusal.reason is RefusalReason.NOT_IN_TEXTS
        assert "2001" in answer.refusal.message


def test_the_edition_and_the_day_of_the_form_count_where_the_words_name_none(desk: Desk) -> None:
    answer = desk.ask(Request("which rules apply?", date=date(2016, 5, 1)))
    assert answer.edition == "2014"
    answer = desk.ask(Request("how did the rule on two hands change?", edition="2017"))
    assert answer.edition == "2017"
    assert len(answer.parts[0].steps) == 1


def test_an_edition_set_beside_the_question_goes_before_its_words(desk: Desk) -> None:
    assert desk.ask(Request("what changed in 2018?", edition="2023")).edition == "2023"
    assert desk.ask(Request("which rules applied in 2016?", edition="2009")).edition == "2009"


def test_a_position_with_the_question_goes_to_the_judge(desk: Desk) -> None:
    answer = desk.ask(
        Request("what changed in 2018?", fen="6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1", moves="1. e8")
    )
    assert answer.topic != "editions"


@given(st.text(alphabet="what changedin20148?¿qué вчтоизмен ", max_size=170))
def test_any_text_is_read_quickly_or_left(library: Library, text: str) -> None:
    found = read(library, text)
    assert found is None or found.asks in Asks
