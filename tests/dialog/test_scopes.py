"""What a question asserts and what it only denies, asks, imagines or quotes."""

from __future__ import annotations

import pytest

from kb.dialog.facts import facts_from_words
from kb.dialog.lexicon import read
from kb.dialog.patterns import Match
from kb.dialog.scopes import outermost


def _pressed(text: str, language: str) -> bool | None:
    return facts_from_words(text, language).facts.clock_pressed


@pytest.mark.parametrize(
    ("language", "told", "not_told"),
    [
        ("en", "He pressed the clock.", "Can he press the clock?"),
        ("en", "I pressed the clock.", "Must I press the clock?"),
        ("en", "I pressed the clock.", "What if I had pressed the clock?"),
        ("en", "I pressed the clock.", 'He told the arbiter: "I pressed the clock".'),
        ("en", "I pressed the clock.", "I wanted to press the clock."),
        ("en", "I pressed the clock.", "Is it a rule that the hand that moved presses the clock?"),
        ("es", "Pulsé el reloj.", "¿Puedo pulsar el reloj?"),
        ("es", "Él pulsó el reloj.", "¿Quién debe pulsar el reloj?"),
        ("es", "Pulsé el reloj.", "¿Y si hubiera pulsado el reloj?"),
        ("nl", "Ik drukte de klok in.", "Mag ik de klok indrukken?"),
        ("nl", "Hij drukte op de klok.", "Wie drukt op de klok?"),
        ("nl", "Ik heb geklokt.", "Als ik had geklokt, was het dan anders?"),
        ("ru", "Я нажал часы.", "Можно нажать часы?"),
        ("ru", "Он нажал на часы.", "Кто должен нажать часы?"),
        ("ru", "Я нажал часы.", "А если бы я нажал часы?"),
    ],
)  # fmt: skip
def test_events(language: str, told: str, not_told: str) -> None:
    assert _pressed(told, language) is True
    assert _pressed(not_told, language) is None


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I did not press the clock"),
        ("en", "I haven't pressed yet"),
        ("en", "he took it back before pressing the clock"),
        ("es", "no pulsé el reloj"),
        ("es", "todavía no he pulsado"),
        ("nl", "ik heb de klok niet ingedrukt"),
        ("nl", "ik heb nog niet geklokt"),
        ("ru", "я не нажал часы"),
        ("ru", "часы я не нажимал"),
    ],
)
def test_denied_is_a_fact_of_its_own(language: str, text: str) -> None:
    assert _pressed(text, language) is False


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I did not replace the pawn and pressed the clock"),
        ("es", "no cambié el peón y pulsé el reloj"),
        ("nl", "hij verving de pion niet en drukte de klok in"),
        ("ru", "он не заменил пешку и нажал часы"),
    ],
)
def test_a_negation_ends_at_the_joint(language: str, text: str) -> None:
    assert _pressed(text, language) is True


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "If I press the clock without a move for the second time in a classical game, do I lose?"),
        ("es", "Si por segunda vez hago una jugada ilegal en una partida clásica, ¿pierdo?"),
        ("nl", "Als ik voor de tweede keer een illegale zet doe in een klassieke partij, verlies ik dan?"),
        ("ru", "Если я второй раз сделаю невозможный ход в классике, я проиграл?"),
    ],
)
def test_an_if_clause_tells_the_case_where_nothing_else_does(language: str, text: str) -> None:
    facts = facts_from_words(text, language).facts
    assert (facts.offence_number, str(facts.time_control)) == (2, "standard")


def test_an_if_clause_after_the_case_departs_from_it() -> None:
    text = "He made an illegal move in a rapid game. And if it is his second offence?"
    assert facts_from_words(text, "en").facts.offence_number is None


def test_outermost_keeps_the_longest() -> None:
    inner, outer, other = (Match("x.y", 1, 2, None), Match("x.y", 0, 3, None), Match("x.y", 3, 4, None))
    assert outermost((inner, outer, other)) == (outer, other)
    assert outermost((inner, inner)) == (inner, inner)


def test_reading_is_the_same_every_time() -> None:
    text = "I pressed the clock with both hands, второй раз, la segunda vez"
    read.cache_clear()
    first = read(text, "en")
    read.cache_clear()
    assert read(text, "en") == first
