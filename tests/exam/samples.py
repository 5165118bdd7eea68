"""Questions made by hand, of every format, for what stores, prints and marks them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from kb.dialog.answer import Citation
from kb.exam.attempts import Placed
from kb.exam.types import Format, MarkingPoint, Option, Paper, PointKind, Question
from kb.laws.library import open_library
from kb.laws.quotes import quote_clause
from kb.rules.ruling import Verdict

PAWN_LEFT = "8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1"
CASTLED = "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 1"

_TEXTS = {
    "en": {
        "stem": "In a standard game White moves the pawn to the last rank, leaves it and presses the clock.",
        "ask": "What do you rule?",
        "right": "The pawn becomes a queen and Black gets two minutes.",
        "wrong": ("The game goes on.", "White loses.", "The pawn goes back and Black gets one minute."),
        "why": "An illegal move; <the pawn> counts as promoted & the opponent is given time.",
        "impossible": "This position cannot arise by legal moves.",
    },
    "nl": {
        "stem": "In een gewone partij zet wit de pion op de laatste rij, laat die staan en drukt de klok in.",
        "ask": "Wat beslis je?",
        "right": "De pion wordt een dame en zwart krijgt twee minuten.",
        "wrong": ("De partij gaat door.", "Wit verliest.", "De pion gaat terug, zwart krijgt een minuut."),
        "why": "Een onreglementaire zet; <de pion> geldt als gepromoveerd & de tegenstander krijgt tijd.",
        "impossible": "Deze stelling kan niet door reglementaire zetten ontstaan.",
    },
    "es": {
        "stem": "En una partida estándar, las blancas dejan el peón en la última fila y pulsan el reloj.",
        "ask": "¿Qué decides?",
        "right": "El peón pasa a ser dama y las negras reciben dos minutos.",
        "wrong": ("La partida sigue.", "Pierden las blancas.", "El peón vuelve; un minuto a las negras."),
        "why": "Es un movimiento ilegal; <el peón> cuenta como coronado & el rival recibe tiempo.",
        "impossible": "Esta posición no puede darse con movimientos legales.",
    },
    "ru": {
        "stem": "В классической партии белые оставили пешку на восьмой горизонтали и нажали часы.",
        "ask": "Ваше решение?",
        "right": "Пешка становится ферзём, чёрные получают две минуты.",
        "wrong": ("Игра продолжается.", "Белые проигрывают.", "Пешка возвращается, чёрным минута."),
        "why": "Это невозможный ход; <пешка> считается превращённой & сопернику добавляют время.",
        "impossible": "Такая позиция не может возникнуть в результате возможных ходов.",
    },
}


def question(
    form: Format = Format.CHOICE, language: str = "en", *, number: int = 1, topic: str = "", marks: int = 0
) -> Question:
    """Return a question of a format; those of other numbers differ in id alone."""
    texts = _TEXTS[language]
    closed = form not in {Format.OPEN, Format.CLOCKS}
    return Question(
        id=f"{form}-{language}-{number}",
        generator=f"hand_{form}",
        seed=number,
        language=language,
        edition="2018",
        topic=topic or ("two_hands" if form is Format.FIND else "promotion_not_replaced"),
        format=form,
        difficulty=2,
        marks=marks or (1 if closed else 3),
        stem=str(texts["stem"]),
        ask=str(texts["ask"]),
        fen=None if form in {Format.FIND, Format.CLAUSE} else PAWN_LEFT,
        attempted="c7c8" if form is Format.CHOICE else None,
        pgn="1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4" if form is Format.FIND else None,
        announced=str(texts["impossible"]) if form is Format.EDITION else "",
        options=_options(language) if closed else (),
        points=() if closed else _points(language),
        verdict=Verdict.QUEEN_2MIN,
        key=str(texts["right"]),
        explanation=(str(texts["why"]), str(texts["right"])),
        citations=citations(language),
    )


@cache
def citations(language: str) -> tuple[Citation, ...]:
    """Return the clause of a held text, with our translation where it is in another language."""
    library = open_library()
    document = library.document("es-2017")
    return tuple(
        Citation(
            quote=one,
            text=one.read(document),
            status=str(document.status),
            edition=document.edition,
            language=document.language,
            same_rule=True,
            translation="" if language == "es" else library.ours[language].translation("es-2017", "7.5.2"),
        )
        for one in quote_clause(document, "7.5.2")
    )


def paper(language: str = "en", *, minutes: int = 0, pass_percent: int = 0, each: int = 1) -> Paper:
    """Return a paper with ``each`` questions of every format."""
    questions = tuple(question(form, language, number=n) for form in Format for n in range(1, each + 1))
    return Paper(language, "2018", 7, "practice", minutes, pass_percent, questions)


def placed(made: Paper, *, part: str = "paper", wrong_costs: Fraction = Fraction(0)) -> tuple[Placed, ...]:
    """Return the questions of a paper, all in one part."""
    return tuple(Placed(one, part, wrong_costs) for one in made.questions)


def _options(language: str) -> tuple[Option, ...]:
    texts = _TEXTS[language]
    wrong = [Option(text, right=False, why=str(texts["why"])) for text in texts["wrong"]]
    return (wrong[0], Option(str(texts["right"]), right=True, why=str(texts["why"])), *wrong[1:])


def _points(language: str) -> tuple[MarkingPoint, ...]:
    texts = _TEXTS[language]
    return (
        MarkingPoint(PointKind.VERDICT, 1, ("QUEEN_2MIN",), str(texts["right"])),
        MarkingPoint(PointKind.MINUTES, 1, ("2",), "2"),
        MarkingPoint(PointKind.WHOSE_CLOCK, 1, ("black",), str(texts["right"])),
    )
