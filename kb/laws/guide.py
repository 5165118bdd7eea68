"""The guide to the whole Laws: what each article is about and which clause of an edition treats it.

It is our own and holds no law text: entries lead from a question to clause numbers, and what is
shown for them is quoted from imported documents.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.errors import CorpusError
from kb.laws.editions import Edition
from kb.laws.topics import Topic, TopicRef, Topics

__all__ = ["GUIDE", "Guide", "GuideEntry", "load_guide"]

GUIDE = "guide"
"""The topic name under which the guide's own entries are recognised: ``guide.knight``."""


@dataclass(frozen=True, slots=True)
class GuideEntry:
    """One matter of the Laws.

    ``numbers`` maps the id of an edition to the clause labels that hold from that edition on;
    ``aspects`` are the aspects of topics it stands for; ``about`` says what it is, by language.
    ``fast`` is the id of the entry that treats the matter in rapid and blitz instead; may be empty.
    """

    id: str
    numbers: Mapping[str, tuple[str, ...]] = field(repr=False)
    aspects: tuple[TopicRef, ...]
    about: Mapping[str, str] = field(repr=False)
    fast: str = ""

    @property
    def ref(self) -> TopicRef:
        """The name under which the entry is recognised: its first aspect, else its own."""
        return self.aspects[0] if self.aspects else TopicRef(GUIDE, self.id)

    @property
    def home(self) -> str:
        """The article, appendix or guideline that treats the matter in the newest numbering; may be empty."""
        newest = self.numbers[max(self.numbers)] if self.numbers else ()
        return newest[0].partition(".")[0] if newest else ""

    def labels(self, edition: str) -> tuple[str, ...]:
        """Return the labels in an edition; empty for editions before the first list."""
        older = [e for e in sorted(self.numbers) if e <= edition]
        return self.numbers[older[-1]] if older else ()


class Guide:
    """All entries: those of the guide's file, and one for every other aspect of the topics."""

    def __init__(
        self, entries: tuple[GuideEntry, ...], topics: Topics, moved: Mapping[str, Mapping[str, str]]
    ) -> None:
        self._topics = topics
        self._moved = moved
        named = {ref for entry in entries for ref in entry.aspects}
        others = [(topic, a.ref) for topic in topics for a in topic.aspects if a.ref not in named]
        rest = tuple(_of_aspect(topic, ref) for topic, ref in others)
        self._entries = (*entries, *rest)
        self._by_ref = {ref: entry for entry in self._entries for ref in (*entry.aspects, entry.ref)}
        by_id = {entry.id: entry for entry in self._entries}
        self._fast = {entry.id: by_id[entry.fast] for entry in self._entries if entry.fast}

    def __iter__(self) -> Iterator[GuideEntry]:
        return iter(self._entries)

    def entry(self, ref: TopicRef) -> GuideEntry:
        """Return the entry recognised under a name, its own or that of an aspect; raises KeyError."""
        return self._by_ref[ref]

    def in_fast_play(self, entry: GuideEntry) -> GuideEntry:
        """Return the entry that treats the matter in rapid and blitz: mostly the same one."""
        return self._fast.get(entry.id, entry)

    def article(self, entry: GuideEntry, edition: str) -> str:
        """Return the article that treats an entry in an edition; articles have moved over the years."""
        moved = next((table for last, table in sorted(self._moved.items()) if edition <= last), {})
        return moved.get(entry.home, entry.home)

    def numbers(self, entry: GuideEntry, law: Edition) -> tuple[str, ...]:
        """Return the clause numbers of an entry in an edition: its own list, then those of its aspects."""
        others = (n for ref in entry.aspects for n in self._topics.aspect(ref).numbers_in(law))
        return tuple(dict.fromkeys([*entry.labels(law.id), *others]))


def load_guide(path: Path, topics: Topics) -> Guide:
    """Read ``articles.toml``.

    :raises CorpusError: if it is missing or malformed, or names an aspect that is not there.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        moved = data.pop("moved")
        return Guide(tuple(_entry(key, table, topics) for key, table in data.items()), topics, moved)
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError, AttributeError) as error:
        raise CorpusError(
            f"The guide cannot be read: {error!r}.",
            hint="Restore corpus/ours/guide from the repository, or reinstall the package.",
        ) from error


def _entry(key: str, table: Mapping[str, Any], topics: Topics) -> GuideEntry:
    numbers = {edition: tuple(labels) for edition, labels in table.get("numbers", {}).items()}
    refs = (TopicRef(*name.split(".", 1)) for name in table.get("aspects", ()))
    return GuideEntry(
        key,
        numbers,
        tuple(topics.aspect(ref).ref for ref in refs),
        dict(table["about"]),
        table.get("fast", ""),
    )


def _of_aspect(topic: Topic, ref: TopicRef) -> GuideEntry:
    return GuideEntry(str(ref), {}, (ref,), topic.names)
