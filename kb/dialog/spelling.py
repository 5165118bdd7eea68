"""Correcting one slip of the keyboard in longer words, towards the words a lexicon knows."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

__all__ = ["Speller", "one_edit_apart"]

_LEAST_WORD = 6
_LEAST_STEM = 6
_LEAST_EDITED = 7
_MOST_WORD = 24


def _shortened(word: str) -> list[str]:
    return [word[:i] + word[i + 1 :] for i in range(len(word))]


def one_edit_apart(a: str, b: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours turns ``a`` into ``b``.

    >>> one_edit_apart("segunda", "segudna"), one_edit_apart("klok", "klom"), one_edit_apart("a", "a")
    (True, True, False)
    """
    if a == b or abs(len(a) - len(b)) > 1:
        return False
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    a, b = a[head:], b[head:]
    if len(a) == len(b):
        return a[1:] == b[1:] or (a[:2] == b[1::-1] and a[2:] == b[2:])
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    return longer[1:] == shorter


class Speller:
    """Knows exact words and word beginnings; answers with the term a misspelt word was meant for.

    A real word must not be taken for another one: short words are corrected only where two neighbours
    are swapped, first and last letters never (endings are grammar), and ``real`` words not at all.
    """

    def __init__(
        self, words: Iterable[str], stems: Iterable[str], real: frozenset[str] = frozenset()
    ) -> None:
        self._words = self._index(w for w in words if len(w) >= _LEAST_WORD)
        self._stems = self._index(s for s in stems if len(s) >= _LEAST_STEM)
        self._real = real
        self.correct = lru_cache(maxsize=2048)(self._correct)

    @staticmethod
    def _index(known: Iterable[str]) -> dict[str, tuple[str, ...]]:
        index: dict[str, tuple[str, ...]] = {}
        for word in sorted(known):
            for key in dict.fromkeys([word, *_shortened(word)]):
                index[key] = (*index.get(key, ()), word)
        return index

    def _correct(self, word: str) -> str | None:
        """Return the term ("word" or "stem*") one edit away, or ``None``."""
        if word in self._real or not _LEAST_WORD <= len(word) <= _MOST_WORD:
            return None
        nearest = self._nearest(self._words, word)
        if nearest:
            return nearest[0]
        for cut in range(min(len(word), 14), _LEAST_STEM - 2, -1):
            stems = self._nearest(self._stems, word[:cut])
            if stems:
                return f"{stems[0]}*"
        return None

    @staticmethod
    def _nearest(index: dict[str, tuple[str, ...]], word: str) -> list[str]:
        keys = [word, *_shortened(word)]
        candidates = {known for key in keys for known in index.get(key, ())}
        return sorted(k for k in candidates if _mistyped(k, word))


def _mistyped(known: str, word: str) -> bool:
    if known[0] != word[0] or known[-1] != word[-1] or not one_edit_apart(known, word):
        return False
    return len(known) >= _LEAST_EDITED or sorted(known) == sorted(word)
