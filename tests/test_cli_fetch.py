"""``kb fetch``: what it lists, asks, says in four languages and leaves."""

from __future__ import annotations

import json
import shlex
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kb.cli import app
from kb.errors import FetchError, RequestError
from kb.importing import catalogue as catalogue_module
from kb.importing.catalogue import Catalogued, FileKind

PAGE = b"<!DOCTYPE html><html><body><h2>Article 1</h2>%s</body></html>" % b"".join(
    b"<p>1.%d Two players move in turn.</p>" % number for number in range(1, 30)
)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        status = 200 if self.path == "/laws" else 404
        self.send_response(status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, *_args: object) -> None:
        self.server.asked = True


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ThreadingHTTPServer]:
    """Serve the two texts of a small catalogue from this machine: one that is there and one that is not."""
    for name in ("HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    monkeypatch.setenv("KB_DATA_DIR", str(tmp_path / "data"))
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        address = f"http://127.0.0.1:{server.server_port}"

        def read(_path: Path) -> dict[str, Catalogued]:
            def text(name: str, page: str) -> Catalogued:
                title, kind = "It's the Laws", FileKind.HTML
                return Catalogued(name, title, "en", "2023", "FIDE", address + page, kind, 10, 10**6, None)

            return {"laws": text("laws", "/laws"), "gone": text("gone", "/gone")}

        monkeypatch.setattr(catalogue_module, "read_catalogue", read)
        yield server
        server.shutdown()
        thread.join()


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["fetch", *arguments], input=typed)


def test_lists_what_there_is_without_using_the_network() -> None:
    done = run()
    assert done.exit_code == 0
    assert "fide-2023: FIDE Laws of Chess" in done.output
    assert "https://handbook.fide.com/chapter/E012023" in done.output
    assert "have not been checked" in done.output
    listed = json.loads(run("--json").output)
    assert {"id", "title", "language", "edition", "publisher", "address", "format", "checked"} == set(
        listed[0]
    )


@pytest.mark.parametrize(
    ("language", "words"),
    [("es", "No se ha descargado nada"), ("nl", "Er is niets opgehaald"), ("ru", "Ничего не загружено")],
)
def test_asks_first_and_takes_no_answer_for_no(
    served: ThreadingHTTPServer, tmp_path: Path, language: str, words: str
) -> None:
    for typed in ("", "\n", "n\n", "nee\n", "perhaps\n"):
        done = run("laws", "--language", language, typed=typed)
        assert done.exit_code == 1
        assert "127.0.0.1" in done.output
        assert words in done.output
    assert not hasattr(served, "asked")
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("language", "typed"), [("en", "y"), ("en", "YES"), ("es", "sí"), ("nl", "j"), ("ru", "да")]
)
def test_downloads_when_agreed_and_says_how_to_import(
    served: ThreadingHTTPServer, tmp_path: Path, language: str, typed: str
) -> None:
    done = run("laws", "-l", language, typed=f"{typed}\n")
    assert done.exit_code == 0
    path = tmp_path / "data" / "downloads" / "laws.html"
    assert path.read_bytes() == PAGE
    command = done.output[done.output.index("kb import") :]
    assert shlex.split(command)[:3] == ["kb", "import", str(path)]
    options = dict(zip(*[iter(shlex.split(command)[3:])] * 2, strict=True))
    assert options == {
        "--language": "en",
        "--edition": "2023",
        "--authority": "FIDE",
        "--title": "It's the Laws",
        "--id": "laws",
    }


def test_the_command_it_names_is_one_that_kb_knows(served: ThreadingHTTPServer) -> None:
    done = run("laws", "--yes", "--json")
    command = json.loads(done.stdout)["import"]
    imported = CliRunner().invoke(app, [*shlex.split(command)[1:], "--dry-run", "--json"])
    assert imported.exit_code == 0
    assert json.loads(imported.stdout)["id"] == "laws"


def test_imports_at_once_if_asked_to(served: ThreadingHTTPServer, tmp_path: Path) -> None:
    done = run("laws", "--yes", "--import", typed="n\n")
    assert done.exit_code == 0
    assert "kb import" not in done.output
    assert not (tmp_path / "data" / "documents").exists()
    assert isinstance(run("laws", "--yes", "--import", "--json").exception, RequestError)


def test_to_a_file_of_ones_choice_as_json(served: ThreadingHTTPServer, tmp_path: Path) -> None:
    path = tmp_path / "my laws.html"
    path.write_text("old")
    assert "will be replaced" in run("laws", "--output", str(path), typed="n\n").output
    assert path.read_text() == "old"
    done = run("laws", "--output", str(path), "--yes", "--json")
    assert json.loads(done.stdout)["bytes"] == len(PAGE)
    assert path.read_bytes() == PAGE


@pytest.mark.parametrize(
    ("language", "said", "advice"),
    [
        ("en", "no longer has the text", "publisher"),
        ("es", "ya no tiene el texto", "editor"),
        ("nl", "heeft de tekst niet meer", "uitgever"),
        ("ru", "текста больше нет", "издателя"),
    ],
)
def test_errors_come_in_the_readers_language(
    served: ThreadingHTTPServer, language: str, said: str, advice: str
) -> None:
    error = run("gone", "--yes", "--language", language).exception
    assert isinstance(error, FetchError)
    assert said in error.message
    assert advice in error.hint


def test_an_unknown_text_or_language_is_refused() -> None:
    assert isinstance(run("nothing").exception, RequestError)
    assert isinstance(run("--language", "xx").exception, RequestError)
