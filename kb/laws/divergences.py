"""Where texts of the same rule disagree: translations, editions, texts in circulation.

The data is ``corpus/divergences.toml``; each divergence is worded by the message ``defect.<id>``.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from kb.errors import CorpusError

__all__ = ["Divergence", "DivergenceKind", "Divergences", "load_divergences"]


class DivergenceKind(StrEnum):
    """What sort of disagreement it is."""

    TRANSLATION = "translation"  # the text says something else than the authentic English
    EDITION = "edition"  # right for its own edition, but not for the later ones
    TERMS = "terms"  # other words for the same thing
    CIRCULATING = "circulating"  # a text that is not held, but that people have


@dataclass(frozen=True, slots=True)
class Divergence:
    """One disagreement.

    ``places`` maps the documents concerned (or, for a text not held, its name) to their clauses, in
    the order of the text.  ``changes_reading`` tells whether it can change what a reader takes the
    rule to be; then it is shown beside every quote of those clauses.
    """

    id: str
    kind: DivergenceKind
    places: Mapping[str, tuple[str, ...]]
    changes_reading: bool

    @property
    def message(self) -> str:
        """The id of the message that words it."""
        return f"defect.{self.id}"


class Divergences:
    """All divergences, in the order of the file."""

    def __init__(self, divergences: tuple[Divergence, ...]) -> None:
        self._divergences = divergences

    def __iter__(self) -> Iterator[Divergence]:
        return iter(self._divergences)

    def beside(self, document: str, clause: str) -> tuple[Divergence, ...]:
        """Return what has to be said beside a quote of a clause: what can change its reading."""
        return tuple(
            d for d in self._divergences if d.changes_reading and clause in d.places.get(document, ())
        )


def load_divergences(path: Path) -> Divergences:
    """Read ``divergences.toml``.

    :raises CorpusError: if it is missing or malformed.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return Divergences(tuple(_divergence(key, table) for key, table in data.items()))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise CorpusError(
            f"divergences.toml cannot be read: {error!r}.",
            hint="Restore corpus/divergences.toml from the repository, or reinstall the package.",
        ) from error


def _divergence(key: str, table: Mapping[str, Any]) -> Divergence:
    return Divergence(
        id=key,
        kind=DivergenceKind(table["kind"]),
        places={place: tuple(labels) for place, labels in table["places"].items()},
        changes_reading=bool(table["changes_reading"]),
    )
