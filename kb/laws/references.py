"""Cross-references inside clauses: "Article 7.4(a)", "artículos 4.3 y 4.7", "Статьи 4.3 и 4.7"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kb.laws.labels import canonical_label

__all__ = ["Reference", "find_references"]

_WORD = r"(?:articles?|art[ií]culos?|artikel(?:en)?|art\.|стат(?:ья|ье|ьи|ью|ьей|ьями|ьям|ьях|ей)|ст\.)"
_LABEL = r"\d{1,2}(?:\.\d{1,2}){1,3}(?:\([a-z]\)|[a-z]\b)?"
_JOIN = r"(?:\s*,\s*|\s+(?:and|or|y|o|en|of|и|или)\s+)"
_REFERENCE = re.compile(rf"\b{_WORD}\s*({_LABEL}(?:{_JOIN}{_LABEL})*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """A label named inside a clause: canonical label and character span in the text searched."""

    label: str
    start: int
    end: int


def find_references(text: str) -> tuple[Reference, ...]:
    r"""Return every clause reference in ``text``, in order; line breaks inside one are allowed.

    >>> [r.label for r in find_references("los artículos 4.3 y\n4.7; art.7.7.1; Article 7.4(a)")]
    ['4.3', '4.7', '7.7.1', '7.4a']
    """
    found = []
    for match in _REFERENCE.finditer(text):
        for label in re.finditer(_LABEL, match.group(1)):
            canonical = canonical_label(label.group())
            if canonical is not None:
                offset = match.start(1)
                found.append(Reference(canonical, offset + label.start(), offset + label.end()))
    return tuple(found)
