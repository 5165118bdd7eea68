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
from kb.rules.incident import Incident, find_incident
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
        self._incident: tuple[Incident | None] | None = None
        self._steps: list[Step] = []
        self._used: dict[str, FactUsed] = {}
        self._doubts: dict[Message, None] = {}
        self._now: dict[Message, None] = {}
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
        """Whether the rapid or blitz rules without full supervision apply.

        Editions that know no full supervision have one rule for all rapid, and one for all blitz.
        """
        if self.tempo is TimeControl.STANDARD:
            return False
        return self.law.text(f"{self.tempo}.supervision_rule") == "none" or not self.fact("supervised")

    @property
    def incident(self) -> Incident | None:
        """The illegal move of the game that is judged, if the game has one."""
        if self._incident is None:
            found = find_incident(self.case.board, latest=False)
            if found is not None and found.total > 1 and self.unsupervised:
                found = find_incident(self.case.board, latest=True)
            self._incident = (found,)
        return self._incident[0]

    @property
    def by_claim_only(self) -> bool:
        """Whether nobody but the opponent can raise an offence."""
        return (
            self.unsupervised and self.law.text(f"{self.tempo}.who_acts") != "arbiter_or_claim_before_reply"
        )

    @property
    def fast(self) -> tuple[str, str]:
        """The aspect that holds the rule of unsupervised play at this time control."""
        return "rapid_blitz_illegal_move", str(self.tempo)

    def aspect(self, topic: str, aspect: str) -> Aspect:
        """Return an aspect of the topics data."""
        return self.topics.aspect(TopicRef(topic, aspect))

    # -- writing down --------------------------------------------------------

    def step(
        self, said: str, ref: tuple[str, str] | Basis | None = None, /, *, settles: bool = False, **args: Arg
    ) -> None:
        """Write down a step.

        :param ref: the aspect (topic, aspect) whose rule it rests on, or that with its clauses picked out.
        :param settles: the rule settles the case and is cited with the aspect asked about.
        """
        basis = self.basis(*ref) if isinstance(ref, tuple) else ref
        step = Step(msg(said, **args), basis, settles)
        if step not in self._steps:
            self._steps.append(step)

    def basis(self, topic: str, aspect: str, *paths: str) -> Basis:
        """Return an aspect with its clause numbers in this edition, or with those at ``paths``."""
        found = self.aspect(topic, aspect)
        numbers = tuple(dict.fromkeys(n for path in paths or found.numbers for n in self.law.texts(path)))
        return Basis(found.ref, numbers)

    def doubt(self, said: str, /, **args: Arg) -> None:
        """Write down what is not settled."""
        self._doubts.setdefault(msg(said, **args))

    def doubt_about(self, key: str) -> None:
        """Write down what the sources of this edition leave open on a point, if anything."""
        for said in self.law.texts(f"doubts.{key}"):
            self.doubt(said)

    def now(self, said: str, /, **args: Arg) -> None:
        """Write down what the player should do."""
        self._now.setdefault(msg(said, **args))

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
            ply=self.incident.move.ply if self.incident is not None else None,
        )


def fen_of(board: chess.Board) -> str:
    """Return the FEN of a board with every right it has, as python-chess writes it."""
    return board.fen(en_passant="fen")
