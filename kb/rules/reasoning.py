"""The judge's notepad: facts looked up with their origin, steps written down, one ruling at the end."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import chess

from kb.board.types import BoardReading
from kb.laws.editions import Edition
from kb.laws.topics import Aspect, TopicRef, Topics
from kb.messages import Arg, Message, msg
from kb.rules.acts import Act
from kb.rules.facts import Facts, Origin, TimeControl
from kb.rules.ruling import Basis, FactUsed, Mating, Need, Ruling, Step, Verdict

__all__ = ["DEFAULTS", "Case", "Reasoning"]

# What the Laws' ordinary case looks like; used where nothing is stated, and listed as assumed.
DEFAULTS: dict[str, Any] = {
    "time_control": TimeControl.STANDARD,
    "supervised": False,
    "offence_number": 1,
    "clock_pressed": True,
    "opponent_moved": False,
    "game_over": False,
}


@dataclass(frozen=True, slots=True)
class Case:
    """What is to be judged: the aspect asked about, facts and their origins, acts, and the board."""

    ref: TopicRef
    facts: Facts = field(default_factory=Facts)
    origins: tuple[tuple[str, Origin], ...] = ()
    acts: frozenset[Act] = frozenset()
    board: BoardReading = field(default_factory=BoardReading)

    def about(self, topic: str, aspect: str) -> Case:
        """Return the same case seen as a case of another aspect."""
        return replace(self, ref=TopicRef(topic, aspect))


class Reasoning:
    """Collects the reasons for one ruling under one edition."""

    def __init__(self, case: Case, law: Edition, topics: Topics) -> None:
        self.case = case
        self.law = law
        self.topics = topics
        self.restored: str | None = None
        self.replacements: tuple[str, ...] = ()
        self.mating: Mating | None = None
        self.penalised = False
        self._steps: list[Step] = []
        self._used: dict[str, FactUsed] = {}
        self._doubts: list[Message] = []
        self._now: list[Message] = []
        self._needs: list[Need] = []

    # -- facts ---------------------------------------------------------------

    def fact(self, name: str) -> Any:
        """Return a fact, or its default, and list it as used; ``None`` (unlisted) if neither exists."""
        value = getattr(self.case.facts, name)
        origin = dict(self.case.origins).get(name, Origin.GIVEN)
        if value is None:
            value, origin = DEFAULTS.get(name), Origin.ASSUMED
        if value is not None:
            self._used.setdefault(name, FactUsed(name, str(value).lower(), origin))
        return value

    def did(self, *acts: Act) -> bool:
        """Whether any of these acts is known to have happened."""
        return any(act in self.case.acts for act in acts)

    def note_fact(self, name: str, value: str, origin: Origin) -> None:
        """List a fact that was derived, e.g. read from the moves."""
        self._used[name] = FactUsed(name, value, origin)

    # -- play ----------------------------------------------------------------

    @property
    def tempo(self) -> TimeControl:
        """The time control of the case."""
        return TimeControl(self.fact("time_control"))

    @property
    def unsupervised(self) -> bool:
        """Whether the rapid or blitz rules without full supervision apply."""
        return self.tempo is not TimeControl.STANDARD and not self.fact("supervised")

    def aspect(self, topic: str, aspect: str) -> Aspect:
        """Return an aspect of the topics data."""
        return self.topics.aspect(TopicRef(topic, aspect))

    # -- writing down --------------------------------------------------------

    def step(self, said: str, ref: tuple[str, str] | None = None, /, **args: Arg) -> None:
        """Write down a step; ``ref`` names the aspect (topic, aspect) whose rule it rests on."""
        self._steps.append(Step(msg(said, **args), self.basis(*ref) if ref else None))

    def settle(self, said: str, ref: tuple[str, str], /, **args: Arg) -> None:
        """Write down a step whose rule settles the case, to be cited with the aspect asked about."""
        self._steps.append(Step(msg(said, **args), self.basis(*ref), settles=True))

    def basis(self, topic: str, aspect: str) -> Basis:
        """Return an aspect with its clause numbers in this edition."""
        found = self.aspect(topic, aspect)
        numbers = tuple(dict.fromkeys(n for path in found.numbers for n in self.law.texts(path)))
        return Basis(found.ref, numbers)

    def doubt(self, said: str, /, **args: Arg) -> None:
        """Write down what is not settled."""
        self._doubts.append(msg(said, **args))

    def now(self, said: str, /, **args: Arg) -> None:
        """Write down what the player should do."""
        self._now.append(msg(said, **args))

    def need(self, name: str, verdicts: tuple[tuple[str, Verdict], ...]) -> None:
        """Write down the one missing fact that decides."""
        self._needs.append(Need(name, verdicts))

    def ruling(self, verdict: Verdict, *, topic: tuple[str, str] | None = None) -> Ruling:
        """Close the notepad."""
        return Ruling(
            edition=self.law.id,
            asked=self.case.ref,
            topic=TopicRef(*topic) if topic else self.case.ref,
            verdict=verdict,
            penalised=self.penalised,
            steps=tuple(self._steps),
            facts=tuple(self._used.values()),
            needs=tuple(self._needs),
            doubts=tuple(self._doubts),
            now=tuple(self._now),
            restored=self.restored,
            replacements=self.replacements,
            mating=self.mating,
        )


def fen_of(board: chess.Board) -> str:
    """Return the FEN of a board with every right it has, as python-chess writes it."""
    return board.fen(en_passant="fen")
