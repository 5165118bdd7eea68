"""What happened, as far as words or a board tell: the acts that rules ask about."""

from __future__ import annotations

from enum import StrEnum, auto

__all__ = ["Act"]


class Act(StrEnum):
    """One thing that happened or is asked; absence means not known, never "did not happen"."""

    ILLEGAL_MOVE = auto()
    TWO_HANDS = auto()
    PRESSED_WITHOUT_MOVE = auto()
    PAWN_NOT_REPLACED = auto()
    UPTURNED_ROOK = auto()
    ROOK_MOVED_DIAGONALLY = auto()
    KING_CAPTURED = auto()
    KING_LEFT_IN_CHECK = auto()
    BOTH_KINGS_IN_CHECK = auto()
    CASTLED_ILLEGALLY = auto()
    MATE_ON_BOARD = auto()
    MATE_BY_ILLEGAL_MOVE = auto()
    STALEMATE = auto()
    RESIGNED = auto()
    COLOURS_REVERSED = auto()
    SETUP_WRONG = auto()
    BOARD_TURNED = auto()
    LIGHT_SQUARE_ON_RIGHT = auto()  # the board in fact lies as it should
    PIECES_KNOCKED = auto()
    PIECE_ON_WRONG_SQUARE = auto()
    NO_QUEEN_AVAILABLE = auto()
    PIECE_CHANGED_AFTER_TOUCHING_SQUARE = auto()
    TOUCHED_ANOTHER_PIECE = auto()  # touched one piece, played another
    BOTH_FLAGS = auto()
    LOCAL_RULE_MENTIONED = auto()  # the rules of a club or an event are said to differ
    ARBITER_ASKED_TO_STEP_IN = auto()  # the question is whether the arbiter acts unasked
    AGREED_TO_CORRECT = auto()
