"""Sitting an exam over HTTP: questions, answers, handing in, and contesting the marking."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response
from starlette.datastructures import FormData

from kb.errors import RequestError
from kb.exam.types import Question
from kb.messages import catalogue
from kb.web.exam_desk import ExamDesk, Sat
from kb.web.exam_http import BASE, TOKEN, Done, Gone, Served, field, form_of, in_language, redirect
from kb.web.exam_sitting_pages import SittingPages
from kb.web.problems import Json
from kb.web.sittings import MAX_ANSWER, MAX_NOTE, Contest, Mode

__all__ = ["SittingRoutes"]

_SIT = BASE + "/sit/{sitting}"


class SittingRoutes:
    """The pages of one sitting."""

    def __init__(self, served: Served) -> None:
        self._served = served
        self._desk = served.desk

    def add_to(self, router: APIRouter) -> None:
        """Register the routes."""
        router.get(_SIT)(self.overview)
        router.get(_SIT + "/result")(self.result)
        router.get(_SIT + "/{number}")(self.question)
        router.post(_SIT + "/save")(self.save)
        router.post(_SIT + "/end")(self.end)
        router.post(_SIT + "/contest")(self.contest)
        router.post(_SIT + "/{number}")(self.answer)

    async def overview(self, request: Request, language: str, sitting: str) -> Response:
        """Show all questions of a sitting, where it is handed in."""

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            return _elsewhere(request, pages, sat, language) or pages.overview(sat)

        return await self._served.page(request, language, SittingPages, work)

    async def result(self, request: Request, language: str, sitting: str) -> Response:
        """Show what a sitting came to."""

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            if not sat.finished:
                return redirect(pages.sitting(sat))
            if sat.made.spec.language != language:
                return redirect(in_language(request, sat.made.spec.language))
            return pages.result(sat)

        return await self._served.page(request, language, SittingPages, work)

    async def question(self, request: Request, language: str, sitting: str, number: str) -> Response:
        """Show a question."""

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            place = _place(sat, number)
            return _elsewhere(request, pages, sat, language) or pages.question(sat, place)

        return await self._served.page(request, language, SittingPages, work)

    async def save(self, request: Request, language: str, sitting: str) -> Response:
        """Keep an answer while it is being written, and say whether it was still taken."""
        form = await form_of(request)

        def work(_: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            kept = _keep(self._desk, sat, _question(sat, form), form, lock=False)
            return Json({"kept": kept})

        return await self._served.page(request, language, SittingPages, work)

    async def end(self, request: Request, language: str, sitting: str) -> Response:
        """Hand a sitting in."""

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            self._desk.store.finish(sitting, at=self._desk.now())
            return redirect(f"{pages.sitting(sat)}/result")

        return await self._served.page(request, language, SittingPages, work)

    async def contest(self, request: Request, language: str, sitting: str) -> Response:
        """Keep that a point of the marking is contested."""
        form = await form_of(request)

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            return _contested(self._desk, pages, sat, form)

        return await self._served.page(request, language, SittingPages, work)

    async def answer(self, request: Request, language: str, sitting: str, number: str) -> Response:
        """Keep an answer and go on."""
        form = await form_of(request)

        def work(pages: SittingPages) -> Done:
            sat = _sat(self._desk, sitting)
            return _answered(self._desk, pages, sat, _place(sat, number), form)

        return await self._served.page(request, language, SittingPages, work)


def _answered(desk: ExamDesk, pages: SittingPages, sat: Sat, place: int, form: FormData) -> Done:
    """Keep an answer, and go where the button leads that sent it."""
    if sat.finished:
        return redirect(f"{pages.sitting(sat)}/result")
    go = field(form, "go", 20)
    question = sat.attempt.asked[place].question
    if field(form, "question", 80) != question.id:
        return redirect(pages.sitting(sat, place + 1))  # sent from the page of another paper
    check = go == "answer" and sat.sitting.mode is Mode.PRACTICE
    if check and question.options and not field(form, "answer", MAX_ANSWER):
        return pages.question(sat, place, catalogue(sat.made.spec.language).text("exam_web.choose_first"))
    if question.id not in sat.sitting.locked:
        _keep(desk, sat, question, form, lock=check)
    if go == "end":
        desk.store.finish(sat.sitting.id, at=desk.now())
        return redirect(f"{pages.sitting(sat)}/result")
    if go.isascii() and go.isdigit() and 1 <= int(go) <= len(sat.attempt.asked):
        return redirect(pages.sitting(sat, int(go)))
    if go == "overview":
        return redirect(pages.sitting(sat))
    return redirect(pages.sitting(sat, place + 1) + ("#outcome" if check else ""))


def _keep(desk: ExamDesk, sat: Sat, question: Question, form: FormData, *, lock: bool) -> bool:
    text = field(form, "answer", MAX_ANSWER)
    if text and question.options and text not in {str(n + 1) for n in range(len(question.options))}:
        words = catalogue(sat.made.spec.language)
        raise RequestError(words.text("study.error.option", given=text[:20]), field="answer")
    return desk.store.answer(sat.sitting.id, question.id, text, now=desk.now(), lock=lock)


def _contested(desk: ExamDesk, pages: SittingPages, sat: Sat, form: FormData) -> Done:
    """Keep that a candidate contests a point; only where the marking has been shown."""
    question = _question(sat, form)
    point = field(form, "point", 3)
    shown = question.id in sat.sitting.locked or (sat.finished and sat.shows_key)
    if not shown or not (point.isascii() and point.isdigit() and int(point) < len(question.points)):
        raise Gone
    desk.store.contest(sat.sitting.id, Contest(question.id, int(point), field(form, "note", MAX_NOTE)))
    number = next(a.place for a in sat.attempt.asked if a.question.id == question.id) + 1
    after = f"{pages.sitting(sat)}/result#q{number}" if sat.finished else pages.sitting(sat, number)
    return redirect(after)


def _elsewhere(request: Request, pages: SittingPages, sat: Sat, language: str) -> Response | None:
    """Return where a reader belongs if the sitting has ended, or is in another language."""
    if sat.finished:
        return redirect(f"{pages.sitting(sat)}/result")
    if sat.made.spec.language != language:
        return redirect(in_language(request, sat.made.spec.language))
    return None


def _sat(desk: ExamDesk, sitting: str) -> Sat:
    found = desk.sat(sitting) if TOKEN.fullmatch(sitting) else None
    if found is None:
        raise Gone
    return found


def _place(sat: Sat, number: str) -> int:
    fits = number.isascii() and number.isdigit() and 1 <= int(number[:6]) <= len(sat.attempt.asked)
    if not fits:
        raise Gone
    return int(number) - 1


def _question(sat: Sat, form: FormData) -> Question:
    """Return the question a form is about."""
    asked = field(form, "question", 80)
    found = next((a.question for a in sat.attempt.asked if a.question.id == asked), None)
    if found is None:
        raise Gone
    return found
