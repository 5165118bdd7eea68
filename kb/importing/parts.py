"""The parts of a regulation and the words that head them in seven languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from kb.importing.source import Line

__all__ = ["REFERENCE_WORDS", "Part", "PartKind", "find_parts"]

REFERENCE_WORDS: Final = (
    r"articles?|arts?\.?|art[ií]culos?|artikel(?:en|s|n)?|artigos?|articol[oi]|"
    r"стат(?:ья|ье|ьи|ью|ьей|ьёй|ьями|ьям|ьях|ей)|пункт\w*|п\."
)
_ARTICLE: Final = r"article|art[ií]culo|artikel|artigo|articolo|статья"
_APPENDIX: Final = (
    r"appendix|ap[eé]ndice|anexo|annexe?|bijlage|appendix|aanhangsel|anhang|anlage|allegato|приложение"
)
_GUIDELINES: Final = (
    r"guidelines?|directrices|directriz|gu[ií]as?|directives?|richtlijn(?:en)?|richtlinien?|"
    r"linee guida|рекомендаци[яи]|руководств[оа]"
)
_GLOSSARY: Final = (
    r"glossary|glosario|glossaire|glossar|glossario|verklarende woordenlijst|woordenlijst|"
    r"begrippenlijst|глоссарий|словарь"
)
_INTRODUCTION: Final = r"introduction|introducci[oó]n|inleiding|einleitung|introduzione|введение"
_PREFACE: Final = (
    r"preface|prefacio|pre[aá]mbulo|pr[eé]ambule|pr[eé]face|voorwoord|vorwort|prefazione|предисловие"
)
_LOOKALIKES: Final = str.maketrans("АВСЕ", "ABCE")

_NUMBERED = re.compile(rf"(?:{_ARTICLE})\s*(\d{{1,2}})(?!\.?\d)\s*[.:–—-]?\s*(.*)", re.IGNORECASE)
_LETTERED = re.compile(rf"(?:{_APPENDIX})\s+([A-HАВС])(?![\w-])\s*[.:–—-]?\s*(.*)", re.IGNORECASE)
_ROMAN = re.compile(rf"(?:{_GUIDELINES})\s+(VI|IV|V|I{{1,3}})(?!\w|\.\d)\s*[.:–—-]?\s*(.*)", re.IGNORECASE)
_SHORT_LETTER = re.compile(r"([A-HАВС])\s*[.:]\s+(\D.*)")
_WORDS = re.compile(rf"(?:{_GLOSSARY})\b.*", re.IGNORECASE)
_FRONT = re.compile(rf"(?:0\.(\d)\.?\s+)?(?:({_INTRODUCTION})|({_PREFACE}))\s*:?", re.IGNORECASE)
_PLAIN_GUIDELINES = re.compile(rf"(?:{_GUIDELINES})\b(?!\s*[.:]).*", re.IGNORECASE)
_APPENDICES = re.compile(
    r"(?:appendices|ap[eé]ndices|anexos|annexes|bijlagen|anh[aä]nge|allegati|приложения)\s*:?", re.IGNORECASE
)
_BARE_TITLE = re.compile(r"(\d{1,2})\.?\s+([^\W\d_].{1,90})")
_FAR_BELOW = 4  # lines below a numbered title in which its first clause stands
_LONGEST_TITLE = 140
_TITLE_END = re.compile(r"[.;,]$")


@unique
class PartKind(StrEnum):
    """What a part of a regulation is."""

    ARTICLE = "article"
    APPENDIX = "appendix"
    GUIDELINES = "guidelines"
    GLOSSARY = "glossary"
    FRONT = "front"
    """Introduction or preface."""
    SECTION = "section"
    """Any other heading: it ends what stands before it and has no number of its own."""


@dataclass(frozen=True, slots=True)
class Part:
    """A heading: index of its line, kind, the beginning of its labels ("7", "A", "III"), and its title.

    ``title_lines`` are the indexes of all lines the heading takes.
    """

    line: int
    kind: PartKind
    head: str
    title: str
    title_lines: tuple[int, ...]


def find_parts(lines: Sequence[Line], aside: frozenset[int]) -> tuple[Part, ...]:
    """Return the headings in source order; of one that comes twice (contents, running header), the real one.

    :param aside: indexes of lines that are set aside already.
    """
    found: list[Part] = []
    appendices = False
    for index, line in enumerate(lines):
        if index in aside:
            continue
        part = _part(index, line, lines, appendices, found)
        if part is not None:
            found.append(part)
            appendices = (
                appendices or part.kind is PartKind.APPENDIX or bool(_APPENDICES.fullmatch(line.text))
            )
    if not any(part.kind is PartKind.ARTICLE for part in found):
        numbered = _numbered_titles(lines, aside)
        taken = {part.line for part in numbered}
        found = sorted([p for p in found if p.line not in taken] + numbered, key=lambda p: p.line)
    return _real_ones(found, lines)


def _numbered_titles(lines: Sequence[Line], aside: frozenset[int]) -> list[Part]:
    """Return titles that are numbered without a word ("3. Registration"): those with a 3.1 below them."""
    found: list[Part] = []
    due = 0
    for index, line in enumerate(lines):
        match = _BARE_TITLE.fullmatch(line.text)
        number = match[1] if match is not None else str(line.item.number) if line.item is not None else ""
        title = match[2] if match is not None else line.text
        if index in aside or not number.isdigit() or int(number) < due or not _is_title(line, title):
            continue
        first = re.compile(rf"\W*{number}\.1(?!\d)")
        if any(first.match(below.text) for below in lines[index + 1 : index + 1 + _FAR_BELOW]):
            found.append(Part(index, PartKind.ARTICLE, number, title, (index,)))
            due = int(number) + 1
    return found


def _part(
    index: int, line: Line, lines: Sequence[Line], appendices: bool, found: Sequence[Part]
) -> Part | None:
    text = line.text
    if len(text) > _LONGEST_TITLE or (line.item is not None and not line.heading):
        return None
    for pattern, kind in (
        (_NUMBERED, PartKind.ARTICLE),
        (_LETTERED, PartKind.APPENDIX),
        (_ROMAN, PartKind.GUIDELINES),
    ):
        match = pattern.fullmatch(text)
        if match is not None and _is_title(line, match[2]):
            return _titled(index, kind, match[1].upper().translate(_LOOKALIKES), match[2], lines)
    return _unnumbered(index, line, appendices, found)


def _unnumbered(index: int, line: Line, appendices: bool, found: Sequence[Part]) -> Part | None:
    text = line.text
    front = _FRONT.fullmatch(text)
    if front is not None and (line.heading or line.opens or text[:1].isupper() or front[1]):
        head = front[1] or ("1" if front[2] else "2")
        if any(p.kind is PartKind.ARTICLE for p in found):  # the introduction to some later part
            return Part(index, PartKind.SECTION, "", text, (index,))
        return Part(index, PartKind.FRONT, f"0.{head}", text, (index,))
    standing = bool(line.heading) or (line.level < 1 and _is_shouted(text))
    if re.fullmatch(_GUIDELINES, text, re.IGNORECASE):
        standing = standing or text[:1].isupper()
    if _WORDS.fullmatch(text) and (standing or (text[:1].isupper() and not _TITLE_END.search(text))):
        return Part(index, PartKind.GLOSSARY, "glossary", text, (index,))
    short = _SHORT_LETTER.fullmatch(text)
    head = short[1].translate(_LOOKALIKES) if short is not None else ""
    first = head == "A" and line.heading > 0 and any(p.kind is PartKind.ARTICLE for p in found)
    if short is not None and (first or (appendices and (line.heading or line.strong >= len(text)))):
        return Part(index, PartKind.APPENDIX, head, short[2], (index,))
    if line.heading and _PLAIN_GUIDELINES.fullmatch(text):
        letters = [p.head for p in found if p.kind is PartKind.APPENDIX]
        roman = any(p.kind is PartKind.GUIDELINES for p in found)
        if letters and not roman and len(text.split()) > 1:
            return Part(index, PartKind.APPENDIX, chr(ord(max(letters)) + 1), text, (index,))
    if standing:
        return Part(index, PartKind.SECTION, "", text, (index,))
    return None


def _titled(index: int, kind: PartKind, head: str, title: str, lines: Sequence[Line]) -> Part:
    """Make a numbered part; a title that stands alone on the next line belongs to it."""
    if not title and index + 1 < len(lines):
        following = lines[index + 1]
        if (
            following.text[:1].isupper()
            and len(following.text) <= _LONGEST_TITLE
            and not _TITLE_END.search(following.text)
            and following.item is None
            and not (lines[index].heading and not following.heading)
        ):
            return Part(index, kind, head, following.text, (index, index + 1))
    return Part(index, kind, head, title, (index,))


def _is_title(line: Line, title: str) -> bool:
    """Whether what follows "Article 7" makes it a heading and not the beginning of a sentence."""
    if line.heading:
        return True
    if not title:
        return True
    return (title[:1].isupper() or title[:1].isdigit() or title[:1] in '«"“(') and not _TITLE_END.search(
        title
    )


def _is_shouted(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    words = text.split()
    return (
        len(letters) >= 7
        and all(c.isupper() for c in letters)
        and len(max(words, key=len)) >= 5
        and not any(c.isdigit() for c in text)
        and not _TITLE_END.search(text)
    )


def _real_ones(found: Sequence[Part], lines: Sequence[Line]) -> tuple[Part, ...]:
    """Keep, of headings with the same number, the one with most text up to the next heading."""
    room = {}
    for place, part in enumerate(found):
        end = found[place + 1].line if place + 1 < len(found) else len(lines)
        room[part.line] = sum(len(lines[i].text) for i in range(part.title_lines[-1] + 1, end))
    best: dict[tuple[PartKind, str], Part] = {}
    for part in found:
        key = (part.kind, part.head)
        if part.head and (key not in best or room[part.line] > room[best[key].line]):
            best[key] = part
    return tuple(p for p in found if not p.head or best[(p.kind, p.head)] is p)
