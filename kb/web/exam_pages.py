"""The exam pages: which template shows what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from babel.dates import format_date

from kb.exam.attempts import Asked
from kb.exam.authorities import PRACTICE, Authority
from kb.exam.generating import topics_asked
from kb.exam.results import Result, TopicResult, attempt_result
from kb.exam.types import Format
from kb.exam.wording import exam_lines, marks_text, topic_name
from kb.laws.editions import Edition
from kb.laws.topics import Scope
from kb.messages import Catalogue, catalogue
from kb.web.exam_desk import ExamDesk, Made, Sat
from kb.web.exam_schemas import MAX_SEED
from kb.web.exam_spec import DEFAULT_COUNT, MOST_QUESTIONS, PaperSpec
from kb.web.exam_view import AskedView, KeyView, asked_view, key_view, said_of, tone_of
from kb.web.navigation import Page, Section, section_path
from kb.web.sittings import MAX_ANSWER, Mode, Shared

__all__ = ["ExamPages", "Place", "notice_page"]

_STYLES = ("exam.css",)
_SCRIPTS = ("exam.js",)
_BOARD_STYLES = (
    "vendor/cm-chessboard/assets/chessboard.css",
    "vendor/cm-chessboard/assets/extensions/markers/markers.css",
    "vendor/cm-chessboard/assets/extensions/arrows/arrows.css",
)
_DOWNLOADS = (
    ("paper.html", "exam_web.get_paper"),
    ("paper.pdf", "exam_web.get_paper_pdf"),
    ("key.html", "exam_web.get_key"),
    ("key.pdf", "exam_web.get_key_pdf"),
    ("deck.apkg", "exam_web.get_deck"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A question in the list of numbers: ``state`` is how it stands, ``said`` the same in words."""

    number: int
    state: str
    said: str


@dataclass(frozen=True, slots=True)
class _Row:
    name: str
    marks: str
    weak: bool
    clauses: tuple[str, ...]
    practise: str


@dataclass(frozen=True, slots=True)
class _Line:
    q: AskedView
    key: KeyView | None
    topic: str
    tone: str = "none"
    headline: str = ""


@dataclass(frozen=True, slots=True)
class _Choice:
    id: str
    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Contested:
    number: int
    point: str
    answer: str
    note: str


class ExamPages:
    """The pages of one language.

    :param root: what stands before every address of the site, without a slash at its end.
    """

    def __init__(self, desk: ExamDesk, language: str, root: str) -> None:
        self._desk = desk
        self._language = language
        self._words = catalogue(language)
        self._root = root
        self._home = f"{root}/{section_path(Section.EXAM, language)}"

    @property
    def home(self) -> str:
        """The address of the start page."""
        return self._home

    def sitting(self, sat: Sat, number: int | None = None) -> str:
        """Return the address of a sitting, or of one of its questions, in the language of its paper."""
        below = f"/{number}" if number else ""
        home = section_path(Section.EXAM, sat.made.spec.language)
        return f"{self._root}/{home}/sit/{sat.sitting.id}{below}"

    # -- before an exam ----------------------------------------------------------------

    def start(self, under_way: Sat | None, topics: Sequence[str] = ()) -> Page:
        """Return the start page.

        :param under_way: a sitting of this reader that can be gone on with.
        :param topics: those ticked already.
        """
        return self._page(
            "exam_start",
            self._words.text("exam_web.title"),
            under_way=self.sitting(under_way) if under_way else "",
            begin=f"{self._home}/begin",
            open=f"{self._home}/open",
            teacher=f"{self._home}/teacher",
            authorities=[one for one in self._authorities() if one.id != PRACTICE],
            chosen=tuple(topics),
            count=DEFAULT_COUNT,
            **self._choices(),
        )

    def shared(self, shared: Shared, made: Made) -> Page:
        """Return the page before a shared paper."""
        return self._page(
            "exam_shared",
            self._title(made),
            lines=self._lines(made),
            begin=f"{self._home}/begin",
            share=shared.id,
        )

    # -- during an exam --------------------------------------------------------------------

    def question(self, sat: Sat, place: int, notice: str = "") -> Page:
        """Return a question of a sitting; in practice with its key, once it is answered."""
        asked = sat.attempt.asked[place]
        practice = sat.sitting.mode is Mode.PRACTICE
        judged = asked.question.id in sat.sitting.locked
        here = self.sitting(sat, place + 1)
        last = place + 1 == len(sat.attempt.asked)
        return self._page(
            "exam_question",
            self._words.text("study.progress", number=place + 1, total=len(sat.attempt.asked)),
            scripts=_SCRIPTS,
            board=True,
            q=asked_view(asked.question, place + 1, asked.given, self._words),
            key=self._key(sat, asked) if judged else None,
            practice=practice,
            places=self._places(sat),
            here=here,
            save=f"{self.sitting(sat)}/save",
            sitting=sat.sitting.id,
            next=self.sitting(sat, place + 2),
            result=f"{self.sitting(sat)}/result",
            last=last,
            most=MAX_ANSWER,
            notice=notice,
            strays=self._strays(sat),
            **self._clock(sat),
        )

    def overview(self, sat: Sat) -> Page:
        """Return the page with all questions of a sitting, where it is handed in."""
        answered = [bool(asked.given) for asked in sat.attempt.asked]
        return self._page(
            "exam_overview",
            self._title(sat.made),
            scripts=_SCRIPTS,
            places=self._places(sat),
            answered=sum(answered),
            first_open=answered.index(False) + 1 if not all(answered) else len(answered),
            here=self.sitting(sat),
            result=f"{self.sitting(sat)}/result",
            strays=self._strays(sat),
            **self._clock(sat),
        )

    # -- after an exam -------------------------------------------------------------------------

    def result(self, sat: Sat) -> Page:
        """Return what a sitting came to."""
        result = attempt_result(sat.attempt)
        return self._page(
            "exam_result",
            self._words.text("exam_web.result_title", exam=self._title(sat.made)),
            scripts=_SCRIPTS,
            board=True,
            tone={True: "right", False: "wrong", None: "none"}[result.passed],
            headline=self._headline(result),
            lines=self._result_lines(sat, result),
            topics=self._topics(sat, result),
            shows_key=sat.shows_key,
            start=self._home,
            questions=[self._line(sat, asked) for asked in sat.attempt.asked],
        )

    # -- teachers -------------------------------------------------------------------------------

    def teacher(self, spec: PaperSpec, made: Made | None) -> Page:
        """Return the page on which a paper is composed, with the paper if there is one."""
        return self._teacher(spec, made)

    def key(self, shared: Shared, made: Made, site: str) -> Page:
        """Return the teacher's page of a shared paper.

        :param site: what stands before the addresses that are passed on: scheme and host.
        """
        numbers = {one.question.id: place for place, one in enumerate(made.placed, start=1)}
        questions = {one.question.id: one.question for one in made.placed}
        contested = [
            _Contested(
                numbers[contest.question],
                questions[contest.question].points[contest.point].text,
                answer,
                contest.note,
            )
            for contest, answer in self._desk.store.contested(shared.id)
            if contest.question in questions and 0 <= contest.point < len(questions[contest.question].points)
        ]
        return self._teacher(
            made.spec,
            made,
            take_link=f"{site}{self._home}/paper/{shared.id}",
            key_link=f"{site}{self._home}/key/{shared.key}",
            open_key=shared.open_key,
            contested=contested,
        )

    # -- pieces -------------------------------------------------------------------------------------

    def _page(
        self,
        template: str,
        title: str,
        *,
        scripts: Sequence[str] = (),
        board: bool = False,
        below: str = "",
        query: str = "",
        **values: object,
    ) -> Page:
        return Page(
            section=Section.EXAM,
            language=self._language,
            title=title,
            template=f"{template}.html.j2",
            values=values,
            scripts=scripts,
            styles=(*_STYLES, *(_BOARD_STYLES if board else ())),
            below=below,
            query=query,
        )

    def _teacher(
        self,
        spec: PaperSpec,
        made: Made | None,
        *,
        take_link: str = "",
        key_link: str = "",
        open_key: bool = False,
        contested: Sequence[_Contested] = (),
    ) -> Page:
        paper = spec.query()
        switch = f"?{spec.query(without='language')}" if made else ""
        return self._page(
            "exam_teacher",
            self._words.text("exam_web.key_title" if key_link else "exam_web.teacher"),
            scripts=_SCRIPTS,
            board=True,
            below="" if key_link else "/teacher",
            query="" if key_link else switch,
            spec=spec,
            paper=paper,
            here=f"{self._home}/teacher",
            share=f"{self._home}/share",
            authorities=self._own_first(),
            lines=self._lines(made) if made else (),
            downloads=[
                (f"{self._home}/teacher/{name}?{paper}", self._words.text(label))
                for name, label in _DOWNLOADS
            ],
            questions=[self._preview(made, place) for place in range(len(made.placed))] if made else (),
            most_seed=MAX_SEED,
            take_link=take_link,
            key_link=key_link,
            open_key=open_key,
            contested=contested,
            **self._choices(),
        )

    def _choices(self) -> dict[str, object]:
        library = self._desk.library
        asked = topics_asked()
        groups = [
            [
                (one.id, topic_name(library, one.id, self._language))
                for one in library.topics
                if one.id in asked and one.scope is scope
            ]
            for scope in Scope
        ]
        return {
            "topics": [group for group in groups if group],
            "formats": [(str(one), self._words.text(f"exam_web.format.{one}")) for one in Format],
            "editions": [self._edition(one) for one in reversed(tuple(library.editions))],
            "current": self._desk.current_edition(),
            "most": MOST_QUESTIONS,
        }

    def _edition(self, edition: Edition) -> tuple[str, str]:
        locale = "en_GB" if self._language == "en" else self._language  # the Laws write dates the British way
        start = format_date(edition.in_force_from, "long", locale=locale)
        if edition.in_force_to is None:
            return edition.id, self._words.text("ui.edition_open", edition=edition.id, start=start)
        return (
            edition.id,
            f"{edition.id} ({start} – {format_date(edition.in_force_to, 'long', locale=locale)})",
        )

    def _authorities(self) -> list[_Choice]:
        return [
            _Choice(one.id, one.names[self._language], _authority_lines(one, self._words))
            for one in self._desk.exams.values()
        ]

    def _own_first(self) -> list[_Choice]:
        own = _Choice(PRACTICE, self._words.text("exam_web.own_paper"), ())
        return [own, *(one for one in self._authorities() if one.id != PRACTICE)]

    def _title(self, made: Made) -> str:
        return made.exam.names[self._language]

    def _lines(self, made: Made) -> tuple[str, ...]:
        edition = self._words.text("ui.quote_edition", edition=made.spec.edition)
        return (edition, *exam_lines(made.exam, made.placed, self._words))

    def _clock(self, sat: Sat) -> dict[str, object]:
        deadline, now = sat.deadline, self._desk.now()
        left = max(0, deadline - now) if deadline else 0
        minutes, seconds = divmod(left, 60)
        hours, minutes = divmod(minutes, 60)
        shown = f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes:02d}:{seconds:02d}"
        return {"deadline": deadline, "now": now, "left": shown}

    def _places(self, sat: Sat) -> list[Place]:
        return [self._place(sat, asked) for asked in sat.attempt.asked]

    def _place(self, sat: Sat, asked: Asked) -> Place:
        if asked.question.id in sat.sitting.locked:
            tone = tone_of(asked.question, asked.given, asked.earned)
            state, said = tone, said_of(asked.question, asked.given, asked.earned, self._words)
        elif asked.given:
            state, said = "done", self._words.text("exam_web.answered")
        else:
            state, said = "open", self._words.text("study.unanswered")
        named = self._words.text("paper.question", number=asked.place + 1)
        return Place(asked.place + 1, state, f"{named}: {said}")

    def _key(self, sat: Sat, asked: Asked) -> KeyView:
        return key_view(
            asked.question,
            asked.given or "",
            asked.earned,
            self._words,
            contest=f"{self.sitting(sat)}/contest",
            contests=sat.sitting.contests,
        )

    def _line(self, sat: Sat, asked: Asked) -> _Line:
        return _Line(
            asked_view(asked.question, asked.place + 1, asked.given, self._words),
            self._key(sat, asked) if sat.shows_key else None,
            topic_name(self._desk.library, asked.question.topic, self._language),
            tone_of(asked.question, asked.given, asked.earned),
            said_of(asked.question, asked.given, asked.earned, self._words),
        )

    def _preview(self, made: Made, place: int) -> _Line:
        question = made.placed[place].question
        return _Line(
            asked_view(question, place + 1, None, self._words),
            key_view(question, None, Fraction(0), self._words),
            topic_name(self._desk.library, question.topic, self._language),
        )

    def _headline(self, result: Result) -> str:
        score = self._words.text(
            "exam_web.score",
            earned=marks_text(result.score.earned, self._language),
            n=result.score.marks,
            percent=marks_text(result.score.percent, self._language),
        )
        verdict = {True: "study.result.passed", False: "study.result.failed", None: ""}[result.passed]
        return f"{self._words.text(verdict)} {score}" if verdict else score

    def _result_lines(self, sat: Sat, result: Result) -> Iterable[str]:
        if sat.attempt.pass_percent:
            pass_id = "paper.pass_each" if sat.attempt.every_part else "paper.pass"
            yield self._words.text(pass_id, percent=sat.attempt.pass_percent)
        if sat.deadline is not None and sat.sitting.finished == sat.deadline:
            yield self._words.text("study.time_up")
        if strays := self._strays(sat):
            yield strays
        open_ones = len(sat.attempt.asked) - result.answered
        if open_ones:
            yield self._words.text("exam_web.left_open", n=open_ones)

    def _strays(self, sat: Sat) -> str:
        return self._words.text("exam_web.strays", n=sat.strays) if sat.strays else ""

    def _topics(self, sat: Sat, result: Result) -> list[_Row]:
        weak = {one.topic for one in result.to_study}
        return [
            _Row(
                topic_name(self._desk.library, one.topic, self._language),
                f"{marks_text(one.score.earned, self._language)} / {one.score.marks}",
                one.topic in weak,
                self._clauses(one) if sat.shows_key else (),
                f"{self._home}?topics={one.topic}",
            )
            for one in result.topics
        ]

    def _clauses(self, topic: TopicResult) -> tuple[str, ...]:
        return tuple(
            self._words.text("ui.quote_label", document=document, clause=label)
            for document, label in topic.clauses
        )


def notice_page(language: str, root: str, said: str, hint: str = "") -> Page:
    """Return a page that says what is wrong and leads back."""
    return Page(
        section=Section.EXAM,
        language=language,
        title=catalogue(language).text("exam_web.title"),
        template="exam_notice.html.j2",
        values={"said": said, "hint": hint, "back": f"{root}/{section_path(Section.EXAM, language)}"},
        styles=_STYLES,
    )


def _authority_lines(exam: Authority, words: Catalogue) -> tuple[str, ...]:
    """Return what is known of an exam before a paper is made: its size, time and pass mark."""
    size = words.text("paper.questions", n=exam.questions)
    if not exam.minutes:
        return (size,)
    pass_id = "paper.pass_each" if exam.every_part else "paper.pass"
    time = words.text("paper.time", n=exam.minutes)
    return (f"{size}. {time}", words.text(pass_id, percent=exam.pass_percent))
