"""The desk: opens library, search and judge once; one way in (``ask``), one way out (``Answer``)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path

from kb.board.reading import read_board
from kb.board.types import BoardReading
from kb.dialog.acts import acts_from_words
from kb.dialog.answer import Answer, Part, Refusal, RefusalReason, Route
from kb.dialog.article import Articles, open_articles
from kb.dialog.compose import compose_part, edition_line
from kb.dialog.cues import cues_of
from kb.dialog.edition import find_edition_request
from kb.dialog.facts import facts_from_words
from kb.dialog.history_answer import history_answer
from kb.dialog.language import detect_language
from kb.dialog.lookup import asked_label
from kb.dialog.lookup_answer import lookup_answer
from kb.dialog.notes import board_notes, problem_text
from kb.dialog.render import render_text
from kb.dialog.request import MAX_QUESTION, Request, well_formed
from kb.dialog.routing import Subject, choose_subject, single_questions, subjects_in_order
from kb.errors import RequestError
from kb.laws.editions import Edition
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.topics import Scope, TopicRef
from kb.messages import catalogue
from kb.rules.acts import Act
from kb.rules.facts import FACT_NAMES, Facts, Origin, TimeControl, merged
from kb.rules.judge import judge, judge_all
from kb.rules.reasoning import Case
from kb.rules.ruling import Ruling, Verdict
from kb.search.adapter import Adapter
from kb.search.corpus import corpus_entries
from kb.search.encoder import Encoder, load_encoder
from kb.search.finder import TopicFinder
from kb.search.neutral import neutral_text
from kb.search.store import IndexReport, open_store
from kb.search.topic_model import TopicModel
from kb.settings import Settings, load_settings

__all__ = ["Desk", "open_desk", "rule_on"]


class Desk:
    """Answers questions.  Safe to share between threads; the same question gives the same bytes."""

    def __init__(
        self,
        library: Library,
        finder: TopicFinder,
        *,
        articles: Articles | None = None,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._library = library
        self._finder = finder
        self._articles = articles
        self._today = today

    @property
    def library(self) -> Library:
        """All that can be cited."""
        return self._library

    @property
    def finder(self) -> TopicFinder:
        """The search for topics."""
        return self._finder

    def ask(self, request: Request) -> Answer:
        """Answer one question.

        :raises RequestError: for an edition or date that is not known.
        :raises CorpusError: if a text no longer is what it was recorded as.
        """
        request = replace(request, question=well_formed(request.question))
        language = request.language or detect_language(request.question[:MAX_QUESTION], prior=request.prior)
        law = _edition(self.library, request, self._today())
        return _finished(self._answer(request, language, law))

    # -- the way through the house -------------------------------------------

    def _answer(self, request: Request, language: str, law: Edition) -> Answer:
        question = request.question[:MAX_QUESTION]
        if not question.strip() and not request.has_board:
            return _refusal(request, language, law, "refusal.empty")
        label = asked_label(question)
        if label is not None and not request.has_board:
            named = request.edition or (
                law.id if request.date or _words_edition(self.library, question, self._today()) else None
            )
            found = lookup_answer(self.library, request, label, language, law, named=named is not None)
            if found is not None:
                return found
        if not request.has_board:
            told = history_answer(
                self.library, request, question, language, today=self._today(), find=self.finder.find
            )
            if told is not None:
                return told
        board = read_board(question, language=language, fen=request.fen, pgn=request.pgn, moves=request.moves)
        if request.has_board and board.problems and not (board.position or board.games):
            return _unreadable(request, language, law, board)
        return self._judged(request, question, language, law, board)

    def _judged(
        self, request: Request, question: str, language: str, law: Edition, board: BoardReading
    ) -> Answer:
        acts = frozenset(acts_from_words(question, language))
        words = facts_from_words(question, language)
        candidates = self.finder.find(question, cues_of(acts, words.facts))
        wordless = not neutral_text(question)
        subject = choose_subject(candidates, board, self.library.topics, wordless=wordless)
        subjects = [] if subject.off_topic else self._subjects(question, subject, board)
        cases = [_case(one, request.facts, words.facts, acts, board) for one in subjects]
        parts = tuple(_ruled(self.library, case, law, language) for case in cases)
        if self._articles is not None:
            tempo = merged(request.facts, words.facts).time_control
            parts = self._articles.answered(question, subject, board, parts, law, language, tempo)
        if not parts:
            return _beside_the_law(request, language, law, board)
        return _assemble(self.library, request, language, law, parts, subject, board)

    def _subjects(self, question: str, first: Subject, board: BoardReading) -> list[Subject]:
        """Return what the text asks about: mostly one thing, sometimes two."""
        if board.position or board.games:
            return [first]
        topics = self.library.topics
        found = [choose_subject(self.finder.find(one), board, topics) for one in single_questions(question)]
        return subjects_in_order(first, found, topics)


def open_desk(
    settings: Settings | None = None,
    *,
    folder: Path | None = None,
    encoder: Encoder | None = None,
    today: Callable[[], date] = date.today,
) -> tuple[Desk, IndexReport]:
    """Open everything the desk needs, building the search index if there is none that fits.

    :param encoder: that of a desk opened before with the same settings; else it is loaded.
    :raises KbError: if the corpus, the encoder or a setting cannot work.
    """
    chosen = settings or load_settings()
    root = folder or corpus_folder()
    library = open_library(root, chosen.documents_dir)
    opened = open_store(chosen).open_or_build(corpus_entries(library), encoder or load_encoder(chosen))
    model = TopicModel.load(root / "ours" / "topic_model.npz")
    adapter = Adapter.load(root / "ours" / "adapter.npz")
    articles = open_articles(library, root / "ours" / "guide", opened.index)
    finder = TopicFinder(opened.index, model, adapter)
    return Desk(library, finder, articles=articles, today=today), opened.report


def rule_on(
    library: Library, request: Request, topic: str, *, today: Callable[[], date] = date.today
) -> Answer:
    """Rule on a position or on facts for a topic named outright; no search, no encoder.

    :raises RequestError: for an unknown topic, edition or date, or an unreadable position.
    """
    if topic not in library.topics:
        known = ", ".join(t.id for t in library.topics)
        raise RequestError(f"There is no topic {topic[:40]!r}.", hint=f"Use one of: {known}.", field="topic")
    language = request.language or "en"
    law = _edition(library, request, today())
    board = read_board("", language=language, fen=request.fen, pgn=request.pgn, moves=request.moves)
    if request.has_board and board.problems and not (board.position or board.games):
        return _finished(_unreadable(request, language, law, board))
    subject = Subject(library.topics[topic].aspects[0].ref, 1.0, (), off_topic=False)
    case = _case(subject, request.facts, Facts(), frozenset(), board)
    part = _ruled(library, case, law, language)
    return _finished(_assemble(library, request, language, law, (part,), subject, board))


def _ruled(library: Library, case: Case, law: Edition, language: str) -> Part:
    """Judge a case under every edition and word the ruling of one."""
    rulings = judge_all(case, library.editions, library.topics)
    return compose_part(library, case, rulings, _by_tempo(library, case, law), law, language)


def _case(subject: Subject, given: Facts, stated: Facts, acts: frozenset[Act], board: BoardReading) -> Case:
    origins = [(name, Origin.STATED) for name in FACT_NAMES if getattr(stated, name) is not None]
    origins += [(name, Origin.GIVEN) for name in FACT_NAMES if getattr(given, name) is not None]
    return Case(subject.ref, merged(given, stated), tuple(origins), acts, board)


def _with_tempo(case: Case, tempo: TimeControl) -> Case:
    return replace(case, facts=merged(Facts(time_control=tempo), case.facts))


def _edition(library: Library, request: Request, today: date) -> Edition:
    """Return the edition asked about: set, by date, in the facts, in the words, else today's."""
    editions = library.editions
    if request.edition and request.edition != "current":
        return editions.get(request.edition)
    if request.date:
        return editions.on(request.date)
    named = [y for y in request.facts.edition_asked or () if y in editions.ids]
    if named:
        return editions.get(named[-1])
    said = _words_edition(library, request.question[:MAX_QUESTION], today)
    return editions.get(said) if said else editions.on(today)


def _words_edition(library: Library, question: str, today: date) -> str | None:
    """Return the edition the words point at; of several, the latest ("then and now")."""
    ids = find_edition_request(question, editions=library.editions, today=today).ids
    return max(ids, key=library.editions.ids.index) if ids else None


def _by_tempo(library: Library, case: Case, law: Edition) -> dict[str, Ruling]:
    """Return the ruling under each time control, if none was stated."""
    if case.facts.time_control is not None:
        return {}
    return {str(tempo): judge(_with_tempo(case, tempo), law, library.topics) for tempo in TimeControl}


def _assemble(
    library: Library,
    request: Request,
    language: str,
    law: Edition,
    parts: tuple[Part, ...],
    subject: Subject,
    board: BoardReading,
) -> Answer:
    words = catalogue(language)
    refusal, part = None, parts[0]
    if part.verdict is Verdict.OUT_OF_SCOPE:
        refusal = Refusal(RefusalReason.OUT_OF_SCOPE, part.steps[0].text)
    elif part.verdict is Verdict.OTHER_ARTICLE and _pointed_at(library, subject) and not part.citations:
        aspect = library.topics.aspect(subject.ref)
        listed = part.rule.numbers if part.rule else aspect.numbers_in(law)
        held = any(aspect.governing(d.id) for d in library.imported())
        why = "imported.unsure" if held else "refusal.not_in_texts"
        message = words.text(why, topic=part.title, edition=law.id, numbers=", ".join(listed))
        refusal = Refusal(RefusalReason.NOT_IN_TEXTS, message)
    route = Route.RULING if board.position or board.games else Route.TEXT
    return Answer(
        id=request.id,
        question=request.question,
        route=Route.REFUSAL if refusal else route,
        language=language,
        edition=law.id,
        edition_line=edition_line(law, language),
        parts=parts,
        refusal=refusal,
        notes=_notes(library, request, language, board, () if refusal else subject.others),
        text="",
    )


def _pointed_at(library: Library, subject: Subject) -> bool:
    topic = subject.ref.topic
    return topic in library.topics and library.topics[topic].scope is Scope.POINTER


def _notes(
    library: Library, request: Request, language: str, board: BoardReading, others: tuple[TopicRef, ...]
) -> tuple[str, ...]:
    words = catalogue(language)
    notes = list(board_notes(board, words))
    if len(request.question) > MAX_QUESTION:
        notes.append(words.text("note.truncated", n=MAX_QUESTION))
    if others:
        names = tuple(library.topics[ref.topic].names[language] for ref in others)
        notes.append(words.text("note.alternative", topics=names))
    return tuple(notes)


def _finished(answer: Answer) -> Answer:
    return replace(answer, text=render_text(answer))


def _unreadable(request: Request, language: str, law: Edition, board: BoardReading) -> Answer:
    words = catalogue(language)
    problem, example = problem_text(board.problems[0], words)
    message = words.text("refusal.unreadable_position", problem=problem, example=example)
    return _refused(request, language, law, Refusal(RefusalReason.UNREADABLE_POSITION, message))


def _refusal(request: Request, language: str, law: Edition, message_id: str) -> Answer:
    message = catalogue(language).text(message_id)
    return _refused(request, language, law, Refusal(RefusalReason.OUT_OF_SCOPE, message))


def _beside_the_law(request: Request, language: str, law: Edition, board: BoardReading) -> Answer:
    """Refuse what asks nothing about the Laws: say what is missing if a board came with it."""
    if board.problems:
        return _unreadable(request, language, law, board)
    if board.position is None and not request.has_board:
        return _refusal(request, language, law, "refusal.out_of_scope")
    words = catalogue(language)
    message = f"{words.text('refusal.need_incident')} {words.text('ask.incident')}"
    return _refused(request, language, law, Refusal(RefusalReason.NEED_FACT, message))


def _refused(request: Request, language: str, law: Edition, refusal: Refusal) -> Answer:
    line = edition_line(law, language)
    return Answer(request.id, request.question, Route.REFUSAL, language, law.id, line, (), refusal, (), "")
