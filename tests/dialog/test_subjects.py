"""Who did it."""

from __future__ import annotations

import pytest

from kb.dialog.facts import facts_from_words
from kb.rules.facts import Party


@pytest.mark.parametrize(
    ("language", "text", "party"),
    [
        ("en", "I castled with both hands", Party.ME),
        ("en", "Castled with both hands and hit the clock", Party.ME),
        ("en", "My opponent castled with both hands", Party.OPPONENT),
        ("en", "she knocked over my king", Party.OPPONENT),
        ("en", "White castled with both hands", Party.WHITE),
        ("en", "A child castled with both hands", None),
        ("en", "A child castled, then he knocked over a rook", None),
        ("en", "I am the arbiter: he castled with both hands", None),
        ("en", "It was her second illegal move", Party.OPPONENT),
        ("en", "my third illegal move", Party.ME),
        ("es", "Enroqué con las dos manos", Party.ME),
        ("es", "Mi rival enrocó con las dos manos", Party.OPPONENT),
        ("es", "Las negras enrocaron con las dos manos", Party.BLACK),
        ("es", "Un niño enrocó con las dos manos", None),
        ("es", "es mi segunda jugada ilegal", Party.ME),
        ("nl", "Ik rokeerde met twee handen", Party.ME),
        ("nl", "Gisteren rokeerde ik met twee handen", Party.ME),
        ("nl", "Mijn tegenstander rokeerde met twee handen", Party.OPPONENT),
        ("nl", "Zwart rokeerde met twee handen", Party.BLACK),
        ("nl", "Een kind rokeerde met twee handen", None),
        ("nl", "dit is zijn derde onreglementaire zet", Party.OPPONENT),
        ("ru", "Я рокировался двумя руками", Party.ME),
        ("ru", "Рокировался двумя руками", Party.ME),
        ("ru", "Соперник рокировался двумя руками", Party.OPPONENT),
        ("ru", "Чёрные рокировались двумя руками", Party.BLACK),
        ("ru", "Ребёнок рокировался двумя руками", None),
        ("ru", "у соперника это второй невозможный ход", Party.OPPONENT),
    ],
)
def test_offender(language: str, text: str, party: Party | None) -> None:
    assert facts_from_words(text, language).facts.offender is party


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "We played with the wrong colours"),
        ("en", "The arbiter saw an illegal move"),
        ("es", "Jugamos con los colores cambiados"),
        ("nl", "De arbiter zag een onreglementaire zet"),
        ("ru", "Мы перепутали цвет фигур"),
        ("ru", "Невозможный ход увидел судья"),
    ],
)
def test_nobody_is_blamed_without_words_for_it(language: str, text: str) -> None:
    assert facts_from_words(text, language).facts.offender is None
