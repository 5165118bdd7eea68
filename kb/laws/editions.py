"""Editions of the Laws: dates in force and the dated parameters of every rule.

Parameters live in ``corpus/editions.toml``, one table per edition and topic, so
that rule code asks ``edition.flag("draw_exception")`` and never which edition it
is.  A key that is missing is an error of the data, not a default.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, TypeVar

from kb.errors import CorpusError, RequestError

__all__ = ["Edition", "Editions", "load_editions"]

_T = TypeVar("_T", bool, int, str)


@dataclass(frozen=True, slots=True)
class Edition:
    """A dated version of the Laws; ``id`` is the year it came into force."""

    id: str
    in_force_from: date
    in_force_to: date | None
    _tables: Mapping[str, Mapping[str, Any]] = field(repr=False, compare=False)

    def covers(self, day: date) -> bool:
        """Whether the edition was in force on ``day`` (both ends included)."""
        return self.in_force_from <= day and (self.in_force_to is None or day <= self.in_force_to)

    def flag(self, path: str) -> bool:
        """Return the yes/no parameter at ``table.key``; raises CorpusError if it is not one."""
        return self._typed(path, bool)

    def number(self, path: str) -> int:
        """Return the whole-number parameter at ``table.key``; raises CorpusError if it is not one."""
        return self._typed(path, int)

    def text(self, path: str) -> str:
        """Return the text parameter at ``table.key``; raises CorpusError if it is not one."""
        return self._typed(path, str)

    def texts(self, path: str) -> tuple[str, ...]:
        """Return a text or list parameter at ``table.key`` as a tuple, empty strings dropped."""
        value = self._value(path)
        values = value if isinstance(value, list) else [value]
        texts = tuple(v for v in values if isinstance(v, str))
        if len(texts) != len(values):
            raise CorpusError(f"editions.toml: {self.id}.{path} is not text.", hint=_MEND)
        return tuple(t for t in texts if t)

    def confidence(self, table: str) -> str:
        """Return how sure the data is of a table: V, V2, K, or a split in words."""
        return self.text(f"{table}.confidence")

    def _typed(self, path: str, kind: type[_T]) -> _T:
        value = self._value(path)
        if type(value) is not kind:
            raise CorpusError(f"editions.toml: {self.id}.{path} is not a {kind.__name__}.", hint=_MEND)
        return value

    def _value(self, path: str) -> object:
        table, _, key = path.partition(".")
        try:
            return self._tables[table][key]
        except KeyError:
            raise CorpusError(f"editions.toml lacks {self.id}.{path}.", hint=_MEND) from None


class Editions:
    """All editions, oldest first."""

    def __init__(self, editions: tuple[Edition, ...]) -> None:
        self._editions = editions

    def __iter__(self) -> Iterator[Edition]:
        return iter(self._editions)

    @property
    def ids(self) -> tuple[str, ...]:
        """The edition ids, oldest first."""
        return tuple(e.id for e in self._editions)

    @property
    def latest(self) -> Edition:
        """The newest edition known; a newer one may exist."""
        return self._editions[-1]

    def get(self, edition_id: str) -> Edition:
        """Return the edition with this id.

        :raises RequestError: for an unknown id; names the known ones.
        """
        for edition in self._editions:
            if edition.id == edition_id:
                return edition
        raise RequestError(
            f"There is no edition {edition_id!r}.",
            hint=f"Use one of: {', '.join(self.ids)}.",
            field="edition",
        )

    def on(self, day: date) -> Edition:
        """Return the edition in force on ``day``.

        :raises RequestError: for a day before the oldest edition held.
        """
        for edition in self._editions:
            if edition.covers(day):
                return edition
        oldest = self._editions[0]
        raise RequestError(
            f"No edition before {oldest.in_force_from.isoformat()} is known here.",
            hint=f"Ask about a date from {oldest.in_force_from.isoformat()} on, or name an edition.",
            field="date",
        )


def load_editions(path: Path) -> Editions:
    """Read ``editions.toml``.

    :raises CorpusError: if it is missing, malformed, or its dates leave a gap or overlap.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        editions = tuple(_edition(key, table) for key, table in data.items())
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError) as error:
        raise CorpusError(f"editions.toml cannot be read: {error}.", hint=_MEND) from error
    for older, newer in itertools.pairwise(editions):
        if older.in_force_to is None or (newer.in_force_from - older.in_force_to).days != 1:
            raise CorpusError(f"editions.toml: {older.id} and {newer.id} do not join.", hint=_MEND)
    return Editions(editions)


_MEND = "Restore corpus/editions.toml from the repository, or reinstall the package."


def _edition(key: str, table: Mapping[str, Any]) -> Edition:
    end = table["in_force_to"]
    return Edition(
        id=key,
        in_force_from=date.fromisoformat(table["in_force_from"]),
        in_force_to=date.fromisoformat(end) if end else None,
        _tables={name: value for name, value in table.items() if isinstance(value, dict)},
    )
