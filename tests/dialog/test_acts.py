"""Acts named in a question."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from kb.dialog.acts import Act, act_mentions, acts_from_words

_GOLDEN = tomllib.loads((Path(__file__).parent / "golden_acts.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("act", _GOLDEN)
def test_each_act_in_four_languages(act: str) -> None:
    missing = [lang for lang, text in _GOLDEN[act].items() if Act(act) not in acts_from_words(text, lang)]
    assert missing == []


@pytest.mark.parametrize(
    ("language", "text", "act"),
    [
        ("en", "he did not castle with both hands", Act.TWO_HANDS),
        ("en", "we shook hands", Act.TWO_HANDS),
        ("en", "the flag on the wall", Act.KING_CAPTURED),
        ("es", "nos dimos las manos", Act.TWO_HANDS),
        ("nl", "we gaven elkaar de hand", Act.TWO_HANDS),
        ("ru", "мы пожали руки", Act.TWO_HANDS),
        ("ru", "После 2. Сh6 белые переключили часы", Act.BOARD_TURNED),
        ("ru", "Он нажал на часы, я ещё не ходил", Act.PRESSED_WITHOUT_MOVE),
        ("ru", "Судья видел, сколько минут мне добавят?", Act.ARBITER_ASKED_TO_STEP_IN),
        ("nl", "De arbiter zag het, hoeveel minuten krijg ik?", Act.ARBITER_ASKED_TO_STEP_IN),
        ("nl", "Mag de arbiter de partij nu nog stopzetten?", Act.ARBITER_ASKED_TO_STEP_IN),
        ("en", "he pressed the clock without putting the queen back up", Act.PRESSED_WITHOUT_MOVE),
        ("en", "he pressed the clock without promoting", Act.PRESSED_WITHOUT_MOVE),
        ("es", "apretó el reloj sin levantar la dama", Act.PRESSED_WITHOUT_MOVE),
        ("es", "le dio al reloj sin coronar", Act.PRESSED_WITHOUT_MOVE),
        ("es", "¿usar dos manos al enrocar contaba como jugada ilegal?", Act.CASTLED_ILLEGALLY),
        ("en", "What should the arbiter do?", Act.ARBITER_ASKED_TO_STEP_IN),
        ("es", "¿Qué debe hacer el árbitro?", Act.ARBITER_ASKED_TO_STEP_IN),
    ],
)
def test_what_is_denied_or_something_else(language: str, text: str, act: Act) -> None:
    assert act not in acts_from_words(text, language)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "How do I sign up for the club championship?"),
        ("es", "¿Cuál es una buena receta de paella?"),
        ("nl", "Wat is een goed recept voor appeltaart?"),
        ("ru", "Сколько стоит билет на поезд?"),
    ],
)
def test_other_questions_name_no_offence(language: str, text: str) -> None:
    assert [m for m in act_mentions(text, language) if m.act is not Act.LOCAL_RULE_MENTIONED] == []


def test_told_or_only_asked() -> None:
    (told,) = [m for m in act_mentions("He castled with two hands.", "en") if m.act is Act.TWO_HANDS]
    (asked,) = [m for m in act_mentions("Can I castle with two hands?", "en") if m.act is Act.TWO_HANDS]
    assert told.told
    assert not asked.told


@pytest.mark.parametrize(
    ("language", "text", "act"),
    [
        ("en", "I hit the clock by accident without having made a move", Act.PRESSED_WITHOUT_MOVE),
        ("en", "he pressed the clock before he moved", Act.PRESSED_WITHOUT_MOVE),
        ("es", "mi rival pulsa el reloj sin hacer ninguna jugada", Act.PRESSED_WITHOUT_MOVE),
        ("es", "pulsó el reloj antes de mover", Act.PRESSED_WITHOUT_MOVE),
        ("es", "enrocó de forma ilegal", Act.CASTLED_ILLEGALLY),
        ("es", "moví el alfil como si fuera un caballo", Act.ILLEGAL_MOVE),
        ("en", "Should the arbiter do something?", Act.ARBITER_ASKED_TO_STEP_IN),
        ("es", "¿Debe intervenir el árbitro?", Act.ARBITER_ASKED_TO_STEP_IN),
    ],
)
def test_other_ways_of_saying_it(language: str, text: str, act: Act) -> None:
    assert act in acts_from_words(text, language)


def test_spans_are_the_words() -> None:
    text = "So he used both hands, see?"
    assert [text[m.start : m.end] for m in act_mentions(text, "en")] == ["both hands"]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("el tablero estaba mal puesto", "es"),
        ("доска стояла неправильно", "ru"),
        ("the board was set up the wrong way round", "en"),
    ],
)
def test_a_board_placed_wrongly_is_no_wrong_set_up(text: str, language: str) -> None:
    acts = acts_from_words(text, language)
    assert Act.BOARD_TURNED in acts
    assert Act.SETUP_WRONG not in acts
