"""Editions and dates named in a question."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.dialog.edition import EditionRequest, MentionKind, find_edition_request
from kb.laws.editions import load_editions

EDITIONS = load_editions(Path(__file__).resolve().parents[2] / "corpus" / "editions.toml")
TODAY = date(2026, 11, 30)


def _find(text: str) -> EditionRequest:
    return find_edition_request(text, editions=EDITIONS, today=TODAY)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("Under the 2014 rules, what happens?", ("2014",)),
        ("What did the FIDE Laws of Chess 2009 say?", ("2009",)),
        ("reglement van 2014: twee handen", ("2014",)),
        ("volgens de spelregels van 2018", ("2018",)),
        ("по правилам 2017 года", ("2017",)),
        ("po pravilam 2017 goda", ("2017",)),
        ("в редакции 2009-го", ("2009",)),
        ("según la edición 2018", ("2018",)),
        ("con las reglas de 2001", ("2001",)),
        ("in 2016 he castled with two hands", ("2014",)),
        ("Illegal move in rapid in 2016, opponent claims at once", ("2014",)),
        ("en 2015 un jugador...", ("2014",)),
        ("в 2012 году", ("2009",)),
        ("In 2003 a game was found wrong", ("2001",)),
        ("World Blitz 2017: he claimed", ("2017",)),
        ("Кубок мира 2015, армагеддон", ("2014",)),
        ("Carlsen-Inarkiev 2017, was it right?", ("2017",)),
        ("July 2017, classical", ("2017",)),
        ("June 2017, classical", ("2014",)),
        ("el 1 de julio de 2017", ("2017",)),
        ("30 juni 2017", ("2014",)),
        ("30 июня 2009 года", ("2005",)),
        ("01.05.2016", ("2014",)),
        ("on 2017-12-31 and on 2018-01-01", ("2017", "2018")),
        ("on 12/31/2017", ("2017",)),
        ("before July 2017", ("2014",)),
        ("antes de 2018", ("2017",)),
        ("до 2014 года", ("2009",)),
        ("summer of 2004", ("2001",)),
        ("in spring 2017", ("2014",)),
        ("last year he did it", ("2023",)),
        ("hace cinco años", ("2018",)),
        ("el año pasado", ("2023",)),
        ("vorig jaar", ("2023",)),
        ("acht jaar geleden", ("2018",)),
        ("в прошлом году", ("2023",)),
        ("10 лет назад", ("2014",)),
        ("under the current rules", ("2023",)),
        ("las reglas vigentes", ("2023",)),
        ("volgens de huidige regels", ("2023",)),
        ("по действующим правилам", ("2023",)),
        ("He did it in 2017. What is right then and now?", ("2017", "2023")),
        ("En 2016 era derrota. ¿Y hoy?", ("2014", "2023")),
        ("2001 rules or 2018 rules?", ("2001", "2018")),
    ],
)
def test_editions(text: str, ids: tuple[str, ...]) -> None:
    assert _find(text).ids == ids


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I have 2015 Elo and he is rated 2150",
        "my rating is 2014",
        "mi Elo de 2017",
        "рейтинг 2009",
        "the round starts at 20:15",
        "article 7.5.3 and 2018.5",
        "board 2014",
        "a prize of €2018",
        "he paid 2018 euros",
        "40 moves in 2 hours",
        "8/8/8/8/8/8/8/K6k w - - 2014 2018",
        "1. e4 e5 2014. Nf3",
        "what now? he says it is over today",
        "in 20145 games",
        "https://lichess.org/2014/2018",
    ],
)
def test_what_is_no_edition(text: str) -> None:
    assert _find(text).ids == ()


def test_a_bare_year_of_change_tells_the_earlier_edition() -> None:
    (mention,) = _find("in 2014 he castled").mentions
    assert (mention.kind, mention.edition, mention.also) == (MentionKind.DATED, "2014", "2009")
    assert mention.day == date(2014, 12, 31)
    (mention,) = _find("in 2016 he castled").mentions
    assert mention.also is None


def test_this_year_is_today_and_not_its_end() -> None:
    (mention,) = _find("in 2026 he castled").mentions
    assert mention.day == TODAY


def test_a_date_before_the_oldest_edition_is_said_to_be_too_early() -> None:
    (mention,) = _find("under the 1997 rules").mentions
    assert (mention.kind, mention.edition) == (MentionKind.TOO_EARLY, None)


def test_mentions_stand_where_they_say() -> None:
    text = "Was it so in 2016, and by the rules of 2018?"
    assert [text[m.start : m.end] for m in _find(text).mentions] == ["2016", "2018"]
    text = "El 1 de julio de 2017 jugamos"
    (mention,) = _find(text).mentions
    assert mention.day == date(2017, 7, 1)


@given(st.dates(min_value=date(2001, 7, 1), max_value=date(2026, 11, 30)))
def test_written_dates_agree_with_the_editions(day: date) -> None:
    expected = (EDITIONS.on(day).id,)
    for text in (day.isoformat(), f"{day.day}.{day.month}.{day.year}", f"on {day:%d %B %Y} we played"):
        assert _find(text).ids == expected


@given(st.text(max_size=300))
def test_never_raises(text: str) -> None:
    for mention in _find(text).mentions:
        assert 0 <= mention.start < mention.end <= len(text)
