"""Commentary printed among the clauses, told from their own words by layout.

Arbiters' manuals print notes between the clauses or, by page, below them.  A text is taken to be
commented when much of it stands in paragraphs of their own after clauses that are already finished;
where those stand at the foot of pages only, only there.  Without such a share of loose paragraphs
everything belongs to its clause.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum, auto, unique
from typing import Final

from kb.importing.furniture import Reason
from kb.importing.outline import NOBODY, Outline, Start
from kb.importing.paragraphs import WIDER, Break, Paragraph, Widths, finished
from kb.importing.parts import Part, PartKind
from kb.importing.source import Line

__all__ = ["set_commentary_aside"]

_COMMENTED: Final = 0.20  # share of words in loose paragraphs from which a text is taken to be commented
_PERHAPS: Final = 0.08  # … and from which it is if some of them also speak like commentary
_MOST: Final = 0.75  # … and above which they are the text, and the numbers head it
_SPEAKING: Final = 0.25  # share of loose paragraphs that speak like commentary, at least
_TURNS: Final = 4  # clauses that must be followed by such turns of speech then
_AT_THE_FOOT: Final = 0.8  # share of those that stand at the foot of their page
_FEWEST_PAGES: Final = 3
_LEAST_WORDS: Final = 8
_READ_ON: Final = 8  # lines or paragraphs read on to hear whether a remark has begun
_BREAKS: Final = frozenset({Break.BLANK, Break.WIDTH, Break.MARK})
# The sentence that explains a word belongs to its clause.
_DEFINITION = re.compile(r"(?:\w{1,3} )?[“«‘„\"]\w")
_OF_THE_PREFACE = re.compile(
    r"(?:this|the) preface|translat\w+'?s? note|le pr[eé]ambule|note de (?:la )?traduction|note du|"
    r"este prefacio|"
    r"el prefacio|nota (?:de|del)|dit voorwoord|noot van|это предисловие|примечани",
    re.IGNORECASE,
)
_TURNS_OF_SPEECH: Final = (
    r"(?:for example|examples? \d|the arbiters? should|advis|in general|note that|please note|"
    r"(?:this|these) (?:articles?|rules?|means?|punishments?)|it is (?:important|usual|very)|"
    r"par exemple|exemple|l.arbitre (?:devrait|doit (?:donc|toujours))|notes? de|veuillez noter|conseill|"
    r"cet article|cette r[eè]gle|cela signifie|"
    r"por ejemplo|ejemplos?|el [aá]rbitro deber[ií]a|t[eé]ngase en cuenta|aconsej|este art[ií]culo|significa|"
    r"bijvoorbeeld|de arbiter zou|let op|raadzaam|dit artikel|deze regel|dit betekent|"
    r"например|арбитру следует|обратите внимание|рекоменд|эта статья|это правило|это означает|"
    r"zum beispiel|der schiedsrichter sollte|dieser artikel)"
)
_CUES = re.compile(rf"\b{_TURNS_OF_SPEECH}", re.IGNORECASE)
_REMARK = re.compile(rf"(?:^|[.!?]\s+){_TURNS_OF_SPEECH}", re.IGNORECASE)


@unique
class _Place(StrEnum):
    """Where a text has its commentary."""

    NOWHERE = auto()
    AT_THE_FOOT = auto()
    BETWEEN = auto()


def set_commentary_aside(
    lines: Sequence[Line],
    pages: Sequence[int],
    parts: Sequence[Part],
    made: Outline,
    paragraphs: Sequence[Paragraph],
    widths: Widths,
) -> dict[int, Reason]:
    """Return the lines of commentary, and of captions below a finished clause, by index."""
    aside = _boxes(lines, made)
    regions = _regions(paragraphs, made, parts, aside)
    front = {o for o in regions if _kind(made.starts[o], parts) is PartKind.FRONT}
    loose = {o: _after_preface(r) if o in front else _loose(r) for o, r in regions.items()}
    place = _place(regions, loose, pages, made)
    for owner, region in regions.items():
        first = loose[owner]
        if first is None and place is _Place.BETWEEN and owner not in front:
            first = _after_short_line(region)
        if place is not _Place.NOWHERE and owner not in front:
            aside.update(dict.fromkeys(_tail_of_remarks(region[0]), Reason.COMMENTARY))
        if first is None:
            continue
        rest = region[first:]
        at_foot = _at_foot(owner, region, pages, made)
        if _captions(rest, widths):
            reason = Reason.CAPTION
        elif place is _Place.BETWEEN or (place is _Place.AT_THE_FOOT and at_foot and _speaks(rest, widths)):
            reason = Reason.COMMENTARY
        else:
            continue
        for paragraph in rest:
            aside.update((row.line, reason) for row in paragraph.rows)
    return aside


def _boxes(lines: Sequence[Line], made: Outline) -> dict[int, Reason]:
    """Return lines the layout sets apart, if they are the smaller part of the text."""
    boxed = [i for i in made.owners if lines[i].box]
    words = sum(len(lines[i].text) for i in boxed)
    whole = sum(len(lines[i].text) for i in made.owners)
    return dict.fromkeys(boxed, Reason.COMMENTARY) if words * 2 < whole else {}


def _regions(
    paragraphs: Sequence[Paragraph], made: Outline, parts: Sequence[Part], aside: dict[int, Reason]
) -> dict[int, list[Paragraph]]:
    """Group the paragraphs of each clause; glossary entries and lost lists are left alone."""
    regions: dict[int, list[Paragraph]] = defaultdict(list)
    for paragraph in paragraphs:
        if paragraph.owner == NOBODY or paragraph.rows[0].line in aside:
            continue
        start = made.starts[paragraph.owner]
        kind = _kind(start, parts)
        if kind is not PartKind.GLOSSARY and not start.counted:
            regions[paragraph.owner].append(paragraph)
    return regions


def _kind(start: Start, parts: Sequence[Part]) -> PartKind:
    return parts[start.part].kind if start.part >= 0 else PartKind.SECTION


def _loose(region: Sequence[Paragraph]) -> int | None:
    """Return the first paragraph that stands on its own after the clause is finished, or ``None``."""
    for place in range(1, len(region)):
        before, paragraph = region[place - 1], region[place]
        ended = finished(before.last) or before.last.endswith(";")
        if paragraph.broken_by in _BREAKS and ended and not _DEFINITION.match(paragraph.rows[0].text):
            return place
        if paragraph.broken_by is Break.SHORT and any(
            _REMARK.search(p.whole) for p in region[place : place + _READ_ON]
        ):
            return place
    return None


def _after_short_line(region: Sequence[Paragraph]) -> int | None:
    """Return the first paragraph of whole sentences after a line that was left short without a full stop."""
    for place in range(1, len(region)):
        if region[place].broken_by is Break.SHORT and finished(region[place].last):
            return place if region[place].words >= _LEAST_WORDS else None
    return None


def _after_preface(region: Sequence[Paragraph]) -> int | None:
    """Return the first paragraph about a preface: after a blank line, or one that speaks of it."""
    for place in range(1, len(region)):
        paragraph = region[place]
        blank = paragraph.broken_by is Break.BLANK and finished(region[place - 1].last)
        if blank or _OF_THE_PREFACE.match(paragraph.rows[0].text):
            return place
    return None


def _tail_of_remarks(paragraph: Paragraph) -> list[int]:
    """Return the lines of a paragraph from the sentence at a line's beginning that opens a remark.

    A clause that ends with its line leaves no trace of its end but the way the next sentence speaks.
    """
    rows = paragraph.rows
    for place in range(1, len(rows)):
        opens = finished(rows[place - 1].text) and rows[place].text[:1].isupper()
        if opens and _REMARK.search(" ".join(row.text for row in rows[place : place + _READ_ON])):
            return [row.line for row in rows[place:]]
    return []


def _place(
    regions: dict[int, list[Paragraph]], loose: dict[int, int | None], pages: Sequence[int], made: Outline
) -> _Place:
    whole = sum(p.words for region in regions.values() for p in region)
    outside = {
        owner: sum(p.words for p in regions[owner][first:])
        for owner, first in loose.items()
        if first is not None
    }
    total = sum(outside.values())
    spoken = sum(
        1 for o in outside if any(_CUES.search(r.text) for p in regions[o][loose[o] :] for r in p.rows)
    )
    share = total / whole if whole else 0.0
    if not _PERHAPS <= share <= _MOST or spoken < _SPEAKING * len(outside):
        return _Place.NOWHERE
    if share < _COMMENTED and spoken < _TURNS:
        return _Place.NOWHERE
    foot = sum(n for owner, n in outside.items() if _at_foot(owner, regions[owner], pages, made))
    if len(set(pages)) >= _FEWEST_PAGES and foot / total >= _AT_THE_FOOT:
        return _Place.AT_THE_FOOT
    return _Place.BETWEEN


def _at_foot(owner: int, region: Sequence[Paragraph], pages: Sequence[int], made: Outline) -> bool:
    """Whether the page has no other clause after this one."""
    page = pages[region[-1].rows[-1].line]
    following = made.starts[owner + 1].line if owner + 1 < len(made.starts) else None
    return following is None or pages[following] != page


def _speaks(rest: Sequence[Paragraph], widths: Widths) -> bool:
    """Whether loose paragraphs read like commentary: sentences in a wider column, or with its turns."""
    if sum(p.words for p in rest) < _LEAST_WORDS or not any(finished(p.last) for p in rest):
        return False
    rows = [row for p in rest for row in p.rows]
    wide = any(row.width > widths.at(row.line) * WIDER for row in rows)
    return wide or any(_CUES.search(row.text) for row in rows) or len(rows) > 2


def _captions(rest: Sequence[Paragraph], widths: Widths) -> bool:
    """Whether short lines without a sentence stand below a finished clause (captions of diagrams)."""
    rows = [row for p in rest for row in p.rows]
    return (
        rest[0].broken_by is not Break.MARK
        and not any(finished(row.text) or row.text.endswith(":") for row in rows)
        and all(row.width < 0.7 * widths.at(row.line) for row in rows)
    )
