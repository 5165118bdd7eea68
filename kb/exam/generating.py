"""Questions and papers out of seeds: the same seed gives the same question, byte for byte.

The key is always what the judge rules on the facts drawn; see :func:`rejudge`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kb.board.reading import read_board
from kb.errors import RequestError
from kb.exam.generators import FAMILIES
from kb.exam.questions import question_of
from kb.exam.registry import GENERATORS, Generator
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.types import MOST_QUESTIONS, Format, Paper, Question
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.rules.judge import judge
from kb.rules.ruling import Ruling

__all__ = ["formats_of", "generate", "generator_names", "make_paper", "rejudge", "topics_asked"]

assert FAMILIES  # importing them registers their generators
_THROWS = 30
"""Scenes drawn before a question is given up."""
# How often each format is chosen where a paper may have them all.
_WEIGHTS = {
    Format.CHOICE: 8,
    Format.OPEN: 4,
    Format.CLAUSE: 3,
    Format.EDITION: 2,
    Format.CLOCKS: 5,
    Format.FIND: 8,
}


@dataclass(frozen=True, slots=True)
class _Made:
    """A question, the scene it asks about, and the edition its key is ruled under."""

    question: Question
    scene: Scene
    law: Edition


def generate(
    library: Library,
    language: str,
    edition: str,
    generator: str,
    format: Format,  # noqa: A002
    seed: int,
) -> Question:
    """Return one question.

    :param generator: one of :func:`generator_names`.
    :param seed: the same seed gives the same question; in another language the same situation.
    :raises RequestError: for an unknown edition, generator or format, and where the edition has nothing
        settled to ask in this way.
    """
    law = library.editions.get(edition)
    if generator not in GENERATORS:
        known = ", ".join(GENERATORS)
        raise RequestError(
            f"There is no generator {generator[:40]!r}.", hint=f"Use one of: {known}.", field="generator"
        )
    made = _made(library, language, law, GENERATORS[generator], format, seed)
    if made is None:
        raise RequestError(
            f"{generator} has no question of the format {format} in the {edition} edition.",
            hint="Use another format, generator or edition.",
            field="format",
        )
    return made.question


def make_paper(
    library: Library,
    *,
    language: str,
    edition: str,
    count: int,
    seed: int,
    topics: Sequence[str] | None = None,
    formats: Sequence[Format] | None = None,
    authority: str = "",
    minutes: int = 0,
    pass_percent: int = 0,
) -> Paper:
    """Return a paper of ``count`` different questions, its topics spread evenly.

    :param topics: only these; all if none are named.
    :param formats: only these; all if none are named.
    :raises RequestError: for an unknown edition or topic, a count that cannot be had, or where the edition
        has not as many different questions of this kind.
    """
    law = library.editions.get(edition)
    chosen = _chosen_topics(topics)
    if not 0 < count <= MOST_QUESTIONS:
        raise RequestError(
            f"A paper cannot have {count} questions.", hint=f"Ask for 1 to {MOST_QUESTIONS}.", field="count"
        )
    rng = random.Random(f"paper/{law.id}/{seed}/{','.join(chosen)}/{','.join(formats or ())}")  # noqa: S311 (a seed, no secret)
    questions: dict[tuple[str, ...], Question] = {}
    for question in _stream(library, language, law, chosen, tuple(formats or Format), rng):
        questions.setdefault(_likeness(question), question)
        if len(questions) == count:
            return Paper(
                language=language,
                edition=law.id,
                seed=seed,
                authority=authority,
                minutes=minutes,
                pass_percent=pass_percent,
                questions=tuple(questions.values()),
            )
    raise RequestError(
        f"There are not {count} different questions of this kind in the {edition} edition.",
        hint="Ask for fewer, or for more topics or formats.",
        field="count",
    )


def rejudge(library: Library, question: Question, *, edition: str | None = None) -> Ruling:
    """Rule afresh on the facts of a question, its board read again from what is shown.

    :param edition: rule under this edition instead of the one that decides the question.
    :raises RequestError: if the question was not made here.
    """
    law = library.editions.get(question.edition)
    generator = GENERATORS.get(question.generator)
    made = generator and _made(library, question.language, law, generator, question.format, question.seed)
    if not made or made.question.id != question.id:
        raise RequestError("This question was not made by this version.", hint="Make the paper again.")
    case = made.scene.case
    if question.pgn is not None:
        case = replace(case, board=read_board("", language=question.language, pgn=question.pgn))
    elif question.fen is not None and case.board:
        board = read_board("", language=question.language, fen=question.fen, moves=question.attempted)
        case = replace(case, board=board)
    return judge(case, library.editions.get(edition) if edition else made.law, library.topics)


def generator_names(topic: str | None = None) -> tuple[str, ...]:
    """Return the names of all generators, or of those of one topic."""
    return tuple(name for name, g in GENERATORS.items() if topic in {None, g.topic})


def formats_of(generator: str) -> tuple[Format, ...]:
    """Return the formats a generator's scenes can be asked in; not every edition has all of them."""
    return GENERATORS[generator].formats


def topics_asked() -> tuple[str, ...]:
    """Return the topics that have generators."""
    return tuple(dict.fromkeys(g.topic for g in GENERATORS.values()))


def _made(
    library: Library, language: str, law: Edition, generator: Generator, form: Format, seed: int
) -> _Made | None:
    if form not in generator.formats:
        return None
    for throw in range(_THROWS):
        rng = random.Random(f"{generator.name}/{form}/{law.id}/{seed}/{throw}")  # noqa: S311
        # Which edition says so is not always answered by the edition of the paper.
        decided = rng.choice((law, *library.editions)) if form is Format.EDITION else law
        draw = Draw(rng, library, decided, language, form)
        try:
            scene = generator.draw(draw)
            return _Made(question_of(draw, scene, generator, form, seed, law.id), scene, decided)
        except NotDrawn:
            continue
    return None


def _chosen_topics(topics: Sequence[str] | None) -> tuple[str, ...]:
    known = topics_asked()
    unknown = [topic for topic in topics or () if topic not in known]
    if unknown:
        raise RequestError(
            f"There are no questions on the topic {unknown[0][:40]!r}.",
            hint=f"Use: {', '.join(known)}.",
            field="topics",
        )
    return tuple(topic for topic in known if topics is None or topic in topics)


def _stream(
    library: Library,
    language: str,
    law: Edition,
    topics: tuple[str, ...],
    formats: tuple[Format, ...],
    rng: random.Random,
) -> Iterator[Question]:
    """Yield questions, every topic once in each round; ends when a few rounds bring nothing."""
    barren: set[tuple[str, Format]] = set()
    for _ in range(MOST_QUESTIONS):
        order = list(topics)
        rng.shuffle(order)
        for topic in order:
            asked = [
                (name, form)
                for name in generator_names(topic)
                for form in formats
                if form in GENERATORS[name].formats and (name, form) not in barren
            ]
            if not asked:
                continue
            weights = [_WEIGHTS[form] for _, form in asked]
            ((name, form),) = rng.choices(asked, weights)
            made = _made(library, language, law, GENERATORS[name], form, rng.randrange(1_000_000))
            if made is None:
                barren.add((name, form))
            else:
                yield made.question


def _likeness(question: Question) -> tuple[str, ...]:
    """Return what makes two questions the same to a candidate, whatever the order of their options."""
    shown = (question.stem, question.ask, question.fen or "", question.attempted or "", question.pgn or "")
    return (*shown, *sorted(option.text for option in question.options))
