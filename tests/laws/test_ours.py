"""Our own texts: complete in four languages, and their numbers agree with the law's."""

from __future__ import annotations

import re
import unicodedata

import pytest

from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import Scope, TopicRef

# Number words that matter, by language, with endings and spellings: value -> pattern.
WORDS = {
    "es": {1: r"\buna?\b|primer\w*", 2: r"\bdos\b|segund[ao]\b", 3: r"\btres\b|tercer\w*", 10: r"\bdiez\b"},
    "nl": {
        1: r"\béén\b|\been minuut|eerste",
        2: r"\btwee\b|tweede|beide handen",
        3: r"\bdrie\b|\bderde",
        10: r"\btien\b",
    },
    "ru": {
        1: r"\bодн\w+|перв\w+",
        2: r"\bдв[аеух]\w*\b|втор\w+",
        3: r"\bтр[иёе]\w*\b|трет\w+",
        10: r"\bдесят\w+",
    },
    "en": {
        1: r"\bone\b|first",
        2: r"\btwo\b|second\b|both hands",
        3: r"\bthree\b|third",
        10: r"\bten(?:th)?\b",
    },
}
THIRD = {"es": r"tercer", "nl": r"\bderde", "ru": r"трет", "en": r"third"}
MINUTES = {
    "es": r"(\d+) minutos?",
    "nl": r"(\d+) minu\w+",
    "ru": r"(\d+) мин\w*",
    "en": r"(\d+) (?:extra )?minutes?",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_restatement_and_nothing_else_has(library: Library, language: str) -> None:
    wanted = {(a.ref, rule) for a in library.topics.aspects for rule in a.rules.values()}
    assert set(library.ours[language].restatements) == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_foreign_clause_has_a_working_translation(library: Library, language: str) -> None:
    wanted = {
        (d.id, c.label) for d in library.documents.values() if d.language != language for c in d.clauses
    }
    assert set(library.ours[language].translations) == wanted


def test_there_are_120_working_translations(library: Library) -> None:
    assert sum(len(o.translations) for o in library.ours.values()) == 120


@pytest.mark.parametrize("language", LANGUAGES)
def test_questions_per_aspect_and_off_topic(library: Library, language: str) -> None:
    ours = library.ours[language]
    for aspect in library.topics.aspects:
        if aspect.ref == TopicRef("rapid_blitz_illegal_move", "who_acts"):
            continue  # its examples are among the training questions
        least = 10 if library.topics[aspect.ref.topic].scope is Scope.POINTER else 12
        assert len(ours.questions[aspect.ref]) >= least, aspect.ref
    assert len(ours.off_topic) >= 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_is_asked_twice(library: Library, language: str) -> None:
    ours = library.ours[language]
    asked = [q.casefold() for questions in ours.questions.values() for q in questions]
    assert len(asked) == len(set(asked))
    assert not set(asked) & {q.casefold() for q in ours.off_topic}


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_texts_are_clean(library: Library, language: str) -> None:
    ours = library.ours[language]
    texts = [*ours.restatements.values(), *ours.translations.values(), *ours.off_topic]
    for text in texts:
        assert text == unicodedata.normalize("NFC", text).strip()
        assert text
        assert not re.search(r"TODO|XXX|\{\w+\}", text)
        if language == "ru":
            assert re.search(r"[а-яё]", text) or text in ours.off_topic
        else:
            assert not re.search(r"[а-яё]{3}", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_numbers_of_the_original(library: Library, language: str) -> None:
    for (document_id, label), text in library.ours[language].translations.items():
        document = library.document(document_id)
        original = document.clause_text(label)
        where = f"{document_id} {label} in {language}"
        assert _digits(text) == _digits(original), where
        for value in (2, 3, 10):
            mine = bool(re.search(WORDS[language][value], text, re.IGNORECASE))
            theirs = bool(re.search(WORDS[document.language][value], original, re.IGNORECASE))
            assert mine is theirs, f"{value} in {where}"


def _digits(text: str) -> list[str]:
    return sorted(re.findall(r"\d+(?:\.\d+)*", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_minutes_in_restatements_are_those_of_the_parameters(library: Library, language: str) -> None:
    """Standard-play penalty rules name 2 minutes and the losing offence of every edition they cover."""
    ours = library.ours[language]
    ref = TopicRef("illegal_move_penalty", "how_many")
    for law in library.editions:
        scale = law.texts("illegal_move.penalties_standard")
        text = ours.restatement(ref, library.topics.aspect(ref).rules[law.id])
        minutes = {int(m) for m in re.findall(MINUTES[language], text)}
        assert minutes == {2}, law.id
        losing = WORDS[language][len(scale)]
        assert re.search(losing, text, re.IGNORECASE), law.id
        if len(scale) == 2:
            assert not re.search(THIRD[language], text, re.IGNORECASE), law.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tempo", ["rapid", "blitz"])
def test_minutes_in_fast_play_restatements(library: Library, language: str, tempo: str) -> None:
    ours = library.ours[language]
    ref = TopicRef("rapid_blitz_illegal_move", tempo)
    for law in library.editions:
        token = law.texts(f"illegal_move.penalties_{tempo}_unsupervised")[0]
        text = ours.restatement(ref, library.topics.aspect(ref).rules[law.id])
        minutes = {int(m) for m in re.findall(MINUTES[language], text)}
        if token.endswith("min") and law.id >= "2018":
            assert int(token[0]) in minutes, law.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_ten_moves_and_three_moves(library: Library, language: str) -> None:
    ours = library.ours[language]
    colours = TopicRef("colours_reversed", "wrong_player_white")
    limit = TopicRef("rapid_blitz_illegal_move", "setup_claim_limit")
    for law in library.editions:
        text = ours.restatement(colours, library.topics.aspect(colours).rules[law.id])
        assert ("10" in text) is (law.number("colours_reversed.threshold_moves") == 10), law.id
        text = ours.restatement(limit, library.topics.aspect(limit).rules[law.id])
        numbers = set(re.findall(r"\b(?:3|10)\b", text))
        assert numbers == {str(law.number("rapid.setup_claim_limit_moves"))}, law.id
