"""The chat page of one language: gradio components and what happens on their events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import gradio as gr
from babel.dates import format_date

from kb.desk import Desk
from kb.dialog.request import MAX_QUESTION, Request
from kb.dialog.wording import localised_san
from kb.errors import RequestError
from kb.laws.editions import Edition
from kb.messages import Catalogue, catalogue
from kb.rules.facts import TimeControl
from kb.web.asking import Asked, Form, amended, asked, refused, reply
from kb.web.boards import MAX_PASTE, pasted_board
from kb.web.gate import Gate
from kb.web.share import request_from_query
from kb.web.view import render_header, render_welcome

__all__ = ["BOARD_WORDS", "THREAD_WORDS", "Chat", "Conversation"]

_KEPT_MINUTES = 60
_MOUNT = (
    "import(new URL('../ui/{file}', document.baseURI)).then(m => m.mount(element, props, trigger, watch));"
)
THREAD_WORDS = ("ui.thread", "ui.working", "ui.copied", "ui.copy_failed", "ui.shared", "ui.clause_failed")
BOARD_WORDS = (
    "ui.board",
    "ui.board_hint",
    "ui.board.mode",
    "ui.board.mode_move",
    "ui.board.mode_setup",
    "ui.board.palette",
    "ui.board.erase",
    "ui.board.drag",
    "ui.board.flip",
    "ui.board.start",
    "ui.board.clear",
    "ui.board.turn",
    "ui.board.white",
    "ui.board.black",
    "ui.board.paste",
    "ui.board.load",
    "ui.board.upload",
    "ui.board.too_big",
    "ui.board.first",
    "ui.board.back",
    "ui.board.next",
    "ui.board.last",
    "ui.board.moves",
    "ui.board.attempted",
    "ui.board.forget",
    "ui.board.type_move",
    "ui.board.type_hint",
    "ui.board.mark",
    "ui.board.promote",
    "ui.board.left_pawn",
    "ui.board.sent",
    "ui.board.alt",
    "ui.board.empty",
    "piece.king",
    "piece.queen",
    "piece.rook",
    "piece.bishop",
    "piece.knight",
    "piece.pawn",
    "side.white",
    "side.black",
)


@dataclass(frozen=True, slots=True)
class Conversation:
    """What is remembered of a visit: how many questions there were, and the case now open."""

    count: int = 0
    case: Request | None = None


@dataclass(frozen=True, slots=True)
class Chat:
    """The page of one language over a desk; ``build`` makes it."""

    language: str
    desk: Desk
    gate: Gate
    today: Callable[[], date]

    def build(self) -> gr.Blocks:
        """Return the page; nothing in it calls another host."""
        words = catalogue(self.language)
        with gr.Blocks(
            title=words.text("ui.title"), analytics_enabled=False, fill_width=True, elem_id="kb"
        ) as page:
            state = gr.State(Conversation(), time_to_live=_KEPT_MINUTES * 60)
            gr.HTML(
                render_header(self.language), elem_id="kb-header", js_on_load=None, apply_default_css=False
            )
            with gr.Row(elem_id="kb-main"):
                with gr.Column(scale=3, min_width=320, elem_id="kb-left"):
                    thread = self._thread(words)
                    with gr.Row(elem_id="kb-ask"):
                        box = gr.Textbox(
                            label=words.text("ui.ask_label"),
                            placeholder=words.text("ui.ask_placeholder"),
                            max_lines=8,
                            max_length=MAX_QUESTION,
                            elem_id="kb-question",
                            scale=1,
                        )
                        send = gr.Button(words.text("ui.ask"), variant="primary", elem_id="kb-send", scale=0)
                    edition = self._edition_choice(words)
                    facts, day = self._facts(words)
                with gr.Column(scale=2, min_width=320, elem_id="kb-right"):
                    board = self._board(words)
            form = [box, edition, day, *facts.values(), board, thread, state]
            shown = [thread, box, board, state]
            ask = self._ask(tuple(facts))
            quiet: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
            quiet["concurrency_limit"] = None  # the gate limits; it can say so in the language of the page
            # what comes while an answer is still on its way waits for it instead of being dropped
            quiet["trigger_mode"] = "always_last"
            gr.on([send.click, box.submit], ask, form, shown, **quiet)
            thread.act(self._act(tuple(facts)), form, shown, **quiet)
            board.paste(self._paste, None, board, **quiet)
            page.load(self._open_link, [state], shown, **quiet)
        return page

    # -- components ------------------------------------------------------------

    def _thread(self, words: Catalogue) -> gr.HTML:
        return gr.HTML(
            {},
            html_template="<div></div>",
            js_on_load=_MOUNT.format(file="thread.js") + " const events = ['act'];",
            apply_default_css=False,
            elem_id="kb-thread",
            welcome=render_welcome(self.language),
            words={key: words.text(key) for key in THREAD_WORDS},
            language=self.language,
        )

    def _board(self, words: Catalogue) -> gr.HTML:
        texts = {key: words.text(key, **_places(key, self.language)) for key in BOARD_WORDS}
        return gr.HTML(
            {},
            html_template="<div></div>",
            js_on_load=_MOUNT.format(file="board.js") + " const events = ['paste'];",
            apply_default_css=False,
            elem_id="kb-board",
            words=texts,
            limit=MAX_PASTE,
        )

    def _edition_choice(self, words: Catalogue) -> gr.Dropdown:
        editions = self.desk.library.editions
        current = editions.on(self.today()).id
        options = [(words.text("ui.edition_auto", edition=current), "")]
        options += [(self._edition_name(e, words), e.id) for e in reversed(tuple(editions))]
        return gr.Dropdown(
            options, value="", label=words.text("ui.edition"), filterable=False, elem_id="kb-edition", scale=1
        )

    def _edition_name(self, edition: Edition, words: Catalogue) -> str:
        start = format_date(edition.in_force_from, "long", locale=self.language)
        if edition.in_force_to is None:
            return words.text("ui.edition_open", edition=edition.id, start=start)
        return f"{edition.id} ({start} – {format_date(edition.in_force_to, 'long', locale=self.language)})"

    def _facts(self, words: Catalogue) -> tuple[dict[str, gr.Radio], gr.Textbox]:
        """Return the controls of the facts, by fact, and the day of the game; all start as not stated."""
        yes_no = [(words.text("value.true"), True), (words.text("value.false"), False)]
        tempos = [(words.text(f"value.time_control.{t}"), str(t)) for t in TimeControl]
        sides = [
            (words.text(label), value)
            for label, value in (
                ("ui.me", "me"),
                ("ui.opponent", "opponent"),
                ("side.white", "white"),
                ("side.black", "black"),
            )
        ]
        counts = [
            (words.text(label), n)
            for n, label in enumerate(("ui.ordinal.1", "ui.ordinal.2", "ui.ordinal.3"), start=1)
        ]
        options: dict[str, tuple[str, list[tuple[str, Any]]]] = {
            "time_control": ("ui.fact.time_control", tempos),
            "supervised": ("ui.fact.supervised", yes_no),
            "offence_number": ("ui.fact.offence_number", counts),
            "offender": ("ui.fact.offender", sides),
            "clock_pressed": ("ui.fact.clock_pressed", yes_no),
            "opponent_moved": ("ui.fact.opponent_moved", yes_no),
        }
        unknown = (words.text("ui.not_stated"), "")
        with gr.Accordion(words.text("ui.facts"), open=False, elem_id="kb-facts"):
            gr.HTML(f"<p class='fine'>{words.text('ui.facts_hint')}</p>", js_on_load=None)
            with gr.Row():
                found = {
                    name: gr.Radio([unknown, *choices], value="", label=words.text(label), min_width=260)
                    for name, (label, choices) in options.items()
                }
                day = gr.Textbox(
                    label=words.text("ui.date"),
                    info=words.text("ui.date_hint"),
                    max_length=10,
                    min_width=260,
                    elem_id="kb-date",
                )
        return found, day

    # -- events ------------------------------------------------------------------

    def _ask(self, names: tuple[str, ...]) -> Callable[..., AsyncIterator[tuple[Any, ...]]]:
        async def ask(*sent: Any) -> AsyncIterator[tuple[Any, ...]]:
            form, state = _form(names, sent)
            if not form.question.strip() and not (form.board or {}).get("along"):
                yield _unchanged()  # an empty box, or a key pressed twice
                return
            async for update in self._turn(form, state):
                yield update

        return ask

    def _act(self, names: tuple[str, ...]) -> Callable[..., AsyncIterator[tuple[Any, ...]]]:
        async def act(event: gr.EventData, *sent: Any) -> AsyncIterator[tuple[Any, ...]]:
            form, state = _form(names, sent)
            data = event._data if isinstance(event._data, Mapping) else {}  # noqa: SLF001  (gradio has no other way)
            kind, text = data.get("kind"), str(data.get("question", ""))[: MAX_QUESTION + 1]
            if kind == "ask":
                turn = self._turn(replace(form, question=text, board=None), state)
            elif kind == "fact":
                turn = self._turn_with_fact(data, state)
            else:
                yield _unchanged()
                return
            async for update in turn:
                yield update

        return act

    async def _open_link(self, state: Conversation, page: gr.Request) -> AsyncIterator[tuple[Any, ...]]:
        try:
            request = request_from_query(dict(page.query_params))
        except RequestError as error:
            yield _shown(1, "", refused(error, self.language, self.desk)), gr.skip(), gr.skip(), state
            return
        if request is None:
            yield _unchanged()
            return
        async for update in self._decided(Asked(request, request.question), state):
            yield update

    def _paste(self, event: gr.EventData) -> dict[str, Any]:
        data = event._data if isinstance(event._data, Mapping) else {}  # noqa: SLF001
        text = str(data.get("text", ""))
        return {
            "show": pasted_board(text, self.language).to_json(),
            "stamp": data.get("stamp", 0),
            "pasted": True,
        }

    async def _turn(self, form: Form, state: Conversation) -> AsyncIterator[tuple[Any, ...]]:
        try:
            case = asked(form, state.case, language=self.language, desk=self.desk, today=self.today())
        except RequestError as error:
            notice = refused(error, self.language, self.desk)
            yield (
                _shown(state.count + 1, "", notice),
                gr.skip(),
                gr.skip(),
                replace(state, count=state.count + 1),
            )
            return
        async for update in self._decided(case, state):
            yield update

    async def _turn_with_fact(
        self, data: Mapping[str, Any], state: Conversation
    ) -> AsyncIterator[tuple[Any, ...]]:
        if state.case is None:
            yield _unchanged()
            return
        try:
            request = amended(state.case, str(data.get("field", ""))[:40], str(data.get("value", "")))
        except RequestError as error:
            yield (
                _shown(state.count + 1, "", refused(error, self.language, self.desk)),
                gr.skip(),
                gr.skip(),
                state,
            )
            return
        said = str(data.get("label", ""))[:200]
        async for update in self._decided(Asked(request, said, follows=True), state):
            yield update

    async def _decided(self, case: Asked, state: Conversation) -> AsyncIterator[tuple[Any, ...]]:
        """Show the question at once, then its answer under it."""
        number = state.count + 1
        question = case.shown(self.language)
        yield _shown(number, question, ""), "", gr.skip(), gr.skip()
        replied = await reply(self.gate, self.desk, case.request, language=self.language, number=number)
        board = {"show": replied.board.to_json() if replied.board else None, "stamp": number}
        yield (
            _shown(number, question, replied.html, replied.query),
            gr.skip(),
            board,
            Conversation(number, case.request),
        )


def _form(names: tuple[str, ...], sent: tuple[Any, ...]) -> tuple[Form, Conversation]:
    """Take apart what the page sends, in the order of the inputs."""
    question, edition, day, *values, board, thread, state = sent
    facts = {
        name: value for name, value in zip(names, values, strict=True) if value is not None and value != ""
    }
    given = board if isinstance(board, Mapping) else None
    if isinstance(thread, Mapping) and thread.get("anew"):  # the reader began a new conversation
        state = replace(state, case=None)
    return Form(str(question or ""), str(edition or ""), str(day or ""), facts, given), state


def _unchanged() -> tuple[Any, ...]:
    """Return an update of nothing; gradio takes a handler that gives no update at all for a failure."""
    return gr.skip(), gr.skip(), gr.skip(), gr.skip()


def _shown(number: int, question: str, answer: str, query: str = "") -> dict[str, Any]:
    """Return one turn for the thread; the same number again replaces it."""
    return {"turn": number, "question": question, "answer": answer, "query": query}


def _places(key: str, language: str) -> dict[str, str]:
    """Return what goes into a sentence of the board; places the browser fills stay as they are."""
    if key == "ui.board.type_hint":
        return {"squares": "e7e8", "written": localised_san("Nf6", language)}
    place = {"ui.board.too_big": "size", "ui.board.attempted": "move", "ui.board.alt": "pieces"}.get(key)
    return {place: "{" + place + "}"} if place else {}
