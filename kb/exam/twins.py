"""The neighbours of a case: one fact, the kind of play or the edition changed, and what is ruled then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.exam.counting import losing_number
from kb.exam.scene import Draw, Scene
from kb.exam.telling import Teller
from kb.exam.trust import PLAY, is_certain
from kb.laws.editions import Edition
from kb.messages import Message, msg
from kb.rules.facts import Facts, TimeControl
from kb.rules.judge import judge
from kb.rules.reasoning import Case
from kb.rules.ruling import Verdict

__all__ = ["Twin", "twins"]

_NUMBERS = {1: "question.why.number.1", 2: "question.why.number.2", 3: "question.why.number.3"}
_MOVES = (2, 6, 24)
"""Below every limit of moves, between them, above them all."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A neighbouring case's verdict, and in which way it is another case."""

    verdict: Verdict
    why: Message


def twins(draw: Draw, scene: Scene, tell: Teller) -> list[Twin]:
    """Return the settled verdicts of neighbouring cases in random order."""
    found = []
    changes = [*_facts(scene, draw.law), *_plays(draw, scene, tell), *_editions(draw, scene)]
    draw.rng.shuffle(changes)
    for case, law, why in changes:
        ruling = judge(case, law, draw.library.topics)
        if is_certain(draw.library, law, ruling):
            found.append(Twin(ruling.verdict, why))
    return found


_Change = tuple[Case, Edition, Message]


def _editions(draw: Draw, scene: Scene) -> Iterator[_Change]:
    for law in draw.library.editions:
        if law.id != draw.law.id and scene.play in PLAY[law.id]:
            yield scene.case, law, msg("question.why.edition", edition=law.id)


def _plays(draw: Draw, scene: Scene, tell: Teller) -> Iterator[_Change]:
    if scene.case.facts.moves_played is not None and scene.play.tempo is not TimeControl.STANDARD:
        return  # set-up claims: the limit of moves itself is the point
    for play in PLAY[draw.law.id]:
        if play != scene.play:
            facts = replace(scene.case.facts, time_control=play.tempo, supervised=play.supervised)
            case = replace(scene.case, facts=facts)
            yield case, draw.law, msg("question.why.play", where=tell.where(play))


def _facts(scene: Scene, law: Edition) -> Iterator[_Change]:
    losing = losing_number(law, scene.play)
    for facts, why in _changed(scene.case.facts, losing):
        yield replace(scene.case, facts=facts), law, why


def _changed(facts: Facts, losing: int) -> Iterator[tuple[Facts, Message]]:
    """Yield the facts with one of them changed, and what the change is."""
    number = facts.offence_number
    if number is not None:
        for other in range(1, losing + 1):
            if other != number:
                yield replace(facts, offence_number=other), msg(_NUMBERS[other])
        if facts.first_offence is not None:
            yield replace(facts, first_offence=None), msg("question.why.plain_earlier")
    if facts.clock_pressed is not None:
        why = "question.why.unpressed" if facts.clock_pressed else "question.why.pressed"
        yield replace(facts, clock_pressed=not facts.clock_pressed), msg(why)
    if facts.opponent_moved is not None:
        why = "question.why.unreplied" if facts.opponent_moved else "question.why.replied"
        yield replace(facts, opponent_moved=not facts.opponent_moved), msg(why)
    if facts.game_over is not None:
        why = "question.why.during" if facts.game_over else "question.why.over"
        yield replace(facts, game_over=not facts.game_over), msg(why)
    if facts.moves_played is not None:
        for moves in _MOVES:
            why = "question.why.fewer" if moves < facts.moves_played else "question.why.more"
            yield replace(facts, moves_played=moves), msg(why, moves=moves)
