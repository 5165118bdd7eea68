"""Cutting a question into words: normal forms, sentences, clauses, what is quoted, what is notation.

Matching works on these words and never on the raw text, so that case, accents, look-alike
letters, transliteration and pasted positions are dealt with once, here.  Every word keeps its
place in the text as given.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

__all__ = ["MAX_CHARS", "MAX_WORDS", "Kind", "Word", "cyrillic_share", "plain", "split_words", "to_cyrillic"]

MAX_CHARS = 12_000
"""Characters of a question that are read at all."""
MAX_WORDS = 700
"""Words of a question that are read at all; notation does not count."""
_MAX_WORD = 40


class Kind(StrEnum):
    """What a word is to the matcher."""

    WORD = "word"
    NUMBER = "number"
    NOTATION = "notation"  # a move, a square, a position, a link: never language


@dataclass(frozen=True, slots=True)
class Word:
    """One word: ``plain`` without accents, ``marked`` with them, and where it stands in the text."""

    plain: str
    marked: str
    kind: Kind
    start: int
    end: int
    sentence: int
    clause: int
    quoted: bool
    asked: bool  # its sentence is a question
    number: int | None = None
    ordinal: bool = False


_LATIN_TO_CYRILLIC_LOOKS = str.maketrans("aceopxykmtbhi", "асеорхукмтвни")
_CYRILLIC_TO_LATIN_LOOKS = str.maketrans("асеорхукмтвн", "aceopxykmtbh")
_TRANSLIT = dict(
    zip("abvwgdezijyklmnoprstufhcxq'46", "абввгдезийыклмнопрстуфхцхкьчш", strict=True),
    shch="щ", sch="щ", yo="е", jo="е", zh="ж", kh="х", ts="ц", tz="ц", ch="ч", sh="ш", eh="э",
    yu="ю", ju="ю", iu="ю", ya="я", ja="я", ia="ия", ye="е", je="е",
)  # fmt: skip
_LONGEST_TRANSLIT = 4
_LATIN_VOWELS = frozenset("aeiouy")
_CHUNK = re.compile(r"\S+")
_URL = re.compile(r"(?:https?://|www\.|lichess\.org|chess\.com)", re.IGNORECASE)
_PLACEMENT = re.compile(r"[^\s/]{1,16}(?:/[^\s/]{1,16}){4,}")
_FEN_REST = re.compile(r"[wb]|[-–—_]|[KQkq]{1,4}|[a-h][36]|\d{1,4}")
_SQUARE = re.compile(r"[a-hасе][1-8](?!\d)")
_CASTLING = re.compile(r"[0oоOО][-–—][0oоOО](?:[-–—][0oоOО])?[+#!?]*")
_MOVE_NUMBER = re.compile(r"\d{1,3}\.(?:\.\.|…)?")
_EDGE = ".,;:?!…)]}\"'»”’*"
_LETTER = r"[^\W\d_][\u0300-\u036f]*"
_PIECE = re.compile(
    rf"(?P<ordinal>\d{{1,4}}(?:st|nd|rd|th|de|ste|e|º|ª|°|er|[aoª]|-?(?:й|я|м|ом|ем|го|ого|му|ю|ую|е|ое|х|ый|ой)))(?!\w)"
    rf"|(?P<number>\d+(?:[.,:/]\d+)*)"
    rf"|(?P<word>(?:{_LETTER})+(?:['’ʼ`](?:{_LETTER})+)*|&)"
    rf"|(?P<mark>[^\w\s])",
    re.IGNORECASE,
)
_SENTENCE_END = frozenset(".?!…")
_CLAUSE_END = frozenset(",;:()[]–—")
_MOVE_SIGNS = frozenset({"!", "!!", "??", "!?", "?!"})
_QUOTES = {"«": "»", "“": "”", "„": "“”", '"': '"', "‘": "’"}


def plain(text: str) -> str:
    """Casefold, strip accents, unify look-alike letters and ``ё``; Cyrillic ``й`` is kept.

    >>> plain("Pulsó"), plain("НАЖАЛ ещё"), plain("geëist")
    ('pulso', 'нажал еще', 'geeist')
    """
    folded = unicodedata.normalize("NFKC", text).casefold().replace("ё", "е")
    if folded.isascii():
        return folded
    kept = (
        char if char == "й" else unicodedata.normalize("NFD", char)[0]
        for char in unicodedata.normalize("NFC", folded)
        if not unicodedata.combining(char)
    )
    return "".join(kept)


def cyrillic_share(text: str) -> float:
    """Share of the letters that are Cyrillic, 0.0 for a text without letters."""
    letters = sum(char.isalpha() for char in text)
    cyrillic = sum("\u0400" <= char <= "\u04ff" for char in text)
    return cyrillic / letters if letters else 0.0


@lru_cache(maxsize=4096)
def to_cyrillic(word: str) -> str:
    """Spell a transliterated Russian word in Cyrillic; a guess, since transliterations differ.

    >>> to_cyrillic("sopernik"), to_cyrillic("chasy"), to_cyrillic("nazhal")
    ('соперник', 'часы', 'нажал')
    """
    out: list[str] = []
    at = 0
    while at < len(word):
        if word.startswith("ye", at) and at and word[at - 1] not in _LATIN_VOWELS:
            out.append("ые")
            at += 2
            continue
        for length in range(_LONGEST_TRANSLIT, 0, -1):
            spelt = _TRANSLIT.get(word[at : at + length])
            if spelt is not None:
                out.append(spelt)
                at += length
                break
        else:
            out.append(word[at])
            at += 1
    return re.sub(r"(?<=[аеиоуы])ы", "й", "".join(out))


class _Cutter:
    """Collects words left to right and keeps count of sentence, clause and quotation."""

    def __init__(self, text: str, language: str) -> None:
        self.text = text
        self.russian = language == "ru"
        self.words: list[Word] = []
        self.asked: set[int] = set()
        self.sentence = 0
        self.clause = 0
        self.closing = ""

    def run(self) -> tuple[Word, ...]:
        chunks = [(m.start(), m.group()) for m in _CHUNK.finditer(self.text)]
        after_fen = 0
        last_end = 0
        for index, (start, chunk) in enumerate(chunks):
            if len(self.words) >= MAX_WORDS:
                break
            if "\n" in self.text[last_end:start]:
                self._end_sentence()
            last_end = start + len(chunk)
            core = chunk.rstrip(_EDGE)
            if after_fen and _FEN_REST.fullmatch(core):
                after_fen -= 1
                self._notation(start, chunk)
                continue
            following = chunks[index + 1][1] if index + 1 < len(chunks) else ""
            after_fen = 5 if _PLACEMENT.search(chunk) else 0
            if after_fen or _is_notation(core, chunk, following):
                self._notation(start, chunk)
            else:
                self._pieces(start, chunk)
        return tuple(self._finished())

    def _finished(self) -> list[Word]:
        return [replace(word, asked=True) if word.sentence in self.asked else word for word in self.words]

    def _notation(self, start: int, chunk: str) -> None:
        """Keep one stand-in for a run of notation, and the punctuation after it that is not its own.

        "e5!?" and "27." are notation to the last sign; "Rxb7, he" and "Nf6." end a clause or a sentence.
        """
        core = chunk.rstrip(_EDGE)
        last = self.words[-1] if self.words else None
        if last is None or last.kind is not Kind.NOTATION or last.sentence != self.sentence:
            self._add("", "", Kind.NOTATION, start, start + len(core))
        else:
            self.words[-1] = replace(last, end=start + len(core))
        tail = chunk[len(core) :]
        if _MOVE_NUMBER.fullmatch(chunk) or tail in _MOVE_SIGNS:
            return
        for mark in tail:
            self._mark(mark)

    def _pieces(self, start: int, chunk: str) -> None:
        for match in _PIECE.finditer(chunk):
            begin, end = start + match.start(), start + match.end()
            raw = match.group()
            if match.lastgroup == "mark":
                self._mark(raw)
            elif match.lastgroup == "ordinal":
                value = int(re.match(r"\d+", raw).group())  # type: ignore[union-attr]
                self._add(raw.casefold(), raw.casefold(), Kind.NUMBER, begin, end, value, ordinal=True)
            elif match.lastgroup == "number":
                value = int(raw) if raw.isdigit() and len(raw) <= 4 else -1
                self._add(raw, raw, Kind.NUMBER, begin, end, value if value >= 0 else None)
            elif len(raw) <= _MAX_WORD:
                marked, bare = self._forms(raw)
                self._add(bare, marked, Kind.WORD, begin, end)

    def _forms(self, raw: str) -> tuple[str, str]:
        marked = unicodedata.normalize("NFC", raw).casefold()
        marked = re.sub("['’ʼ`]", "'", marked)
        bare = plain(marked)
        share = cyrillic_share(bare)
        if share >= 0.5:
            bare = bare.replace("'", "").translate(_LATIN_TO_CYRILLIC_LOOKS)
        elif share > 0:
            bare = bare.replace("'", "").translate(_CYRILLIC_TO_LATIN_LOOKS)
        elif self.russian:
            bare = to_cyrillic(bare)
        else:
            bare = bare.replace("'", "")
        return marked.replace("'", ""), bare

    def _add(
        self, bare: str, marked: str, kind: Kind, start: int, end: int, number: int | None = None, *,
        ordinal: bool = False,
    ) -> None:  # fmt: skip
        self.words.append(
            Word(
                bare, marked, kind, start, end, self.sentence, self.clause, bool(self.closing), False,
                number, ordinal,
            )
        )  # fmt: skip

    def _mark(self, mark: str) -> None:
        if self.closing and mark in self.closing:
            self.closing = ""
            self.clause += 1
        elif mark in _QUOTES and not self.closing:
            # An unclosed quotation mark quotes nothing.
            begin = self.words[-1].end if self.words else 0
            rest = self.text[begin : begin + 400].partition(mark)[2]
            if any(close in rest for close in _QUOTES[mark]):
                self.closing = _QUOTES[mark]
            self.clause += 1
        elif mark == "¿":
            self._end_sentence()
            self.asked.add(self.sentence)
        elif mark in _SENTENCE_END:
            if mark == "?":
                self.asked.add(self.sentence)
            self._end_sentence()
        elif mark in _CLAUSE_END:
            self.clause += 1

    def _end_sentence(self) -> None:
        if self.words and self.words[-1].sentence == self.sentence:
            self.sentence += 1
        self.clause += 1


def _is_notation(core: str, chunk: str, following: str) -> bool:
    if _URL.search(chunk[:200]):
        return True
    if len(core) > _MAX_WORD:
        return False
    if _MOVE_NUMBER.fullmatch(chunk):
        return bool(_SQUARE.search(following[:12]) or _CASTLING.match(following))
    if _CASTLING.search(core):
        return True
    return len(core) <= 14 and bool(_SQUARE.search(core)) and not core.startswith(("G/", "g/"))


def split_words(text: str, language: str) -> tuple[Word, ...]:
    """Cut the first ``MAX_CHARS`` characters of ``text`` into at most about ``MAX_WORDS`` words.

    Moves, squares, positions and links become one stand-in of kind NOTATION per run.  With
    ``language`` "ru" Latin words are read as transliterated Russian.  Never raises.

    >>> [w.plain for w in split_words("Pulsó, y 2ª vez: Dxe8+!", "es")]
    ['pulso', 'y', '2ª', 'vez', '']
    """
    return _Cutter(text[:MAX_CHARS], language).run()
