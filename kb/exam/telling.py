"""Putting scenes into words: sides in the right case, the Laws, the kind of play, clock times."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

import chess

from kb.dates import long_date
from kb.exam.trust import Play
from kb.laws.editions import Edition
from kb.messages import Arg, Catalogue, Message, catalogue, msg
from kb.rules.facts import TimeControl

__all__ = ["Teller", "clock_text", "play_key"]

_SIDES = {
    ("subject", True): "question.side.subject.white",
    ("subject", False): "question.side.subject.black",
    ("receiver", True): "question.side.receiver.white",
    ("receiver", False): "question.side.receiver.black",
    ("owner", True): "question.side.owner.white",
    ("owner", False): "question.side.owner.black",
}
_KINDS = {
    "standard": "question.play.standard",
    "rapid": "question.play.rapid",
    "rapid_full": "question.play.rapid_full",
    "rapid_part": "question.play.rapid_part",
    "blitz": "question.play.blitz",
    "blitz_full": "question.play.blitz_full",
    "blitz_part": "question.play.blitz_part",
}
_WHERE = {
    "standard": "question.where.standard",
    "rapid": "question.where.rapid",
    "rapid_full": "question.where.rapid_full",
    "rapid_part": "question.where.rapid_part",
    "blitz": "question.where.blitz",
    "blitz_full": "question.where.blitz_full",
    "blitz_part": "question.where.blitz_part",
}


class Teller:
    """Words the messages of one question in one language."""

    def __init__(self, language: str, player: chess.Color = chess.WHITE) -> None:
        self.language = language
        self._words: Catalogue = catalogue(language)
        self._roles: dict[str, Arg] = {
            "player": msg(_SIDES["subject", player]),
            "opponent": msg(_SIDES["subject", not player]),
            "receiver": msg(_SIDES["receiver", not player]),
            "owner": msg(_SIDES["owner", player]),
            "rival": msg(_SIDES["owner", not player]),
        }
        names = sorted({self._words.text(name) for name in _SIDES.values()}, key=len, reverse=True)
        self._sentence_start = re.compile(rf"(?:^|(?<=[.!?] ))({'|'.join(map(re.escape, names))})\b")

    def say(self, message: Message | str, /, **more: Arg) -> str:
        """Word one message; the sides are at hand as places, and begin a sentence with a capital."""
        named = message if isinstance(message, Message) else msg(message)
        args: dict[str, Arg] = {**self._roles, **dict(named.args), **more}
        text = self._words.text(named.id, **args)
        return self._sentence_start.sub(lambda side: side[1][0].upper() + side[1][1:], text)

    def tell(self, messages: Iterable[Message]) -> str:
        """Word several messages one after the other."""
        return " ".join(self.say(message) for message in messages)

    def laws(self, law: Edition) -> str:
        """Name the edition with its dates."""
        start = self.day(law.in_force_from)
        if law.in_force_to is None:
            return self.say("question.laws.current", edition=law.id, start=start)
        return self.say("question.laws.past", edition=law.id, start=start, end=self.day(law.in_force_to))

    def day(self, day: date) -> str:
        """Write a date in full."""
        return long_date(day, self.language)

    def play(self, play: Play) -> str:
        """Name the kind of play in a sentence."""
        return self.say(_KINDS[play_key(play)])

    def where(self, play: Play) -> Message:
        """Name the kind of play as a place: "in blitz"."""
        return msg(_WHERE[play_key(play)])


def play_key(play: Play) -> str:
    """Return the name of a kind of play: "standard", "rapid", "rapid_full", "rapid_part" and so on."""
    if play.tempo is TimeControl.STANDARD or play.supervised is None:
        return str(play.tempo)
    return f"{play.tempo}_{'full' if play.supervised else 'part'}"


def clock_text(seconds: int) -> str:
    """Write a clock time.

    >>> clock_text(3930), clock_text(59)
    ('1:05:30', '0:00:59')
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
