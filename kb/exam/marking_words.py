"""The words of answers as data: ``words/<language>.toml``, in the pattern language of the dialog.

``[classes]`` are named alternatives, ``[cardinals]`` the number words; every other section is a topic
whose keys are the values its patterns claim.  A key that holds ``SIDE`` is written once for the four
ways to name a player: ``SIDE`` and ``@SIDE`` (also ``@SIDE_to``, a case of its own where a language has
one) become ``white``, ``black``, ``opponent`` (of the offender) and ``offender``.  A key ending in
``.not`` holds patterns with a "not" of their own, which does not deny them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from kb.dialog.lexicon import Lexicon, Numerals
from kb.dialog.patterns import compile_patterns
from kb.errors import CorpusError

__all__ = ["SIDES", "answer_words"]

SIDES = ("white", "black", "opponent", "offender")
_TABLES = frozenset({"classes", "cardinals"})


@cache
def answer_words(language: str) -> Lexicon:
    """Return the patterns and number words for answers in a language.

    :raises CorpusError: the language's list is missing or damaged.
    """
    try:
        source = files(__package__).joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
        table = tomllib.loads(source)
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(
            f"The word list for answers in {language!r} cannot be read: {error}.",
            hint="Restore kb/exam/words from the repository, or reinstall the package.",
        ) from error
    patterns: dict[str, list[str]] = {}
    for section, keys in table.items():
        if section not in _TABLES:
            for key, lines in keys.items():
                for label, expanded in _expanded(f"{section}.{key}", lines):
                    patterns.setdefault(label, []).extend(expanded)
    numbers = _numerals(table.get("cardinals", {}))
    return Lexicon(compile_patterns(table.get("classes", {}), patterns), numbers, Numerals({}, {}))


def _expanded(label: str, lines: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    if "SIDE" not in label:
        yield label, lines
        return
    for side in SIDES:
        yield label.replace("SIDE", side), [line.replace("SIDE", side) for line in lines]


def _numerals(table: Mapping[str, str]) -> Numerals:
    values = {word: int(number) for number, spelt in table.items() for word in spelt.split()}
    return Numerals(
        {word: value for word, value in values.items() if not word.endswith("*")},
        {word.removesuffix("*"): value for word, value in values.items() if word.endswith("*")},
    )
