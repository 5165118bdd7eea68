"""The exam pages: what they share, and those on which a paper is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kb.dates import long_date
from kb.exam.authorities import PRACTICE, Authority
from kb.exam.generating import topics_asked
from kb.exam.types import Format
from kb.exam.wording import exam_lines, topic_name
from kb.laws.editions import Edition
from kb.laws.topics import Scope
from kb.messages import Catalogue, catalogue
from kb.web.exam_desk import ExamDesk, Made, Sat
from kb.web.exam_spec import DEFAULT_COUNT, MOST_QUESTIONS
from kb.web.guard import BOARD_STYLES
from kb.web.navigation import Page, Section, section_path
from kb.web.sittings import Shared

__all__ = ["SCRIPTS", "Choice", "ExamPages", "notice_page"]

SCRIPTS = ("exam.js",)

_STYLES = ("exam.css",)


@dataclass(frozen=True, slots=True)
class Choice:
    """An exam to choose."""

    id: str
    name: str
    lines: tuple[str, ...]


class ExamPages:
    """What all exam pages of a language share, and the pages before an exam.

    :param root: what stands before every address of the site, without a slash at its end.

    ``home`` is the address of the start page.
    """

    def __init__(self, desk: ExamDesk, language: str, root: str) -> None:
        self.desk = desk
        self.language = language
        self.words = catalogue(language)
        self._root = root
        self.home = f"{root}/{section_path(Section.EXAM, language)}"

    def sitting(self, sat: Sat, number: int | None = None) -> str:
        """Return the address of a sitting, or of one of its questions, in the language of its paper."""
        below = f"/{number}" if number else ""
        home = section_path(Section.EXAM, sat.made.spec.language)
        return f"{self._root}/{home}/sit/{sat.sitting.id}{below}"

    def start(self, under_way: Sat | None, topics: Sequence[str] = ()) -> Page:
        """Return the start page.

        :param under_way: a sitting of this reader that can be gone on with.
        :param topics: those ticked already.
        """
        return self.page(
            "exam_start",
            self.words.text("exam_web.title"),
            under_way=self.sitting(under_way) if under_way else "",
            begin=f"{self.home}/begin",
            open=f"{self.home}/open",
            teacher=f"{self.home}/teacher",
            authorities=[one for one in self.authorities() if one.id != PRACTICE],
            chosen=tuple(topics),
            count=DEFAULT_COUNT,
            **self.choices(),
        )

    def shared(self, shared: Shared, made: Made) -> Page:
        """Return the page before a shared paper."""
        return self.page(
            "exam_shared",
            self.title(made),
            lines=self.lines(made),
            begin=f"{self.home}/begin",
            share=shared.id,
        )

    def page(
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
        """Return an exam page; ``values`` are what its template shows beside what every page has."""
        return Page(
            section=Section.EXAM,
            language=self.language,
            title=title,
            template=f"{template}.html.j2",
            values=values,
            scripts=scripts,
            styles=(*_STYLES, *(BOARD_STYLES if board else ())),
            below=below,
            query=query,
        )

    def choices(self) -> dict[str, Any]:
        """Return what a form offers: topics, kinds of questions, editions."""
        library = self.desk.library
        asked = topics_asked()
        groups = [
            [
                (one.id, topic_name(library, one.id, self.language))
                for one in library.topics
                if one.id in asked and one.scope is scope
            ]
            for scope in Scope
        ]
        return {
            "topics": [group for group in groups if group],
            "formats": [(str(one), self.words.text(f"exam_web.format.{one}")) for one in Format],
            "editions": [self._edition(one) for one in reversed(tuple(library.editions))],
            "current": self.desk.current_edition(),
            "most": MOST_QUESTIONS,
        }

    def _edition(self, edition: Edition) -> tuple[str, str]:
        start = long_date(edition.in_force_from, self.language)
        if edition.in_force_to is None:
            return edition.id, self.words.text("ui.edition_open", edition=edition.id, start=start)
        return edition.id, f"{edition.id} ({start} – {long_date(edition.in_force_to, self.language)})"

    def authorities(self) -> list[Choice]:
        """Return the exams there are, with their size, time and pass mark.

        Those held in the reader's language come first, the one held in the fewest languages before.
        """
        nearest = sorted(
            self.desk.exams.values(), key=lambda one: (self.language not in one.held_in, len(one.held_in))
        )
        return [
            Choice(one.id, one.names[self.language], _authority_lines(one, self.words)) for one in nearest
        ]

    def title(self, made: Made) -> str:
        """Return the name of the exam a paper is for."""
        return made.exam.names[self.language]

    def lines(self, made: Made) -> tuple[str, ...]:
        """Return what a candidate must know of a paper before beginning."""
        edition = self.words.text("ui.quote_edition", edition=made.spec.edition)
        return (edition, *exam_lines(made.exam, made.placed, self.words))


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
