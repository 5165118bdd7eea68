"""Which option of a closed question an answer takes: by letter, number, its text, or what it reads as.

A question where the clocks must be set or a move found is also answered by two times, or by a move
number with its colour; one that asks for a clause or an edition by the number.  Exactly one option must
be meant.  Where such a question has no options, its key in words is the one right answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kb.dialog.lexicon import Reading, read_with
from kb.dialog.words import plain
from kb.exam.marking_points import Status, clause_labels, ruling_claims
from kb.exam.marking_reading import Span
from kb.exam.marking_words import answer_words
from kb.exam.types import Format, Question
from kb.exam.wording import option_letters
from kb.messages import catalogue

__all__ = ["Closed", "judge_closed"]

_LATIN = "abcdefgh"
_LOOKALIKES = str.maketrans("асе", "ace")
_NAME = re.compile(r"(?<![^\W_])(?:[a-zа-я]|\d{1,2})(?![^\W_])", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_MOST_NAMING = 60  # characters of an answer that only names its option
_TIME = re.compile(
    r"(?<![\d:.,])(?:(?P<long>\d{1,2}[:.h]\d{2}[:.]\d{2})|(?P<short>\d{1,3}[:.]\d{2})|(?P<whole>\d{1,3}))(?![\d:]|[.,]\d)"
)
_MOVE = re.compile(
    r"(?<![\d:.,+-])(?P<number>\d{1,3})"
    r"(?:\s?(?:(?P<dots>\.{3}|…)|(?P<dot>\.(?=\s?[^\W\d_])))|(?![\d:]|\s?(?:['’′]|min|мин)))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True)
class Closed:
    """The option taken, or -1; whether it earns the marks; the words that named it."""

    chosen: int
    status: Status
    spans: tuple[Span, ...]


def judge_closed(question: Question, answer: str, language: str) -> Closed:
    """Judge an answer to a closed question: missing where no option is named, or more than one."""
    texts = [option.text for option in question.options]
    if not texts:
        return _judge_key(question, answer, language)
    for chosen in (
        _only(i for i, text in enumerate(texts) if _same_words(text, answer)),
        _by_name(len(texts), answer, language),
        _by_reading(question.format, texts, answer, language),
    ):
        if chosen >= 0:
            right = question.options[chosen].right
            return Closed(chosen, Status.FOUND if right else Status.CONTRADICTED, (_whole(answer),))
    return Closed(-1, Status.MISSING, ())


def _judge_key(question: Question, answer: str, language: str) -> Closed:
    same = _same_words(question.key, answer)
    same = same or _by_reading(question.format, [question.key], answer, language) == 0
    if same:
        return Closed(-1, Status.FOUND, (_whole(answer),))
    return Closed(-1, Status.CONTRADICTED if answer.strip() else Status.MISSING, ())


def _only(hits: Iterable[int]) -> int:
    found = list(hits)
    return found[0] if len(found) == 1 else -1


def _whole(answer: str) -> Span:
    text = answer.strip()
    start = answer.index(text)
    return Span(start, start + len(text), text)


def _same_words(one: str, other: str) -> bool:
    """Whether two texts have the same words; a text without words is like no other."""
    words = _WORD.findall(plain(other))
    return bool(words) and _WORD.findall(plain(one)) == words


# ---------------------------------------------------------------- by letter or number


def _by_name(count: int, answer: str, language: str) -> int:
    """Return the option an answer names by its letter or its number from 1, and says nothing else."""
    if len(answer) > _MOST_NAMING:
        return -1
    reading = read_with(answer, language, answer_words(language))
    saying = [reading.span(m) for m in reading.labelled("choice")]
    places = set()
    for word in _WORD.finditer(answer):
        place = _place(word.group(), language) if _NAME.fullmatch(word.group()) else -1
        if 0 <= place < count:
            places.add(place)
        elif not any(start <= word.start() and word.end() <= end for start, end in saying):
            return -1
    return places.pop() if len(places) == 1 else -1


def _place(name: str, language: str) -> int:
    """Return the place a letter or number stands for: the letters of printed papers, or Latin ones."""
    if name.isdigit():
        return int(name) - 1
    letter = name.casefold()
    place = option_letters(catalogue(language)).find(letter)
    return place if place >= 0 else _LATIN.find(letter.translate(_LOOKALIKES))


# ---------------------------------------------------------------- by what is read


def _by_reading(form: Format, texts: Sequence[str], answer: str, language: str) -> int:
    """Return the one option that reads as the answer does, in a form of question that can be read."""
    agrees = _READINGS.get(form)
    if agrees is None:
        return -1
    hits = [i for i, text in enumerate(texts) if agrees(text, answer, language)]
    return hits[0] if len(hits) == 1 else _nearest(hits, texts, answer, language)


def _nearest(hits: Sequence[int], texts: Sequence[str], answer: str, language: str) -> int:
    """Of options on the same move, return the one whose ruling shares most with that of the answer."""
    said = ruling_claims(answer, language)
    shared = [(len(said & ruling_claims(texts[i], language)), i) for i in hits]
    most = max((n for n, _ in shared), default=0)
    return _only(i for n, i in shared if n == most > 0)


def _same_clocks(option: str, answer: str, language: str) -> bool:
    wanted, given = _clocks(option, language), _clocks(answer, language)
    if wanted is None or given is None:
        return False
    return all(w & g for w, g in zip(wanted, given, strict=True))


def _clocks(text: str, language: str) -> tuple[frozenset[int], frozenset[int]] | None:
    """Return what White's and Black's clock can show, in seconds; "1:12" is read both ways.

    The times stand in the order the players are named in; where they are not, White's stands first.
    """
    times = [m for m in _TIME.finditer(text) if m["long"] or m["short"]] or list(_TIME.finditer(text))
    if len(times) != 2:
        return None
    owners = _owners(text, language)
    first, second = (_seconds(m) for m in times)
    return (second, first) if owners == ("black", "white") else (first, second)


def _seconds(time: re.Match[str]) -> frozenset[int]:
    numbers = [int(n) for n in re.findall(r"\d+", time.group())]
    if len(numbers) == 1:
        return frozenset({numbers[0] * 60})
    if len(numbers) == 2:
        return frozenset({numbers[0] * 60 + numbers[1], numbers[0] * 3600 + numbers[1] * 60})
    hours, minutes, seconds = numbers
    return frozenset({hours * 3600 + minutes * 60 + seconds})


def _owners(text: str, language: str) -> tuple[str, ...]:
    """Return the players in the order they are named in, if both are."""
    sides = _sides(read_with(text, language, answer_words(language)))
    names = tuple(name for _, name in sides)
    return names if sorted(names) == ["black", "white"] else ("white", "black")


def _sides(reading: Reading) -> list[tuple[int, str]]:
    named = [(reading.span(m)[0], m.label.partition(".")[2]) for m in reading.labelled("side")]
    return [pair for pair in named if pair[1] in {"white", "black"}]


def _same_move(option: str, answer: str, language: str) -> bool:
    wanted, given = _move(option, language), _move(answer, language)
    if wanted is None or given is None or wanted[0] != given[0]:
        return False
    return given[1] is None or wanted[1] is None or given[1] == wanted[1]


def _move(text: str, language: str) -> tuple[int, str | None] | None:
    """Return the one move number in a text, and the colour: written "12…" or "12.Nf3", else named."""
    found = list(_MOVE.finditer(text))
    found = [m for m in found if m["dots"] or m["dot"]] or found
    if len({m["number"] for m in found}) != 1:
        return None
    number = int(found[0]["number"])
    if found[0]["dots"] or found[0]["dot"]:
        return number, "black" if found[0]["dots"] else "white"
    named = {name for _, name in _sides(read_with(text, language, answer_words(language)))}
    return number, named.pop() if len(named) == 1 else None


def _same_clause(option: str, answer: str, language: str) -> bool:
    wanted, given = clause_labels(option, language), clause_labels(answer, language)
    return bool(given) and given <= wanted


def _same_year(option: str, answer: str, language: str) -> bool:  # noqa: ARG001  same in all languages
    given = set(_YEAR.findall(answer))
    return given == set(_YEAR.findall(option)[:1])  # an edition is named by its first year


_READINGS: dict[Format, Callable[[str, str, str], bool]] = {
    Format.CLOCKS: _same_clocks,
    Format.FIND: _same_move,
    Format.CLAUSE: _same_clause,
    Format.EDITION: _same_year,
}
