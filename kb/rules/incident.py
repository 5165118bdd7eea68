"""Which illegal move of a game is judged, and what else the game tells about it."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from kb.board.types import BoardReading, ReadMove

__all__ = ["Incident", "find_incident", "last_board", "legal_so_far"]


@dataclass(frozen=True, slots=True)
class Incident:
    """An illegal move of a game.

    ``before`` is the board it was played on, ``after`` the final board of the game, both ``None``
    where the moves start from an unknown position.  ``later`` counts the half-moves made since,
    ``same_player`` the illegal moves of its player in the whole game, ``total`` those of both.
    """

    move: ReadMove
    before: chess.Board | None
    after: chess.Board | None
    later: int
    same_player: int
    total: int

    @property
    def both(self) -> bool:
        """Whether both players made an illegal move."""
        return self.total > self.same_player


def find_incident(reading: BoardReading, *, latest: bool) -> Incident | None:
    """Return the illegal move to judge, or nothing if every move is legal.

    :param latest: an illegal move that was answered stands, so that one on the last move goes first;
        otherwise the game goes back to before the first one, however many follow.
    """
    game = reading.games[0] if reading.games else None
    illegal = [m for m in game.moves if m.legal is False] if game is not None else []
    if game is None or not illegal:
        return None
    unanswered = illegal[-1].ply == len(game.moves) - 1
    move = illegal[-1] if latest and unanswered else illegal[0]
    known = game.start is not None
    return Incident(
        move=move,
        before=game.board_before(move.ply) if known else None,
        after=game.board_before(len(game.moves)) if known else None,
        later=len(game.moves) - 1 - move.ply,
        same_player=sum(m.color == move.color for m in illegal),
        total=len(illegal),
    )


def last_board(reading: BoardReading) -> chess.Board | None:
    """Return the position a question ends with: after the last move read, else as given."""
    game = reading.games[0] if reading.games else None
    if game is not None and game.start is not None:
        return game.board_before(len(game.moves))
    return reading.position.board() if reading.position else None


def legal_so_far(reading: BoardReading) -> chess.Board | None:
    """Return the last position reached by legal moves alone, or nothing where the board is impossible."""
    game = reading.games[0] if reading.games else None
    if game is not None and game.start is not None:
        if game.start.impossible:
            return None
        return game.board_before(game.first_illegal if game.first_illegal is not None else len(game.moves))
    position = reading.position
    return position.board() if position is not None and not position.impossible else None
