"""The answer to a question about the editions: which applied when, and what one changed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta

from kb.comparing.steps import AspectStep, EditionStep, edition_step
from kb.comparing.wording import day_text, month_text, period_text
from kb.dialog.answer import Answer, AnswerStep, Part, Refusal, RefusalReason, Route
from kb.dialog.citing import Citer
from kb.dialog.compose import edition_line
from kb.dialog.edition import EditionMention, MentionKind
from kb.dialog.history import Asks, HistoryQuestion, asked_history
from kb.dialog.request import Request
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.messages import Catalogue, catalogue
from kb.rules.ruling import Basis, Verdict
from kb.search.finder import Candidate

__all__ = ["EDITIONS", "history_answer"]

EDITIONS = "editions"
"""The public topic of answers about the editions themselves."""
_SURE = 0.3  # share above which the words left in a question are taken to name a topic
_HEADING = "history.changes"

Find = Callable[[str], tuple[Candidate, ...]]


def history_answer(
    library: Library, request: Request, text: str, language: str, *, today: date, find: Find
) -> Answer | None:
    """Answer a question about the editions, or return ``None`` if the text asks something else.

    :param find: finds topics for the words that name one; what names none is not answered here.
    """
    asked = asked_history(text, editions=library.editions, today=today)
    if asked is None:
        return None
    topic = _topic(library, asked.topic, find)
    if asked.topic and topic is None:
        return None
    telling = _Telling(library, request, language, today)
    if asked.asks is Asks.IN_FORCE:
        return telling.in_force(asked)
    return telling.changed(asked, topic)


def _topic(library: Library, words: str, find: Find) -> str | None:
    shares: dict[str, float] = {}
    for candidate in find(words) if words else ():
        shares[candidate.ref.topic] = shares.get(candidate.ref.topic, 0.0) + candidate.share
    best = max(shares, key=lambda topic: shares[topic], default=None)
    return best if best is not None and best in library.topics and shares[best] >= _SURE else None


class _Telling:
    """Tells about editions in one language."""

    def __init__(self, library: Library, request: Request, language: str, today: date) -> None:
        self._library = library
        self._request = request
        self._words: Catalogue = catalogue(language)
        self._today = today

    # -- which edition applied -------------------------------------------------

    def in_force(self, asked: HistoryQuestion) -> Answer:
        """Say which edition was in force on every date named, the last one foremost; else today."""
        chosen = self._chosen()
        if chosen is not None:
            return self._told(chosen, self._period("on_day", chosen, chosen.in_force_from))
        dated = [m for m in asked.mentions if m.kind is not MentionKind.CURRENT]
        if not dated:
            day = self._request.date
            law = self._library.editions.on(day or self._today)
            return self._told(law, self._period("on_day" if day else "now", law, day or self._today))
        known = [(m, self._library.editions.get(m.edition)) for m in dated if m.edition is not None]
        if not known:
            return self._too_early()
        headlines = dict.fromkeys(self._headline(m, law, asked) for m, law in known)
        return self._told(known[-1][1], " ".join(headlines), tuple(law for _, law in known[:-1]))

    def _headline(self, mention: EditionMention, law: Edition, asked: HistoryQuestion) -> str:
        day = mention.day
        bare = mention is asked.mentions[-1] or (day is not None and (day.month, day.day) == (12, 31))
        if day is None or (asked.whole_year and bare):
            return self._of_year(law, (day or law.in_force_from).year)
        if asked.whole_month:
            month = month_text(day, self._words.language)
            period = period_text(law, self._words)
            return self._words.text("history.in_month", month=month, edition=law.id, period=period)
        return self._period("on_day", law, day)

    def _of_year(self, law: Edition, year: int) -> str:
        """Say which edition was in force in a year that ``law`` ends, or which two."""
        start = day_text(law.in_force_from, self._words.language)
        if law.in_force_from <= date(year, 1, 1):
            period = period_text(law, self._words)
            return self._words.text("history.all_year", year=str(year), edition=law.id, period=period)
        place = self._library.editions.ids.index(law.id)
        if not place:
            return self._words.text("history.part_of_year", start=start, edition=law.id)
        before = tuple(self._library.editions)[place - 1]
        end = day_text(law.in_force_from - timedelta(days=1), self._words.language)
        return self._words.text(
            "history.two_in_year", year=str(year), end=end, before=before.id, start=start, edition=law.id
        )

    def _period(self, message: str, law: Edition, day: date) -> str:
        period = period_text(law, self._words)
        if message == "now":
            return self._words.text("history.now", edition=law.id, period=period)
        shown = day_text(day, self._words.language)
        return self._words.text("history.on_day", day=shown, edition=law.id, period=period)

    def _told(self, law: Edition, headline: str, others: tuple[Edition, ...] = ()) -> Answer:
        part = Part(
            topic=EDITIONS,
            aspect=f"{EDITIONS}.in_force",
            title=self._words.text("history.which"),
            verdict=Verdict.INFO,
            headline=headline,
            rule=None,
        )
        return self._answer(law, (part,), tuple(dict.fromkeys(self._held(one) for one in (*others, law))))

    def _held(self, law: Edition) -> str:
        held = tuple(d.id for d in self._library.of_edition(law.id))
        if not held:
            return self._words.text("history.none_held", edition=law.id)
        return self._words.text("history.held", edition=law.id, documents=held)

    def _too_early(self) -> Answer:
        first = next(iter(self._library.editions))
        start = day_text(first.in_force_from, self._words.language)
        refusal = Refusal(RefusalReason.NOT_IN_TEXTS, self._words.text("history.too_early", start=start))
        return self._answer(first, (), (), refusal)

    # -- what changed ----------------------------------------------------------

    def changed(self, asked: HistoryQuestion, topic: str | None) -> Answer:
        """Say what the editions meant changed, oldest first; of a topic without a date, all that did."""
        editions = self._library.editions
        if asked.mentions and all(m.edition is None for m in asked.mentions) and self._chosen() is None:
            return self._too_early()
        laws = self._meant(asked)
        if not laws:
            day = max(m.day for m in asked.mentions if m.day)
            law = editions.on(min(day, self._today))
            said = self._words.text("history.no_new", edition=law.id, period=period_text(law, self._words))
            return self._answer(law, (self._part(said, EDITIONS, ()),), ())
        steps = [edition_step(self._library, law, self._words.language, topic) for law in laws]
        if topic is not None and len(steps) > 1:
            steps = [step for step in steps if step.changed or step.unseen]
            if not steps:
                return self._never(topic, laws[-1])
        notes = [note for step in steps for note in self._notes(step, topic)]
        part = self._part(
            " ".join(self._said(step, topic) for step in steps),
            topic or EDITIONS,
            tuple(line for step in steps for line in self._lines(step, topic, dated=len(steps) > 1)),
        )
        return self._answer(steps[-1].law, (part,), tuple(notes))

    def _chosen(self) -> Edition | None:
        """Return the edition set beside the question, which goes before what the words say."""
        named = self._request.edition
        return self._library.editions.get(named) if named and named != "current" else None

    def _meant(self, asked: HistoryQuestion) -> tuple[Edition, ...]:
        """Return the editions whose changes are asked about, oldest first."""
        laws = tuple(self._library.editions)
        chosen = self._chosen()
        if chosen is not None:
            return (chosen,)
        if not asked.mentions:
            return laws[1:]
        known = [m for m in asked.mentions if m.edition is not None]
        places = sorted({self._library.editions.ids.index(m.edition or "") for m in known})
        current = any(m.kind is MentionKind.CURRENT for m in known)
        if len(places) > 1:
            return laws[places[0] + 1 : places[-1] + 1]
        if asked.since:
            return laws[places[0] + 1 :]
        mention = known[-1]
        if mention.day is None or current:
            return (laws[places[0]],)
        day = mention.day
        return tuple(law for law in laws if law.in_force_from.year == day.year and law.in_force_from <= day)

    def _said(self, step: EditionStep, topic: str | None) -> str:
        return self._of_all(step) if topic is None else self._of_topic(step, topic)

    def _lines(self, step: EditionStep, topic: str | None, *, dated: bool) -> list[AnswerStep]:
        told = step.changed if topic is None else (*step.changed, *step.unseen)
        return [self._line(one, step.law, dated=dated) for one in told]

    def _of_all(self, step: EditionStep) -> str:
        law, before = step.law, step.before
        if before is None:
            return self._words.text("history.first", edition=law.id, period=period_text(law, self._words))
        start = day_text(law.in_force_from, self._words.language)
        if not step.topics:
            return self._words.text("history.replaced_alike", start=start, edition=law.id, before=before.id)
        return self._words.text(
            "history.replaced", start=start, edition=law.id, before=before.id, n=len(step.topics)
        )

    def _of_topic(self, step: EditionStep, topic: str) -> str:
        message = "history.topic_same"
        if step.before is None:
            return self._of_all(step)
        if step.changed:
            message = "history.topic_changed"
        elif step.unseen:
            message = "history.topic_unseen"
        elif not step.traced:
            message = "history.topic_not_followed"
        return self._words.text(
            message,
            topic=self._library.topics[topic].names[self._words.language],
            edition=step.law.id,
            start=day_text(step.law.in_force_from, self._words.language),
        )

    def _line(self, one: AspectStep, law: Edition, *, dated: bool) -> AnswerStep:
        citer = Citer(self._library, self._words.language, law.id)
        citations = citer.for_basis(Basis(one.aspect.ref, one.numbers_after))
        return AnswerStep(
            text=self._words.text(
                "history.topic_line",
                name=f"{law.id} · {one.name}" if dated else one.name,
                change=one.sentence,
            ),
            numbers=(one.numbers,),
            citations=citations,
            rule=None if citations else citer.rule_text(one.aspect.ref, law, one.numbers_after),
        )

    def _part(self, headline: str, topic: str, steps: tuple[AnswerStep, ...]) -> Part:
        return Part(
            topic=topic,
            aspect=f"{EDITIONS}.changed",
            title=self._words.text("history.what_changed"),
            verdict=Verdict.INFO,
            headline=headline,
            rule=None,
            steps=steps,
            steps_heading=_HEADING,
        )

    def _never(self, topic: str, law: Edition) -> Answer:
        name = self._library.topics[topic].names[self._words.language]
        said = self._words.text("history.topic_never", topic=name)
        return self._answer(law, (self._part(said, topic, ()),), ())

    def _notes(self, step: EditionStep, topic: str | None) -> list[str]:
        """Say in one line each what was only renumbered and what cannot be compared."""
        found = []
        if step.renumbered:
            moved = (
                self._words.text("history.renumber_line", name=name, numbers=numbers)
                for name, numbers in step.renumbered
            )
            found.append(self._words.text("history.renumbered", edition=step.law.id, lines="; ".join(moved)))
        if step.reworded:
            names = "; ".join(one.name for one in step.reworded)
            found.append(self._words.text("history.reworded", edition=step.law.id, lines=names))
        if step.unseen and topic is None:
            names = "; ".join(one.name for one in step.unseen)
            found.append(self._words.text("history.unseen", edition=step.law.id, lines=names))
        return found

    def _answer(
        self, law: Edition, parts: tuple[Part, ...], notes: tuple[str, ...], refusal: Refusal | None = None
    ) -> Answer:
        language = self._words.language
        return Answer(
            id=self._request.id,
            question=self._request.question,
            route=Route.REFUSAL if refusal else Route.TEXT,
            language=language,
            edition=law.id,
            edition_line=edition_line(law, language),
            parts=parts,
            refusal=refusal,
            notes=notes,
            text="",
        )
