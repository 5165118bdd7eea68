"""The words of a language as data: ``lexicon/<language>.toml``, compiled once when first needed.

A file holds ``[classes]`` (named alternatives), ``[cardinals]`` and ``[ordinals]`` (number -> its words,
``*`` marks a beginning) and sections of patterns; the pattern list at ``[section] key`` carries the
label ``section.key``.  The pattern language is described in :mod:`kb.dialog.patterns`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from kb.dialog.patterns import Match, PatternSet, compile_patterns
from kb.dialog.words import Kind, Word, split_words
from kb.errors import CorpusError

__all__ = ["LANGUAGES", "Lexicon", "Numerals", "Reading", "load_lexicon", "read", "read_with", "toml_table"]

LANGUAGES = ("es", "nl", "ru", "en")
_TABLES = frozenset({"classes", "cardinals", "ordinals"})
_TENS = frozenset(range(20, 100, 10))


@dataclass(frozen=True, slots=True)
class Numerals:
    """Number words of a language: whole words and beginnings."""

    words: Mapping[str, int]
    stems: Mapping[str, int]

    def value(self, word: str) -> int | None:
        """Return the number a word names, or ``None``; the longest beginning decides."""
        if word in self.words:
            return self.words[word]
        for cut in range(len(word), 2, -1):
            if word[:cut] in self.stems:
                return self.stems[word[:cut]]
        return None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The patterns and number words of one file."""

    patterns: PatternSet
    cardinals: Numerals
    ordinals: Numerals

    def counted(self, words: Sequence[Word]) -> tuple[Word, ...]:
        """Give number words their value; "twenty third" becomes one ordinal."""
        out: list[Word] = []
        for word in map(self._numbered, words):
            if out and _completes(out[-1], word):
                before = out.pop()
                number = (before.number or 0) + (word.number or 0)
                out.append(replace(word, number=number, start=before.start))
            else:
                out.append(word)
        return tuple(out)

    def _numbered(self, word: Word) -> Word:
        if word.kind is not Kind.WORD:
            return word
        cardinal = self.cardinals.value(word.plain)
        if cardinal is not None:
            return replace(word, number=cardinal)
        ordinal = self.ordinals.value(word.plain)
        return word if ordinal is None else replace(word, number=ordinal, ordinal=True)


def _completes(tens: Word, unit: Word) -> bool:
    """Whether two number words are one number: tens, then a unit in the same sentence."""
    spelt = tens.kind is Kind.WORD and unit.kind is Kind.WORD and tens.sentence == unit.sentence
    return spelt and not tens.ordinal and tens.number in _TENS and unit.number in range(1, 10)


@dataclass(frozen=True, slots=True)
class Reading:
    """A text cut into words, with every pattern found in it."""

    text: str
    language: str
    words: tuple[Word, ...]
    matches: tuple[Match, ...]

    def labelled(self, section: str) -> tuple[Match, ...]:
        """Return the matches whose label begins with ``section.``."""
        return tuple(m for m in self.matches if m.label.startswith(f"{section}."))

    def span(self, match: Match) -> tuple[int, int]:
        """Return where a match stands in the text, as character offsets."""
        return self.words[match.first].start, self.words[match.last - 1].end


@lru_cache(maxsize=16)
def read(text: str, language: str) -> Reading:
    """Cut a text and find all patterns of its language in it.

    :raises CorpusError: the language's lexicon is missing or damaged.
    """
    return read_with(text, language, load_lexicon(language))


def read_with(text: str, language: str, lexicon: Lexicon) -> Reading:
    """Cut a text for ``language`` and find all patterns of ``lexicon`` in it."""
    words = lexicon.counted(split_words(text, language))
    return Reading(text, language, words, lexicon.patterns.find(words))


@cache
def load_lexicon(name: str) -> Lexicon:
    """Load and compile ``lexicon/<name>.toml``.

    :raises CorpusError: it is missing or damaged.
    """
    table = toml_table(name)
    patterns = {
        f"{section}.{key}": lines
        for section, keys in table.items()
        if section not in _TABLES
        for key, lines in keys.items()
    }
    return Lexicon(
        compile_patterns(table.get("classes", {}), patterns),
        _numerals(table.get("cardinals", {})),
        _numerals(table.get("ordinals", {})),
    )


def toml_table(name: str) -> dict[str, Any]:
    """Return the parsed ``lexicon/<name>.toml``.

    :raises CorpusError: it is missing or damaged.
    """
    try:
        return tomllib.loads(
            files(__package__).joinpath("lexicon", f"{name}.toml").read_text(encoding="utf-8")
        )
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(
            f"The word list {name}.toml cannot be read: {error}.",
            hint="Restore kb/dialog/lexicon from the repository, or reinstall the package.",
        ) from error


def _numerals(table: Mapping[str, str]) -> Numerals:
    values = {word: int(number) for number, spelt in table.items() for word in spelt.split()}
    words = {word: value for word, value in values.items() if not word.endswith("*")}
    stems = {word.removesuffix("*"): value for word, value in values.items() if word.endswith("*")}
    return Numerals(words, stems)
