"""A question and all that came with it, as the query of a link and back; nothing is kept on a server."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any
from urllib.parse import urlencode

from kb.dialog.request import Request, request_from_mapping
from kb.rules.facts import FACT_NAMES, Facts

__all__ = ["MAX_LINK", "link_query", "request_from_query"]

MAX_LINK = 7000  # characters; longer addresses are cut by some programs that pass links on
_TEXTS = {
    "q": "question",
    "lang": "language",
    "edition": "edition",
    "fen": "fen",
    "pgn": "pgn",
    "moves": "moves",
}
_FACT = "f."
_WORDS = {"true": True, "false": False}


def link_query(request: Request) -> str | None:
    """Return the query that asks the same again, or ``None`` if it would be too long for a link.

    >>> link_query(Request("two hands?", edition="2018", facts=Facts(offence_number=2)))
    'q=two+hands%3F&edition=2018&f.offence_number=2'
    """
    pairs = [(key, getattr(request, name)) for key, name in _TEXTS.items()]
    pairs.append(("date", request.date.isoformat() if request.date else None))
    pairs += [(f"{_FACT}{f.name}", _fact_text(getattr(request.facts, f.name))) for f in fields(Facts)]
    query = urlencode([(key, value) for key, value in pairs if value])
    return query if len(query) <= MAX_LINK else None


def request_from_query(query: Mapping[str, str]) -> Request | None:
    """Read a link's query; ``None`` if it asks nothing.  Names it does not know are left alone.

    :raises RequestError: for a value that cannot be used; names the field.
    """
    data: dict[str, Any] = {name: query[key][:MAX_LINK] for key, name in _TEXTS.items() if query.get(key)}
    if query.get("date"):
        data["date"] = query["date"][:MAX_LINK]
    if not any(data.get(name) for name in ("question", "fen", "pgn", "moves")):
        return None
    data["facts"] = dict(_facts(query))
    return request_from_mapping(data)


def _facts(query: Mapping[str, str]) -> Iterable[tuple[str, object]]:
    for name in FACT_NAMES:
        text = query.get(f"{_FACT}{name}")
        if text:
            yield name, _fact_value(name, text)


def _fact_text(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _fact_value(name: str, text: str) -> object:
    if name == "edition_asked":
        return text.split(",")
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 6 else text
