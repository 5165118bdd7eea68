"""Material with which a side can never mate, whatever the squares."""

from __future__ import annotations

import chess

from kb.board.mating.verdict import Reason

__all__ = ["hopeless_material"]


def hopeless_material(board: chess.Board, colour: chess.Color) -> Reason | None:
    """Return why ``colour`` can never mate with the material on the board, or ``None`` if it is no reason.

    ``None`` does not promise that a mate exists.  The rules hold on every board with
    one king a side; the tests prove them by going through all mates of these forces.

    >>> hopeless_material(chess.Board("8/8/8/4k3/8/8/8/2BK4 w - - 0 1"), chess.WHITE)
    <Reason.SAME_COLOURED_BISHOPS: 'same_coloured_bishops'>
    """
    own = board.occupied_co[colour] & ~board.kings
    if not own:
        return Reason.BARE_KING
    if own & (board.pawns | board.rooks | board.queens):
        return None
    if own & board.knights:
        # A blocker is needed beside the losing king, and a queen as the blocker guards the knight's square.
        alone = not own & (own - 1)
        blockers = board.occupied_co[not colour] & ~(board.kings | board.queens)
        return Reason.LONE_KNIGHT if alone and not blockers else None
    if board.pawns | board.knights:
        return None
    one_colour = not board.bishops & chess.BB_DARK_SQUARES or not board.bishops & chess.BB_LIGHT_SQUARES
    return Reason.SAME_COLOURED_BISHOPS if one_colour else None
