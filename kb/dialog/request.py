"""What is asked: a question with everything that may come with it, checked at the door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from kb.errors import RequestError
from kb.laws.ours import LANGUAGES
from kb.rules.facts import Facts, facts_from_mapping

__all__ = ["MAX_QUESTION", "Request", "request_from_mapping", "well_formed"]

MAX_QUESTION = 4000  # characters of a question that are read
_MAX_FIELD = 400_000
_TEXTS = ("question", "fen", "pgn", "moves")
_KEYS = frozenset({"id", "question", "language", "edition", "date", "fen", "pgn", "moves", "facts"})


@dataclass(frozen=True, slots=True)
class Request:
    """A question; ``None`` means not given.  ``facts`` overrides what the words say.

    ``language`` is the language to answer in; ``prior`` only the one to expect, such as that of the page.
    """

    question: str
    id: str = ""
    language: str | None = None
    prior: str | None = None
    edition: str | None = None
    date: date | None = None
    fen: str | None = None
    pgn: str | None = None
    moves: str | None = None
    facts: Facts = field(default_factory=Facts)

    @property
    def has_board(self) -> bool:
        """Whether board material was given in a field of its own."""
        return any((self.fen, self.pgn, self.moves))


def well_formed(text: str) -> str:
    r"""Return a text without NUL and lone surrogates, which no output can carry.

    >>> well_formed("a\0b\ud800c")
    'abc'
    """
    return text.encode("utf-8", "ignore").decode("utf-8").replace("\0", "")


def request_from_mapping(data: Mapping[str, Any]) -> Request:
    """Read a request from JSON-like data.

    :raises RequestError: for unknown keys, wrong kinds, unknown languages, bad dates; names the field.

    >>> request_from_mapping({"question": "two hands?", "date": "2016-05-01"}).date.year
    2016
    """
    if not isinstance(data, Mapping):
        raise RequestError("A request must be a JSON object.", hint='Send {"question": "…"}.')
    for key in data:
        if key not in _KEYS:
            raise RequestError(
                f"There is no field {str(key)[:40]!r}.",
                hint=f"Use: {', '.join(sorted(_KEYS))}.",
                field=str(key)[:40],
            )
    texts = {name: _text(name, data.get(name)) for name in _TEXTS}
    facts = data.get("facts")
    facts = {} if facts is None else facts
    if not isinstance(facts, Mapping):
        raise RequestError(
            "The facts must be a JSON object.", hint='For example {"offence_number": 2}.', field="facts"
        )
    return Request(
        question=texts["question"] or "",
        id=well_formed(str(data["id"])[:200]) if data.get("id") is not None else "",
        language=_language(data.get("language")),
        edition=_text("edition", data.get("edition")),
        date=_date(data.get("date")),
        fen=texts["fen"],
        pgn=texts["pgn"],
        moves=texts["moves"],
        facts=facts_from_mapping(facts),
    )


def _text(name: str, value: object) -> str | None:
    if value is None or value == "":
        return None
    if isinstance(value, int) and name == "edition":
        return str(value)
    if not isinstance(value, str) or len(value) > _MAX_FIELD:
        raise RequestError(
            f"The field {name} must be text.", hint=f"Give at most {_MAX_FIELD} characters.", field=name
        )
    return well_formed(value)


def _language(value: object) -> str | None:
    if value is None or value == "":
        return None
    if value not in LANGUAGES:
        raise RequestError(
            f"There is no language {str(value)[:20]!r} here.",
            hint=f"Use one of {', '.join(LANGUAGES)}.",
            field="language",
        )
    return str(value)


def _date(value: object) -> date | None:
    if value is None or value == "":
        return None
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise RequestError(
            f"{str(value)[:20]!r} is not a date.",
            hint="Write it as YYYY-MM-DD, for example 2016-05-01.",
            field="date",
        ) from None
