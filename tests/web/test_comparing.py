"""The pages that compare editions: what they show, what they offer to save, and what they refuse."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from fastapi.testclient import TestClient
from mcp.shared.memory import create_connected_server_and_client_session
from typer.testing import CliRunner

import kb.cli
import kb.web
from kb.comparing.disagreements import disagreements
from kb.comparing.timeline import compare
from kb.desk import Desk
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.laws.quotes import folded
from kb.messages import catalogue
from kb.web.api import api_router, default_answering
from kb.web.compare_schemas import ComparisonBody, DisagreementsBody
from kb.web.comparing import Wanted, compare_router
from kb.web.gate import Gate
from kb.web.guard import Guard
from kb.web.mcp import mcp_server
from kb.web.navigation import Section, header
from tests.web.browser import FLAGS, find_chromium, served

STATIC = Path(kb.web.__path__[0]) / "static"
SUBJECTS = ("colours_reversed", "illegal_move_penalty", "touch_move", "phones_devices")


@pytest.fixture(scope="module")
def pages(library: Library) -> FastAPI:
    app = FastAPI(openapi_url=None)
    app.include_router(compare_router(lambda: library, Gate()))
    app.mount("/ui", StaticFiles(directory=STATIC))
    app.add_middleware(Guard)
    return app


@pytest.fixture(scope="module")
def client(pages: FastAPI) -> Iterator[TestClient]:
    with TestClient(pages) as opened:
        yield opened


def page(client: TestClient, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    return html.unescape(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", SUBJECTS)
def test_a_page_shows_the_whole_timeline(
    client: TestClient, library: Library, language: str, topic: str
) -> None:
    shown = page(client, f"/compare/{language}?topic={topic}")
    assert f'<html lang="{language}">' in shown
    for line in compare(library, topic, language=language).groups[0].timelines:
        assert line.heading in shown
        for entry in line.entries:
            assert entry.period in shown
            assert entry.label in shown
            assert entry.restatement in shown
            assert entry.what_changed in shown
            assert all(folded(text.text) in folded(shown) for text in entry.texts)
            assert all(note in shown for text in entry.texts for note in text.notes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_head_leads_here_and_the_switch_of_languages_keeps_the_choice(
    client: TestClient, language: str
) -> None:
    assert f'href="../compare/{language}"' in header(language, Section.CHAT, root="..")
    shown = page(client, f"/compare/{language}?clause=7.5.3&document=es-2017")
    for other in LANGUAGES:
        assert f"/compare/{other}?clause=7.5.3&document=es-2017" in shown


def test_two_texts_are_compared_and_the_choice_is_only_of_texts_that_have_it(client: TestClient) -> None:
    shown = page(client, "/compare/en?topic=displaced_pieces_by_player&first=es-2017&second=nl-2014")
    assert "pueden detener" in shown
    assert "<del>" in shown
    assert "only in the second:" in shown
    assert "our working translation into Spanish" in shown
    assert 'name="first"' in shown
    assert 'name="first"' not in page(client, "/compare/en?topic=two_hands")


def test_what_cannot_be_compared_is_said_and_the_timeline_still_shown(client: TestClient) -> None:
    shown = page(client, "/compare/nl?topic=two_hands&first=es-2017&second=nl-2014")
    assert catalogue("nl").text("compare.words_impossible") in shown
    assert "7.7.1" in shown


def test_an_ambiguous_number_shows_each_meaning(client: TestClient) -> None:
    shown = page(client, "/compare/en?clause=7.3")
    assert "means different things" in shown
    assert "Colours reversed" in shown
    assert "Pieces displaced by a player" in shown


@pytest.mark.parametrize(
    "query",
    [
        "clause=7.99",
        "topic=nonsense",
        "clause=7.3&document=no-such",
        "clause=%3Cscript%3Ealert(1)%3C/script%3E",
        "clause=%00%FF&document=%27%22",
        f"topic={'x' * 150}",
    ],
)
def test_what_is_unknown_is_said_on_the_page_and_stays_escaped(client: TestClient, query: str) -> None:
    answer = client.get(f"/compare/es?{query}")
    assert answer.status_code == 404
    assert 'role="alert"' in answer.text
    assert "<script>alert" not in answer.text
    assert client.get(f"/compare/es/file.md?{query}").status_code == 404


def test_what_is_too_long_or_no_form_is_refused(client: TestClient) -> None:
    assert client.get(f"/compare/es?topic={'x' * 500}").status_code == 422
    assert client.get("/compare/es/file.pdf").status_code == 422
    assert "Compare editions" in page(client, "/compare/xx?topic=two_hands")


def test_what_fails_is_said_on_a_page_without_a_trace() -> None:
    def broken() -> Library:
        raise RuntimeError("secret")

    app = FastAPI(openapi_url=None)
    app.include_router(compare_router(broken, Gate()))
    answer = TestClient(app).get("/compare/nl?topic=two_hands")
    assert answer.status_code == 500
    assert catalogue("nl").text("ui.failed") in html.unescape(answer.text)
    assert "secret" not in answer.text


def test_files_to_save(client: TestClient, library: Library) -> None:
    expected = {"md": "text/markdown", "html": "text/html", "csv": "text/csv"}
    for form, kind in expected.items():
        answer = client.get(f"/compare/ru/file.{form}?topic=two_hands")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == f"{kind}; charset=utf-8"
        assert answer.headers["content-disposition"] == f'attachment; filename="two_hands.{form}"'
        assert catalogue("ru").text("compare.change.clause") in answer.text
        report = client.get(f"/compare/ru/disagreements.{form}")
        assert report.status_code == 200
    assert len(list(csv.reader(io.StringIO(client.get("/compare/en/file.csv?topic=two_hands").text)))) == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_a_page_of_its_own(client: TestClient, library: Library, language: str) -> None:
    shown = page(client, f"/compare/{language}/disagreements")
    report = disagreements(library, language)
    assert all(one.text in shown for one in (*report.disagreements, *report.flaws))


def test_a_query_leaves_out_what_was_not_chosen() -> None:
    assert Wanted(clause="7.3", document="es-2017").query() == "?clause=7.3&document=es-2017"
    assert Wanted().query() == ""
    assert Wanted(first="a", second="a").pair is None


# -- the same data everywhere ----------------------------------------------------------------


def test_api_tools_and_command_line_give_the_same_comparison(desk: Desk) -> None:
    body = {"subject": "7.3", "words": ["es-2017", "nl-2014"], "language": "nl"}
    expected = compare(desk.library, "7.3", language="nl", words=("es-2017", "nl-2014")).to_json()
    report = disagreements(desk.library, "ru").to_json()
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(desk))
    api = TestClient(app)
    assert api.post("/api/compare", json=body).json() == expected
    assert api.post("/api/disagreements", json={"language": "ru"}).json() == report
    printed = CliRunner().invoke(
        kb.cli.app, ["compare", "7.3", "--words", "es-2017", "nl-2014", "-l", "nl", "--json"]
    )
    assert json.loads(printed.stdout) == expected
    assert ComparisonBody.model_validate(expected).model_dump(mode="json") == expected
    assert DisagreementsBody.model_validate(report).model_dump(mode="json") == report

    async def called() -> tuple[object, object, str]:
        async with create_connected_server_and_client_session(mcp_server(default_answering(desk))) as session:
            one = await session.call_tool("compare_editions", body)
            other = await session.call_tool("text_disagreements", {"language": "ru"})
            return one.structuredContent, other.structuredContent, one.content[0].text  # type: ignore[union-attr]

    one, other, text = anyio.run(called)
    assert (one, other) == (expected, report)
    assert text.startswith("# ")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"subject": "nonsense"}, 422, "bad_request"),
        ({"subject": "7.3", "document": "no-such"}, 404, "unknown_clause"),
        ({"subject": "two_hands", "words": ["es-2017", "nl-2014"]}, 422, "bad_request"),
        ({"subject": "two_hands", "words": ["es-2017"]}, 422, "bad_request"),
        ({"subject": "x" * 500}, 422, "bad_request"),
        ({}, 422, "bad_request"),
    ],
)
def test_the_api_refuses_in_its_one_form(desk: Desk, body: dict[str, object], status: int, code: str) -> None:
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(desk))
    answer = TestClient(app).post("/api/compare", json=body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["hint"]


# -- in a browser -------------------------------------------------------------------------------


@pytest.mark.skipif(find_chromium() is None, reason="needs Chromium")
def test_in_a_browser_at_both_widths(pages: FastAPI) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    with served(pages) as address, playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for width, scheme in ((1200, "light"), (360, "dark")):
            opened = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
            wrong: list[str] = []
            opened.on("console", lambda m, seen=wrong: seen.append(m.text))
            opened.on(
                "request",
                lambda r, seen=wrong: None if r.url.startswith(address) else seen.append(r.url),
            )
            opened.goto(f"{address}/compare/es?topic=displaced_pieces_by_player")
            opened.select_option("#c-first", "es-2017")
            opened.select_option("#c-second", "nl-2014")
            opened.click("button.primary")
            opened.wait_for_selector(".diff")
            assert opened.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
            assert axe.run(opened).response["violations"] == []
            with opened.expect_download() as saved:
                opened.click(".save a[href*='.csv']")
            assert saved.value.suggested_filename == "displaced_pieces_by_player.csv"
            assert wrong == []
            opened.close()
        browser.close()
