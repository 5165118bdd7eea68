"""What the words of a question say happened: a closed list of acts the rules know."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from kb.dialog.evidence import evidence

__all__ = ["OFFENCES", "SETUP_ACTS", "Act", "ActMention", "act_mentions", "acts_from_words"]


@unique
class Act(StrEnum):
    """Something said to have happened, or asked about in general."""

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


OFFENCES = frozenset(
    {
        Act.ILLEGAL_MOVE,
        Act.TWO_HANDS,
        Act.OTHER_HAND_ON_CLOCK,
        Act.PRESSED_WITHOUT_MOVE,
        Act.PAWN_NOT_REPLACED,
        Act.UPTURNED_ROOK,
        Act.ROOK_MOVED_DIAGONALLY,
        Act.PIECE_CHANGED_AFTER_TOUCHING_SQUARE,
        Act.KING_CAPTURED,
        Act.KING_LEFT_IN_CHECK,
        Act.CASTLED_ILLEGALLY,
        Act.PIECES_KNOCKED,
    }
)
"""Acts somebody can be answerable for."""

SETUP_ACTS = frozenset({Act.COLOURS_REVERSED, Act.SETUP_WRONG, Act.BOARD_TURNED, Act.LIGHT_SQUARE_ON_RIGHT})
"""What is wrong from the first move on: moves counted since then are all moves played."""


@dataclass(frozen=True, slots=True)
class ActMention:
    """An act, the words that say it (character offsets), and whether they tell it or only ask about it."""

    act: Act
    start: int
    end: int
    told: bool


def act_mentions(text: str, language: str) -> tuple[ActMention, ...]:
    """Find every act named in a text, in order; precise rather than complete.

    :raises CorpusError: the language's lexicon is missing or damaged.
    """
    found = evidence(text, language)
    told = frozenset(found.events("acts"))
    return tuple(
        ActMention(Act(m.label.removeprefix("acts.")), *found.reading.span(m), m in told)
        for m in found.topics("acts")
        if m.first not in found.scopes.denied
    )


def acts_from_words(text: str, language: str) -> tuple[Act, ...]:
    """Return the acts a text names, each once, in the order they are first named.

    They are told or asked about; what is denied is left out.

    >>> acts_from_words("I castled with both hands and pressed", "en")
    (<Act.CASTLED: 'castled'>, <Act.TWO_HANDS: 'two_hands'>)
    """
    return tuple(dict.fromkeys(m.act for m in act_mentions(text, language)))
