"""Clause labels: the printed forms of four languages and one canonical form.

Canonical: decimals plain (``7.5.3``), a letter joined to its number (``7.4a``), a number below
a letter joined too (``4.3a1``), appendix letters and roman guideline numbers with a dot
(``A.4.2``, ``A.4c``, ``III.4.2``), glossary entries as ``glossary/word``, a separate unlabelled
paragraph as ``7.5a¶2``.
"""

from __future__ import annotations

import re

__all__ = [
    "GLOSSARY",
    "LABEL_PATTERN",
    "ancestor_labels",
    "canonical_label",
    "glossary_label",
    "label_key",
    "parent_label",
]

GLOSSARY = "glossary/"

# One label as people and texts write it: 7.4(a), 7.4.a, 7.4 a, 7.5.1, 7,5,1, A.4.2, А.4.2 (Cyrillic A),
# III.4.2, and as deep as texts number: 3.8.2.1.1.
LABEL_PATTERN = (
    r"(?:(?:III|II|IV|VI|[A-Za-zАВСав])\.?\s?)?\d{1,2}(?:\s?[.,]\s?\d{1,2}){0,5}"
    r"(?:\s?\.?\s?\(?[a-eа-д]\)|\.?[a-eа-д]\b|\s[a-e]\b)?(?:\s?(?:¶|#)\s?\d)?"
)

_LOOKALIKES = str.maketrans("АВСЕавсе", "ABCEabce")
_ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6}
_SHAPE = re.compile(
    r"(?P<part>[A-Z]|II|III|IV|VI)?\.?(?P<numbers>\d{1,2}(?:\.\d{1,2})*)"
    r"(?:\.?\(?(?P<letter>[a-z])\)?(?:\.?\(?(?P<third>\d{1,2})\)?)?)?\.?(?:[¶#](?P<para>\d))?",
    re.IGNORECASE,
)
_PART_PLACES = {"": 0, "letter": 1, "roman": 2, "glossary": 3}


def canonical_label(text: str) -> str | None:
    """Return the canonical form of a label as people write it, or ``None``.

    Does not promise that any document has such a clause.

    >>> [canonical_label(t) for t in ("7.4(a)", "7.5.a", "7.5 b", "7.5.1.", "А.4.2", "B6", "7.5a#2", "x")]
    ['7.4a', '7.5a', '7.5b', '7.5.1', 'A.4.2', 'B.6', '7.5a¶2', None]
    >>> [canonical_label(t) for t in ("4.3(a)(1)", "4.3.a.2", "iii.4.2", "III.4", "glossary/flag")]
    ['4.3a1', '4.3a2', 'III.4.2', 'III.4', 'glossary/flag']
    """
    if text.startswith(GLOSSARY) and len(text) > len(GLOSSARY):
        return text
    squeezed = re.sub(r"\s+", "", text.translate(_LOOKALIKES)).replace(",", ".")
    match = _SHAPE.fullmatch(squeezed)
    if match is None:
        return None
    head = f"{match['part'].upper()}." if match["part"] else ""
    tail = f"¶{match['para']}" if match["para"] else ""
    return f"{head}{match['numbers']}{(match['letter'] or '').lower()}{match['third'] or ''}{tail}"


def glossary_label(term: str) -> str:
    """Return the label of a glossary entry: its term in lower case, blanks as single spaces.

    >>> glossary_label("  Flag-fall ")
    'glossary/flag-fall'
    """
    return GLOSSARY + " ".join(term.casefold().split())


def parent_label(label: str) -> str:
    """Return the label one level up, or ``""`` at the top.

    >>> [parent_label(l) for l in ("7.5a¶2", "7.5a", "7.5.1", "7.5", "7")]
    ['7.5a', '7.5', '7.5', '7', '']
    >>> [parent_label(l) for l in ("4.3a1", "A.4c", "III.4.2", "III.4", "III", "glossary/flag")]
    ['4.3a', 'A.4', 'III.4', 'III', '', '']
    """
    if label.startswith(GLOSSARY):
        return ""
    if "¶" in label:
        return label.partition("¶")[0]
    below_letter = re.fullmatch(r"(.*\d[a-z])\d+", label)
    if below_letter is not None:
        return below_letter[1]
    if re.search(r"\d[a-z]$", label):
        return label[:-1]
    return label.rpartition(".")[0]


def ancestor_labels(label: str) -> tuple[str, ...]:
    """Return the labels above a label, the nearest first.

    >>> ancestor_labels("7.5a¶2"), ancestor_labels("7")
    (('7.5a', '7.5', '7'), ())
    """
    found = []
    while label := parent_label(label):
        found.append(label)
    return tuple(found)


def label_key(label: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that orders labels as the text does: articles, appendices, guidelines, glossary.

    >>> sorted(["7.10", "7.5b", "7.5a¶2", "7.2", "7.5a"], key=label_key)
    ['7.2', '7.5a', '7.5a¶2', '7.5b', '7.10']
    >>> sorted(["glossary/flag", "II.1", "I.2", "A.4.2", "0.1", "12.9", "B.1"], key=label_key)
    ['0.1', '12.9', 'A.4.2', 'B.1', 'I.2', 'II.1', 'glossary/flag']
    """
    if label.startswith(GLOSSARY):
        return ((_PART_PLACES["glossary"], ""), (-1, label))
    head, dot, rest = label.partition(".")
    if dot and head in _ROMAN:
        return ((_PART_PLACES["roman"], ""), (_ROMAN[head], ""), *_parts(rest))
    return ((_PART_PLACES["letter" if head[:1].isalpha() else ""], ""), *_parts(label))


def _parts(label: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|[^\W\d_]+", label)
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in parts)
