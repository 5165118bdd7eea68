"""Adding texts over the web: only with the token, reported on first, stored on request."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from pydantic import SecretStr

from kb.errors import SettingsError
from kb.importing.store import DocumentStore
from kb.laws.library import Library, open_library
from kb.settings import Settings, load_settings
from kb.web import upload
from kb.web.upload import upload_router

TOKEN = "a-token-of-the-tests"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
FILE = (
    b"Article 1: House rules\n\n1.1 Doors open one hour before the round.\n\n"
    b"1.2 Coffee is served in the foyer.\n\n1.3 Boards are numbered from the window.\n"
)
ABOUT = {"file_name": "house.txt", "language": "en", "title": "House rules", "id": "house-rules"}


@pytest.fixture
def chosen(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, upload_token=SecretStr(TOKEN))


@pytest.fixture
def client(library: Library, chosen: Settings) -> Iterator[TestClient]:
    app = FastAPI()
    app.include_router(upload_router(lambda: library, chosen))
    with TestClient(app) as found:
        yield found


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}])
def test_nothing_is_done_without_the_token(
    client: TestClient, chosen: Settings, header: dict[str, str]
) -> None:
    asked = ABOUT | {"store": "true"}
    for response in (
        client.get("/api/texts", headers=header),
        client.post("/api/texts", params=asked, content=FILE, headers=header),
        client.delete("/api/texts/house-rules", headers=header),
    ):
        assert response.status_code == 401
        assert response.headers["www-authenticate"] == "Bearer"
    assert DocumentStore.from_settings(chosen).texts() == ()


def test_a_file_is_reported_on_and_stored_only_when_asked(client: TestClient, chosen: Settings) -> None:
    first = client.post("/api/texts", params=ABOUT, content=FILE, headers=BEARER).json()
    assert (first["id"], first["stored"], first["clauses"]) == ("house-rules", False, 3)
    assert client.get("/api/texts", headers=BEARER).json() == {"texts": []}
    second = client.post("/api/texts", params=ABOUT | {"store": "true"}, content=FILE, headers=BEARER)
    assert second.json() == first | {"stored": True}
    (held,) = client.get("/api/texts", headers=BEARER).json()["texts"]
    assert held["source_file"] == "house.txt"
    document = open_library(added=chosen.documents_dir).document("house-rules")
    assert document.clause_text("1.2") == "Coffee is served in the foyer."


def test_a_stored_text_is_replaced_only_when_asked_and_can_be_removed(client: TestClient) -> None:
    asked = ABOUT | {"store": "true"}
    assert client.post("/api/texts", params=asked, content=FILE, headers=BEARER).status_code == 200
    again = client.post("/api/texts", params=asked, content=FILE, headers=BEARER)
    assert (again.status_code, again.json()["field"]) == (422, "id")
    replaced = client.post("/api/texts", params=asked | {"replace": "true"}, content=FILE, headers=BEARER)
    assert replaced.status_code == 200
    assert client.delete("/api/texts/house-rules", headers=BEARER).json()["removed"]
    assert client.delete("/api/texts/house-rules", headers=BEARER).status_code == 422


@pytest.mark.parametrize(
    ("change", "content"),
    [
        ({"language": "Klingon"}, FILE),
        ({"edition": "1999"}, FILE),
        ({"id": "../../etc"}, FILE),
        ({"id": "es-2017"}, FILE),
        ({"file_name": ".."}, FILE),
        ({"file_name": ""}, FILE),
        ({"colour": "red"}, FILE),
        ({"title": "x" * 301}, FILE),
        ({"store": "perhaps"}, FILE),
        ({}, b""),
        ({}, b"no numbered clause at all"),
        ({"file_name": "house.pdf"}, FILE),
    ],
)
def test_what_cannot_be_used_is_refused_with_a_hint(
    client: TestClient, change: dict[str, str], content: bytes
) -> None:
    response = client.post("/api/texts", params=ABOUT | change, content=content, headers=BEARER)
    assert response.status_code == 422
    assert response.json()["hint"]


def test_a_name_cannot_lead_out_of_its_folder(client: TestClient, chosen: Settings) -> None:
    for name in ("../../house.txt", "..\\house.txt", "/etc/house.txt"):
        sent = client.post("/api/texts", params=ABOUT | {"file_name": name}, content=FILE, headers=BEARER)
        assert sent.status_code == 200
    assert not chosen.documents_dir.exists()


def test_a_file_too_large_is_cut_off(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MOST_BYTES", 50)
    assert client.post("/api/texts", params=ABOUT, content=FILE, headers=BEARER).status_code == 413


@pytest.mark.parametrize("language", ["es", "nl", "ru", "en"])
def test_the_page_has_a_form_in_the_language(client: TestClient, language: str) -> None:
    page = client.get(f"/texts/{language}")
    assert page.status_code == 200
    assert 'id="upload"' in page.text
    assert f'lang="{language}"' in page.text
    assert TOKEN not in page.text
    assert client.get("/texts/xx").status_code == 404


def test_a_token_that_could_be_guessed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_UPLOAD_TOKEN", "short")
    with pytest.raises(SettingsError, match="at least 16"):
        load_settings()
