"""Which clause rules this: the right number, and three other real clauses of the edition."""

from __future__ import annotations

from dataclasses import dataclass

from kb.exam.asking import OPTIONS, deciding_step, shuffled
from kb.exam.scene import Draw, NotDrawn
from kb.exam.telling import Teller
from kb.exam.trust import number_seen
from kb.exam.types import Option
from kb.laws.labels import label_key
from kb.laws.topics import Topic
from kb.messages import msg
from kb.rules.ruling import Basis, Ruling, Verdict

__all__ = ["ClauseAsked", "clause_options"]


@dataclass(frozen=True, slots=True)
class ClauseAsked:
    """The right number and the options."""

    number: str
    options: tuple[Option, ...]


def clause_options(draw: Draw, ruling: Ruling, tell: Teller) -> ClauseAsked:
    """Return four clause numbers of the edition, one of which decides the case.

    No other clause that the ruling rests on, or that belongs to a topic it touches, is an option.

    :raises NotDrawn: if the deciding rule has several numbers, or one that was not seen, and for a game
        that is over, which no clause of its own keeps.
    """
    basis = deciding_step(ruling).basis
    if ruling.verdict is Verdict.RESULT_STANDS or basis is None or len(basis.numbers) != 1:
        raise NotDrawn
    (number,) = basis.numbers
    if not number_seen(draw.library, draw.law, basis.ref, number):
        raise NotDrawn
    others = _others(draw, ruling, basis)
    right = Option(
        number, right=True, why=tell.say("question.why.right", step=tell.say(deciding_step(ruling).said))
    )
    chosen = _chosen(draw, tuple(others), number)
    if len(chosen) < OPTIONS - 1:
        raise NotDrawn
    wrong = [_wrong(draw, tell, label, others[label]) for label in chosen]
    return ClauseAsked(number, shuffled(draw, [right, *wrong]))


def _others(draw: Draw, ruling: Ruling, basis: Basis) -> dict[str, Topic]:
    """Return the clauses that have nothing to do with the case, and the topic each is about."""
    bases = [step.basis for step in ruling.steps if step.basis is not None]
    touched = {b.ref.topic for b in bases} | {ruling.asked.topic, ruling.topic.topic, basis.ref.topic}
    used = {number for b in bases for number in b.numbers}
    for topic in touched:
        for aspect in draw.library.topics[topic].aspects:
            used |= set(aspect.numbers_in(draw.law))
    found: dict[str, Topic] = {}
    # A clause is best named by the aspect that rests on fewest.
    for aspect in sorted(draw.library.topics.aspects, key=lambda a: len(a.numbers_in(draw.law))):
        for label in aspect.numbers_in(draw.law):
            if number_seen(draw.library, draw.law, aspect.ref, label) and not _related(label, used):
                found.setdefault(label, draw.library.topics[aspect.ref.topic])
    return dict(sorted(found.items(), key=lambda item: label_key(item[0])))


def _related(label: str, used: set[str]) -> bool:
    """Whether a clause is one of those used, stands above or below one, or is no clause at all."""
    return (
        not label[-1].isalnum()
        or " " in label
        or any(label == n or label.startswith(n) or n.startswith(label) for n in used)
    )


def _chosen(draw: Draw, labels: tuple[str, ...], number: str) -> list[str]:
    """Pick three, most of them from the article of the right one."""
    article = number.partition(".")[0]
    near = [label for label in labels if label.partition(".")[0] == article]
    far = [label for label in labels if label not in near]
    draw.rng.shuffle(near)
    draw.rng.shuffle(far)
    few = draw.rng.randint(1, 3)
    chosen: list[str] = []
    for label in near[:few] + far + near[few:]:
        if not _related(label, set(chosen)) and len(chosen) < OPTIONS - 1:
            chosen.append(label)
    return chosen


def _wrong(draw: Draw, tell: Teller, label: str, topic: Topic) -> Option:
    why = msg("question.why.clause", number=label, topic=topic.names[draw.language])
    return Option(label, right=False, why=tell.say(why))
