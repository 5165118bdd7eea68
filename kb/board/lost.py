"""How a game was lost, as far as its headers and closing remark say so in one of four languages.

Servers and programs write it into ``[Termination "…"]`` or after the last move: "Time forfeit", "White
forfeits on time", "pierde por tiempo", "wint op tijd", "просрочил время".
"""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum, auto
from functools import cache

import chess

from kb.board.games import RawGame
from kb.laws.editions import Editions, load_editions
from kb.laws.library import corpus_folder

__all__ = ["Loss", "how_lost", "may_be_draw", "winner"]

_HEADERS = ("Termination", "ICCResult")
_WINNERS = {"1-0": chess.WHITE, "0-1": chess.BLACK}


class Loss(StrEnum):
    """What a game was lost by: the ways that give no win to a side that cannot mate."""

    ON_TIME = auto()
    BY_ILLEGAL_MOVE = auto()
    BY_INFRACTION = auto()
    """By breaking a rule that is not named: an illegal move, or something else."""


_ON_TIME = re.compile(
    r"""
    \btime[\s-]?(?:forfeit|out|loss)|\b(?:on|out\s+of|lost\s+by|loses\s+by)\s+time\b|\bran\s+out\s+of\s+time
    |\b(?:overstepped|exceeded)\s+(?:the\s+|his\s+|her\s+)?time|\btime\s+(?:ran\s+out|expired|is\s+up)
    |\bflag\s+(?:fell|fall|down|has\s+fallen)|\bflag[\s-]fall
    |\bpor\s+(?:el\s+)?tiempo\b|\btiempo\s+agotado|\bagot[óo]\s+(?:el|su)\s+tiempo|\bsin\s+tiempo\b
    |\bca(?:[eyí]\w*|ída)\s+(?:de\s+)?(?:la\s+|su\s+)?bandera|\bbandera\s+(?:ca[íi]da|cay[óo])|\bcay[óo]\s+la\s+bandera
    |\b(?:win\w*|wint|gewonnen|winst|won|verlie\w*|verloor|verloren)\s+op\s+tijd\b|\btijds?overschrijding
    |\bvlag\s+(?:is\s+)?(?:gevallen|viel)|\bgevallen\s+vlag|\bdoor\s+(?:de|zijn|haar)\s+vlag
    |\bпросроч\w+|\bпо\s+времени\b|\bвремя\s+(?:истекло|вышло|закончилось|кончилось)
    |\bфлаж?ок\s+упал|\bупа\w+\s+флаж?ок|\bпадени\w+\s+флажка
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BY_ILLEGAL_MOVE = re.compile(
    r"""
    \billegal\s+(?:move|position)
    |\b(?:jugadas?|movimientos?|lances?)\s+(?:ilegal\w*|antirreglamentari\w+|imposibles?)
    |\b(?:onreglementaire|onregelmatige|illegale|ongeldige|onmogelijke)\s+zet
    |\b(?:невозможн|нелегальн|незаконн|неправильн|запрещ[её]нн)\w+\s+ход
    """,
    re.IGNORECASE | re.VERBOSE,
)
_BY_INFRACTION = re.compile(
    r"""
    \brules?\s+infraction|\binfracci[óo]n\s+(?:de|a)\s+(?:las?\s+)?(?:reglas?|leyes)
    |\bovertreding\s+van\s+de\s+(?:spel)?regels|\bнарушени\w+\s+правил
    """,
    re.IGNORECASE | re.VERBOSE,
)
_PATTERNS = (
    (_BY_ILLEGAL_MOVE, Loss.BY_ILLEGAL_MOVE),
    (_ON_TIME, Loss.ON_TIME),
    (_BY_INFRACTION, Loss.BY_INFRACTION),
)


def winner(raw: RawGame) -> chess.Color | None:
    """Tell who won by the Result header, else by the result after the moves; ``None`` for no winner."""
    given = raw.headers.get("Result", "*")
    if given in {"*", "?", ""}:
        given = raw.movetext[-10:].rpartition(" ")[2]
    return _WINNERS.get(given)


def how_lost(raw: RawGame) -> Loss | None:
    """Read what the loser lost by; ``None`` when it is not said, or is none of the ways in :class:`Loss`.

    It does not look at who won, nor whether the remark is true.

    >>> how_lost(RawGame(1, 1, {}, "1. e4 1-0", remark="Black forfeits on time"))
    <Loss.ON_TIME: 'on_time'>
    """
    told = " ".join(filter(None, (*(raw.headers.get(name) for name in _HEADERS), raw.remark)))
    if not told:
        return None
    return next((loss for pattern, loss in _PATTERNS if pattern.search(told)), None)


def may_be_draw(raw: RawGame, loss: Loss) -> bool:
    """Tell whether the Laws of the game's day make it a draw when the winner cannot mate.

    They always did for a fallen flag; for illegal moves only in some editions.  A game without a whole date
    is taken as one of today, one from before the editions held as one of the oldest.
    """
    if loss is Loss.ON_TIME:
        return True
    editions = _editions()
    day = _day(raw.headers.get("Date", ""))
    oldest = next(iter(editions))
    in_force = (
        editions.latest if day is None else next((held for held in editions if held.covers(day)), oldest)
    )
    return in_force.flag("illegal_move.draw_exception")


def _day(written: str) -> date | None:
    try:
        return date.fromisoformat(written.replace(".", "-"))
    except ValueError:
        return None


@cache
def _editions() -> Editions:
    return load_editions(corpus_folder() / "editions.toml")
