"""What a side's pieces alone tell: when no position is given, only the material is."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Material", "cannot_mate_with", "read_material"]


@dataclass(frozen=True, slots=True)
class Material:
    """How many men of each kind a side has beside its king."""

    pawns: int = 0
    knights: int = 0
    bishops: int = 0
    rooks: int = 0
    queens: int = 0

    @property
    def bare(self) -> bool:
        """Whether only the king is left."""
        return not (self.pawns or self.knights or self.bishops or self.rooks or self.queens)


_LETTERS = {"p": "pawns", "n": "knights", "b": "bishops", "r": "rooks", "q": "queens"}
_WORDS = {
    "pawn": "pawns", "knight": "knights", "bishop": "bishops", "rook": "rooks", "queen": "queens",
}  # fmt: skip
_COUNTS = {"two": 2, "three": 3, "2": 2, "3": 3}


def read_material(text: str) -> Material | None:
    """Read material in the short English form used by structured facts, or return ``None``.

    >>> read_material("K+N"), read_material("bare king").bare, read_material("K+pawn").pawns
    (Material(pawns=0, knights=1, bishops=0, rooks=0, queens=0), True, 1)
    """
    lowered = text.casefold().strip()
    if re.fullmatch(r"(?:a |the |just |only |lone |bare |naked )*king(?: only| alone)?|k", lowered):
        return Material()
    parts = [p for p in re.split(r"\s*(?:\+|,|&|\band\b)\s*", lowered) if p]
    counts: dict[str, int] = {}
    for part in parts:
        match = re.fullmatch(r"(?:(two|three|2|3|a|an|one|1)\s*)?([a-z]+?)s?", part)
        if match is None:
            return None
        name = _LETTERS.get(match[2]) or _WORDS.get(match[2])
        if match[2] in {"k", "king"}:
            continue
        if name is None:
            return None
        counts[name] = counts.get(name, 0) + _COUNTS.get(match[1] or "", 1)
    return Material(**counts) if parts else None


def cannot_mate_with(side: Material, opponent: Material | None) -> bool:
    """Whether ``side`` surely cannot mate whatever the squares.

    A bare king never can.  One knight cannot against a king alone or with queens only; a
    bishop cannot against a king with rooks and queens only.  ``opponent`` ``None`` means unknown:
    then only the bare king is sure.  ``False`` promises nothing: bishops of one square colour
    and blocked positions need the board.
    """
    if side.bare:
        return True
    if opponent is None or side.pawns or side.rooks or side.queens:
        return False
    if side.knights == 1 and not side.bishops:
        return not (opponent.pawns or opponent.knights or opponent.bishops or opponent.rooks)
    if side.bishops == 1 and not side.knights:
        return not (opponent.pawns or opponent.knights or opponent.bishops)
    return False
