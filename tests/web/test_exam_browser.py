"""The exam pages in a real browser: the board, the clock, saving, keyboard, phone, and without scripts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kb.laws.library import Library
from kb.messages import catalogue
from kb.web.sittings import Mode
from tests.web.browser import FLAGS, find_chromium, served
from tests.web.exams import Site

playwright = pytest.importorskip(
    "playwright.sync_api", reason="playwright is not installed: no browser tests"
)
expect = playwright.expect

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="NO BROWSER TESTS: install Chromium (Debian: apt-get install chromium)"
)
WAIT = 20_000  # milliseconds; a busy machine is slow
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(library: Library, tmp_path_factory: pytest.TempPathFactory) -> Site:
    return Site(library, tmp_path_factory.mktemp("exams"))


@pytest.fixture(scope="module")
def address(site: Site) -> Iterator[str]:
    with served(site.app) as url:
        yield url


@pytest.fixture(scope="module")
def chromium() -> Iterator[object]:
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


def begun(site: Site, form: str, language: str = "en", *, board: bool = False) -> str:
    """Begin to practise one kind of question; return the address of the first.

    :param board: whether the question shall have a position with a white king.
    """
    for seed in range(1, 100):
        spec = site.desk.read(f"count=2&seed={seed}&formats={form}&topics=illegal_move_restoration", language)
        question = site.desk.made(spec).placed[0].question
        if not board or "K" in (question.fen or "").partition(" ")[0]:
            return f"/exam/{language}/sit/{site.desk.begin(spec, Mode.PRACTICE)}/1"
    raise AssertionError(form)


class Visit:
    """A visit by one reader: the page, and everything about it that would be wrong."""

    def __init__(self, chromium: object, address: str, **options: object) -> None:
        self.address = address
        settings = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": "reduce"} | options
        self.context = chromium.new_context(**settings)  # type: ignore[attr-defined]
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

    def open(self, path: str) -> None:
        self.page.goto(self.address + path)

    def square(self, name: str) -> tuple[float, float]:
        box = self.page.locator(f".exam-board .board [data-square={name}]").first.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def close(self) -> None:
        self.context.close()
        assert self.wrong == []


@pytest.fixture
def visit(chromium: object, address: str) -> Iterator[Visit]:
    opened = Visit(chromium, address)
    yield opened
    opened.close()


def text(message: str, language: str = "en") -> str:
    return catalogue(language).text(message)


def test_a_square_is_clicked_into_the_answer_and_nothing_is_lost(site: Site, visit: Visit) -> None:
    page = visit.page
    visit.open(begun(site, "open", board=True))
    page.locator(".exam-board .board [data-piece=wk]").wait_for()
    king = page.locator(".exam-board .board [data-piece=wk]").get_attribute("data-square")
    page.fill("#exam-answer", "It is restored,")
    page.mouse.click(*visit.square(king))
    expect(page.locator("#exam-answer")).to_have_value(f"It is restored, K{king}")
    expect(page.locator("[data-status]")).to_have_text(text("exam_web.saved"))
    page.reload()
    expect(page.locator("#exam-answer")).to_have_value(f"It is restored, K{king}")


def test_what_is_written_while_the_server_is_gone_is_sent_when_it_is_back(
    site: Site, chromium: object, address: str
) -> None:
    visit = Visit(chromium, address)
    page = visit.page
    visit.open(begun(site, "open"))
    visit.context.route("**/save", lambda route: route.abort())
    page.fill("#exam-answer", "The game goes on.")
    expect(page.locator("[data-status]")).to_have_text(text("exam_web.unsaved"))
    page.close()
    visit.context.unroute("**/save")
    again = visit.context.new_page()
    again.goto(page.url)
    expect(again.locator("#exam-answer")).to_have_value("The game goes on.")
    expect(again.locator(".place.done, [data-status]:not(:empty)")).not_to_have_count(0)
    again.evaluate("localStorage.clear()")
    again.reload()
    expect(again.locator("#exam-answer")).to_have_value("The game goes on.")
    visit.context.close()


def test_practice_with_the_keyboard_alone(site: Site, visit: Visit) -> None:
    page = visit.page
    visit.open(begun(site, "choice", "es"))
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.locator("input[name=answer]").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=text("exam_web.check", "es"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#outcome")).to_be_focused()
    expect(page.locator(".judged-options li.right")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sit/*/2")
    expect(page.locator(".place[aria-current]")).to_have_text("2")


def test_a_game_is_stepped_through(site: Site, visit: Visit) -> None:
    page = visit.page
    spec = site.desk.read("count=1&seed=2&formats=find", "ru")
    question = site.desk.made(spec).placed[0].question
    visit.open(f"/exam/ru/sit/{site.desk.begin(spec, Mode.PRACTICE)}/1")
    moves = page.locator(".board-steps .moves button")
    expect(moves.first).to_be_visible()
    assert question.pgn is not None
    assert moves.count() > 4
    page.get_by_role("button", name=text("ui.board.last", "ru")).click()
    expect(moves.last).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name=text("ui.board.back", "ru")).click()
    expect(moves.nth(moves.count() - 2)).to_have_attribute("aria-current", "true")
    moves.first.click()
    expect(page.locator(".board [data-piece]")).to_have_count(32)
    expect(page.locator("pre.pgn")).to_have_count(0)


def test_a_clause_opens_to_its_neighbours(site: Site, visit: Visit) -> None:
    spec = site.desk.read("count=1&seed=1&formats=choice&topics=colours_reversed", "nl")
    visit.open(f"/exam/nl/sit/{site.desk.begin(spec, Mode.PRACTICE)}/1")
    visit.page.locator("input[name=answer]").first.check()
    visit.page.click("button[value=answer]")
    fold = visit.page.locator("details.clause").first
    fold.locator("summary").click()
    expect(fold.locator(".whole")).to_be_visible()


def test_the_clock_hands_the_paper_in(site: Site, visit: Visit) -> None:
    page = visit.page
    visit.open("/exam/en/teacher?count=2&seed=3&minutes=1&formats=open")
    page.click(".share button")
    visit.open(page.input_value("#f-take").removeprefix(visit.address))
    page.click("button.primary")
    expect(page.locator("[data-time]")).to_have_text("01:00")
    page.fill("#exam-answer", "At the last moment")
    site.clock.now += 59
    page.reload()
    expect(page.locator("#exam-answer")).to_have_value("At the last moment")
    site.clock.now += 7
    page.wait_for_url("**/result")
    expect(page.locator(".outcome").first).to_contain_text(text("study.time_up"))


def test_the_links_of_a_shared_paper_are_copied(visit: Visit) -> None:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = visit.page
    visit.open("/exam/ru/teacher?count=2&seed=3")
    page.click(".share button")
    page.locator("[data-copy=f-take]").click()
    expect(page.locator("[data-status]")).to_have_text(text("ui.shared", "ru"))
    assert page.evaluate("navigator.clipboard.readText()") == page.input_value("#f-take")


@pytest.mark.parametrize("language", ["nl", "ru"])
def test_all_of_it_works_without_scripts_on_a_phone_and_in_the_dark(
    site: Site, chromium: object, address: str, language: str
) -> None:
    options = PHONE | {"java_script_enabled": False, "color_scheme": "dark"}
    visit = Visit(chromium, address, **options)
    page = visit.page
    visit.open(f"/exam/{language}")
    _fits(visit)
    page.check("input[name=formats][value=choice]")
    page.fill("#f-count", "2")
    page.click("section[aria-labelledby=h-practice] button.primary")
    page.wait_for_url("**/sit/*/1")
    page.locator("label.choice").first.click()
    page.click(".places button >> nth=1")  # keeps the answer on the way
    page.click(".places button >> nth=0")
    expect(page.locator("input[name=answer]").first).to_be_checked()
    visit.open(begun(site, "open", language, board=True))
    expect(page.locator(".exam-board img")).to_have_count(1)
    page.fill("#exam-answer", "7.5.1")
    _fits(visit)
    page.click("button[value=answer]")
    expect(page.locator(".outcome")).to_be_visible()
    _fits(visit)
    page.click(".places button >> nth=1")
    page.click("button[value=answer]")
    page.click("button[value=end]")
    expect(page.locator(".by-topic")).to_be_visible()
    page.locator("details.paper-question summary").first.click()
    _fits(visit)
    visit.open(f"/exam/{language}/teacher?count=2&seed=3")
    _fits(visit)
    visit.close()


def _fits(visit: Visit) -> None:
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_barrier_is_found(site: Site, chromium: object, address: str, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    visit = Visit(chromium, address, color_scheme=scheme)
    found = []

    def look() -> None:
        violations = axe.run(visit.page).response["violations"]
        serious = [v for v in violations if v["impact"] in {"serious", "critical"}]
        found.extend((v["id"], [n["html"][:200] for n in v["nodes"]]) for v in serious)

    visit.open("/exam/en")
    look()
    visit.open(begun(site, "open", board=True))
    visit.page.locator(".exam-board .board [data-piece=wk]").wait_for()
    look()
    visit.page.fill("#exam-answer", "The position is restored, 7.9.9 and White loses the game.")
    visit.page.click("button[value=answer]")
    visit.page.click(".contest summary >> nth=0")
    look()
    visit.open("/exam/en/teacher?count=2&seed=3&formats=choice")
    visit.page.click(".show-key summary >> nth=0")
    look()
    visit.close()
    assert found == []
