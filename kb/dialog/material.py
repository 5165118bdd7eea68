"""Which pieces a side is said to have, as counts."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess

from kb.board.letters import PIECE_WORDS, piece_letters
from kb.dialog.evidence import Evidence, evidence
from kb.dialog.lexicon import Reading
from kb.dialog.patterns import Match
from kb.dialog.words import MAX_CHARS
from kb.rules.facts import Party

__all__ = [
    "Material",
    "MaterialMention",
    "against",
    "material_from_words",
    "material_mentions",
    "materials",
]

_PIECES = {
    "queen": chess.QUEEN,
    "rook": chess.ROOK,
    "bishop": chess.BISHOP,
    "knight": chess.KNIGHT,
    "pawn": chess.PAWN,
}
_LETTERS = (
    (chess.QUEEN, "Q"),
    (chess.ROOK, "R"),
    (chess.BISHOP, "B"),
    (chess.KNIGHT, "N"),
    (chess.PAWN, "P"),
)
_MOST = {chess.QUEEN: 9, chess.ROOK: 10, chess.BISHOP: 10, chess.KNIGHT: 10, chess.PAWN: 8}


@dataclass(frozen=True, slots=True)
class Material:
    """A king and so many other pieces.

    >>> str(Material(knights=1)), str(Material()), str(Material(bishops=2, pawns=1))
    ('K+N', 'bare king', 'K+B+B+P')
    """

    queens: int = 0
    rooks: int = 0
    bishops: int = 0
    knights: int = 0
    pawns: int = 0

    @property
    def bare(self) -> bool:
        """Whether there is nothing beside the king."""
        return not (self.queens or self.rooks or self.bishops or self.knights or self.pawns)

    def count(self, piece: chess.PieceType) -> int:
        """Return how many pieces of a kind there are; one king."""
        counts = (self.pawns, self.knights, self.bishops, self.rooks, self.queens, 1)
        return counts[piece - 1]

    def __str__(self) -> str:
        if self.bare:
            return "bare king"
        return "+".join(["K", *(letter for piece, letter in _LETTERS for _ in range(self.count(piece)))])


@dataclass(frozen=True, slots=True)
class MaterialMention:
    """Material said of a side; ``side`` None: it is not said whose.  Offsets are characters."""

    material: Material
    side: Party | None
    start: int
    end: int


def material_from_words(text: str, language: str) -> Material | None:
    """Return the material said of the asker's opponent or of nobody in particular, else ``None``.

    What is said of the asker's own side or of a colour is found by :func:`material_mentions`.

    >>> str(material_from_words("he only has a knight left", "en"))
    'K+N'
    """
    mention = against(None, material_mentions(text, language))
    return mention.material if mention else None


_FACING: dict[Party | None, tuple[Party | None, ...]] = {
    Party.OPPONENT: (Party.ME, None),
    Party.WHITE: (Party.BLACK, None, Party.ME, Party.OPPONENT),
    Party.BLACK: (Party.WHITE, None, Party.ME, Party.OPPONENT),
}


def against(offender: Party | None, mentions: tuple[MaterialMention, ...]) -> MaterialMention | None:
    """Pick the material of the side facing the offender; without an offender, of the asker's opponent."""
    for wanted in _FACING.get(offender, (Party.OPPONENT, None)):
        for mention in mentions:
            if mention.side is wanted:
                return mention
    return None


def material_mentions(text: str, language: str) -> tuple[MaterialMention, ...]:
    """Return all material said of a side, in order of the text.

    :raises CorpusError: the language's lexicon is missing or damaged.
    """
    return materials(evidence(text, language))


def materials(found: Evidence) -> tuple[MaterialMention, ...]:
    """Return all material said of a side in a text already read."""
    elsewhere = [m for m in found.topics("acts") if m.label in _NOT_MATERIAL]
    spelt = [
        _spelt(found, match)
        for match in found.settings("material")
        if not any(match.first < m.last and m.first < match.last for m in elsewhere)
    ]
    short = [_short(found, match) for match in _SHORT.finditer(found.reading.text[:MAX_CHARS])]
    mentions = [m for m in (*spelt, *short) if m is not None]
    return tuple(sorted(mentions, key=lambda m: (m.start, m.end)))


def _spelt(found: Evidence, match: Match) -> MaterialMention | None:
    """Read "king and two bishops" or "only a knight": the pieces in the match and those joined to it."""
    reading = found.reading
    kinds = {m.first: m.label.removeprefix("piece.") for m in reading.labelled("piece")}
    joints = {m.first for m in reading.matches if m.label == "joint.and"}
    start, end = reading.span(match)
    if match.label == "material.bare":
        return MaterialMention(Material(), _owner(found, match), start, end)
    counts: dict[str, int] = {}
    last = match.last
    at = match.first
    while at < len(reading.words) and (
        at < match.last or at in kinds or at in joints or _counts(reading, at)
    ):
        kind = kinds.get(at)
        if kind in _PIECES:
            before = reading.words[at - 1].number if at else None
            counts[kind] = counts.get(kind, 0) + (before if before and before <= 8 else 1)
            last = at + 1
        at += 1
    if not counts:
        return None
    material = Material(**{f"{kind}s": count for kind, count in counts.items()})
    return MaterialMention(material, _owner(found, match), start, reading.words[last - 1].end)


def _counts(reading: Reading, at: int) -> bool:
    return reading.words[at].number is not None


_BESIDE = 2
_NOT_MATERIAL = frozenset({"acts.setup_wrong", "acts.pieces_knocked", "acts.touched_piece"})


def _owner(found: Evidence, match: Match) -> Party | None:
    """Tell whose material it is: a possessive beside the match, else the nearest subject before it."""
    people = found.reading.labelled("party")  # the "my" of "my opponent" owns nothing
    beside = [
        m
        for m in found.reading.labelled("owner")
        if m.label != "owner.against"
        and match.first - _BESIDE <= m.first < match.last
        and not any(m.within(person) for person in people)
    ]
    against_whom = [m for m in found.reading.labelled("owner") if m.label == "owner.against"]
    if any(match.first - _BESIDE - 1 <= m.first < match.first for m in against_whom):
        return None
    if beside:
        return Party(beside[-1].label.removeprefix("owner."))
    return found.subjects.holder(match)


_KINGS = "|".join(sorted({"K", "R", "Кр", "king", "rey", "koning", "король"}, key=len, reverse=True))
_SHORT = re.compile(
    rf"(?<![\w+])(?:{_KINGS}) ?\+ ?(?P<rest>\d?[^\W\d_]{{1,12}}(?: ?\+ ?\d?[^\W\d_]{{1,12}}){{0,4}})",
    re.IGNORECASE,
)
_SHORT_ITEM = re.compile(r"(\d?)([^\W\d_]+)")


def _short(found: Evidence, written: re.Match[str]) -> MaterialMention | None:
    """Read "K+N", "K+2P", "K+pion": letters of the language, or words for pieces."""
    letters = {letter.casefold(): piece for letter, piece in piece_letters(found.reading.language).items()}
    english = {letter.casefold(): piece for letter, piece in piece_letters("en").items()}
    counts: dict[chess.PieceType, int] = {}
    for number, name in _SHORT_ITEM.findall(written["rest"]):
        key = name.casefold()
        piece = PIECE_WORDS.get(key) or letters.get(key) or english.get(key)
        if piece is None or piece == chess.KING:
            return None
        counts[piece] = counts.get(piece, 0) + min(int(number or 1), _MOST[piece])
    material = Material(**{f"{name}s": counts.get(piece, 0) for name, piece in _PIECES.items()})
    return MaterialMention(material, _side_at(found, written.start()), *written.span())


def _side_at(found: Evidence, offset: int) -> Party | None:
    """Return the subject nearest before a place in the text, within its sentence."""
    words = found.reading.words
    at = sum(word.end <= offset for word in words)
    if at >= len(words):
        return None
    return found.subjects.holder(Match("material.short", at, at + 1, None))
