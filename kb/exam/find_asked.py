"""Find the irregularity: which move it was, and what follows."""

from __future__ import annotations

from dataclasses import dataclass

from kb.board.types import ReadMove
from kb.exam.asking import OPTIONS, deciding_step, shuffled
from kb.exam.outcomes import alike, outcome
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.telling import Teller
from kb.exam.twins import twins
from kb.exam.types import Option
from kb.messages import msg
from kb.rules.ruling import Ruling, Verdict
from kb.rules.saying import why_illegal

__all__ = ["FindAsked", "find_options"]

_NEAR = 6
"""Half-moves before and after the irregularity from which wrong moves are taken."""


@dataclass(frozen=True, slots=True)
class FindAsked:
    """The right move with its ruling in words, and the options."""

    key: str
    options: tuple[Option, ...]


def find_options(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> FindAsked:
    """Return four moves with rulings: one right, one with the right move only, two with a legal move.

    :raises NotDrawn: if there are not enough legal moves near by, or no other ruling.
    """
    moves = scene.case.board.moves
    wrong_move = moves[ruling.ply] if ruling.ply is not None else None
    if wrong_move is None or wrong_move.illegal is None:
        raise NotDrawn
    others = [t for t in twins(draw, scene, tell) if not alike(t.verdict, ruling.verdict)]
    # That the game might have been over is the dullest of other rulings.
    other = min(others, key=lambda t: t.verdict is Verdict.RESULT_STANDS, default=None)
    near = [m for m in moves if m.legal and abs(m.ply - wrong_move.ply) <= _NEAR]
    if other is None or len(near) < OPTIONS - 2:
        raise NotDrawn
    key = tell.say(outcome(ruling.verdict, scene))
    illegal = tell.say(msg("step.move_illegal", move=wrong_move.text, why=why_illegal(wrong_move.illegal)))
    decided = tell.say(deciding_step(ruling).said)
    right = Option(_named(tell, wrong_move, key), right=True, why=f"{illegal} {decided}")
    otherwise = tell.say(outcome(other.verdict, scene))
    options = [right, Option(_named(tell, wrong_move, otherwise), right=False, why=tell.say(other.why))]
    for move in draw.rng.sample(near, OPTIONS - 2):
        text = _named(tell, move, draw.pick((key, otherwise)))
        options.append(Option(text, right=False, why=tell.say("question.find.legal", move=move.text)))
    return FindAsked(right.text, shuffled(draw, options))


def _named(tell: Teller, move: ReadMove, ruling: str) -> str:
    number = f"{move.ply // 2 + 1}{'.' if move.color else '...'}"
    return tell.say("question.find.option", move=f"{number}{move.text}", ruling=ruling)
