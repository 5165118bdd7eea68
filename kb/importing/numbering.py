"""Which numbers at the beginning of a line open a clause: the best row of numbers through the text.

A number can as well be the end of a wrapped reference ("Articles / 4.3 and 4.7 apply").  Every number
is weighed by how it stands on its line and by how it continues the numbers before it; the row of
numbers with the greatest weight wins.  So a missing number costs little, a number out of order is
believed only where the layout is emphatic, and a reference is left in the clause it stands in.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from kb.importing.parts import REFERENCE_WORDS, Part, PartKind
from kb.importing.source import Flow, Line

__all__ = ["Opening", "find_openings", "label_of"]

_LOOKALIKES: Final = str.maketrans("АВСЕавсе", "ABCEabce")
_LABEL = re.compile(
    r"(?P<lead>[\[(`•§*\s]*)(?P<word>(?:" + REFERENCE_WORDS + r")\s+)?"
    r"(?P<printed>(?P<part>(?:III|II|IV|VI|[A-HIVАВСЕ]))?(?P<dot>\s?\.\s?)?"
    r"(?P<numbers>\d{1,2}(?:\.\d{1,2}){0,5})"
    r"(?P<letter>\s?\(?[a-hа-з]\)|\.\s?\([a-hа-з]\)|\.[a-hа-з](?=[.)\s]|$)|[a-h](?=[.)\s]|$)|\.?\s+[a-h][.)](?=\s|$))?)"
    r"(?P<close>[\])`.:]*)(?P<space>[\s\u00a0]*)"
)
_REFERENCE_BEFORE = re.compile(
    r"(?:\b(?:"
    + REFERENCE_WORDS
    + r"|and|or|to|see|y|e|o|u|a|ver|v[eé]ase|en|of|tot|et|ou|à|voir|und|oder|и|или|по|см\.)|"
    r"[,–—(-])$",
    re.IGNORECASE,
)
_NUMBER_BEFORE = re.compile(r"\d[\d.]*(?:\([a-h]\)|[a-h])?\s*(?:,|[–—-])$|[–—-]$")
_REFERENCE_AFTER = re.compile(
    r"(?:[,;)]|(?:and|or|to|y|e|o|u|en|of|et|ou|à|und|oder|и|или|[–—-])\s+(?:"
    + REFERENCE_WORDS
    + r"\s+)?\d)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?:;…][»”’\"')\]]*$")
_LOOK_BACK = 80
_BASE: Final = 2.0


@dataclass(frozen=True, slots=True)
class Opening:
    """A clause begins here: index of the line, label as printed, where the words begin in the line's text.

    ``head`` is the article number, appendix letter or roman number, ``numbers`` what follows it;
    ``letter`` tells that the last of them is printed as a letter.  ``weight`` is how much its line
    speaks for it.  ``corrected`` marks a misprint read as the number that was due, ``out_of_order``
    one believed against the row.
    """

    line: int
    printed: str
    text_from: int
    head: str
    numbers: tuple[int, ...]
    letter: bool
    weight: float
    corrected: bool = False
    out_of_order: bool = False


def label_of(opening: Opening) -> str:
    """Return the canonical label.

    >>> label_of(Opening(0, "A4.1", 4, "A", (4, 1), False, 0.0))
    'A.4.1'
    >>> label_of(Opening(0, "7.4.b", 5, "7", (4, 2), True, 0.0))
    '7.4b'
    """
    if not opening.letter:
        return ".".join((opening.head, *map(str, opening.numbers)))
    plain = ".".join((opening.head, *map(str, opening.numbers[:-1])))
    return plain + chr(ord("a") + opening.numbers[-1] - 1)


def find_openings(
    lines: Sequence[Line], aside: frozenset[int], parts: Sequence[Part], flow: Flow
) -> tuple[Opening, ...]:
    """Return where clauses with a printed number begin, in source order.

    :param aside: indexes of lines set aside already; the lines of headings are passed over too.
    """
    closed = aside | {i for part in parts for i in part.title_lines}
    candidates = _candidates(lines, closed, parts, flow)
    chosen = _best_row(candidates)
    return _with_misprints(candidates, chosen)


# -- candidates ---------------------------------------------------------------------


def _candidates(
    lines: Sequence[Line], closed: frozenset[int] | set[int], parts: Sequence[Part], flow: Flow
) -> list[Opening]:
    headed = {part.line: part for part in parts}
    known = {part.head for part in parts if part.kind is not PartKind.SECTION}
    current: Part | None = None
    found: list[Opening] = []
    before: int | None = None
    for index, line in enumerate(lines):
        current = headed.get(index, current)
        if index not in closed:
            previous = lines[before] if before is not None and before not in headed else None
            opening = _candidate(index, line, previous, flow)
            if opening is not None:
                fit = _fit(opening, current, known)
                found.append(replace(opening, weight=opening.weight + fit))
        if index not in closed or index in headed:
            before = index
    return found


def _candidate(index: int, line: Line, previous: Line | None, flow: Flow) -> Opening | None:
    match = _LABEL.match(line.text)
    if match is None:
        return None
    part, numbers = match["part"], [int(n) for n in match["numbers"].split(".")]
    if any(n.startswith("0") for n in match["numbers"].split(".")[1:]):
        return None
    if part is None and (match["dot"] or len(numbers) < 2):
        return None
    if part is not None and match["word"] and not match["dot"]:
        return None
    after = line.text[match.end() :]
    printed_end = match.end()
    if after and not match["space"] and not match["close"] and not after[0].isalpha():
        return None
    if (after[:1] in (",", ";", "%", "°") and not match["space"]) or _is_chess(part, match["dot"], after):
        return None
    head = str(numbers.pop(0)) if part is None else part.upper().translate(_LOOKALIKES)
    letter = _letter(match["letter"])
    if letter:
        numbers.append(letter)
    return Opening(
        line=index,
        printed=match["printed"].strip(),
        text_from=printed_end,
        head=head,
        numbers=tuple(numbers),
        letter=bool(letter),
        weight=_weight(line, match, after, previous, flow),
    )


def _is_chess(part: str | None, dot: str | None, after: str) -> bool:
    """Whether this is a square ("E4 is taken"): a letter and a digit without a dot, no capital after."""
    return (
        part is not None and dot is None and part not in "ABC" and len(part) == 1 and not after[:1].isupper()
    )


def _letter(printed: str | None) -> int:
    if not printed:
        return 0
    char = next(c for c in printed if c.isalpha()).translate(_LOOKALIKES)
    return ord(char) - ord("a") + 1 if char.isascii() else "абвгдежз".index(char) + 1


def _weight(line: Line, match: re.Match[str], after: str, previous: Line | None, flow: Flow) -> float:
    weight = 0.0
    if not after:
        weight += 1.5
    elif len(match["space"]) >= 2 or "\t" in match["space"]:
        weight += 1.0
    if line.strong and line.strong >= match.start("numbers") + 1:
        weight += 2.5
    if flow is Flow.MARKED and line.opens:
        weight += 2.0
    if match["lead"].strip() in ("[", "[`", "`", "`["):
        weight += 1.0
    if match["word"]:
        weight -= 1.5
    if line.gap:
        weight += 0.5
    if after[:1].isupper() or after[:1] in '«“‘"':
        weight += 0.5
    elif after[:1].islower():
        weight -= 0.3
    if after and not match["space"]:
        weight -= 0.5
    if _REFERENCE_AFTER.match(after):
        weight -= 3.0
    return weight + _before(previous, line)


def _before(previous: Line | None, line: Line) -> float:
    """Weigh the line before: a finished sentence speaks for a number, an open reference against."""
    if previous is None:
        return 1.0
    if previous.heading or (line.gap and line.opens):
        return 0.5
    text = previous.text
    if _NUMBER_BEFORE.search(text) or re.search(rf"\b(?:{REFERENCE_WORDS})$", text, re.IGNORECASE):
        return -3.5
    if _SENTENCE_END.search(text):
        return 0.5
    if line.opens:
        return 0.0
    return -1.0 if _REFERENCE_BEFORE.search(text) and not text.endswith(",") else -0.4


def _fit(opening: Opening, current: Part | None, known: set[str]) -> float:
    """Weigh the part the number stands in."""
    if current is None or current.kind is PartKind.SECTION:
        return 0.0 if opening.head not in known else -0.5
    if current.kind is PartKind.GLOSSARY:
        return -6.0
    if opening.head == current.head or (current.kind is PartKind.FRONT and opening.head == "0"):
        return 0.5
    return -4.0 if opening.head in known else -2.0


# -- the best row -------------------------------------------------------------------


def _best_row(candidates: Sequence[Opening]) -> list[Opening]:
    """Choose the row of candidates with the greatest weight (longest path over the last few)."""
    totals: list[float] = []
    back: list[int] = []
    skipped = [0.0]  # what passing over the candidates so far has cost
    for candidate in candidates:
        skipped.append(skipped[-1] + max(0.0, candidate.weight) * 0.7)
    for place, candidate in enumerate(candidates):
        gain = _BASE + candidate.weight
        best, origin = gain - skipped[place] - _first_cost(candidate), -1
        for before in range(max(0, place - _LOOK_BACK), place):
            passed = skipped[place] - skipped[before + 1]
            total = totals[before] + gain - passed - _step_cost(candidates[before], candidate)
            if total > best:
                best, origin = total, before
        totals.append(best)
        back.append(origin)
    if not candidates:
        return []
    whole = skipped[-1]
    last = max(range(len(candidates)), key=lambda i: totals[i] - (whole - skipped[i + 1]))
    row = []
    while last >= 0:
        row.append(candidates[last])
        last = back[last]
    row.reverse()
    return row


def _first_cost(candidate: Opening) -> float:
    return 0.0 if candidate.numbers and all(n == 1 for n in candidate.numbers) else 1.0


def _step_cost(before: Opening, after: Opening) -> float:
    """Return how far ``after`` is from being the number due after ``before``."""
    if before.head != after.head:
        return _head_cost(before, after) + 0.3 * min(4, sum(n - 1 for n in after.numbers if n > 0))
    first, second = before.numbers, after.numbers
    common = 0
    while common < min(len(first), len(second)) and first[common] == second[common]:
        common += 1
    if common == len(first) == len(second):
        return 5.0
    if common == len(second):
        return 4.5  # a heading after what stands under it
    rest = second[common + 1 :]
    if common == len(first):
        missing = second[common] - 1
    elif second[common] < first[common]:
        return 4.0
    else:
        missing = second[common] - first[common] - 1
    return min(2.0, 0.4 * missing) + min(1.5, 0.3 * len(rest) + 0.3 * sum(n - 1 for n in rest))


def _head_cost(before: Opening, after: Opening) -> float:
    first, second = _rank(before.head), _rank(after.head)
    if second <= first:
        return 3.5
    return 0.0 if first[0] != second[0] else min(2.0, 0.4 * (second[1] - first[1] - 1))


def _rank(head: str) -> tuple[int, int]:
    """Order the heads of labels: articles, appendices, guidelines ("I" to "VI")."""
    romans = ("I", "II", "III", "IV", "V", "VI")
    if head.isdigit():
        return (0, int(head))
    return (2, romans.index(head)) if head in romans else (1, ord(head))


# -- misprints ------------------------------------------------------------------------


def _with_misprints(candidates: Sequence[Opening], row: Sequence[Opening]) -> tuple[Opening, ...]:
    """Read an emphatic number that breaks the row as the number due, if it has the same digits."""
    taken = [o.line for o in row]
    chosen = set(taken)
    found: list[Opening] = []
    for candidate in candidates:
        place = bisect.bisect_right(taken, candidate.line)
        after = row[place] if place < len(row) else None
        breaks = after is not None and after.head == candidate.head and after.numbers <= candidate.numbers
        due = _same_digits(found[-1], candidate) if found and candidate.weight >= 1.0 else None
        if due is not None and (candidate.line not in chosen or breaks):
            if after is None or after.head != due.head or due.numbers < after.numbers:
                found.append(due)
        elif candidate.line in chosen:
            found.append(candidate)
    return tuple(_marked(found))


def _same_digits(before: Opening, candidate: Opening) -> Opening | None:
    """Return ``candidate`` with the number due after ``before``, if it is that number with digits swapped."""
    sibling = (*before.numbers[:-1], before.numbers[-1] + 1)
    for due in (sibling, (*before.numbers, 1)):
        if (
            candidate.head == before.head
            and sorted(due) == sorted(candidate.numbers)
            and due != candidate.numbers
        ):
            return replace(candidate, numbers=due, corrected=True)
    return None


def _marked(row: Sequence[Opening]) -> list[Opening]:
    """Mark the numbers that stand after a greater one of their part."""
    greatest: dict[str, tuple[int, ...]] = {}
    found = []
    for opening in row:
        before = greatest.get(opening.head, ())
        found.append(replace(opening, out_of_order=opening.numbers <= before))
        greatest[opening.head] = max(before, opening.numbers)
    return found
