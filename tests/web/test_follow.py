"""Follow-up questions change the case before; questions of their own do not."""

from __future__ import annotations

from datetime import date

import pytest

from kb.dialog.request import Request
from kb.laws.library import Library
from kb.rules.facts import Facts, TimeControl
from kb.web.follow import follow_up

TODAY = date(2026, 11, 30)
CASES = {
    "en": "My opponent made an illegal move and pressed the clock",
    "es": "Mi rival hizo un movimiento ilegal y pulsó el reloj",
    "nl": "Mijn tegenstander deed een onreglementaire zet en drukte de klok in",
    "ru": "Соперник сделал невозможный ход и нажал часы",
}


def follow(library: Library, language: str, said: str, facts: Facts | None = None) -> Request | None:
    before = Request(CASES[language], language=language, facts=facts or Facts())
    return follow_up(before, said, ui_language=language, editions=library.editions, today=TODAY)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "and in blitz?"),
        ("es", "¿y en blitz?"),
        ("nl", "en in een snelschaakpartij?"),
        ("ru", "а в блице?"),
    ],
)
def test_another_time_control(library: Library, language: str, said: str) -> None:
    case = follow(library, language, said, Facts(time_control=TimeControl.RAPID))
    assert case is not None
    assert case.facts.time_control is TimeControl.BLITZ
    assert case.question == CASES[language]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "and if it was the third time?"),
        ("es", "¿y si es la tercera vez?"),
        ("nl", "en de derde keer?"),
        ("ru", "а если в третий раз?"),
    ],
)
def test_another_count(library: Library, language: str, said: str) -> None:
    case = follow(library, language, said)
    assert case is not None
    assert case.facts.offence_number == 3


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "and in 2015?"), ("es", "¿y en 2015?"), ("nl", "en in 2015?"), ("ru", "а в 2015 году?")],
)
def test_another_edition(library: Library, language: str, said: str) -> None:
    case = follow(library, language, said)
    assert case is not None
    assert case.edition == "2014"


@pytest.mark.parametrize(
    "said",
    [
        "Blitz: my opponent castled with both hands",
        "and what if he used both hands?",
        "and in this position: 6k1/4Pppp/8/8/8/8/8/6K1 w, blitz?",
        "and then?",
        "in blitz",
        "and " + "so on " * 20 + "in blitz",
        "and what changed in 2018?",
        "¿y qué cambió en 2018?",
        "en welke editie gold in 2016?",
        "а что изменилось в 2018 году?",
    ],
)
def test_a_question_of_its_own_is_not_a_change(library: Library, said: str) -> None:
    assert follow(library, "en", said) is None
