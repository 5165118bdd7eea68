"""What happened, as far as words or a board tell: the acts that rules ask about."""

from __future__ import annotations

from enum import StrEnum, unique

__all__ = ["Act"]


@unique
class Act(StrEnum):
    """Something said to have happened, or asked about; absence means not known, never "did not happen"."""

    ILLEGAL_MOVE = "illegal_move"
    TWO_HANDS = "two_hands"
    OTHER_HAND_ON_CLOCK = "other_hand_on_clock"
    PRESSED_WITHOUT_MOVE = "pressed_without_move"
    PAWN_NOT_REPLACED = "pawn_not_replaced"
    UPTURNED_ROOK = "upturned_rook"
    ROOK_MOVED_DIAGONALLY = "rook_moved_diagonally"
    NO_QUEEN_AVAILABLE = "no_queen_available"
    PIECE_CHANGED_AFTER_TOUCHING_SQUARE = "piece_changed_after_touching_square"
    KING_CAPTURED = "king_captured"
    KING_LEFT_IN_CHECK = "king_left_in_check"
    BOTH_KINGS_IN_CHECK = "both_kings_in_check"
    CASTLED = "castled"
    CASTLED_ILLEGALLY = "castled_illegally"
    TOUCHED_PIECE = "touched_piece"
    TOUCHED_ANOTHER_PIECE = "touched_another_piece"
    MATE_ON_BOARD = "mate_on_board"
    MATE_BY_ILLEGAL_MOVE = "mate_by_illegal_move"
    STALEMATE = "stalemate"
    RESIGNED = "resigned"
    COLOURS_REVERSED = "colours_reversed"
    SETUP_WRONG = "setup_wrong"
    BOARD_TURNED = "board_turned"
    LIGHT_SQUARE_ON_RIGHT = "light_square_on_right"
    PIECES_KNOCKED = "pieces_knocked"
    PIECE_ON_WRONG_SQUARE = "piece_on_wrong_square"
    FLAG_FELL = "flag_fell"
    BOTH_FLAGS = "both_flags"
    CLAIM_ASKED = "claim_asked"
    ARBITER_ASKED_TO_STEP_IN = "arbiter_asked_to_step_in"
    LOCAL_RULE_MENTIONED = "local_rule_mentioned"
    AGREED_TO_CORRECT = "agreed_to_correct"
