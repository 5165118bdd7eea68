"""The chat in a real browser: asking, the board, links, keyboard, phone, and what must never happen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from tests.web.browser import FLAGS, find_chromium, served

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: no browser tests"
)
Page = playwright.Page
expect = playwright.expect

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="NO BROWSER TESTS: install Chromium (Debian: apt-get install chromium)"
)

WAIT = 20_000  # milliseconds; a busy machine is slow
PAWN = "6k1/4Pppp/8/8/8/8/8/6K1"
LOCALES = {"es": "es-ES", "nl": "nl-NL", "ru": "ru-RU", "en": "en-GB"}
TWO_HANDS = {
    "es": "¿Qué pasa si mi rival se enroca con las dos manos?",
    "nl": "Wat als mijn tegenstander met twee handen rokeert?",
    "ru": "Что будет, если соперник рокировал двумя руками?",
    "en": "What if my opponent castled with both hands?",
}


@pytest.fixture(scope="module")
def address(app: FastAPI) -> Iterator[str]:
    with served(app) as url:
        yield url


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


class Visit:
    """A visit by one reader: the page, and everything about it that would be wrong."""

    def __init__(self, chromium: object, address: str, language: str = "en", **options: object) -> None:
        self.address = address
        settings = {"viewport": {"width": 1280, "height": 1400}, "reduced_motion": "reduce"} | options
        self.context = chromium.new_context(  # type: ignore[attr-defined]
            locale=LOCALES[language], **settings
        )
        self.context.set_default_timeout(WAIT)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("console", lambda m: self.wrong.append(m.text) if m.type == "error" else None)
        self.page.on("pageerror", lambda e: self.wrong.append(str(e)))
        self.page.on("request", self._requested)

    def _requested(self, request: object) -> None:
        url = request.url  # type: ignore[attr-defined]
        if not url.startswith((self.address, "data:", "blob:")):
            self.wrong.append(f"left the machine: {url}")

    def open(self, path: str = "/") -> Visit:
        self.page.goto(self.address + path)
        self.page.wait_for_selector(".thread")
        self.page.wait_for_selector("#kb-board .cm-chessboard [data-piece], #kb-board .note")
        return self

    def ask(self, question: str) -> object:
        count = self.page.locator(".turn").count()
        self.page.fill("#kb-question textarea", question)
        self.page.press("#kb-question textarea", "Enter")
        return self.answer(count)

    def answer(self, number: int) -> object:
        answer = self.page.locator(".turn").nth(number).locator(".answer")
        answer.wait_for()
        return answer

    def square(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f"#kb-board [data-square={name}]").first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def paste(self, text: str) -> None:
        self.page.fill("#kb-paste", text)
        self.page.click("[data-part=pasteForm] button[type=submit]")

    def piece(self, square: str, piece: str) -> object:
        return self.page.locator(f"#kb-board [data-piece={piece}][data-square={square}]")


@pytest.fixture
def visit(chromium: object, address: str) -> Iterator[Visit]:
    opened = Visit(chromium, address)
    yield opened
    opened.context.close()
    assert opened.wrong == []


def text(message: str, language: str = "en") -> str:
    return catalogue(language).text(message)


# -- asking --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reader_asks_in_each_language(chromium: object, address: str, language: str) -> None:
    visit = Visit(chromium, address, language).open()
    assert visit.page.url == f"{address}/{language}/"
    assert visit.page.evaluate("document.documentElement.lang") == language
    expect(visit.page.locator(".welcome h2")).to_have_text(text("ui.welcome", language))
    answer = visit.ask(TWO_HANDS[language])
    expect(answer.locator(".said").first).to_have_text(text("verdict.PENALTY_2MIN", language))
    expect(answer.locator("blockquote").first).to_be_attached()
    expect(visit.page.locator("#kb-question textarea")).to_have_value("")
    expect(visit.page.locator(".welcome")).to_be_hidden()
    visit.context.close()
    assert visit.wrong == []


def test_an_example_answers_with_one_click(visit: Visit) -> None:
    visit.open().page.click(".welcome .example >> nth=1")
    expect(visit.answer(0).locator(".said").first).to_be_visible()


def test_what_follows_changes_the_case(visit: Visit) -> None:
    visit.open().ask(TWO_HANDS["en"])
    answer = visit.ask("and in blitz?")
    expect(answer.locator(".said").first).to_have_text(text("verdict.PENALTY_1MIN"))
    expect(visit.page.locator(".turn").nth(1).locator(".you")).to_have_text(text("ui.follow_up"))
    answer = visit.ask("and in 2010?")
    expect(answer.locator(".said").first).to_have_text(text("verdict.ARBITER_DISCRETION"))


def test_a_button_states_the_missing_fact(visit: Visit) -> None:
    answer = visit.open().ask("During the game we saw that the colours were reversed. What now?")
    options = answer.locator(".option")
    expect(options).to_have_count(2)
    options.nth(1).click()
    again = visit.answer(1)
    expect(again.locator(".option")).to_have_count(0)
    expect(visit.page.locator(".turn").nth(1).locator("p.asked")).to_contain_text("10")


def test_the_form_outweighs_the_words(visit: Visit) -> None:
    page = visit.open().page
    page.click("#kb-facts button.label-wrap")
    page.get_by_label(text("value.time_control.blitz"), exact=True).check()
    answer = visit.ask(TWO_HANDS["en"])
    expect(answer.locator(".said").first).to_have_text(text("verdict.PENALTY_1MIN"))


def test_the_edition_can_be_chosen(visit: Visit) -> None:
    page = visit.open().page
    page.click("#kb-edition input")
    page.get_by_role("option", name=re.compile("^2014")).click()
    answer = visit.ask(TWO_HANDS["en"])
    expect(answer.locator(".edition").first).to_contain_text("2014")


def test_a_day_that_cannot_be_read_is_said_so(visit: Visit) -> None:
    page = visit.open().page
    page.click("#kb-facts button.label-wrap")
    page.fill("#kb-date textarea, #kb-date input", "yesterday")
    expect(visit.ask(TWO_HANDS["en"])).to_contain_text("2001-07-01")


@pytest.mark.parametrize(
    "said",
    [
        "<img src=x onerror=alert(1)>",
        "{{7*7}} ${7*7} `x`",
        "**x** [a](javascript:alert(1))",
        "\u202etxet",
        "🙂🙂",
    ],
)
def test_hostile_words_stay_words(visit: Visit, said: str) -> None:
    visit.open().ask(said)
    expect(visit.page.locator("p.asked")).to_have_text(said.strip())
    assert visit.page.locator(".turn img[src=x], .turn script, .turn a").count() == 0


def test_an_empty_box_asks_nothing(visit: Visit) -> None:
    page = visit.open().page
    page.click("#kb-send")
    page.press("#kb-question textarea", "Enter")
    visit.ask(TWO_HANDS["en"])
    expect(page.locator(".thread .turn")).to_have_count(1)


def test_a_new_conversation_forgets(visit: Visit) -> None:
    page = visit.open().page
    visit.ask(TWO_HANDS["en"])
    page.click("[data-act-new]")
    expect(page.locator(".turn")).to_have_count(0)
    expect(page.locator(".welcome")).to_be_visible()
    assert page.url == f"{visit.address}/en/"
    answer = visit.ask("and in blitz?")
    expect(answer.locator(".said").first).not_to_have_text(text("verdict.PENALTY_1MIN"))


# -- what can be done with an answer ----------------------------------------------------------


def test_a_link_brings_the_same_answer_to_another_reader(
    visit: Visit, chromium: object, address: str
) -> None:
    page = visit.open().page
    visit.paste(f"{PAWN} w - - 0 1")
    expect(visit.piece("e7", "wp")).to_be_visible()
    page.fill("#kb-typed", "e7e8")
    page.press("#kb-typed", "Enter")
    answer = visit.ask("The pawn was left there and the clock pressed. And now?")
    said = answer.locator(".said").first.inner_text()
    page.wait_for_url("**?q=**")
    other = Visit(chromium, address, "nl").open(page.url.removeprefix(address))
    expect(other.answer(0).locator(".said").first).to_have_text(said)
    expect(other.page.locator(".with")).to_contain_text(PAWN)
    other.context.close()
    assert other.wrong == []


def test_the_switch_of_languages_keeps_the_question(visit: Visit) -> None:
    page = visit.open().page
    visit.ask(TWO_HANDS["en"])
    page.wait_for_url("**?q=**")
    page.click("[data-language=ru]")
    page.wait_for_url("**/ru/?q=**")
    expect(page.locator("p.asked")).to_have_text(TWO_HANDS["en"])
    expect(page.locator("#kb-send")).to_have_text(text("ui.ask", "ru"))
    page.goto(visit.address + "/")
    assert page.url == f"{visit.address}/ru/"


def test_a_quote_opens_to_its_neighbours_and_other_languages(visit: Visit) -> None:
    answer = visit.open().ask(TWO_HANDS["en"])
    fold = answer.locator(".quotes details.clause").first
    fold.locator("summary").click()
    expect(fold.locator(".whole")).to_be_visible()
    expect(fold.locator(".side-by-side > div")).to_have_count(3)


def test_text_and_link_are_copied(visit: Visit) -> None:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    answer = visit.open().ask(TWO_HANDS["en"])
    answer.locator("[data-act=copy]").click()
    expect(answer.locator(".told")).to_have_text(text("ui.copied"))
    assert visit.page.evaluate("navigator.clipboard.readText()").startswith(text("verdict.PENALTY_2MIN"))
    answer.locator("[data-act=share]").click()
    expect(answer.locator(".told")).to_have_text(text("ui.shared"))
    assert visit.page.evaluate("navigator.clipboard.readText()").startswith(f"{visit.address}/en/?q=What+if")


def test_an_answer_is_saved_as_a_page_of_its_own(visit: Visit, tmp_path: Path) -> None:
    answer = visit.open().ask(TWO_HANDS["en"])
    with visit.page.expect_download() as download:
        answer.locator("[data-act=save]").click()
    saved = tmp_path / "answer.html"
    download.value.save_as(saved)
    page = visit.context.new_page()
    page.goto(saved.as_uri())
    expect(page.locator("body")).to_contain_text(text("verdict.PENALTY_2MIN"))
    expect(page.locator("body")).to_contain_text(text("ui.report_footer"))
    assert page.locator("button, script").count() == 0
    page.close()


def test_only_the_answer_is_printed(visit: Visit) -> None:
    page = visit.open().page
    visit.ask(TWO_HANDS["en"])
    answer = visit.ask("and in blitz?")
    page.evaluate("window.print = () => (window.printed = document.body.className)")
    answer.locator("[data-act=print]").click()
    assert "kb-printing" in page.evaluate("window.printed")
    page.emulate_media(media="print")
    expect(page.locator(".turn").nth(0)).to_be_hidden()
    expect(page.locator("#kb-ask")).to_be_hidden()
    expect(answer.locator(".report-footer")).to_be_visible()
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    expect(page.locator(".turn").nth(0)).to_be_visible()


# -- the board -----------------------------------------------------------------------------------


def test_an_illegal_move_is_clicked_on_the_board(visit: Visit) -> None:
    page = visit.open().page
    visit.paste("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1")
    expect(visit.piece("e2", "br")).to_be_visible()
    page.mouse.click(*visit.square("h1"))
    page.mouse.click(*visit.square("h7"))
    expect(page.locator("[data-part=attempted]")).to_contain_text("h1h7")
    expect(page.locator("[data-part=along]")).to_be_checked()
    answer = visit.ask("He played this and pressed the clock. What now?")
    expect(answer.locator(".said").first).to_have_text(text("verdict.RESTORE_2MIN"))
    expect(answer.locator(".pictures img").first).to_be_visible()
    expect(page.locator("[data-part=along]")).not_to_be_checked()


def test_a_pawn_can_be_left_on_the_last_rank(visit: Visit) -> None:
    page = visit.open().page
    visit.paste(f"{PAWN} w - - 0 1")
    expect(visit.piece("e7", "wp")).to_be_visible()
    page.mouse.click(*visit.square("e7"))
    page.mouse.click(*visit.square("e8"))
    page.get_by_role("button", name=text("ui.board.left_pawn")).click()
    expect(page.locator("[data-part=attempted]")).to_contain_text("e7e8")
    answer = visit.ask("The clock was pressed.")
    expect(answer.locator(".said").first).to_have_text(text("verdict.QUEEN_2MIN"))


def test_pieces_are_set_up_by_click_and_by_dragging(visit: Visit) -> None:
    page = visit.open().page
    page.click("[data-part=clear]")
    page.get_by_text(text("ui.board.mode_setup")).click()
    page.locator("label[data-piece=wk]").click()
    page.mouse.click(*visit.square("g1"))
    expect(visit.piece("g1", "wk")).to_be_visible()
    box = page.locator("label[data-piece=bq]").bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(*visit.square("d5"), steps=5)
    page.mouse.up()
    expect(visit.piece("d5", "bq")).to_be_visible()
    page.get_by_text(text("ui.board.drag"), exact=True).click()
    page.mouse.move(*visit.square("d5"))
    page.mouse.down()
    page.mouse.move(*visit.square("d8"), steps=5)
    page.mouse.up()
    expect(visit.piece("d8", "bq")).to_be_visible()
    page.get_by_text(text("ui.board.erase"), exact=True).click()
    page.mouse.click(*visit.square("d8"))
    expect(visit.piece("d8", "bq")).to_have_count(0)
    expect(page.locator("[data-part=described]")).to_contain_text("king g1")
    expect(page.locator("[data-part=along]")).to_be_checked()


def test_a_game_is_opened_from_a_file_and_stepped_through(visit: Visit, tmp_path: Path) -> None:
    game = tmp_path / "game.pgn"
    game.write_text('[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Ke3 Nc6 *\n', encoding="utf-8")
    page = visit.open().page
    page.set_input_files("[data-part=file]", game)
    expect(page.locator("[data-part=moves] button")).to_have_count(5)
    expect(page.locator("[data-part=moves] .current")).to_contain_text("e5")
    expect(page.locator("[data-part=attempted]")).to_contain_text("e1e3")
    page.click("[data-part=first]")
    expect(visit.piece("e2", "wp")).to_be_visible()
    page.click("[data-part=next]")
    expect(visit.piece("e4", "wp")).to_be_visible()
    page.click("[data-part=last]")
    expect(visit.piece("e3", "wk")).to_be_visible()
    answer = visit.ask("White pressed the clock. What is the penalty?")
    expect(answer.locator(".said").first).to_be_visible()
    expect(page.locator(".with")).to_contain_text("2. Ke3")


def test_what_cannot_be_read_is_said_beside_the_board(visit: Visit) -> None:
    visit.open().paste("9k1/8/8/8/8/8/8/6K1 w")
    expect(visit.page.locator("[data-part=note]")).not_to_be_empty()
    visit.page.set_input_files(
        "[data-part=file]", {"name": "big.pgn", "mimeType": "text/plain", "buffer": b"x" * 300_000}
    )
    expect(visit.page.locator("[data-part=note]")).to_contain_text("200")


def test_the_mating_line_plays_on_the_board(visit: Visit) -> None:
    answer = visit.open().ask("White's flag fell. Is it lost or drawn? 7k/8/8/8/8/8/q7/7K b - - 0 1")
    answer.locator("[data-act=line]").first.click()
    moves = visit.page.locator("[data-part=moves] button")
    expect(moves.nth(1)).to_be_visible()
    visit.page.click("[data-part=last]")
    expect(moves.last).to_have_class("current")
    expect(moves.last).to_contain_text("#")


def test_the_board_turns_and_empties(visit: Visit) -> None:
    page = visit.open().page
    before = visit.square("a1")
    page.click("[data-part=flip]")
    page.wait_for_timeout(300)
    assert visit.square("a1") != before
    page.click("[data-part=clear]")
    expect(page.locator("#kb-board .board [data-piece]")).to_have_count(0)
    expect(page.locator("[data-part=described]")).to_contain_text(text("ui.board.empty"))
    page.click("[data-part=start]")
    expect(visit.piece("e2", "wp")).to_be_visible()


def test_a_position_of_an_answer_goes_to_the_board(visit: Visit) -> None:
    answer = visit.open().ask(f"Pawn on the last rank, clock pressed, no queen: {PAWN} w - - 0 1, 1. e8")
    expect(visit.piece("e7", "wp")).to_be_visible()
    answer.locator("[data-act=board]").last.click()
    expect(visit.piece("e8", "wq")).to_be_visible()


# -- everyone -------------------------------------------------------------------------------------


def test_it_works_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit.open().page
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#kb-question textarea")).to_be_focused()
    page.keyboard.type(TWO_HANDS["en"])
    page.keyboard.press("Enter")
    visit.answer(0)
    page.focus("#kb-paste")
    page.keyboard.type(f"{PAWN} w - - 0 1")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(visit.piece("e7", "wp")).to_be_visible()
    page.focus("#kb-typed")
    page.keyboard.type("g1g3")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=attempted]")).to_contain_text("g1g3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_runs_off_the_side_of_a_phone(chromium: object, address: str, language: str) -> None:
    visit = Visit(
        chromium, address, language, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    ).open()
    page = visit.page
    page.tap(".welcome .example >> nth=3")
    visit.answer(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    board = page.locator(".board-frame").bounding_box()
    thread = page.locator("#kb-thread").bounding_box()
    assert board["y"] > thread["y"] + thread["height"]
    visit.context.close()
    assert visit.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier_is_found(chromium: object, address: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visit = Visit(chromium, address, color_scheme=scheme).open()
    answer = visit.ask(TWO_HANDS["en"])
    answer.locator("details.clause summary").first.click()
    expect(answer.locator(".whole").first).to_be_visible()
    visit.page.click("#kb-facts button.label-wrap")
    visit.page.get_by_text(text("ui.board.mode_setup")).click()
    found = axe.run(visit.page).response["violations"]
    serious = [
        (v["id"], [n["html"][:200] for n in v["nodes"]])
        for v in found
        if v["impact"] in {"serious", "critical"}
    ]
    visit.context.close()
    assert serious == []
