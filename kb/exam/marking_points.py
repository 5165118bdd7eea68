"""One marking point against what an answer claims: found, missing or contradicted."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

import chess

from kb.exam.marking_claims import (
    Claim,
    exception_claims,
    named_loser,
    other_side,
    outcome_claims,
    position_claims,
    time_claims,
)
from kb.exam.marking_pieces import ANY_PIECE, piece_claims
from kb.exam.marking_reading import Part, Span, Standing, read_answer
from kb.exam.types import MarkingPoint, PointKind, Question
from kb.laws.labels import canonical_label

__all__ = ["AnswerClaims", "Status", "clause_labels", "judge_point", "ruling_claims"]

_LEAST_COPIED = 20  # characters of a sentence of the question that are not in an answer by chance
_MOST_OTHER_CLAUSES = 3  # beyond the right one; more is a guess with all numbers known
_MOST_OTHER_PIECES = 1


@unique
class Status(StrEnum):
    """What became of a point."""

    FOUND = "found"
    MISSING = "missing"
    CONTRADICTED = "contradicted"


Judged = tuple[Status, tuple[Span, ...]]

_GOES_ON = "goes_on"
_OUTCOMES = {
    "LOSS": {"loss"},
    "LOSS_AT_2ND": {"second_loses"},
    "LOSS_AT_3RD": {"third_loses"},
    "DRAW": {"draw"},
    "GAME_OVER_DRAW": {"draw", "over"},
    "NEW_GAME": {"new_game"},
    "RESULT_STANDS": {"over"},
    "GAME_OVER_MATE": {"over", "loss", "other_loss"},
    "NO_OFFENCE": {"no_penalty", _GOES_ON},
    "CONTINUE_UNLESS_ARBITER": {"arbiter_decides", _GOES_ON},
    "ARBITER_DISCRETION": {"arbiter_decides"},
    "ARBITER_MUST_ACT": {"arbiter_acts"},
    "CLAIM_NEEDED": {"claim_needed"},
    "STOP_CLOCK_CALL_ARBITER": {"call_arbiter"},
    "WAIT_NEXT_MOVE": {"wait"},
}
# What becomes of the game excludes every other of these; the rest can be said beside anything.
_EXCLUSIVE = {"loss", "other_loss", "draw", "new_game", _GOES_ON}
_ENDS = _EXCLUSIVE | {"over"}
# What becomes of the position where play goes on, by the beginning of the verdict.
_FATES = {
    "restored": ("RESTORE",),
    "queen": ("QUEEN",),
    "transferred": ("TRANSFER",),
    "corrected": ("TRANSFER",),
    "stands": ("PENALTY", "STANDS", "CONTINUE"),
}
# The verdicts that a position alone gives away: a move taken back, or one in order, is no offence either.
_GO_WITH = {value: (*codes, "NO_OFFENCE") for value, codes in _FATES.items()} | {
    "own_choice": ("NO_OFFENCE",)
}
_SCALES = {"second_loses", "third_loses"}
_POSITIONS = {"transferred": {"transferred", "corrected"}, "corrected": {"transferred", "corrected"}}


@dataclass(frozen=True, slots=True)
class AnswerClaims:
    """All that an open answer claims, read once for all points of a question."""

    outcomes: tuple[Claim, ...]
    positions: tuple[Claim, ...]
    exceptions: tuple[Claim, ...]
    amounts: tuple[Claim, ...]
    players: tuple[Claim, ...]
    pieces: tuple[Claim, ...]
    clauses: tuple[Claim, ...]

    @classmethod
    def of(cls, question: Question, answer: str, language: str) -> AnswerClaims:
        """Read an answer to a question."""
        parts = read_answer(_own_words(question, answer), language)
        offender = _offender(question)
        amounts, players = time_claims(parts, offender)
        return cls(
            outcome_claims(parts, offender),
            position_claims(parts),
            exception_claims(parts),
            amounts,
            players,
            piece_claims(parts, question, language),
            _clause_claims(parts),
        )

    def of_play(self, codes: Collection[str]) -> tuple[Claim, ...]:
        """Return what only makes sense if the game goes on: time given, and positions that go with a verdict.

        Other positions are left out: they may be part of the case told over again.
        """
        timed = any(code.endswith("MIN") for code in codes)
        given = (c for c in self.amounts if timed and not c.value.startswith("-"))
        positions = (c for c in self.positions if any(code.startswith(_GO_WITH[c.value]) for code in codes))
        return (*given, *(c for c in positions if c.standing <= Standing.SUPPOSED))


def _offender(question: Question) -> str | None:
    """Return who offended: who loses, or faces the one who gets time; else who made the move shown."""
    for point in question.points:
        if point.kind is PointKind.WHOSE_CLOCK:
            return other_side(point.accepted[0] if point.accepted else None)
        loser = named_loser(read_answer(point.text, question.language))
        if point.kind is PointKind.VERDICT and loser is not None:
            return loser
    if question.attempted and question.fen:
        fields = question.fen.split()
        return {"w": "white", "b": "black"}.get(fields[1] if len(fields) > 1 else "")
    return None


def _own_words(question: Question, answer: str) -> str:
    """Return an answer with blanks for the sentences copied from the question; every place stays."""
    for sentence in re.split(r"(?<=[.!?])\s+", f"{question.stem} {question.ask}"):
        if len(sentence) >= _LEAST_COPIED:
            copied = re.compile(re.escape(sentence), re.IGNORECASE)
            answer = copied.sub(lambda found: " " * (len(found.group()) - 1) + ".", answer)
    return answer


def judge_point(point: MarkingPoint, claims: AnswerClaims) -> Judged:
    """Judge one point."""
    return _JUDGES[point.kind](point.accepted, claims)


def _verdict(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    """What is said most firmly decides; "restore the position" says that the game goes on."""
    right = set().union(*(_OUTCOMES.get(code, {_GOES_ON}) for code in accepted))
    relevant = right | (_SCALES if right & _SCALES else _EXCLUSIVE if right & _ENDS else frozenset())
    outcomes = [c for c in claims.outcomes if c.value in relevant]
    if "draw" in right:  # "drawn only if one of them claims it" is no draw
        outcomes = [c for c in outcomes if c.standing is not Standing.CONDITIONAL]
    given = [c for c in claims.amounts if c.standing is not Standing.DENIED]
    if "no_penalty" in right and given:
        return Status.CONTRADICTED, _spans(given)
    against = _against(accepted, claims)
    if against:
        return Status.CONTRADICTED, _spans(against)
    ends = min((c.standing for c in claims.outcomes if c.value in _ENDS), default=Standing.DENIED)
    codes = accepted if _GOES_ON in right else ("RESTORE_2MIN",)
    implied = [Claim(_GOES_ON, c.span, c.standing) for c in claims.of_play(codes) if c.standing < ends]
    if right & _ENDS:
        outcomes += implied if any(c.standing is not Standing.DENIED for c in outcomes) else implied[:1]
    return _decide(outcomes, right.__contains__)


def _against(accepted: Collection[str], claims: AnswerClaims) -> list[Claim]:
    """Return what makes another ruling of a game that goes on either way: other positions, no penalty.

    Where the verdict gives time and so does the answer, it is the same ruling with a wrong position.
    """
    timed = any(code.endswith("MIN") for code in accepted)
    given = any(c.standing is not Standing.DENIED for c in claims.amounts)
    free = [c for c in claims.outcomes if c.value == "no_penalty" and c.standing <= Standing.SUPPOSED]
    if timed:
        if given:
            return []
        if free:
            return free
    fitting = {value for value, codes in _FATES.items() if any(code.startswith(codes) for code in accepted)}
    firm = [c for c in claims.positions if c.standing <= Standing.SUPPOSED]
    return [] if not fitting or any(c.value in fitting for c in firm) else firm


def _minutes(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    return _decide(claims.amounts, set(accepted).__contains__)


def _whose_clock(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    """The player who gets time never is the offender, so the role earns the point as the colour does."""
    return _decide(claims.players, {*accepted, "opponent"}.__contains__)


def _position(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    right = set().union(*(_POSITIONS.get(value, {value}) for value in accepted))
    return _decide(claims.positions, right.__contains__)


def _exception(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    right = {"can_mate"} if "can_mate" in accepted else {"no_mate"}
    return _decide(claims.exceptions, right.__contains__)


def _piece(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    """A kind that several pieces have says too little; one other piece beside the right one is let pass."""

    def right(value: str) -> bool:
        return value in accepted or any(_same_piece(value, key) for key in accepted)

    kinds = {f"{key[0]}?" for key in accepted}
    pieces = [c for c in claims.pieces if c.value not in kinds]
    if ANY_PIECE not in accepted:
        status, spans = _decide([c for c in pieces if right(c.value)], right)
        others = {c.value for c in pieces if c.standing is not Standing.DENIED and not right(c.value)}
        if status is Status.FOUND and ANY_PIECE not in others and len(others) <= _MOST_OTHER_PIECES:
            return status, spans
    return _decide(pieces, right)


def _same_piece(value: str, key: str) -> bool:
    """Whether what is named and what the key names agree as far as both go: "N" and "g1" with "Ng1"."""
    square = value[-2:] if value[-2:] in chess.SQUARE_NAMES else ""
    wanted = key[-2:] if key[-2:] in chess.SQUARE_NAMES else ""
    if square and wanted:
        return square == wanted
    return not square and bool(value) and value == key[: -len(wanted) or None]


def _clause(accepted: Collection[str], claims: AnswerClaims) -> Judged:
    """One right number earns; wrong ones beside it only when they are so many that it is a guess."""
    wanted = {canonical_label(label) or label for label in accepted}
    right = [c for c in claims.clauses if c.value in wanted]
    others = {c.value for c in claims.clauses if c.value not in wanted and not _above(c.value, wanted)}
    if right and len(others) <= _MOST_OTHER_CLAUSES:
        return _decide(right, wanted.__contains__)
    return _decide([c for c in claims.clauses if not _above(c.value, wanted)], wanted.__contains__)


def _above(label: str, wanted: Collection[str]) -> bool:
    """Whether a label only names the article a wanted clause stands in: too little, but not wrong."""
    return any(key != label and key.startswith(label) for key in wanted)


_JUDGES: dict[PointKind, Callable[[Collection[str], AnswerClaims], Judged]] = {
    PointKind.VERDICT: _verdict,
    PointKind.MINUTES: _minutes,
    PointKind.WHOSE_CLOCK: _whose_clock,
    PointKind.POSITION: _position,
    PointKind.PIECE: _piece,
    PointKind.CLAUSE: _clause,
    PointKind.EXCEPTION: _exception,
}


def _decide(claims: Sequence[Claim], right: Callable[[str], bool]) -> Judged:
    """Weigh the firmest claims: all right earns, anything else beside them does not."""
    said = [c for c in claims if c.standing is not Standing.DENIED]
    if said:
        firmest = min(c.standing for c in said)
        top = [c for c in said if c.standing is firmest]
        wrong = [c for c in top if not right(c.value)]
        if wrong:
            return Status.CONTRADICTED, _spans(top if len(wrong) < len(top) else wrong)
        return Status.FOUND, _spans(top)
    denied = [c for c in claims if right(c.value)]
    return (Status.CONTRADICTED, _spans(denied)) if denied else (Status.MISSING, ())


def _spans(claims: Sequence[Claim]) -> tuple[Span, ...]:
    return tuple(sorted({c.span for c in claims}, key=lambda span: (span.start, span.end)))


# ---------------------------------------------------------------- clause numbers

_LABEL = re.compile(
    r"(?<![\d.,:/+½a-hасе-])(?:(?<![^\W_])(?P<appendix>[A-HАВСабвс]\.?\s?))?"
    r"\d{1,2}(?:\.\d{1,2}|,\d{1,2}(?=[,.)\s]|$)){0,3}"
    r"(?:\s?\.?\s?\(?[a-eа-д]\)|\.?[a-eа-д](?!\w)|\s[a-e](?=[.,;)]|\s*$))?(?![\w/'’%]|:\d|\.\d)"
)


def _clause_claims(parts: Sequence[Part]) -> tuple[Claim, ...]:
    """Return the clause numbers in an answer, canonical; a plain number is none."""
    claims = []
    for part in parts:
        for found in _LABEL.finditer(part.reading.text):
            label = canonical_label(found.group())
            if label is None or not (found["appendix"] or "." in label):
                continue
            claims.append(Claim(label, part.place(*found.span()), part.standing_at(*found.span())))
    return tuple(claims)


def clause_labels(text: str, language: str) -> frozenset[str]:
    """Return the clause numbers in a text that it does not deny, canonical."""
    claims = _clause_claims(read_answer(text, language))
    return frozenset(c.value for c in claims if c.standing is not Standing.DENIED)


def ruling_claims(text: str, language: str) -> frozenset[tuple[str, str]]:
    """Return what a ruling in words says of the game, the position, the time and who gets it."""
    parts = read_answer(text, language)
    amounts, players = time_claims(parts, None)
    topics = {
        "outcome": outcome_claims(parts, None),
        "position": position_claims(parts),
        "amount": amounts,
        "player": players,
    }
    return frozenset(
        (topic, claim.value)
        for topic, claims in topics.items()
        for claim in claims
        if claim.standing is not Standing.DENIED
    )
