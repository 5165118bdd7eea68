"""Questions that are only a clause number: "artículo 7.5.3", "7.4(b)", "что говорит 7.6?"."""

from __future__ import annotations

import re

from kb.laws.labels import LABEL_PATTERN, canonical_label

__all__ = ["asked_label"]

_MARK = (
    r"(?:articles?|art[ií]culos?|artikel(?:en)?|clauses?|cl[aá]usula|rules?|regla|regel|sections?|art|"
    r"стат(?:ья|ье|ьи|ью|ьей)|пункт\w*|п|ст|правил\w*|stat['yji]+a)\.?"
)
_ASKED = re.compile(rf"(?:\b{_MARK}\s*)?(?<![\w.,:+-])({LABEL_PATTERN})(?![\w+:/-])", re.IGNORECASE)
_ARTICLE_SPACED = re.compile(r"\b7\s+(\d)(?:\s+(\d|[a-e]))?\b", re.IGNORECASE)
# What may stand around the number without making it a question about something else.
_FILLER = frozenset(
    re.findall(
        r"\S+",
        """
        what does say says the is in of laws law fide rule rules article clause art text please show me give
        quote que qué dice el la los las de del en es texto regla ley leyes artículo articulo cláusula
        clausula
        muéstrame muestrame
        muestra dime cita según segun wat zegt staat er het de van in uit regel regels artikel nederlandse
        reglement regelement tekst toon laat zien geef citeer luidt jaar wetten что говорит сказано написано в
        во статья статье статьи пункт пункте правил правила правило правилах по фиде текст покажи дай о про
        edition edición edicion ediciones editie редакция редакции редакцией издание издания
        гласит год года году российских российские русских вида спорта шахматы шахмат
        chto govorit stat ya statya punkt
        """,
    )
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def asked_label(text: str) -> str | None:
    """Return the canonical label if a question asks for a clause by number and nothing else.

    Words of asking, names of the Laws and a year may stand around it.  A number inside a longer
    question ("I found rule 7.1 on the net, he wanted to restart") is not a look-up.

    >>> [asked_label(t) for t in ("artículo 7.5.3", "что говорит 7.6?", "art 7 5 b", "5+3 blitz, 7.5.1?")]
    ['7.5.3', '7.6', '7.5b', None]
    """
    if len(text) > 200:
        return None
    spaced = _ARTICLE_SPACED.sub(lambda m: f"7.{m[1]}" + (f".{m[2]}" if m[2] else ""), text)
    without_year = _YEAR.sub(" ", spaced)
    matches = [m for m in _ASKED.finditer(without_year) if _is_label(m.group(1))]
    if len(matches) != 1:
        return None
    rest = without_year[: matches[0].start()] + " " + without_year[matches[0].end() :]
    others = [w for w in re.findall(r"[^\W_]+", rest.casefold()) if w not in _FILLER]
    return None if others else canonical_label(matches[0].group(1))


def _is_label(text: str) -> bool:
    label = canonical_label(text)
    return label is not None and ("." in label) and not label.startswith("0")
