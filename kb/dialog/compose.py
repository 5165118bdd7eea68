"""From rulings to the parts of an answer: wording, quotes, other editions, other time controls."""

from __future__ import annotations

from collections.abc import Mapping

from kb.dates import long_date
from kb.dialog.answer import AnswerStep, Citation, NeededFact, OtherEdition, Part
from kb.dialog.citing import Citer
from kb.dialog.wording import localised_san, proof_lines
from kb.laws.documents import Status
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.topics import Scope, TopicRef
from kb.messages import Catalogue, catalogue, msg
from kb.rules.reasoning import Case
from kb.rules.ruling import FactUsed, Need, Ruling, Step, Verdict

__all__ = ["OTHER_ARTICLE", "compose_part", "edition_line", "public_topic", "tempo_names"]

OUT_OF_SCOPE = "out_of_scope"
OTHER_ARTICLE = "other_article"  # what imported texts answer beyond the topics
_POINTER = msg("step.pointer")  # says that the rule is in our words


def public_topic(library: Library, ref: TopicRef) -> str:
    """Return the name an aspect is reported under: what the held texts do not treat is out of scope.

    Pointer topics stand in the Laws, but neither in Article 7 nor in what rulings need.
    """
    known = ref.topic in library.topics and library.topics[ref.topic].scope is not Scope.POINTER
    return library.topics.aspect(ref).reported_as if known else OUT_OF_SCOPE


def compose_part(
    library: Library,
    case: Case,
    rulings: Mapping[str, Ruling],
    tempos: Mapping[str, Ruling],
    law: Edition,
    language: str,
) -> Part:
    """Word one ruling for the asker.

    :param rulings: the case under every edition, by edition id.
    :param tempos: the case under each time control, where none was stated; else empty.
    """
    words = catalogue(language)
    ruling = rulings[law.id]
    citer = Citer(library, language, law.id)
    asked = ruling.topic if ruling.topic.topic in library.topics else ruling.asked
    numbers = library.topics.aspect(asked).numbers_in(law)
    citations = citer.for_ruling(ruling)
    imported = any(c.status == Status.IMPORTED for c in citations)
    return Part(
        topic=public_topic(library, ruling.topic),
        aspect=f"{asked}",
        title=library.topics[asked.topic].names[language],
        verdict=ruling.verdict,
        headline=_headline(ruling.verdict, words, imported=imported),
        rule=None if _quoted(citations, law, language) else citer.rule_text(asked, law, numbers),
        citations=citations,
        absent=citer.without_rule(ruling),
        steps=tuple(
            _step(step, citer, law, words)
            for step in ruling.steps
            if not (imported and step.said == _POINTER)
        ),
        other_editions=_other_editions(rulings, law, words),
        tempos=_tempos(tempos, ruling, words),
        facts=ruling.facts,
        facts_text=tuple(_fact(fact, words) for fact in ruling.facts),
        needs=tuple(_need(need, words) for need in ruling.needs),
        doubts=tuple(words.text(doubt) for doubt in ruling.doubts),
        now=tuple(words.text(act) for act in ruling.now),
        position=_position(case, ruling.ply),
        restored=ruling.restored,
        attempted=None if ruling.ply is None else case.board.moves[ruling.ply].uci,
        replacements=tuple(localised_san(san, language) for san in ruling.replacements),
        mating=ruling.mating,
        proof=proof_lines(ruling.mating, words) if ruling.mating else (),
    )


def edition_line(law: Edition, language: str) -> str:
    """Say for which edition an answer holds, with its dates; the newest one as "latest known".

    >>> from kb.laws.library import open_library
    >>> edition_line(open_library().editions.latest, "en")
    'Laws of Chess, 2023 edition, in force since 1 January 2023, the latest known here'
    """
    words = catalogue(language)
    start = long_date(law.in_force_from, language)
    if law.in_force_to is None:
        return words.text("edition.current", edition=law.id, start=start)
    return words.text("edition.past", edition=law.id, start=start, end=long_date(law.in_force_to, language))


def tempo_names(words: Catalogue) -> dict[str, str]:
    """Return the three time controls in words."""
    return {t: words.text(f"value.time_control.{t}") for t in ("standard", "rapid", "blitz")}


def _headline(verdict: Verdict, words: Catalogue, *, imported: bool) -> str:
    if imported and verdict is Verdict.OTHER_ARTICLE:
        return words.text("imported.other_article")
    return words.text(f"verdict.{verdict}")


def _quoted(citations: tuple[Citation, ...], law: Edition, language: str) -> bool:
    """Whether an imported text has the very rule in the reader's language, so that ours is not needed."""
    return any(
        c.status == Status.IMPORTED and c.edition == law.id and c.language == language for c in citations
    )


def _step(step: Step, citer: Citer, law: Edition, words: Catalogue) -> AnswerStep:
    said = words.text(step.said)
    if step.basis is None:
        return AnswerStep(said)
    citations = citer.for_basis(step.basis)
    readable = any(c.language == words.language or c.translation for c in citations)
    rule = None if readable else citer.rule_text(step.basis.ref, law, step.basis.numbers)
    return AnswerStep(said, step.basis.numbers, citations, rule)


def _other_editions(
    rulings: Mapping[str, Ruling], law: Edition, words: Catalogue
) -> tuple[OtherEdition, ...]:
    here = rulings[law.id].verdict
    return tuple(
        OtherEdition(edition, r.verdict, words.text(f"verdict.{r.verdict}"), r.verdict is here)
        for edition, r in rulings.items()
        if edition != law.id
    )


def _tempos(
    tempos: Mapping[str, Ruling], ruling: Ruling, words: Catalogue
) -> tuple[tuple[str, Verdict, str], ...]:
    if all(r.verdict is ruling.verdict for r in tempos.values()):
        return ()
    return tuple((t, r.verdict, words.text(f"verdict.{r.verdict}")) for t, r in tempos.items())


def _fact(fact: FactUsed, words: Catalogue) -> str:
    value_id = f"value.{fact.name}.{fact.value}"
    value = words.text(value_id) if value_id in words.ids else _plain_value(fact.value, words)
    return words.text(
        "fact", name=words.text(f"fact.{fact.name}"), value=value, origin=words.text(f"origin.{fact.origin}")
    )


def _plain_value(value: str, words: Catalogue) -> str:
    return words.text(f"value.{value}") if value in {"true", "false"} else value


def _need(need: Need, words: Catalogue) -> NeededFact:
    outcomes = tuple((value, code, words.text(f"verdict.{code}")) for value, code in need.verdicts)
    return NeededFact(need.field, words.text(f"ask.{need.field}"), outcomes)


def _position(case: Case, ply: int | None) -> str | None:
    """Return the position before the illegal move judged, else the one the moves or the question end with."""
    game = case.board.games[0] if case.board.games else None
    if game is not None and game.start is not None and game.moves:
        return game.board_before(len(game.moves) if ply is None else ply).fen()
    return case.board.position.fen if case.board.position else None
