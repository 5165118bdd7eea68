"""The pages of teachers: a paper composed, and one that is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from kb.exam.authorities import PRACTICE
from kb.exam.wording import topic_name
from kb.web.exam_desk import Made
from kb.web.exam_pages import SCRIPTS, Choice, ExamPages
from kb.web.exam_schemas import MAX_SEED
from kb.web.exam_spec import PaperSpec
from kb.web.exam_view import AskedView, KeyView, asked_view, key_view
from kb.web.navigation import Page
from kb.web.sittings import Shared

__all__ = ["TeacherPages"]

_DOWNLOADS = (
    ("paper.html", "exam_web.get_paper"),
    ("paper.pdf", "exam_web.get_paper_pdf"),
    ("key.html", "exam_web.get_key"),
    ("key.pdf", "exam_web.get_key_pdf"),
    ("deck.apkg", "exam_web.get_deck"),
)


@dataclass(frozen=True, slots=True)
class _Preview:
    q: AskedView
    key: KeyView
    topic: str


@dataclass(frozen=True, slots=True)
class _Contested:
    number: int
    point: str
    answer: str
    note: str


class TeacherPages(ExamPages):
    """The pages of teachers, in one language."""

    def composing(self, spec: PaperSpec, made: Made | None) -> Page:
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
            for contest, answer in self.desk.store.contested(shared.id)
            if contest.question in questions and 0 <= contest.point < len(questions[contest.question].points)
        ]
        return self._teacher(
            made.spec,
            made,
            take_link=f"{site}{self.home}/paper/{shared.id}",
            key_link=f"{site}{self.home}/key/{shared.key}",
            open_key=shared.open_key,
            contested=contested,
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
        return self.page(
            "exam_teacher",
            self.words.text("exam_web.key_title" if key_link else "exam_web.teacher"),
            scripts=SCRIPTS,
            board=True,
            below="" if key_link else "/teacher",
            query="" if key_link else switch,
            spec=spec,
            paper=paper,
            here=f"{self.home}/teacher",
            share=f"{self.home}/share",
            authorities=self._own_first(),
            lines=self.lines(made) if made else (),
            downloads=[
                (f"{self.home}/teacher/{name}?{paper}", self.words.text(label)) for name, label in _DOWNLOADS
            ],
            questions=[self._preview(made, place) for place in range(len(made.placed))] if made else (),
            most_seed=MAX_SEED,
            take_link=take_link,
            key_link=key_link,
            open_key=open_key,
            contested=contested,
            **self.choices(),
        )

    def _own_first(self) -> list[Choice]:
        own = Choice(PRACTICE, self.words.text("exam_web.own_paper"), ())
        return [own, *(one for one in self.authorities() if one.id != PRACTICE)]

    def _preview(self, made: Made, place: int) -> _Preview:
        question = made.placed[place].question
        return _Preview(
            asked_view(question, place + 1, None, self.words),
            key_view(question, None, Fraction(0), self.words),
            topic_name(self.desk.library, question.topic, self.language),
        )
