"""The desk end to end on the real texts: quotes, editions, look-ups, refusals, hostile input."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kb.desk import Desk
from kb.dialog.answer import Answer, RefusalReason, Route
from kb.dialog.request import MAX_QUESTION, Request, request_from_mapping
from kb.errors import RequestError
from kb.laws.library import Library

LANGUAGES = ("es", "nl", "ru", "en")
KNOCKED = {
    "es": "He volcado mi torre con el codo, ¿a costa de qué reloj la recoloco?",
    "nl": "Ik gooide met mijn elleboog een toren om, op wiens klok zet ik hem terug?",
    "ru": "Локтем опрокинул ладью, за счёт чьего времени ставить обратно?",
    "en": "My elbow toppled a rook of mine, on whose clock do I stand it up again?",
}
OWN = {"es": "es-2017", "nl": "nl-2014", "ru": "ru-2014", "en": "en-2001"}
PUT_RIGHT = {"es-2017": "7.4.1", "nl-2014": "7.4", "ru-2014": "7.4", "en-2001": "7.3"}


def ask(desk: Desk, question: str, **more: object) -> Answer:
    return desk.ask(request_from_mapping({"question": question, **more}))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_in_the_askers_language_with_every_held_text(desk: Desk, language: str) -> None:
    answer = ask(desk, KNOCKED[language])
    assert answer.language == language
    assert answer.topic == "displaced_pieces_by_player"
    assert str(answer.verdict) == "RESTORE_OWN_TIME"
    assert answer.edition == "2023"
    cited = [(c.quote.document, c.quote.clause) for c in answer.citations]
    assert cited[0] == (OWN[language], PUT_RIGHT[OWN[language]])
    assert dict(cited) == PUT_RIGHT
    for citation in answer.citations:
        document = desk.library.document(citation.quote.document)
        assert citation.text == document.text[citation.quote.start : citation.quote.end]
        assert bool(citation.translation) is (document.language != language)


def test_same_question_same_bytes(desk: Desk) -> None:
    texts = {json.dumps(ask(desk, KNOCKED["en"]).to_json(), ensure_ascii=False) for _ in range(3)}
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("more", "edition"),
    [
        ({}, "2023"),
        ({"edition": "2014"}, "2014"),
        ({"date": "2016-05-01"}, "2014"),
        ({"date": "2017-09-01"}, "2017"),
        ({"facts": {"edition_asked": ["2017", "2018"]}}, "2018"),
        ({"edition": "current"}, "2023"),
    ],
)
def test_edition_is_the_one_asked_about(desk: Desk, more: dict[str, object], edition: str) -> None:
    assert ask(desk, KNOCKED["en"], **more).edition == edition


def test_edition_named_in_the_words(desk: Desk) -> None:
    assert ask(desk, "Under the 2014 rules, what if a player castles with both hands?").edition == "2014"
    assert ask(desk, "¿Qué pasaba en 2015 si alguien enrocaba con las dos manos?").edition == "2014"


def test_other_editions_that_decide_differently_are_named(desk: Desk) -> None:
    answer = ask(desk, "Our colours were swapped and we are 15 moves in. Do we restart?")
    assert str(answer.verdict) == "CONTINUE"
    others = {o.edition: str(o.verdict) for o in answer.parts[0].other_editions if not o.same}
    assert others == dict.fromkeys(("2001", "2005", "2009", "2014"), "CONTINUE_UNLESS_ARBITER")


def test_documents_without_the_rule_are_named_not_quoted(desk: Desk) -> None:
    answer = ask(desk, "Hij rokeerde met twee handen en drukte de klok in")
    assert answer.topic == "two_hands"
    assert {c.quote.document for c in answer.citations} == {"es-2017"}
    assert set(answer.parts[0].absent) == {"en-2001", "nl-2014", "ru-2014"}
    assert answer.citations[0].translation


@pytest.mark.parametrize(
    ("question", "document", "label"),
    [
        ("artículo 7.5.3", "es-2017", "7.5.3"),
        ("7.4(b)", "en-2001", "7.4b"),
        ("что говорит 7.6?", "ru-2014", "7.6"),
        ("art 7 5 b", "nl-2014", "7.5b"),
    ],
)
def test_clauses_by_number(desk: Desk, question: str, document: str, label: str) -> None:
    answer = ask(desk, question)
    assert answer.route is Route.TEXT
    assert (answer.citations[0].quote.document, answer.citations[0].quote.clause) == (document, label)


def test_every_held_clause_can_be_asked_for_in_its_language(desk: Desk, library: Library) -> None:
    for document in library.documents.values():
        for clause in document.clauses:
            if "¶" in clause.label:
                continue
            answer = ask(desk, clause.label, language=document.language)
            first = answer.citations[0].quote
            assert (first.document, first.clause) == (document.id, clause.label)


def test_the_same_number_elsewhere_is_pointed_out(desk: Desk) -> None:
    answer = ask(desk, "статья 7.5.2")
    assert answer.citations[0].quote.document == "ru-2014"
    assert any("es-2017 7.5.2" in note for note in answer.notes)


def test_a_number_of_an_edition_without_held_text_is_explained_not_quoted(desk: Desk) -> None:
    answer = ask(desk, "article 7.5.4", edition="2018")
    assert answer.topic == "two_hands"
    assert not answer.citations
    assert answer.parts[0].rule is not None


def test_an_unknown_number_is_refused_with_what_is_held(desk: Desk) -> None:
    answer = ask(desk, "article 7.99")
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.NOT_IN_TEXTS
    assert "es-2017" in answer.refusal.message


@pytest.mark.parametrize(
    "question",
    [
        "¿Cuánto cuesta un billete de tren a Sevilla?",
        "Welke wijn past bij mosselen?",
        "Какая завтра погода в Самаре?",
        "Which laptop should I buy?",
        "¿Cómo subo mi elo más rápido?",
    ],
)
def test_off_topic_is_refused(desk: Desk, question: str) -> None:
    answer = ask(desk, question)
    assert answer.route is Route.REFUSAL
    assert answer.refusal is not None
    assert not answer.citations


def test_other_articles_are_refused_with_their_clause(desk: Desk) -> None:
    answer = ask(desk, "Do I have to write down my moves when I have four minutes left?")
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.NOT_IN_TEXTS
    assert "8.1.1" in answer.refusal.message
    assert str(answer.verdict) == "OTHER_ARTICLE"
    assert answer.topic == "out_of_scope"


def test_two_questions_in_one_text_get_two_parts(desk: Desk) -> None:
    answer = ask(
        desk, "I knocked over my rook, whose time do I use? And we had reversed colours, do we restart?"
    )
    assert [part.topic for part in answer.parts] == ["displaced_pieces_by_player", "colours_reversed"]
    assert answer.parts[1].title in answer.text


def test_a_position_goes_to_the_judge(desk: Desk) -> None:
    answer = ask(
        desk,
        "Can I have a knight? The pawn is still there.",
        fen="8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1",
        moves="1. c8",
    )
    assert answer.route is Route.RULING
    assert str(answer.verdict) == "QUEEN_2MIN"
    assert answer.parts[0].restored is not None
    assert "Q" in answer.parts[0].restored


def test_unreadable_board_field_is_refused_with_an_example(desk: Desk) -> None:
    answer = ask(desk, "mate?", fen="9/8/8/8/8/8/8/8 w")
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.UNREADABLE_POSITION
    assert "6k1/4Pppp" in answer.refusal.message


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"question": "x", "edition": "1999"}, "edition"),
        ({"question": "x", "date": "yesterday"}, "date"),
        ({"question": "x", "date": "1990-01-01"}, "date"),
        ({"question": "x", "language": "fr"}, "language"),
        ({"question": 5}, "question"),
        ({"question": "x", "colour": "red"}, "colour"),
        ({"question": "x", "facts": {"offence_number": 0}}, "facts.offence_number"),
        ({"question": "x", "facts": {"mood": "angry"}}, "facts.mood"),
        ({"question": "x", "facts": {"time_control": "bullet"}}, "facts.time_control"),
        ({"question": "x", "facts": []}, "facts"),
    ],
)
def test_malformed_requests_name_the_field(desk: Desk, data: dict[str, object], field: str) -> None:
    with pytest.raises(RequestError) as caught:
        desk.ask(request_from_mapping(data))
    assert caught.value.field == field
    assert caught.value.hint


HOSTILE = [
    "",
    "   \n\t ",
    "\0\0\0",
    "\ud800 lone surrogate two hands",
    "\u202e\u200f two hands \u202c",
    "<script>alert(1)</script> two hands <img src=x onerror=alert(1)>",
    "😀😀😀🔥",
    "¿Qué? Wat? Что? What? двумя руками twee handen dos manos two hands",
    "a" * 100_000,
    "7." * 50_000,
    "(" * 20_000,
    "rnbqkbnr/" * 5_000,
    "1.e4 " * 20_000,
    "%00%0a${jndi:ldap://x}' OR 1=1 --",
    "\ufdfa" * 3000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_input_is_answered_or_refused(desk: Desk, text: str) -> None:
    answer = desk.ask(Request(question=text))
    assert answer.text
    json.dumps(answer.to_json(), ensure_ascii=False).encode()


def test_long_questions_are_cut_and_say_so(desk: Desk) -> None:
    answer = desk.ask(Request(question=KNOCKED["en"] + " please" * 2000))
    assert any(str(MAX_QUESTION) in note for note in answer.notes)


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.text(max_size=120), st.sampled_from([None, *LANGUAGES]))
def test_any_text_gives_an_answer(desk: Desk, text: str, language: str | None) -> None:
    answer = desk.ask(Request(question=text, language=language))
    assert answer.text
    assert answer.language in LANGUAGES
    assert answer.to_json()["verdict"]


def test_default_edition_follows_the_day(desk: Desk) -> None:
    old = Desk(desk.library, desk.finder, today=lambda: date(2010, 1, 1))
    assert ask(old, KNOCKED["en"]).edition == "2009"


@pytest.mark.parametrize("rank", ["9", "7", "ppxppppp", "0"])
def test_a_damaged_position_inside_a_question_is_refused_with_an_example(desk: Desk, rank: str) -> None:
    answer = ask(desk, f"rnbqkbnr/pppppppp/{rank}/8/8/8/PPPPPPPP/RNBQKBNR w")
    assert answer.refusal is not None
    assert answer.refusal.reason is RefusalReason.UNREADABLE_POSITION
    assert rank in answer.refusal.message
