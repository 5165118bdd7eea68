"""Questions that are only a clause number, in the forms people type."""

from __future__ import annotations

import pytest

from kb.dialog.lookup import asked_label

ASKED = {
    "artículo 7.5.3": "7.5.3",
    "¿Qué dice el artículo 7.2.2?": "7.2.2",
    "art. 7.7.1": "7.7.1",
    "7.4(b)": "7.4b",
    "7.4.b": "7.4b",
    "art 7 5 b": "7.5b",
    "art 7 5 1": "7.5.1",
    "wat zegt artikel 7.5a": "7.5a",
    "toon regel 7.3 van 2014": "7.3",
    "что говорит 7.6?": "7.6",
    "статья 7.5.1": "7.5.1",
    "п. 7.3 правил ФИДЕ": "7.3",
    "Что сказано в статье 7.5.2 российских правил?": "7.5.2",
    "Статья 7.5.2 правил 2014 года": "7.5.2",
    "Что гласит пункт 7.4 Правил вида спорта шахматы?": "7.4",
    "Wat zegt artikel 7.4 van de Nederlandse regels?": "7.4",
    "chto govorit 7.4": "7.4",
    "What does article 7.1(a) say?": "7.1a",
    "rule 9.2": "9.2",
    "A.4.2": "A.4.2",
    "what does 3.8.2.1.1 say": "3.8.2.1.1",
    "что сказано в III.4.2?": "III.4.2",
    "wat zegt B.3.1.2 in de editie van 2018": "B.3.1.2",
    "What does 11.3.2.1 say in the 2018 edition?": "11.3.2.1",
    "¿Qué dice III.4 en la edición de 2023?": "III.4",
}
NOT_ASKED = [
    "he wanted to restart, I found 'rule 7.1 a/b' on the net",
    "blitz 5+3",
    "1.e4 e5 2.Nf3",
    "7.5 minutes left",
    "we played 12 moves",
    "articles 7.5.1 and 7.5.2",
    "what happens under 7.5.1 if the clock was not pressed",
    "",
    "2018",
    "20:15",
]


@pytest.mark.parametrize(("text", "label"), ASKED.items())
def test_asked(text: str, label: str) -> None:
    assert asked_label(text) == label


@pytest.mark.parametrize("text", NOT_ASKED)
def test_not_asked(text: str) -> None:
    assert asked_label(text) is None
