"""A small pattern language over words, its compiler and its matcher.

One pattern is a line of elements separated by spaces::

    press      this word                    press*    any word with this beginning
    *ó         any word of four letters or more with this ending, accents told apart; class
               ``no_ending`` lists the words that do not count
    a|b*|c     one of these                 @clock    one of a named class, also inside a|@clock
    [a|b]      may be absent                ..3       up to three words in between
    #          a cardinal number, captured  #o        an ordinal number, captured
    ~          a move or square written in notation
    !a|b       the next word is none of these (first element: the word before is none of these)

A term written with an accent (``pulsó``) matches only that spelling, one without matches both.
Misspelt words are matched too; the class ``real`` lists words that only look misspelt.
Elements never reach over the end of a sentence.  Matching takes bounded time whatever the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kb.dialog.spelling import Speller
from kb.dialog.words import Kind, Word, plain
from kb.errors import CorpusError

__all__ = ["Match", "PatternSet", "compile_patterns"]

_TERM = re.compile(r"(?:[^\W\d_]+|\d+[^\W_]*|&)\*?|\*[^\W\d_]{1,4}")
_LEAST_WITH_ENDING = 4
_MAX_STEPS = 150_000
_MAX_MATCHES = 400


class _Op(StrEnum):
    WORD = "word"
    GAP = "gap"
    NOT = "not"


class _Form(StrEnum):
    """What a word can be besides itself."""

    CARDINAL = "#"
    ORDINAL = "#o"
    NOTATION = "~"


@dataclass(frozen=True, slots=True)
class _Element:
    op: _Op
    terms: frozenset[int] = frozenset()
    forms: frozenset[_Form] = frozenset()
    reach: int = 0
    optional: bool = False


@dataclass(frozen=True, slots=True)
class _Pattern:
    label: str
    elements: tuple[_Element, ...]
    not_after: frozenset[int]


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern found: its label, the words from ``first`` up to (not including) ``last``, its number."""

    label: str
    first: int
    last: int
    number: int | None

    def within(self, other: Match) -> bool:
        """Whether all its words belong to ``other`` and ``other`` has more."""
        inside = other.first <= self.first and self.last <= other.last
        return inside and (other.last - other.first) > (self.last - self.first)


class PatternSet:
    """All patterns of a language, ready to run over words."""

    def __init__(self, terms: _Terms, patterns: Sequence[_Pattern]) -> None:
        self._terms = terms
        self._by_first: dict[int, list[_Pattern]] = {}
        self._by_form: dict[_Form, list[_Pattern]] = {}
        for pattern in patterns:
            for term in sorted(pattern.elements[0].terms):
                self._by_first.setdefault(term, []).append(pattern)
            for form in sorted(pattern.elements[0].forms):
                self._by_form.setdefault(form, []).append(pattern)

    def find(self, words: Sequence[Word]) -> tuple[Match, ...]:
        """Return every match, in order of the text; of one pattern at one place only the shortest."""
        run = _Run(words, tuple(self._terms.of(word) for word in words))
        found: list[Match] = []
        for at, word in enumerate(words):
            seen: set[int] = set()
            candidates = [p for term in sorted(run.terms[at]) for p in self._by_first.get(term, ())]
            form = _form(word)
            candidates += self._by_form.get(form, ()) if form else ()
            for pattern in candidates:
                if id(pattern) in seen or len(found) >= _MAX_MATCHES:
                    continue
                seen.add(id(pattern))
                if at and pattern.not_after & run.terms[at - 1] and words[at - 1].sentence == word.sentence:
                    continue
                last = run.match(pattern.elements, 0, at, word.sentence)
                if last is not None and last > at:
                    found.append(Match(pattern.label, at, last, run.number(pattern.elements, at, last)))
        return tuple(found)


def _form(word: Word) -> _Form | None:
    if word.kind is Kind.NOTATION:
        return _Form.NOTATION
    if word.number is None:
        return None
    return _Form.ORDINAL if word.ordinal else _Form.CARDINAL


class _Run:
    """One pass over one text, with a budget of steps."""

    def __init__(self, words: Sequence[Word], terms: tuple[frozenset[int], ...]) -> None:
        self.words = words
        self.terms = terms
        self.steps = _MAX_STEPS

    def match(self, elements: tuple[_Element, ...], k: int, at: int, sentence: int) -> int | None:
        """Match ``elements[k:]`` from word ``at`` on; return where it ends, or ``None``."""
        self.steps -= 1
        if self.steps < 0:
            return None
        if k == len(elements):
            return at
        element = elements[k]
        here = at < len(self.words) and self.words[at].sentence == sentence
        if element.op is _Op.GAP:
            for skipped in range(element.reach + 1):
                end = self.match(elements, k + 1, at + skipped, sentence)
                if end is not None:
                    return end
            return None
        if element.op is _Op.NOT:
            refused = here and self._fits(element, at)
            return None if refused else self.match(elements, k + 1, at, sentence)
        if here and self._fits(element, at):
            end = self.match(elements, k + 1, at + 1, sentence)
            if end is not None:
                return end
        return self.match(elements, k + 1, at, sentence) if element.optional else None

    def _fits(self, element: _Element, at: int) -> bool:
        return bool(element.terms & self.terms[at]) or _form(self.words[at]) in element.forms

    def number(self, elements: tuple[_Element, ...], first: int, last: int) -> int | None:
        """Return the number a capturing pattern took: the last of its kind in the match."""
        forms = {form for element in elements for form in element.forms}
        for word in reversed(self.words[first:last]):
            if word.number is not None and _form(word) in forms:
                return word.number
        return None


class _Terms:
    """Every term of a language with its number; tells which of them a word satisfies."""

    def __init__(self, no_ending: frozenset[str], real: frozenset[str]) -> None:
        self._no_ending = no_ending
        self._real = real
        self._endings: dict[str, int] = {}
        self._ids: dict[str, int] = {}
        self._exact: dict[str, int] = {}
        self._stems: dict[str, int] = {}
        self._marked: dict[str, int] = {}
        self._marked_stems: dict[str, int] = {}
        self._speller: Speller | None = None

    def add(self, term: str) -> int:
        """Return the number of a term as written in a pattern, adding it if new."""
        number = self._ids.setdefault(term, len(self._ids))
        if term.startswith("*"):
            self._endings[term[1:]] = number
            return number
        body = term.removesuffix("*")
        accented = plain(body) != body
        exact, stems = (self._marked, self._marked_stems) if accented else (self._exact, self._stems)
        (stems if term.endswith("*") else exact)[body] = number
        return number

    def close(self) -> None:
        """Build what corrects misspelt words; no term can be added afterwards."""
        self._speller = Speller(self._exact, self._stems, self._real)

    def of(self, word: Word) -> frozenset[int]:
        """Return the numbers of all terms the word satisfies, after correcting a misspelling."""
        if word.kind is Kind.NOTATION:
            return frozenset()
        found = self._direct(word)
        if not found and word.kind is Kind.WORD and word.number is None and self._speller is not None:
            corrected = self._speller.correct(word.plain)
            if corrected is not None:
                return frozenset({self._ids[corrected]} | self._lookup(corrected.removesuffix("*")))
        return found

    def _direct(self, word: Word) -> frozenset[int]:
        found = self._lookup(word.plain)
        if word.marked in self._marked:
            found |= {self._marked[word.marked]}
        for cut in range(2, len(word.marked) + 1):
            number = self._marked_stems.get(word.marked[:cut])
            if number is not None:
                found |= {number}
        if self._endings and len(word.marked) >= _LEAST_WITH_ENDING and word.marked not in self._no_ending:
            forms = (word.marked, word.plain)
            found |= {n for ending, n in self._endings.items() if any(f.endswith(ending) for f in forms)}
        return frozenset(found)

    def _lookup(self, text: str) -> set[int]:
        found = {self._exact[text]} if text in self._exact else set()
        for cut in range(2, len(text) + 1):
            number = self._stems.get(text[:cut])
            if number is not None:
                found.add(number)
        return found


def compile_patterns(classes: Mapping[str, str], patterns: Mapping[str, Sequence[str]]) -> PatternSet:
    """Compile the patterns of each label; ``classes`` are named alternatives.

    :raises CorpusError: naming the pattern that cannot be compiled.
    """
    terms = _Terms(*(frozenset(classes.get(name, "").split()) for name in ("no_ending", "real")))
    compiled = [_compile(label, line, classes, terms) for label, lines in patterns.items() for line in lines]
    terms.close()
    return PatternSet(terms, compiled)


def _compile(label: str, line: str, classes: Mapping[str, str], terms: _Terms) -> _Pattern:
    pieces = line.split()
    not_after: frozenset[int] = frozenset()
    if pieces and pieces[0].startswith("!"):
        not_after, _ = _alternatives(pieces.pop(0)[1:], classes, terms, line)
    elements = tuple(_element(piece, classes, terms, line) for piece in pieces)
    if not elements or elements[0].op is not _Op.WORD or elements[0].optional:
        raise CorpusError(f"The pattern {line!r} of {label} must begin with a word.", hint=_MEND)
    return _Pattern(label, elements, not_after)


def _element(piece: str, classes: Mapping[str, str], terms: _Terms, line: str) -> _Element:
    if piece.startswith("..") and piece[2:].isdigit():
        return _Element(_Op.GAP, reach=int(piece[2:]))
    if piece.startswith("!"):
        return _Element(_Op.NOT, *_alternatives(piece[1:], classes, terms, line))
    optional = piece.startswith("[") and piece.endswith("]")
    body = piece[1:-1] if optional else piece
    return _Element(_Op.WORD, *_alternatives(body, classes, terms, line), optional=optional)


def _alternatives(
    piece: str, classes: Mapping[str, str], terms: _Terms, line: str
) -> tuple[frozenset[int], frozenset[_Form]]:
    numbers: set[int] = set()
    forms: set[_Form] = set()
    for term in piece.split("|"):
        if term in _FORMS:
            forms.add(_Form(term))
        elif term.startswith("@"):
            if term[1:] not in classes:
                raise CorpusError(f"The pattern {line!r} names no class {term!r}.", hint=_MEND)
            for member in classes[term[1:]].split():
                numbers |= _alternatives(member, classes, terms, line)[0]
        elif _TERM.fullmatch(term):
            numbers.add(terms.add(term))
        else:
            raise CorpusError(f"The pattern {line!r} has an impossible term {term!r}.", hint=_MEND)
    return frozenset(numbers), frozenset(forms)


_FORMS = frozenset(form.value for form in _Form)
_MEND = "Restore kb/dialog/lexicon from the repository, or reinstall the package."
