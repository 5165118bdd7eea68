"""Material said in words."""

from __future__ import annotations

import chess
import pytest

from kb.dialog.material import Material, against, material_from_words, material_mentions
from kb.rules.facts import Party


@pytest.mark.parametrize(
    ("language", "text", "material"),
    [
        ("en", "he has only a bare king", "bare king"),
        ("en", "my opponent has just a king left", "bare king"),
        ("en", "the K+N kid got the point", "K+N"),
        ("en", "he had king and two bishops against me", "K+B+B"),
        ("en", "with only a knight left", "K+N"),
        ("en", "he is down to his lone king", "bare king"),
        ("en", "she has nothing but her king", "bare king"),
        ("en", "he had K+2P", "K+P+P"),
        ("es", "al otro solo le queda el rey", "bare king"),
        ("es", "mi rival tiene rey y caballo", "K+N"),
        ("es", "con el rey pelado", "bare king"),
        ("es", "solo le quedaba una torre", "K+R"),
        ("es", "tenía R+C", "K+N"),
        ("nl", "hij heeft alleen nog een kale koning", "bare king"),
        ("nl", "mijn tegenstander heeft koning en paard", "K+N"),
        ("nl", "de ander heeft nog maar een loper over", "K+B"),
        ("nl", "hij had K+pion", "K+P"),
        ("ru", "у соперника голый король", "bare king"),
        ("ru", "у него остался один король", "bare king"),
        ("ru", "у него король и пешка", "K+P"),
        ("ru", "у противника король и две ладьи", "K+R+R"),
        ("ru", "u sopernika korol i slon", "K+B"),
    ],
)
def test_what_the_opponent_has(language: str, text: str, material: str) -> None:
    found = material_from_words(text, language)
    assert found is not None
    assert str(found) == material


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I have only a bare king"),
        ("en", "he captured my king and a rook"),
        ("en", "the king and rook were swapped"),
        ("en", "only the king moved"),
        ("en", "if he had a bare king would it be a draw"),
        ("es", "el rey y la dama estaban cambiados"),
        ("es", "toqué el rey y la torre"),
        ("nl", "de koning en de toren waren verwisseld"),
        ("ru", "король и ферзь стояли наоборот"),
        ("ru", "я тронул короля и ладью"),
    ],
)
def test_what_says_nothing_of_the_opponent(language: str, text: str) -> None:
    assert material_from_words(text, language) is None


def test_both_sides_are_told_apart() -> None:
    mentions = material_mentions("I have a bare king, he has king and pawn", "en")
    assert [(str(m.material), m.side) for m in mentions] == [
        ("bare king", Party.ME),
        ("K+P", Party.OPPONENT),
    ]
    by_offender = {who: against(who, mentions) for who in (Party.ME, Party.OPPONENT, None)}
    assert str(by_offender[Party.ME].material) == "K+P"  # type: ignore[union-attr]
    assert str(by_offender[Party.OPPONENT].material) == "bare king"  # type: ignore[union-attr]
    assert str(by_offender[None].material) == "K+P"  # type: ignore[union-attr]


def test_spans_are_the_words() -> None:
    text = "Illegal move, and the other guy has only a bare king left."
    (mention,) = material_mentions(text, "en")
    assert "king" in text[mention.start : mention.end]


def test_counts() -> None:
    material = Material(queens=1, pawns=2)
    assert [material.count(piece) for piece in chess.PIECE_TYPES] == [2, 0, 0, 0, 1, 1]
    assert not material.bare
    assert Material().bare
