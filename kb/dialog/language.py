"""Which of the four languages a question is in."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kb.dialog.lexicon import LANGUAGES, toml_table
from kb.dialog.words import Kind, Word, cyrillic_share, split_words

__all__ = ["detect_language"]

_CYRILLIC_ENOUGH = 0.3
_MARKS: Mapping[str, Mapping[str, int]] = {
    "es": {"¿": 3, "¡": 3, "ñ": 2, "á": 1, "í": 1, "ó": 1, "ú": 1},
    "nl": {"ij": 1, "ë": 1},
    "ru": {},
    "en": {},
}
_CLEAR_LEAD = 2
_MODEL_LETTERS = 12
_MODEL_SURE = 0.9


def detect_language(text: str, *, prior: str | None) -> str:
    """Return "es", "nl", "ru" or "en" for a question.

    Cyrillic letters mean Russian; else common words are counted, transliterated Russian among them.
    Only if they do not tell, a statistical model is asked (and loaded, which takes a moment), and last
    ``prior``, the language of the interface, or English.  Positions, moves and links are not language.
    In a mixed question the language with more words wins.

    >>> detect_language("privet, sopernik postavil ferzya", prior="en")
    'ru'
    >>> detect_language("1. e4 e5", prior="nl")
    'nl'
    """
    fallback = prior if prior in LANGUAGES else "en"
    words = [word for word in split_words(text, "") if word.kind is Kind.WORD]
    letters = "".join(word.marked for word in words)
    if not letters:
        return fallback
    if cyrillic_share(letters) >= _CYRILLIC_ENOUGH:
        return "ru"
    scores = _scores(words, text[: words[-1].end])
    ranked = sorted(LANGUAGES, key=lambda language: -scores[language])
    lead = scores[ranked[0]] - scores[ranked[1]]
    if lead >= _CLEAR_LEAD:
        return ranked[0]
    if lead and ranked[0] in {fallback, "ru"}:  # the model knows no Russian in Latin letters
        return ranked[0]
    guess = _model_guess(letters, " ".join(word.marked for word in words))
    if guess is not None:
        return guess
    return ranked[0] if lead else fallback


def _scores(words: list[Word], text: str) -> dict[str, int]:
    """Count known words (long ones twice, as they seldom coincide) and letters of each language."""
    folded = text.casefold()
    scores = dict.fromkeys(LANGUAGES, 0)
    for language, (known, stems) in _known_words().items():
        for word in words:
            if word.plain in known or word.plain.startswith(stems):
                scores[language] += 2 if len(word.plain) > 3 else 1
        scores[language] += sum(weight for mark, weight in _MARKS[language].items() if mark in folded)
    return scores


@lru_cache(maxsize=1)
def _known_words() -> Mapping[str, tuple[frozenset[str], tuple[str, ...]]]:
    table = {language: spelt.split() for language, spelt in toml_table("languages").items()}
    return {
        language: (
            frozenset(word for word in spelt if not word.endswith("*")),
            tuple(word.removesuffix("*") for word in spelt if word.endswith("*")),
        )
        for language, spelt in table.items()
    }


def _model_guess(letters: str, text: str) -> str | None:
    if len(letters) < _MODEL_LETTERS:
        return None
    language, probability = _model().classify(text)
    return str(language) if probability >= _MODEL_SURE else None


@lru_cache(maxsize=1)
def _model() -> Any:
    """Load the model on first need: import and load together take about half a second."""
    langid = importlib.import_module("py3langid.langid")
    model = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
    model.set_languages(list(LANGUAGES))
    return model
