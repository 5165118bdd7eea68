"""The README's pictures are taken from the running page: ``KB_PICTURES=1`` writes them to docs/pictures."""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from tests.web.browser import FLAGS, served
from tests.web.test_browser import CHROMIUM, Visit, expect, playwright, pytestmark, text

__all__ = ["pytestmark"]  # skipped where the browser tests are

KEPT = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LARGEST = 250_000  # bytes of a picture
PINNED = "r1bqk2r/pppp1ppp/2n2n2/4p3/1b2P3/2NP1N2/PPP2PPP/R1BQKB1R w KQkq - 0 5"
DESKTOP = {"width": 1280, "height": 1100}
PHONE = {"width": 390, "height": 844}

Visits = Callable[..., Visit]


@pytest.fixture(scope="module")
def visits(app: FastAPI) -> Iterator[Visits]:
    with served(app) as address, playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield partial(Visit, browser, address, color_scheme="light", device_scale_factor=1)
        browser.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    if os.environ.get("KB_PICTURES") != "1":
        return tmp_path
    KEPT.mkdir(parents=True, exist_ok=True)
    return KEPT


def take(visit: Visit, picture: Path, size: dict[str, int]) -> None:
    visit.page.evaluate("document.activeElement.blur()")
    visit.page.screenshot(path=picture, animations="disabled")
    visit.context.close()
    assert visit.wrong == []
    data = picture.read_bytes()
    assert 10_000 < len(data) <= LARGEST
    assert struct.unpack(">II", data[16:24]) == (size["width"], size["height"])  # of the PNG's first chunk


def test_an_answer_with_quotes_beside_the_board(visits: Visits, folder: Path) -> None:
    visit = visits("en", viewport=DESKTOP).open()
    answer: Any = visit.ask(
        "My opponent knocked over some pieces and pressed the clock without putting them back, in 2003"
    )
    expect(answer.locator(".said").first).to_have_text(text("verdict.RESTORE_OWN_TIME"))
    expect(answer.locator(".quotes blockquote").first).to_be_in_viewport()
    expect(visit.page.locator(".board-frame")).to_be_in_viewport(ratio=1)
    take(visit, folder / "answer-en.png", DESKTOP)


def test_an_answer_on_a_phone(visits: Visits, folder: Path) -> None:
    visit = visits("es", viewport=PHONE, is_mobile=True, has_touch=True).open()
    visit.page.tap(".welcome .example >> nth=0")
    answer: Any = visit.answer(0)
    expect(answer.locator(".said").first).to_have_text(text("verdict.LOSS", "es"))
    expect(answer.locator(".steps li").first).to_be_in_viewport(ratio=1)
    take(visit, folder / "phone-es.png", PHONE)


def test_a_ruling_on_a_position(visits: Visits, folder: Path) -> None:
    visit = visits("en", viewport=DESKTOP).open()
    visit.paste(PINNED)
    expect(visit.piece("b4", "bb")).to_be_visible()
    visit.page.fill("#kb-typed", "Nd5")
    visit.page.press("#kb-typed", "Enter")
    answer: Any = visit.ask("White played this and pressed the clock. What now?")
    expect(answer.locator(".said").first).to_have_text(text("verdict.RESTORE_2MIN"))
    expect(answer.locator(".pictures img")).to_have_count(2)
    expect(visit.page.locator("#kb-board .arrow-danger").first).to_be_attached()
    take(visit, folder / "ruling-en.png", DESKTOP)
