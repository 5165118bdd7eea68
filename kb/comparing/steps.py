"""What one edition changed, aspect by aspect: changes of rule, pure renumberings, and what is not known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kb.comparing.timeline import renumbered
from kb.comparing.wording import aspect_name
from kb.laws.changes import Step
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.topics import Aspect
from kb.messages import Catalogue, catalogue

__all__ = ["AspectStep", "EditionStep", "edition_step"]


@dataclass(frozen=True, slots=True)
class AspectStep:
    """What an edition did to one aspect.

    ``name`` is that of the topic and, where it has several, of the aspect; ``sentence`` says what
    changed; ``numbers`` shows the clauses before and after ("7.3 → 7.4"), where it can be said
    without those that stayed.
    """

    aspect: Aspect
    name: str
    sentence: str
    numbers: str
    numbers_after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EditionStep:
    """What an edition did to the one before it; ``before`` is ``None`` of the oldest, which did nothing.

    ``changed`` have another rule, ``reworded`` the same in other words, ``renumbered`` the same under
    another number (a line a topic), of ``unseen`` it cannot be said.  ``traced`` is false where the
    rule of a topic asked for was not followed.
    """

    law: Edition
    before: Edition | None
    changed: tuple[AspectStep, ...]
    reworded: tuple[AspectStep, ...]
    renumbered: tuple[tuple[str, str], ...]
    unseen: tuple[AspectStep, ...]
    traced: bool

    @property
    def topics(self) -> tuple[str, ...]:
        """The topics whose rule changed, each once."""
        return tuple(dict.fromkeys(one.aspect.ref.topic for one in self.changed))


def edition_step(library: Library, law: Edition, language: str, topic: str | None = None) -> EditionStep:
    """Collect what an edition changed, of all topics or of one.

    >>> from kb.laws.library import open_library
    >>> laws = open_library()
    >>> edition_step(laws, laws.editions.get("2018"), "en", "two_hands").changed[0].numbers
    '7.7.1 → 7.5.4'
    """
    place = library.editions.ids.index(law.id)
    if not place:
        return EditionStep(law, None, (), (), (), (), traced=True)
    before = tuple(library.editions)[place - 1]
    aspects = [a for a in library.topics.aspects if topic is None or a.ref.topic == topic]
    kinds = {a.ref: library.changes.of(a.ref).steps.get(law.id) for a in aspects}
    words = catalogue(language)

    def told(chosen: list[Aspect]) -> tuple[AspectStep, ...]:
        return tuple(_step(library, aspect, before, law, words) for aspect in chosen)

    changed = [a for a in aspects if (kind := kinds[a.ref]) is not None and kind.changes_rule]
    reworded = [a for a in aspects if kinds[a.ref] is Step.WORDING]
    unseen = [a for a in aspects if kinds[a.ref] is Step.UNSEEN]
    moved = [a for a in aspects if kinds[a.ref] is None and renumbered(before, law, a)]
    return EditionStep(
        law,
        before,
        told(changed),
        told(reworded),
        tuple(_renumbered(library, moved, before, law, language)),
        told(unseen),
        traced=all(library.changes.of(a.ref).traced for a in aspects),
    )


def _renumbered(
    library: Library, aspects: list[Aspect], before: Edition, law: Edition, language: str
) -> Iterator[tuple[str, str]]:
    """Yield the name of each topic and the numbers of its aspects before and after."""
    for topic in dict.fromkeys(a.ref.topic for a in aspects):
        own = [a for a in aspects if a.ref.topic == topic]
        old, new = (tuple(dict.fromkeys(n for a in own for n in a.numbers_in(e))) for e in (before, law))
        yield library.topics[topic].names[language], _numbers(old, new)


def _step(library: Library, aspect: Aspect, before: Edition, law: Edition, words: Catalogue) -> AspectStep:
    title = library.topics[aspect.ref.topic].names[words.language]
    name = aspect_name(library, aspect.ref, words)
    known = law.id in library.changes.of(aspect.ref).steps
    return AspectStep(
        aspect,
        f"{title} ({name})" if name else title,
        words.text(f"change.{aspect.ref}.{law.id}") if known else "",
        _numbers(aspect.numbers_in(before), aspect.numbers_in(law)),
        aspect.numbers_in(law),
    )


def _numbers(before: tuple[str, ...], after: tuple[str, ...]) -> str:
    """Write clauses before and after; what stands in both is left out where something stands in neither.

    >>> _numbers(("3.7.5.1", "4.6.1"), ("3.7.3.3", "4.6.1")), _numbers(("7.3",), ("7.3",))
    ('3.7.5.1 → 3.7.3.3', '7.3')
    >>> _numbers(("9.2a",), ("9.2a", "9.6a")), _numbers((), ("7.8.1",))
    ('9.2a → 9.2a, 9.6a', '– → 7.8.1')
    """
    if before == after:
        return ", ".join(after) or "–"
    gone = [n for n in before if n not in after]
    come = [n for n in after if n not in before]
    old, new = (gone, come) if gone and come else (before, after)
    return f"{', '.join(old) or '–'} → {', '.join(new) or '–'}"
