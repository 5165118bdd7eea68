"""What a paper on the web is composed of: read from a form, a link or the API; kept and sent as a query."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from urllib.parse import parse_qs, urlencode

from kb.errors import RequestError
from kb.exam.authorities import PRACTICE
from kb.exam.generating import topics_asked
from kb.exam.types import Format
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.exam_schemas import MAX_SEED

__all__ = ["DEFAULT_COUNT", "MOST_QUESTIONS", "Fields", "PaperSpec", "read_spec"]

MOST_QUESTIONS: Final = 60  # of a paper composed here; an authority's own paper has the number it has
DEFAULT_COUNT: Final = 10
_MOST_MINUTES: Final = 600


class Fields(Protocol):
    """A form or a query: several values can have one name."""

    def getlist(self, key: str, /) -> Sequence[object]:
        """Return the values of a name, in order."""


@dataclass(frozen=True, slots=True)
class PaperSpec:
    """Everything a paper follows from.

    ``count``, ``topics``, ``formats``, ``minutes`` and ``pass_percent`` are for papers of one's own: with an
    authority other than free practice, its file says them.  No topics or formats are all of them.
    """

    language: str
    edition: str
    seed: int
    count: int = DEFAULT_COUNT
    topics: tuple[str, ...] = ()
    formats: tuple[Format, ...] = ()
    authority: str = PRACTICE
    minutes: int = 0
    pass_percent: int = 0

    def query(self, *, without: str = "") -> str:
        """Return the query that :func:`read_spec` reads as the same paper, without one name if given.

        >>> PaperSpec("nl", "2018", 7, topics=("two_hands",)).query(without="language")
        'edition=2018&seed=7&count=10&topics=two_hands'
        """
        pairs: list[tuple[str, object]] = [
            ("language", self.language),
            ("edition", self.edition),
            ("seed", self.seed),
        ]
        if self.authority == PRACTICE:
            pairs.append(("count", self.count))
            pairs += [("topics", topic) for topic in self.topics]
            pairs += [("formats", str(one)) for one in self.formats]
            pairs += [(name, n) for name, n in self._limits() if n]
        else:
            pairs.append(("authority", self.authority))
        return urlencode([(name, value) for name, value in pairs if name != without])

    def _limits(self) -> Iterable[tuple[str, int]]:
        return (("minutes", self.minutes), ("pass_percent", self.pass_percent))


def read_spec(
    fields: Fields | str,
    *,
    editions: Collection[str],
    authorities: Collection[str],
    current: str,
    language: str,
    seed: Callable[[], int],
) -> PaperSpec:
    """Read a paper from a form or a query.

    :param fields: the values, or the text of a query.
    :param editions: the ids there are, as of authorities.
    :param current: the edition taken where none is named.
    :param language: the language of the paper where none is named, and of the error.
    :param seed: called for a seed where none is given.
    :raises RequestError: in the language, naming the field and what it can be.
    """
    given = _Query(fields) if isinstance(fields, str) else fields
    read = _Reading(given, language)
    language = read.one_of("language", LANGUAGES, language)
    edition = read.one_of("edition", editions, current)
    number = read.number("seed", 0, MAX_SEED, None)
    authority = read.one_of("authority", authorities, PRACTICE)
    if authority != PRACTICE:
        return PaperSpec(language, edition, seed() if number is None else number, authority=authority)
    return PaperSpec(
        language=language,
        edition=edition,
        seed=seed() if number is None else number,
        count=read.number("count", 1, MOST_QUESTIONS, DEFAULT_COUNT) or DEFAULT_COUNT,
        topics=read.some_of("topics", topics_asked()),
        formats=tuple(Format(one) for one in read.some_of("formats", tuple(Format))),
        minutes=read.number("minutes", 0, _MOST_MINUTES, 0) or 0,
        pass_percent=read.number("pass_percent", 0, 100, 0) or 0,
    )


class _Query:
    """A query as text, read like a form."""

    def __init__(self, text: str) -> None:
        self._values = parse_qs(text)

    def getlist(self, key: str, /) -> list[str]:
        return self._values.get(key, [])


class _Reading:
    """Reads one value after another; the errors are in one language."""

    def __init__(self, fields: Fields, language: str) -> None:
        self._fields = fields
        self._words = catalogue(language)

    def one_of(self, name: str, known: Collection[str], default: str) -> str:
        given = self._first(name)
        if not given:
            return default
        if given not in known:
            raise self._unknown(name, given, known)
        return given

    def some_of(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        """Return those that are named, in the order of ``known``; all of them are as good as none."""
        given = {str(one).strip() for one in self._fields.getlist(name)} - {""}
        foreign = sorted(given - set(known))
        if foreign:
            raise self._unknown(name, foreign[0], known)
        return () if len(given) == len(known) else tuple(one for one in known if one in given)

    def number(self, name: str, least: int, most: int, default: int | None) -> int | None:
        given = self._first(name)
        if not given:
            return default
        fits = given.isascii() and given.isdigit() and len(given) <= len(str(most))
        if not fits or not least <= int(given) <= most:
            raise RequestError(
                self._words.text("exam_web.bad_number", field=self._named(name), least=least, most=most),
                field=name,
            )
        return int(given)

    def _first(self, name: str) -> str:
        return next((str(one).strip() for one in self._fields.getlist(name)), "")

    def _unknown(self, name: str, given: str, known: Collection[str]) -> RequestError:
        return RequestError(
            self._words.text("exam_web.bad_value", field=self._named(name), value=given[:40]),
            hint=self._words.text("exam_web.one_of", names=tuple(known)),
            field=name,
        )

    def _named(self, name: str) -> str:
        return self._words.text(f"exam_web.field.{name}")
