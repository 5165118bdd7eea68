"""Answers to questions on any article of the Laws: clauses of imported texts, quoted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from kb.board.types import BoardReading
from kb.dialog.answer import AnswerStep, Part
from kb.dialog.citing import Citer
from kb.dialog.compose import OTHER_ARTICLE, public_topic
from kb.dialog.routing import Subject, speaks
from kb.dialog.terms import asked_term
from kb.laws.editions import Edition
from kb.laws.guide import GUIDE, GuideEntry, load_guide
from kb.laws.labels import GLOSSARY
from kb.laws.library import Library
from kb.laws.topics import Scope, TopicRef
from kb.messages import catalogue
from kb.rules.facts import TimeControl
from kb.rules.ruling import Verdict
from kb.search.articles import ArticleFinder, Matter, Matters
from kb.search.index import SearchIndex
from kb.search.neutral import neutral_text
from kb.search.topic_model import TopicModel

__all__ = ["REGULATION", "Articles", "open_articles"]

REGULATION: Final = "regulation"
"""What stands for a topic in answers from texts that are no Laws: ``regulation.club-rules``."""

# Chosen on eval/own (no question on a topic is lost) and eval/own_articles.
_BESIDE: Final = 0.3  # share of what is no matter of the Laws from which a question is refused
_CLEARLY_BESIDE: Final = 0.5  # the same, where a topic was recognised but not surely
_SURE: Final = 0.6  # share from which a topic is surely recognised
_FAINT: Final = 0.15  # share below which a matter pointed at is refused where the topic is not sure either
_NEARER: Final = 0.1  # how much likelier than a topic ruled on another matter must be to be answered instead
_STRONGER: Final = 0.5  # and its share, as a part of the share the topic has among topics
_NEAR: Final = 0.7  # nearness of a clause of another regulation from which it is quoted
_FINER: Final = 0.05  # how much likelier than a topic only pointed at another matter must be


class Articles:
    """Answers what goes beyond the topics from the imported texts of the Laws."""

    def __init__(self, library: Library, finder: ArticleFinder) -> None:
        self._library = library
        self._finder = finder

    def answered(
        self,
        question: str,
        subject: Subject,
        board: BoardReading,
        parts: tuple[Part, ...],
        law: Edition,
        language: str,
        tempo: TimeControl | None,
    ) -> tuple[Part, ...]:
        """Return the parts of an answer, the first one replaced by quotes where these answer better.

        That is so where the Laws treat the question in an article that no judge rules on.  A question
        with a position is always the judge's.  Where it is too unsure what is asked, nothing is quoted.

        :param parts: what the judge said; empty for what is no matter of the topics.
        :param tempo: the kind of play the question tells of.
        """
        if board.position or board.games or speaks(board) or not neutral_text(question):
            return parts
        if parts and self._pointed_at(subject.ref) and parts[0].verdict is not Verdict.OTHER_ARTICLE:
            return parts
        found = self._finder.matters(question)
        if self._beside(subject, found):
            return self._term(question, law, language) or self._regulation(question, law, language)
        matter = self._matter(subject, found)
        if matter is None:
            return parts
        if self._pointed_at(subject.ref) and max(subject.share / _SURE, matter.share / _FAINT) < 1:
            return tuple(replace(part, citations=()) for part in parts)
        fast = tempo in (TimeControl.RAPID, TimeControl.BLITZ)
        entry = self._finder.guide.in_fast_play(matter.entry) if fast else matter.entry
        steps = parts[0].steps if parts and subject.ref in entry.aspects else ()
        part = self._part(entry, law, language, steps)
        return parts if part is None else (part, *parts[1:])

    def _beside(self, subject: Subject, found: Matters) -> bool:
        """Whether a question is no matter of the Laws: two opinions say so, or one and the other doubts."""
        if subject.off_topic:
            return found.beside >= _BESIDE
        return subject.share < _SURE and found.beside >= _CLEARLY_BESIDE

    def _matter(self, subject: Subject, found: Matters) -> Matter | None:
        """Return the matter asked about, or ``None`` if the judge's answer stands."""
        likeliest = found.matters[0]
        if subject.off_topic:
            return likeliest
        own = found.matter_of(subject.ref)
        ahead = likeliest.share - own.share
        beyond = not self._judged(likeliest.entry)
        if self._pointed_at(subject.ref):
            return likeliest if beyond and ahead >= _FINER else own
        clear = ahead >= _NEARER and likeliest.share >= _STRONGER * subject.share
        return likeliest if beyond and clear else None

    def _part(
        self, entry: GuideEntry, law: Edition, language: str, steps: tuple[AnswerStep, ...]
    ) -> Part | None:
        """Return the part that quotes what an entry leads to, or ``None`` if no text has it.

        Our restatement stands beside the quotes where they are in another language than the reader's.
        """
        words = catalogue(language)
        citer = Citer(self._library, language, law.id)
        citations = tuple(
            citation
            for text in self._finder.texts(law, language)
            for label in self._finder.labels(entry, text)
            for citation in citer.for_matter(text, label, entry.aspects)
        )
        if not citations:
            return None
        ref, about, first = next(iter(entry.aspects), None), entry.about[language], citations[0].quote
        foreign = all(c.language != language for c in citations)
        return Part(
            topic=public_topic(self._library, ref) if ref and self._judged(entry) else OTHER_ARTICLE,
            aspect=str(ref) if ref else f"{GUIDE}.{entry.id}",
            title=about,
            verdict=Verdict.OTHER_ARTICLE,
            headline=words.text(
                "imported.headline", about=about, clause=first.clause, document=first.document
            ),
            rule=citer.rule_text(ref, law, self._library.topics.aspect(ref).numbers_in(law))
            if ref and foreign
            else None,
            citations=citations,
            steps=steps,
        )

    def _term(self, question: str, law: Edition, language: str) -> tuple[Part, ...]:
        """Return what a glossary says of a word, if that is all that is asked."""
        label = asked_term(question)
        texts = [t for t in self._finder.texts(law, language) if label is not None and t.holds(label)]
        if label is None or not texts:
            return ()
        citer, words = Citer(self._library, language, law.id), catalogue(language)
        citations = tuple(c for text in texts for c in citer.for_matter(text, label, ()))
        about = label.removeprefix(GLOSSARY)
        headline = words.text("imported.term", term=about, document=texts[0].id)
        return (Part(OTHER_ARTICLE, f"{GUIDE}.{label}", about, Verdict.INFO, headline, None, citations),)

    def _regulation(self, question: str, law: Edition, language: str) -> tuple[Part, ...]:
        """Return what other regulations the user added say to a question that is no matter of the Laws."""
        found = [(text, label) for text, label, near in self._finder.regulations(question) if near >= _NEAR]
        if not found:
            return ()
        citer = Citer(self._library, language, law.id)
        text, label = found[0]
        headline = catalogue(language).text(
            "imported.regulation", clause=label, document=text.id, title=text.title
        )
        citations = tuple(c for doc, one in found for c in citer.for_matter(doc, one, ()))
        aspect = f"{REGULATION}.{text.id}"
        return (Part(OTHER_ARTICLE, aspect, text.title, Verdict.INFO, headline, None, citations),)

    def _pointed_at(self, ref: TopicRef) -> bool:
        topics = self._library.topics
        return ref.topic in topics and topics[ref.topic].scope is Scope.POINTER

    def _judged(self, entry: GuideEntry) -> bool:
        """Whether a judge rules on an entry."""
        return any(not self._pointed_at(ref) for ref in entry.aspects)


def open_articles(library: Library, folder: Path, index: SearchIndex) -> Articles | None:
    """Open the guide if there are imported texts to quote from.

    :param folder: that of the guide and its model.
    :raises CorpusError: if one of them is missing or malformed.
    """
    if not library.imported():
        return None
    guide = load_guide(folder / "articles.toml", library.topics)
    model = TopicModel.load(folder / "model.npz")
    return Articles(library, ArticleFinder(library, guide, model, index))
