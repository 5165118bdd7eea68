"""The marking points of an open answer, read off the ruling."""

from __future__ import annotations

from collections.abc import Iterator

import chess

from kb.exam.asking import deciding_step
from kb.exam.outcomes import outcome
from kb.exam.scene import Draw, Scene
from kb.exam.telling import Teller
from kb.exam.types import MarkingPoint, PointKind
from kb.laws.labels import parent_label
from kb.messages import msg
from kb.rules.ruling import Ruling, Verdict

__all__ = ["clause_numbers", "marking_points", "minutes_of"]

_MOST_MARKS = 5
_POSITIONS = {
    Verdict.RESTORE: ("restored", "question.point.restored"),
    Verdict.RESTORE_1MIN: ("restored", "question.point.restored"),
    Verdict.RESTORE_2MIN: ("restored", "question.point.restored"),
    Verdict.RESTORE_OWN_TIME: ("restored", "question.point.put_back"),
    Verdict.QUEEN_1MIN: ("queen", "question.point.queen"),
    Verdict.QUEEN_2MIN: ("queen", "question.point.queen"),
    Verdict.TRANSFER_BOARD: ("transferred", "question.point.transferred"),
    Verdict.STANDS: ("stands", "question.point.stands"),
}


def marking_points(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> tuple[MarkingPoint, ...]:
    """Return what an open answer must say, at most five marks; the verdict first."""
    points = list(_points(draw, scene, ruling, tell))
    if len(points) > _MOST_MARKS:
        # Which piece must be moved says that the position was put back.
        points = [point for point in points if point.kind is not PointKind.POSITION]
    return tuple(points[:_MOST_MARKS])


def minutes_of(verdict: Verdict) -> int:
    """Return the minutes a verdict gives, 0 for none.

    >>> minutes_of(Verdict.QUEEN_1MIN), minutes_of(Verdict.LOSS)
    (1, 0)
    """
    if verdict.endswith("_2MIN"):
        return 2
    return 1 if verdict.endswith("_1MIN") else 0


def clause_numbers(draw: Draw, ruling: Ruling) -> tuple[str, ...]:
    """Return the numbers of the governing clauses: the edition's own, and those of held texts of it."""
    bases = [step.basis for step in ruling.steps if step.basis is not None]
    governing = {ruling.topic, ruling.asked} | {s.basis.ref for s in ruling.steps if s.settles and s.basis}
    deciding = deciding_step(ruling).basis
    if deciding is not None:
        governing.add(deciding.ref)
    numbers = [n for basis in bases if basis.ref in governing for n in basis.numbers]
    for document in draw.library.of_edition(draw.law.id):
        for ref in sorted(governing):
            numbers += draw.library.topics.aspect(ref).governing(document.id)
    return tuple(dict.fromkeys(numbers))


def _points(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller) -> Iterator[MarkingPoint]:
    verdict = ruling.verdict
    yield MarkingPoint(PointKind.VERDICT, 1, (str(verdict),), tell.say(outcome(verdict, scene)))
    minutes = minutes_of(verdict)
    if minutes:
        text = tell.say(msg("question.point.minutes", n=minutes))
        yield MarkingPoint(PointKind.MINUTES, 1, (str(minutes),), text)
        receiver = "black" if scene.player else "white"
        yield MarkingPoint(PointKind.WHOSE_CLOCK, 1, (receiver,), tell.say("question.point.whose_clock"))
    if verdict is Verdict.DRAW and ruling.mating is not None:
        yield MarkingPoint(PointKind.EXCEPTION, 1, ("draw",), tell.say("question.point.exception"))
    numbers = clause_numbers(draw, ruling)
    if numbers:
        text = tell.say(msg("question.point.clause", numbers=numbers))
        accepted = (*numbers, *(parent_label(n) for n in numbers if "¶" in n))
        yield MarkingPoint(PointKind.CLAUSE, 1, tuple(dict.fromkeys(accepted)), text)
    if verdict in _POSITIONS:
        accepted_position, said = _POSITIONS[verdict]
        yield MarkingPoint(PointKind.POSITION, 1, (accepted_position,), tell.say(said))
    yield from _piece(ruling, tell)


def _piece(ruling: Ruling, tell: Teller) -> Iterator[MarkingPoint]:
    """Yield the piece that must be moved, where all replacing moves are moves of one piece."""
    if not ruling.replacements or ruling.restored is None:
        return
    board = chess.Board(ruling.restored)
    moves = [board.parse_san(san) for san in ruling.replacements]
    origins = {move.from_square for move in moves}
    if len(origins) != 1:
        return
    (origin,) = origins
    kind = board.piece_type_at(origin)
    assert kind is not None
    square = chess.square_name(origin)
    letter = "" if kind == chess.PAWN else chess.piece_symbol(kind).upper()
    piece = msg("piece_on", piece=msg(f"piece.{chess.piece_name(kind)}"), square=square)
    yield MarkingPoint(
        PointKind.PIECE, 1, (f"{letter}{square}",), tell.say(msg("question.point.piece", piece=piece))
    )
