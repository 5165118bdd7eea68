"""What a judge hands down: a verdict with its reasons, each tied to the rule it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import chess

from kb.board.mating import Verdict as MatingVerdict
from kb.laws.topics import TopicRef
from kb.messages import Message
from kb.rules.facts import Origin

__all__ = ["Basis", "FactUsed", "Mating", "Need", "Ruling", "Step", "Verdict"]


class Verdict(StrEnum):
    """The closed list of verdict codes."""

    NEW_GAME = "NEW_GAME"
    CONTINUE = "CONTINUE"
    CONTINUE_UNLESS_ARBITER = "CONTINUE_UNLESS_ARBITER"
    TRANSFER_BOARD = "TRANSFER_BOARD"
    RESTORE = "RESTORE"
    RESTORE_1MIN = "RESTORE_1MIN"
    RESTORE_2MIN = "RESTORE_2MIN"
    QUEEN_1MIN = "QUEEN_1MIN"
    QUEEN_2MIN = "QUEEN_2MIN"
    PENALTY_1MIN = "PENALTY_1MIN"
    PENALTY_2MIN = "PENALTY_2MIN"
    LOSS = "LOSS"
    DRAW = "DRAW"
    LOSS_AT_2ND = "LOSS_AT_2ND"
    LOSS_AT_3RD = "LOSS_AT_3RD"
    STANDS = "STANDS"
    RESULT_STANDS = "RESULT_STANDS"
    GAME_OVER_MATE = "GAME_OVER_MATE"
    GAME_OVER_DRAW = "GAME_OVER_DRAW"
    NO_OFFENCE = "NO_OFFENCE"
    RESTORE_OWN_TIME = "RESTORE_OWN_TIME"
    STOP_CLOCK_CALL_ARBITER = "STOP_CLOCK_CALL_ARBITER"
    ARBITER_DISCRETION = "ARBITER_DISCRETION"
    ARBITER_MUST_ACT = "ARBITER_MUST_ACT"
    CLAIM_NEEDED = "CLAIM_NEEDED"
    WAIT_NEXT_MOVE = "WAIT_NEXT_MOVE"
    LOCAL_RULE = "LOCAL_RULE"
    ASK_LAST_MOVE = "ASK:last_move"
    ASK_TOUCHED_FIRST = "ASK:touched_first"
    ASK_EVENT_RULES = "ASK:event_rules"
    INFO = "INFO"
    OTHER_ARTICLE = "OTHER_ARTICLE"
    OUT_OF_SCOPE = "OUT_OF_SCOPE"


@dataclass(frozen=True, slots=True)
class Basis:
    """The rule a step rests on: an aspect, and the clause numbers of the ruling's edition."""

    ref: TopicRef
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of reasoning.

    ``basis`` is ``None`` only for what is read from the board or the facts.  ``settles`` marks a
    step whose rule settles the case beside the aspect asked about, so that it is cited with it.
    """

    said: Message
    basis: Basis | None = None
    settles: bool = False


@dataclass(frozen=True, slots=True)
class FactUsed:
    """A fact the verdict rests on, and where it came from."""

    name: str
    value: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Need:
    """A missing fact that decides, with the verdict for each value it can have."""

    field: str
    verdicts: tuple[tuple[str, Verdict], ...]


@dataclass(frozen=True, slots=True)
class Mating:
    """The proof that a side can or cannot still mate, and the position it was given for."""

    colour: chess.Color
    fen: str
    verdict: MatingVerdict


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision of one case under one edition.

    ``asked`` is the aspect at stake, ``topic`` the one that decided; ``penalised`` whether a penalty
    was fixed by Article 7 itself and not by an appendix; ``restored`` the FEN play goes on from;
    ``replacements`` the legal moves (SAN) that may replace an illegal one under touch-move;
    ``doubts`` what sources or arbiters leave open; ``now`` what the player should do; ``ply`` the
    illegal move of the game that was judged.
    """

    edition: str
    asked: TopicRef
    topic: TopicRef
    verdict: Verdict
    penalised: bool
    steps: tuple[Step, ...]
    facts: tuple[FactUsed, ...]
    needs: tuple[Need, ...] = ()
    doubts: tuple[Message, ...] = ()
    now: tuple[Message, ...] = ()
    restored: str | None = None
    replacements: tuple[str, ...] = ()
    mating: Mating | None = None
    ply: int | None = None
