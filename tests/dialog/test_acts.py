"""Acts named in a question."""

from __future__ import annotations

import pytest

from kb.dialog.acts import Act, act_mentions, acts_from_words


@pytest.mark.parametrize(
    ("act", "texts"),
    [
        (Act.TWO_HANDS, ("I castled with both hands", "enroqué con las dos manos", "ik rokeerde met twee handen",
                         "я рокировался двумя руками")),
        (Act.PRESSED_WITHOUT_MOVE, ("he pressed the clock without making a move", "pulsó el reloj sin mover",
                                    "hij drukte de klok in zonder een zet te doen", "он нажал часы без хода")),
        (Act.PAWN_NOT_REPLACED, ("he left the pawn on c8 and pressed", "dejó el peón en c8 y pulsó",
                                 "hij liet de pion op c8 staan en klokte", "он не заменил пешку и нажал часы")),
        (Act.UPTURNED_ROOK, ("promoted to an upside down rook", "puso una torre invertida",
                             "hij zette een omgekeerde toren neer", "поставил перевёрнутую ладью")),
        (Act.ROOK_MOVED_DIAGONALLY, ("the rook moved diagonally", "la torre se movió en diagonal",
                                     "de toren ging diagonaal", "ладья пошла по диагонали")),
        (Act.KING_CAPTURED, ("he captured my king", "me comí el rey", "ik sloeg zijn koning", "он съел моего короля")),
        (Act.KING_LEFT_IN_CHECK, ("he left his king in check", "dejó su rey en jaque",
                                  "hij liet zijn koning schaak staan", "он оставил короля под шахом")),
        (Act.BOTH_KINGS_IN_CHECK, ("both kings are in check", "los dos reyes están en jaque",
                                   "beide koningen staan schaak", "оба короля под шахом")),
        (Act.STALEMATE, ("it is stalemate", "está ahogado", "het is pat", "на доске пат")),
        (Act.RESIGNED, ("he resigned", "él abandonó", "hij gaf op", "он сдался")),
        (Act.COLOURS_REVERSED, ("we played with the wrong colours", "jugamos con los colores cambiados",
                                "we speelden met verwisselde kleuren", "мы перепутали цвет фигур")),
        (Act.SETUP_WRONG, ("king and queen were swapped at the start", "el rey y la dama estaban cambiados",
                           "koning en dame stonden verwisseld", "король и ферзь стояли наоборот")),
        (Act.BOARD_TURNED, ("the board was turned the wrong way", "el tablero estaba girado",
                            "het bord lag verkeerd", "доска лежала неправильно")),
        (Act.LIGHT_SQUARE_ON_RIGHT, ("there was a white corner on the right", "la casilla blanca a la derecha",
                                     "een wit veld rechtsonder", "белое поле справа")),
        (Act.PIECES_KNOCKED, ("I knocked over a bishop", "tiré varias figuras", "ik gooide stukken om",
                              "я уронил слона")),
        (Act.BOTH_FLAGS, ("both flags fell", "cayeron ambas banderas", "beide vlaggen vielen", "оба флага упали")),
        (Act.LOCAL_RULE_MENTIONED, ("our club rules say otherwise", "el reglamento del club dice otra cosa",
                                    "ons clubreglement zegt iets anders", "по регламенту турнира")),
        (Act.AGREED_TO_CORRECT, ("we both agreed to correct it", "de mutuo acuerdo seguimos", "in onderling overleg",
                                 "по обоюдному согласию")),
    ],
)  # fmt: skip
def test_each_act_in_four_languages(act: Act, texts: tuple[str, str, str, str]) -> None:
    for language, text in zip(("en", "es", "nl", "ru"), texts, strict=True):
        assert act in acts_from_words(text, language), (language, text)


@pytest.mark.parametrize(
    ("language", "text", "act"),
    [
        ("en", "he did not castle with both hands", Act.TWO_HANDS),
        ("en", "we shook hands", Act.TWO_HANDS),
        ("en", "the flag on the wall", Act.KING_CAPTURED),
        ("es", "nos dimos las manos", Act.TWO_HANDS),
        ("nl", "we gaven elkaar de hand", Act.TWO_HANDS),
        ("ru", "мы пожали руки", Act.TWO_HANDS),
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


def test_spans_are_the_words() -> None:
    text = "So he used both hands, see?"
    assert [text[m.start : m.end] for m in act_mentions(text, "en")] == ["both hands"]
