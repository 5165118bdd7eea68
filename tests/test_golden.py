"""Golden answers: the whole text of typical answers in four languages, read and approved by eye."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from kb.desk import Desk
from kb.dialog.request import request_from_mapping

QUESTIONS = {
    "es-two-hands": {"question": "Mi rival enrocó con las dos manos y pulsó el reloj, ¿qué pasa?"},
    "es-knight": {"question": "1.e4 e5 2.Cf3 d6 3.Cxf7 y pulsó el reloj, partida lenta", "edition": "2017"},
    "nl-colours": {"question": "We speelden met verwisselde kleuren, ontdekt op zet 8", "date": "2016-05-01"},
    "nl-second": {"question": "Mijn tweede onreglementaire zet in een snelschaakpartij, verlies ik?"},
    "ru-pawn": {"question": "8/q1P1k3/8/8/8/8/6PP/7K w, 1. c8, пешка осталась, часы нажал. Можно коня?"},
    "ru-found": {"question": "Ладья стоит не на своём поле, никто не знает почему"},
    "en-flag": {
        "question": "White's flag fell, who wins?",
        "fen": "8/8/8/8/8/5k2/5b2/7K w - - 0 1",
        "facts": {"flag": "white"},
    },
    "en-clause": {"question": "What does article 7.4(b) say?"},
    "en-other": {"question": "When may I castle long if the rook is attacked?"},
    "es-off-topic": {"question": "¿Cuál es la mejor apertura contra 1.d4?"},
    "es-only-a-position": {"question": "6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1"},
    "nl-broken-position": {"question": "Kan wit nog mat geven?", "fen": "6k1/5ppp/8/8/8/5PPP/6K1 w - - 0 1"},
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_golden_answer(desk: Desk, name: str, snapshot: SnapshotAssertion) -> None:
    answer = desk.ask(request_from_mapping(QUESTIONS[name]))
    assert f"{answer.topic} {answer.verdict} {answer.route}\n\n{answer.text}" == snapshot
