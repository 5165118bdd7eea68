"""What the words of a question say happened: a closed list of acts the rules know."""

from __future__ import annotations

from dataclasses import dataclass

from kb.dialog.evidence import evidence
from kb.rules.acts import Act

__all__ = ["OFFENCES", "SETUP_ACTS", "Act", "ActMention", "act_mentions", "acts_from_words"]


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
    mentions = [
        ActMention(Act(m.label.removeprefix("acts.")), *found.reading.span(m), m in told)
        for m in found.topics("acts")
        if m.first not in found.scopes.denied
    ]
    boards = [m for m in mentions if m.act is Act.BOARD_TURNED]
    return tuple(m for m in mentions if not _is_the_board(m, boards))


def _is_the_board(mention: ActMention, boards: list[ActMention]) -> bool:
    """Whether "placed wrongly" is said of the board itself, not of the men on it."""
    shares_words = any(mention.start < b.end and b.start < mention.end for b in boards)
    return mention.act is Act.SETUP_WRONG and shares_words


def acts_from_words(text: str, language: str) -> tuple[Act, ...]:
    """Return the acts a text names, each once, in the order they are first named.

    They are told or asked about; what is denied is left out.

    >>> acts_from_words("I castled with both hands and pressed", "en")
    (<Act.CASTLED: 'castled'>, <Act.TWO_HANDS: 'two_hands'>)
    """
    return tuple(dict.fromkeys(m.act for m in act_mentions(text, language)))
