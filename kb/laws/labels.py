"""Clause labels: the printed forms of four languages and one canonical form.

Canonical: decimals plain (``7.5.3``), a letter joined to its number (``7.4a``),
appendix letters with a dot (``A.4.2``, ``A.4c``), a separate unlabelled
paragraph as ``7.5a¶2``.
"""

from __future__ import annotations

import re

__all__ = ["LABEL_PATTERN", "canonical_label", "label_key", "parent_label"]

# One label as people and texts write it: 7.4(a), 7.4.a, 7.4 a, 7.5.1, 7,5,1, A.4.2, А.4.2 (Cyrillic A).
LABEL_PATTERN = (
    r"(?:[A-Za-zАВСав]\.?\s?)?\d{1,2}(?:\s?[.,]\s?\d{1,2}){0,3}"
    r"(?:\s?\.?\s?\(?[a-eа-д]\)|\.?[a-eа-д]\b|\s[a-e]\b)?(?:\s?(?:¶|#)\s?\d)?"
)

_LOOKALIKES = str.maketrans("АВСЕавсе", "ABCEabce")
_SHAPE = re.compile(
    r"(?P<appendix>[A-Z])?\.?(?P<numbers>\d{1,2}(?:\.\d{1,2})*)\.?\(?(?P<letter>[a-z])?\)?(?:[¶#](?P<para>\d))?"
)


def canonical_label(text: str) -> str | None:
    """Return the canonical form of a label as people write it, or ``None``.

    Does not promise that any document has such a clause.

    >>> [canonical_label(t) for t in ("7.4(a)", "7.5.a", "7.5 b", "7.5.1.", "А.4.2", "B6", "7.5a#2", "x")]
    ['7.4a', '7.5a', '7.5b', '7.5.1', 'A.4.2', 'B.6', '7.5a¶2', None]
    """
    squeezed = re.sub(r"\s+", "", text.translate(_LOOKALIKES)).replace(",", ".")
    match = _SHAPE.fullmatch(squeezed)
    if match is None:
        return None
    head = f"{match['appendix'].upper()}." if match["appendix"] else ""
    tail = f"¶{match['para']}" if match["para"] else ""
    return f"{head}{match['numbers']}{match['letter'] or ''}{tail}"


def parent_label(label: str) -> str:
    """Return the label one level up, or ``""`` at the top.

    >>> [parent_label(l) for l in ("7.5a¶2", "7.5a", "7.5.1", "7.5", "7")]
    ['7.5a', '7.5', '7.5', '7', '']
    """
    if "¶" in label:
        return label.partition("¶")[0]
    if label[-1:].isalpha() and label[:-1]:
        return label[:-1].rstrip(".")
    return label.rpartition(".")[0]


def label_key(label: str) -> tuple[tuple[int, str], ...]:
    """Return a sort key that orders labels as the text does.

    >>> sorted(["7.10", "7.5b", "7.5a¶2", "7.2", "7.5a"], key=label_key)
    ['7.2', '7.5a', '7.5a¶2', '7.5b', '7.10']
    """
    parts = re.findall(r"\d+|[^\W\d_]+", label)
    return tuple((int(p), "") if p.isdigit() else (-1, p) for p in parts)
