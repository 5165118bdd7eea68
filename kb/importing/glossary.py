"""The entries of a glossary: a term at the beginning of a paragraph, a colon, what it means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kb.importing.outline import NOBODY, Outline, Start
from kb.importing.source import Line, visual_width
from kb.laws.labels import glossary_label

__all__ = ["add_glossary"]

_ENTRY = re.compile(r"(?P<bullet>[•▪◦\ue000-\uf8ff-]\s*)?(?P<term>[^\W_][^:.;!?]{1,70}?)\s*:\s*(?=\S|$)")
_FINISHED = re.compile(r"[.!?)\]»”\"+#]$")
_SHORT = 20.0  # ems
_LONGEST = 8  # words in a term


def add_glossary(lines: Sequence[Line], span: Sequence[int], part: int, made: Outline) -> None:
    """Open a clause at every entry and give the lines that follow to it."""
    owner, seen = NOBODY, set[str]()
    previous: Line | None = None
    for index in span:
        line = lines[index]
        match = _ENTRY.match(line.text)
        if match is not None and _begins(line, match, previous):
            label = glossary_label(match["term"])
            if label not in seen:
                seen.add(label)
                owner = len(made.starts)
                made.starts.append(Start(index, match.end(), label, match["term"], part))
        made.owners[index] = owner
        previous = line


def _begins(line: Line, match: re.Match[str], previous: Line | None) -> bool:
    if len(match["term"].split()) > _LONGEST:
        return False
    if line.strong or match["bullet"]:
        return True
    if previous is None or line.opens or line.gap:
        return True
    # a short line ends its paragraph even without a full stop ("See disability")
    return bool(_FINISHED.search(previous.text)) or visual_width(previous.text) < _SHORT
