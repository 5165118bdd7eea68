"""The application over HTTP: the way in, the pages, the clauses, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.guard import MAX_BODY


@pytest.fixture(scope="module")
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as opened:
        yield opened


@pytest.mark.parametrize(
    ("accept", "cookie", "page"),
    [
        ("nl-BE,nl;q=0.9,en;q=0.8", None, "/nl/"),
        ("ru", None, "/ru/"),
        ("fr", None, "/en/"),
        ("", None, "/en/"),
        ("es-AR", "nl", "/nl/"),
        ("es-AR", "xx", "/es/"),
        ("en;q=x,es;q=0.1", None, "/es/"),
    ],
)
def test_the_front_leads_to_the_language_of_the_reader(
    client: TestClient, accept: str, cookie: str | None, page: str
) -> None:
    headers = {"accept-language": accept} | ({"cookie": f"kb_language={cookie}"} if cookie else {})
    answer = client.get("/?q=two+hands", headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, f"{page}?q=two+hands")
    assert "accept-language" in answer.headers["vary"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_in_its_language_and_names_no_other_host(client: TestClient, language: str) -> None:
    page = client.get(f"/{language}/")
    assert page.status_code == 200
    assert f'lang="{language}"' in page.text[:200]
    assert catalogue(language).text("ui.ask") in page.text
    head = page.text[: page.text.index("window.gradio_config")]
    assert not re.search(r"""(?:src|href|content)=["']https?://""", head)
    policy = page.headers["content-security-policy"]
    assert "http" not in policy
    nonce = re.search(r"'nonce-([\w-]+)'", policy)
    assert nonce is not None
    assert page.text.count("<script") == page.text.count(f'<script nonce="{nonce[1]}"')


def test_each_page_load_has_its_own_nonce(client: TestClient) -> None:
    policies = {client.get("/en/").headers["content-security-policy"] for _ in range(3)}
    assert len(policies) == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_comes_with_neighbours_and_the_other_languages(client: TestClient, language: str) -> None:
    page = client.get(f"/ui/clause/{language}/nl-2014/7.5b")
    assert page.status_code == 200
    assert "7.5a¶2" in page.text
    assert "7.6" in page.text
    assert page.text.count(catalogue(language).text("ui.translation_badge")) == 3


@pytest.mark.parametrize("address", ["nl-2014/9.9", "nl-2014/<b>", "xx/7.1", "nl-2014/7.5"])
def test_an_unknown_clause_is_said_to_be_so(client: TestClient, address: str) -> None:
    page = client.get(f"/ui/clause/es/{address}")
    assert page.status_code == 404
    assert catalogue("es").text("ui.clause_gone") in page.text
    assert "<b>" not in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/en/gradio_api/file=/etc/passwd",
        "/en/file=/etc/passwd",
        "/en/proxy=http://x",
        "/en/monitoring",
        "/en/login",
    ],
)
def test_what_a_page_does_not_need_is_closed(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post("/en/gradio_api/upload", files={"files": b"x"}).status_code == 404


def test_a_request_too_large_is_refused(client: TestClient) -> None:
    answer = client.post("/en/gradio_api/queue/join", content=b"x" * (MAX_BODY + 1))
    assert answer.status_code == 413


def test_static_files_and_the_pieces_are_served(client: TestClient) -> None:
    for path in (
        "board.js",
        "thread.js",
        "vendor/cm-chessboard/src/Chessboard.js",
        "vendor/cm-chessboard/LICENSE",
    ):
        assert client.get(f"/ui/{path}").status_code == 200
    pieces = client.get("/ui/pieces.svg")
    assert pieces.headers["content-type"].startswith("image/svg+xml")
    assert all(f'id="{colour}{kind}"' in pieces.text for colour in "wb" for kind in "kqrbnp")
