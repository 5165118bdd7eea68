"""From a scene to a question: judged, asked in one format, explained and cited."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace

from kb.dialog.citing import Citer
from kb.dialog.wording import proof_lines
from kb.exam.asking import ruling_options
from kb.exam.clauses_asked import clause_options
from kb.exam.clocks_asked import clock_options
from kb.exam.editions_asked import edition_options, worded_options
from kb.exam.find_asked import find_options
from kb.exam.moves_asked import move_options
from kb.exam.outcomes import outcome
from kb.exam.pointing import marking_points, minutes_of
from kb.exam.registry import Generator
from kb.exam.scene import Draw, NotDrawn, Scene
from kb.exam.telling import Teller
from kb.exam.trust import is_certain
from kb.exam.types import Format, MarkingPoint, Option, PointKind, Question
from kb.messages import catalogue, msg
from kb.rules.facts import TimeControl
from kb.rules.judge import judge
from kb.rules.ruling import Ruling, Step, Verdict

__all__ = ["question_of"]

_RULING = ("question.ask.ruling.1", "question.ask.ruling.2", "question.ask.ruling.3")
_PLAIN_OPEN = "question.ask.open.1"
# What else is asked for where there is something to say of it.
_OPEN = {PointKind.PIECE: "question.ask.open.3", PointKind.POSITION: "question.ask.open.2"}
# Without and with a penalty in minutes.
_CLAUSE = ("question.ask.clause", "question.ask.clause_penalty")
_LEAST_OPEN = 2
_MANY_STEPS = 5


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one format makes of a scene."""

    stem: str
    ask: str
    key: str
    options: tuple[Option, ...] = ()
    points: tuple[MarkingPoint, ...] = ()


def question_of(
    draw: Draw, scene: Scene, generator: Generator, form: Format, seed: int, edition: str
) -> Question:
    """Judge a scene and ask about it.

    :param edition: the edition of the paper; the scene may be of another one where editions are asked for.
    :raises NotDrawn: if its ruling is disputed or open, or there are not enough wrong options.
    """
    ruling = judge(scene.case, draw.law, draw.library.topics)
    if not scene.worded and not is_certain(draw.library, draw.law, ruling):
        raise NotDrawn
    tell = Teller(draw.language, scene.player)
    asked = _ask(draw, scene, ruling, tell, form)
    citer = Citer(draw.library, draw.language, draw.law.id)
    citations = tuple(c for c in citer.for_ruling(ruling) if c.same_rule)
    question = Question(
        id="",
        generator=generator.name,
        seed=seed,
        language=draw.language,
        edition=edition,
        topic=generator.topic,
        format=form,
        difficulty=_difficulty(draw, scene, ruling),
        marks=sum(point.marks for point in asked.points) or 1,
        stem=asked.stem,
        ask=asked.ask,
        fen=scene.shown,
        attempted=scene.attempted,
        pgn=scene.pgn,
        announced=tell.say("question.announced") if scene.announced else "",
        options=asked.options,
        points=asked.points,
        verdict=ruling.verdict,
        key=asked.key,
        explanation=_explanation(draw, ruling, citer, cited=bool(citations)),
        citations=citations,
    )
    return replace(question, id=_content_id(question))


def _ask(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, form: Format) -> _Asked:
    stem = " ".join((tell.laws(draw.law), tell.play(scene.play), tell.tell(scene.told)))
    key = "" if scene.worded else tell.say(outcome(ruling.verdict, scene))
    return _FORMS[form](draw, scene, ruling, tell, _Asked(stem, "", key))


def _choice(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    if scene.asks_moves:
        options = move_options(draw, ruling, tell)
        key = next(option.text for option in options if option.right)
        return replace(plain, ask=tell.say("question.ask.moves"), key=key, options=options)
    options = ruling_options(draw, scene, ruling, tell)
    return replace(plain, ask=tell.say(draw.pick(_RULING)), options=options)


def _open(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    points = marking_points(draw, scene, ruling, tell)
    if len(points) < _LEAST_OPEN:
        raise NotDrawn
    kinds = {point.kind for point in points}
    ask = next((said for kind, said in _OPEN.items() if kind in kinds), _PLAIN_OPEN)
    return replace(plain, ask=tell.say(ask), points=points)


def _clause(draw: Draw, _: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    asked = clause_options(draw, ruling, tell)
    ask = tell.say(_CLAUSE[minutes_of(ruling.verdict) > 0], ruling=plain.key.removesuffix("."))
    return replace(plain, ask=ask, key=asked.number, options=asked.options)


def _edition(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    if scene.worded:
        worded = worded_options(draw, scene, tell)
        key = next(option.text for option in worded.options if option.right)
        return _Asked(worded.text, tell.say("question.ask.worded"), key, worded.options)
    options = edition_options(draw, scene, ruling, tell)
    stem = " ".join((tell.play(scene.play), tell.tell(scene.told)))
    ask = tell.say("question.ask.edition", ruling=plain.key.removesuffix("."))
    right = next(option.text for option in options if option.right)
    return _Asked(stem, ask, right, options)


def _clocks(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    asked = clock_options(draw, scene, ruling, tell)
    stem = f"{plain.stem} {tell.say(asked.told)}"
    return _Asked(stem, tell.say("question.ask.clocks"), asked.key, asked.options)


def _find(draw: Draw, scene: Scene, ruling: Ruling, tell: Teller, plain: _Asked) -> _Asked:
    asked = find_options(draw, scene, ruling, tell)
    return replace(plain, ask=tell.say("question.ask.find"), key=asked.key, options=asked.options)


_FORMS = {
    Format.CHOICE: _choice,
    Format.OPEN: _open,
    Format.CLAUSE: _clause,
    Format.EDITION: _edition,
    Format.CLOCKS: _clocks,
    Format.FIND: _find,
}


def _explanation(draw: Draw, ruling: Ruling, citer: Citer, *, cited: bool) -> tuple[str, ...]:
    """Return the steps of the ruling with their clauses, a proof, and our wording where no text is held."""
    words = catalogue(draw.language)
    lines = []
    for step in ruling.steps:
        said = words.text(step.said)
        numbers = step.basis.numbers if step.basis is not None else ()
        lines.append(f"{said} ({', '.join(numbers)})" if numbers else said)
    if ruling.mating is not None:
        lines += proof_lines(ruling.mating, words)
    if not cited:
        lines += _own_wording(draw, ruling.steps, citer)
    return tuple(lines)


def _own_wording(draw: Draw, steps: tuple[Step, ...], citer: Citer) -> list[str]:
    basis = next((step.basis for step in reversed(steps) if step.basis is not None), None)
    if basis is None:
        return []
    rule = citer.rule_text(basis.ref, draw.law, basis.numbers)
    label = msg("label.ours", edition=draw.law.id, numbers=basis.numbers)
    return [f"{catalogue(draw.language).text(label)} {rule.text}"]


def _difficulty(draw: Draw, scene: Scene, ruling: Ruling) -> int:
    """Count what makes a question hard: steps, an exception, a later offence, fast play, an old edition."""
    facts = scene.case.facts
    traps = (
        len(ruling.steps) >= _MANY_STEPS,
        ruling.verdict is Verdict.DRAW or facts.first_offence is not None,
        (facts.offence_number or 1) > 1 or bool(facts.game_over),
        scene.play.tempo is not TimeControl.STANDARD and scene.play.supervised is not True,
        _decided_otherwise_today(draw, scene, ruling),
    )
    return min(5, 1 + sum(traps))


def _decided_otherwise_today(draw: Draw, scene: Scene, ruling: Ruling) -> bool:
    latest = draw.library.editions.latest
    return draw.law.id != latest.id and (
        judge(scene.case, latest, draw.library.topics).verdict is not ruling.verdict
    )


def _content_id(question: Question) -> str:
    content = question.to_json()
    for name in ("id", "generator", "seed"):
        del content[name]
    packed = json.dumps(content, ensure_ascii=False, sort_keys=True).encode()
    return hashlib.sha256(packed).hexdigest()[:16]
