"""Which moves may be played: what touch-move leaves after the position has been put back."""

from __future__ import annotations

import chess

from kb.dialog.wording import localised_san
from kb.exam.asking import OPTIONS, deciding_step, shuffled
from kb.exam.scene import Draw, NotDrawn
from kb.exam.telling import Teller
from kb.exam.types import Option
from kb.rules.ruling import Ruling

__all__ = ["move_options"]

_MOST_MOVES = 7


def move_options(draw: Draw, ruling: Ruling, tell: Teller) -> tuple[Option, ...]:
    """Return four sets of moves, one of which are the moves that may replace the illegal one.

    The others are the moves of other pieces, or any legal move.

    :raises NotDrawn: if the right moves are too many to be read, or there are not three other sets.
    """
    if ruling.restored is None or not ruling.replacements:
        raise NotDrawn
    board = chess.Board(ruling.restored)
    every = frozenset(board.san(move) for move in board.legal_moves)
    right = frozenset(ruling.replacements)
    texts = {right: _listed(draw, right, every, tell)}
    for others in _other_sets(draw, board, every):
        if others not in texts and len(texts) < OPTIONS:
            texts[others] = _listed(draw, others, every, tell)
    if len(set(texts.values())) < OPTIONS:
        raise NotDrawn
    bound = next((s for s in ruling.steps if s.basis and s.basis.ref.topic == "touch_move"), None)
    said = tell.say((bound or deciding_step(ruling)).said)
    options = [Option(text, right=moves == right, why=said) for moves, text in texts.items()]
    return shuffled(draw, options)


def _other_sets(draw: Draw, board: chess.Board, every: frozenset[str]) -> list[frozenset[str]]:
    """Return sets of moves one might think of: any move, then those of single pieces in random order."""
    by_origin: dict[chess.Square, set[str]] = {}
    for move in board.legal_moves:
        by_origin.setdefault(move.from_square, set()).add(board.san(move))
    sets = [frozenset(moves) for _, moves in sorted(by_origin.items()) if len(moves) <= _MOST_MOVES]
    draw.rng.shuffle(sets)
    return [every, *sets]


def _listed(draw: Draw, moves: frozenset[str], every: frozenset[str], tell: Teller) -> str:
    if moves == every:
        return tell.say("question.moves.any")
    if len(moves) > _MOST_MOVES:
        raise NotDrawn
    written = tuple(localised_san(san, draw.language) for san in sorted(moves))
    return tell.say("question.moves.one" if len(moves) == 1 else "question.moves.some", moves=written)
