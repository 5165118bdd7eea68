"""Downloads from a local server that does what servers do: cut, change, drip, redirect, lie."""

from __future__ import annotations

import hashlib
import io
import socket
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.errors import CorpusError, FetchError, RequestError
from kb.importing.catalogue import (
    Catalogued,
    FileKind,
    announced_otherwise,
    begins_otherwise,
    ends_otherwise,
    find_catalogued,
    read_catalogue,
)
from kb.importing.fetching import Fetched, Patience, fetch
from kb.importing.trouble import Trouble
from kb.laws.library import corpus_folder, open_library
from kb.messages import catalogue

PDF = b"%PDF-1.7\n" + bytes(range(256)) * 800 + b"\n%%EOF\n"
OTHER_PDF = b"%PDF-1.4\n" + bytes(reversed(range(256))) * 700 + b"\n%%EOF\n"
PAGE = b"<!DOCTYPE html><html><body>" + b"<p>1.1 Two play.</p>" * 300 + b"</body></html>"
QUICK = Patience(connect=2, read=0.4, longest=10, attempts=3, pause=0.01)

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Gives each request to the next answer of the script, the last one for ever."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.close_connection = True
        self.server.seen.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
        number = min(len(self.server.seen), len(self.server.script)) - 1
        try:
            self.server.script[number](self)
        except (BrokenPipeError, ConnectionResetError):  # the client has left
            return

    def log_message(self, *_args: object) -> None:
        pass

    def head(self, status: int, **headers: object) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.script: list[Answer] = []
        self.seen: list[tuple[str, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def text_at(server: Server, kind: FileKind = FileKind.PDF, path: str = "/laws", **changes: int) -> Catalogued:
    bounds = {"least": 100, "most": 1_000_000} | changes
    return Catalogued("laws", "Laws", "en", "2023", "P", server.address + path, kind, checked=None, **bounds)


def sending(body: bytes, **headers: object) -> Answer:
    def answer(h: Handler) -> None:
        h.head(200, **headers)
        h.wfile.write(body)

    return answer


def whole(body: bytes, **headers: object) -> Answer:
    return sending(body, Content_Length=len(body), **headers)


def cut(body: bytes, after: int, **headers: object) -> Answer:
    return sending(body[:after], Content_Length=len(body), **headers)


def ranged(body: bytes, tag: str, *, lies: bool = False) -> Answer:
    """Serve ranges as RFC 9110 has it: the rest if the version is the same, else the whole."""

    def answer(h: Handler) -> None:
        asked, condition = h.headers.get("Range"), h.headers.get("If-Range")
        if not asked or (condition != tag and not lies):
            whole(body, ETag=tag)(h)
            return
        start = int(asked.removeprefix("bytes=").removesuffix("-"))
        if start >= len(body):
            h.head(416, Content_Range=f"bytes */{len(body)}", Content_Length=0)
            return
        rest = body[start:]
        h.head(
            206,
            Content_Range=f"bytes {start}-{len(body) - 1}/{len(body)}",
            Content_Length=len(rest),
            ETag=tag,
        )
        h.wfile.write(rest)

    return answer


def run(server: Server, path: Path, wanted: Catalogued | None = None, patience: Patience = QUICK) -> Fetched:
    return fetch(wanted or text_at(server), path, patience=patience, sleep=lambda _seconds: None)


def trouble_of(
    server: Server, path: Path, wanted: Catalogued | None = None, patience: Patience = QUICK
) -> str:
    """Fetch, expect an error, and return its name; every error is worded and leaves what was there."""
    path.write_bytes(b"old")
    with pytest.raises(FetchError) as caught:
        run(server, path, wanted, patience)
    assert path.read_bytes() == b"old"
    error = caught.value
    for language in ("en", "es", "nl", "ru"):
        words = catalogue(language)
        assert words.text(error.said)
        assert words.text(error.advice)
    assert str(error) == f"{error.message} {error.hint}"
    return error.said.id.removeprefix("fetch.trouble.")


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


class TestArriving:
    @pytest.mark.parametrize(
        ("kind", "body", "said"),
        [
            (FileKind.PDF, PDF, "application/pdf"),
            (FileKind.PDF, PDF, "application/octet-stream"),
            (FileKind.HTML, PAGE, "text/html; charset=utf-8"),
            (FileKind.TEXT, b"1.1 Two play.\n" * 30, "text/plain"),
            (FileKind.MARKDOWN, b"# Laws\n" * 30, "text/markdown"),
        ],
    )
    def test_whole(self, server: Server, tmp_path: Path, kind: FileKind, body: bytes, said: str) -> None:
        server.script = [whole(body, Content_Type=said)]
        held: list[tuple[int, int | None]] = []
        path = tmp_path / "new" / "laws"
        done = fetch(text_at(server, kind), path, lambda *at: held.append(at), patience=QUICK)
        assert path.read_bytes() == body
        assert done == Fetched(path, len(body), hashlib.sha256(body).hexdigest(), 0)
        assert held[-1] == (len(body), len(body))
        assert left(path.parent) == {"laws"}
        assert server.seen[0][1]["accept-encoding"] == "identity"

    def test_without_a_length_said(self, server: Server, tmp_path: Path) -> None:
        server.script = [sending(PDF)]
        assert run(server, tmp_path / "laws").size == len(PDF)

    def test_replaces_what_was_there(self, server: Server, tmp_path: Path) -> None:
        (tmp_path / "laws").write_bytes(b"old")
        server.script = [whole(PDF)]
        run(server, tmp_path / "laws")
        assert (tmp_path / "laws").read_bytes() == PDF

    def test_after_busy_answers_and_a_cut_without_version(self, server: Server, tmp_path: Path) -> None:
        server.script = [lambda h: h.head(503, Retry_After=2, Content_Length=0), cut(PDF, 5000), whole(PDF)]
        pauses: list[float] = []
        done = fetch(text_at(server), tmp_path / "laws", patience=QUICK, sleep=pauses.append)
        assert (done.size, done.resumed) == (len(PDF), 0)
        assert "range" not in server.seen[2][1]
        assert pauses == [2, 0.02]

    def test_redirects_on_this_machine(self, server: Server, tmp_path: Path) -> None:
        server.script = [lambda h: h.head(302, Location="/other", Content_Length=0), whole(PDF)]
        run(server, tmp_path / "laws")
        assert [path for path, _ in server.seen] == ["/laws", "/other"]


class TestResuming:
    def test_within_one_fetch(self, server: Server, tmp_path: Path) -> None:
        server.script = [cut(PDF, 50_000, ETag='"1"'), ranged(PDF, '"1"')]
        done = run(server, tmp_path / "laws")
        assert (tmp_path / "laws").read_bytes() == PDF
        assert done.resumed == 50_000
        assert server.seen[1][1]["range"] == "bytes=50000-"
        assert server.seen[1][1]["if-range"] == '"1"'

    def test_by_the_next_fetch(self, server: Server, tmp_path: Path) -> None:
        server.script = [cut(PDF, 50_000, Last_Modified="Mon, 01 Jan 2018 00:00:00 GMT")]
        assert trouble_of(server, tmp_path / "laws", patience=replace(QUICK, attempts=1)) == "cut"
        assert left(tmp_path) == {"laws", "laws.part", "laws.part.json"}

        def rest(h: Handler) -> None:
            h.head(
                206,
                Content_Range=f"bytes 50000-{len(PDF) - 1}/{len(PDF)}",
                Content_Length=len(PDF) - 50_000,
                Last_Modified="Mon, 01 Jan 2018 00:00:00 GMT",
            )
            h.wfile.write(PDF[50_000:])

        server.script = [rest]
        assert run(server, tmp_path / "laws").resumed == 50_000
        assert (tmp_path / "laws").read_bytes() == PDF
        assert left(tmp_path) == {"laws"}

    @pytest.mark.parametrize("lies", [False, True], ids=["honest", "ignores the condition"])
    def test_a_file_changed_between_parts_is_fetched_whole(
        self, server: Server, tmp_path: Path, lies: bool
    ) -> None:
        server.script = [cut(PDF, 50_000, ETag='"1"'), ranged(OTHER_PDF, '"2"', lies=lies)]
        done = run(server, tmp_path / "laws")
        assert (tmp_path / "laws").read_bytes() == OTHER_PDF
        assert done.resumed == 0

    def test_a_file_that_became_shorter(self, server: Server, tmp_path: Path) -> None:
        short = PDF[:1000] + b"%%EOF"
        server.script = [cut(PDF, 50_000, ETag='"1"'), ranged(short, '"2"', lies=True)]
        assert run(server, tmp_path / "laws").size == len(short)

    def test_a_file_that_never_stays_the_same(self, server: Server, tmp_path: Path) -> None:
        def changing(h: Handler) -> None:
            tag = f'"{len(server.seen)}"'
            if "Range" in h.headers:
                ranged(PDF, tag, lies=True)(h)
            else:
                cut(PDF, 50_000, ETag=tag)(h)

        server.script = [changing]
        assert trouble_of(server, tmp_path / "laws", patience=replace(QUICK, attempts=4)) == "changed"

    def test_a_weak_tag_promises_nothing(self, server: Server, tmp_path: Path) -> None:
        server.script = [cut(PDF, 50_000, ETag='W/"1"'), whole(PDF, ETag='W/"1"')]
        assert run(server, tmp_path / "laws").resumed == 0
        assert "range" not in server.seen[1][1]

    def test_the_part_of_another_address_is_not_used(self, server: Server, tmp_path: Path) -> None:
        server.script = [cut(PDF, 50_000, ETag='"1"')]
        trouble_of(server, tmp_path / "laws", patience=replace(QUICK, attempts=1))
        server.script = [whole(OTHER_PDF, ETag='"1"')]
        assert run(server, tmp_path / "laws", text_at(server, path="/elsewhere")).resumed == 0
        assert (tmp_path / "laws").read_bytes() == OTHER_PDF

    @pytest.mark.parametrize(
        "about", [b"", b"[]", b"{}", b"\xff", b'{"address": 1, "etag": 2, "modified": 3}']
    )
    def test_damaged_notes_mean_starting_anew(self, server: Server, tmp_path: Path, about: bytes) -> None:
        (tmp_path / "laws.part").write_bytes(b"rubbish")
        (tmp_path / "laws.part.json").write_bytes(about)
        server.script = [whole(PDF)]
        assert run(server, tmp_path / "laws").size == len(PDF)


class TestRefusing:
    @pytest.mark.parametrize(
        ("answer", "expected"),
        [
            (whole(PAGE, Content_Type="text/html"), Trouble.WRONG_KIND),
            (whole(PAGE), Trouble.WRONG_KIND),
            (whole(PAGE[:600]), Trouble.WRONG_KIND),
            (whole(PDF, Content_Encoding="gzip"), Trouble.WRONG_KIND),
            (whole(PDF[:-20]), Trouble.INCOMPLETE),
            (whole(b"%PDF-1.7 %%EOF"), Trouble.TOO_SMALL),
            (whole(b""), Trouble.WRONG_KIND),
            (whole(PDF + b" " * 1_000_000), Trouble.TOO_LARGE),
            (lambda h: h.head(404, Content_Length=0), Trouble.NOT_THERE),
            (lambda h: h.head(403, Content_Length=0), Trouble.REFUSED),
            (lambda h: h.head(500, Content_Length=0), Trouble.REFUSED),
            (lambda h: h.head(304), Trouble.REFUSED),
            (lambda h: h.head(206, Content_Range="bytes 5-9/10", Content_Length=5), Trouble.REFUSED),
            (lambda h: h.head(302, Location=h.path, Content_Length=0), Trouble.REDIRECTS),
            (lambda h: h.head(302, Location="http://example.org/", Content_Length=0), Trouble.INSECURE),
            (lambda h: h.head(302, Location="file:///etc/passwd", Content_Length=0), Trouble.INSECURE),
            (lambda h: h.head(302, Location="https:///laws", Content_Length=0), Trouble.REDIRECTED),
            (lambda h: h.wfile.write(b"SSH-2.0-OpenSSH_9.6\r\n"), Trouble.CUT),
            (lambda h: None, Trouble.CUT),
            (lambda h: h.head(200, Content_Length="-5"), Trouble.CUT),
        ],
    )
    def test_what_cannot_be_the_text(
        self, server: Server, tmp_path: Path, answer: Answer, expected: Trouble
    ) -> None:
        server.script = [answer]
        assert trouble_of(server, tmp_path / "laws") == expected
        assert left(tmp_path) == {"laws"}
        retried = expected is Trouble.CUT or (expected is Trouble.REFUSED and len(server.seen) > 1)
        assert len(server.seen) == (QUICK.attempts if retried else 6 if expected is Trouble.REDIRECTS else 1)

    def test_too_large_is_noticed_before_it_is_received(self, server: Server, tmp_path: Path) -> None:
        server.script = [sending(PDF, Content_Length=10**12)]
        assert trouble_of(server, tmp_path / "laws") == "too_large"

    def test_endless(self, server: Server, tmp_path: Path) -> None:
        def endless(h: Handler) -> None:
            h.head(200)
            h.wfile.write(PDF)
            while True:
                h.wfile.write(b" " * 100_000)

        server.script = [endless]
        assert trouble_of(server, tmp_path / "laws") == "too_large"
        assert left(tmp_path) == {"laws"}

    def test_silent(self, server: Server, tmp_path: Path) -> None:
        silence = threading.Event()

        def silent(h: Handler) -> None:
            h.head(200, Content_Length=len(PDF))
            silence.wait(5)

        server.script = [silent]
        assert trouble_of(server, tmp_path / "laws", patience=replace(QUICK, attempts=2, read=0.1)) == "slow"
        silence.set()

    def test_dripping(self, server: Server, tmp_path: Path) -> None:
        def drip(h: Handler) -> None:
            h.head(200, Content_Length=len(PDF), ETag='"1"')
            for start in range(len(PDF)):
                h.wfile.write(PDF[start : start + 1])
                time.sleep(0.02)

        server.script = [drip]
        patience = replace(QUICK, longest=0.4)
        assert trouble_of(server, tmp_path / "laws", patience=patience) == "slow"
        assert left(tmp_path) == {"laws", "laws.part", "laws.part.json"}
        server.script = [ranged(PDF, '"1"')]
        server.seen.clear()
        assert run(server, tmp_path / "laws").resumed > 0
        assert (tmp_path / "laws").read_bytes() == PDF

    def test_a_patience_shorter_than_the_pause_ends_before_it(self, server: Server, tmp_path: Path) -> None:
        server.script = [lambda h: h.head(503, Retry_After=30, Content_Length=0)]
        assert trouble_of(server, tmp_path / "laws") == "slow"

    def test_no_network(self, server: Server, tmp_path: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        wanted = replace(text_at(server), address=f"http://127.0.0.1:{port}/laws")
        assert trouble_of(server, tmp_path / "laws", wanted) == "unreachable"
        wanted = replace(wanted, address="https://no-such-host.invalid/laws")
        assert trouble_of(server, tmp_path / "laws", wanted) == "unreachable"

    def test_no_encryption_where_there_should_be(self, server: Server, tmp_path: Path) -> None:
        wanted = replace(text_at(server), address=server.address.replace("http:", "https:"))
        server.script = [whole(PDF)]
        assert trouble_of(server, tmp_path / "laws", wanted) == "unreachable"

    def test_certificates_that_cannot_be_read(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "bad.pem").write_text("no certificate")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "bad.pem"))
        assert trouble_of(server, tmp_path / "laws") == "certificate"

    def test_a_place_that_cannot_be_written(self, server: Server, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("in the way")
        server.script = [whole(PDF)]
        with pytest.raises(FetchError, match=r"cannot be written.*--output"):
            run(server, tmp_path / "file" / "laws")
        (tmp_path / "folder").mkdir()
        with pytest.raises(FetchError, match="cannot be written"):
            run(server, tmp_path / "folder")


class TestProxy:
    def test_the_proxy_of_the_environment_is_asked(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTP_PROXY", server.address)
        server.script = [whole(PDF)]
        run(server, tmp_path / "laws", replace(text_at(server), address="http://laws.example/chapter"))
        assert server.seen[0][0] == "http://laws.example/chapter"

    def test_https_goes_through_a_tunnel(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asked = []

        def refuse(h: Handler) -> None:
            asked.append(h.path)
            h.head(407, Content_Length=0)

        monkeypatch.setattr(Handler, "do_CONNECT", refuse, raising=False)
        monkeypatch.setenv("HTTPS_PROXY", server.address)
        wanted = replace(text_at(server), address="https://laws.example/chapter")
        assert trouble_of(server, tmp_path / "laws", wanted) == "proxy"
        assert asked == ["laws.example:443"]

    def test_no_proxy_is_heeded(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        server.script = [whole(PDF)]
        assert run(server, tmp_path / "laws").size == len(PDF)

    @pytest.mark.parametrize("proxy", ["nonsense://proxy", "http://[::bad", "socks9://proxy:1"])
    def test_a_proxy_that_is_none(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: str
    ) -> None:
        monkeypatch.setenv("HTTP_PROXY", proxy)
        assert trouble_of(server, tmp_path / "laws") == "proxy"

    def test_a_certificate_that_is_not_valid(
        self, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_args: object, **_kwargs: object) -> None:
            import ssl

            raise httpx.ConnectError("certificate verify failed") from ssl.SSLCertVerificationError(
                1, "expired"
            )

        monkeypatch.setattr(httpx.Client, "stream", refuse)
        assert trouble_of(server, tmp_path / "laws") == "certificate"


def docx(name: str = "word/document.xml") -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        packed.writestr(name, "<w/>" * 100)
    return made.getvalue()


BODIES = {
    FileKind.PDF: PDF,
    FileKind.HTML: PAGE,
    FileKind.DOCX: docx(),
    FileKind.TEXT: b"1.1 Two play.",
}


class TestKinds:
    @pytest.mark.parametrize("kind", BODIES)
    @pytest.mark.parametrize("body", BODIES)
    def test_each_kind_takes_its_own_and_no_other(
        self, tmp_path: Path, kind: FileKind, body: FileKind
    ) -> None:
        data = BODIES[body]
        (tmp_path / "file").write_bytes(data)
        taken = not begins_otherwise(kind, data[:4096], final=True) and not ends_otherwise(
            kind, tmp_path / "file"
        )
        assert taken is (kind is body)

    @given(st.sampled_from(sorted(BODIES)), st.integers(0, 4096))
    def test_no_beginning_of_a_right_file_is_refused(self, kind: FileKind, size: int) -> None:
        assert not begins_otherwise(kind, BODIES[kind][:size], final=False)

    @given(st.sampled_from(FileKind), st.binary(max_size=200), st.booleans())
    def test_anything_can_be_looked_at(self, kind: FileKind, data: bytes, final: bool) -> None:
        assert begins_otherwise(kind, data, final=final) in (True, False)

    def test_broken_packages_and_others(self, tmp_path: Path) -> None:
        for data in (docx()[:-30], docx("xl/workbook.xml"), b"PK\x03\x04"):
            (tmp_path / "file").write_bytes(data)
            assert ends_otherwise(FileKind.DOCX, tmp_path / "file")

    @given(st.sampled_from(FileKind), st.text(max_size=30))
    def test_any_content_type_can_be_said(self, kind: FileKind, said: str) -> None:
        assert announced_otherwise(kind, said) in (True, False)


class TestCatalogue:
    def test_ours_is_sound_and_collides_with_no_held_text(self) -> None:
        texts = read_catalogue(corpus_folder() / "catalogue.toml")
        library = open_library()
        assert texts
        assert len({text.address for text in texts.values()}) == len(texts)
        assert not texts.keys() & library.documents.keys()
        assert {text.edition for text in texts.values()} <= set(library.editions.ids)
        assert all(text.host for text in texts.values())

    def test_an_unknown_id_names_those_there_are(self) -> None:
        texts = read_catalogue(corpus_folder() / "catalogue.toml")
        assert find_catalogued(texts, "fide-2023").edition == "2023"
        with pytest.raises(RequestError, match="fide-2023"):
            find_catalogued(texts, "fide-1999")

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("https://", "http://"),
            ('"html"', '"exe"'),
            ("[fide-2023]", '["../up"]'),
            ("least = 40_000", "least = 9_000_000"),
            ('edition = "2023"\n', ""),
            ('checked = ""', 'checked = "yesterday"'),
            ("title =", "title"),
        ],
    )
    def test_a_damaged_catalogue_is_an_error_that_helps(self, tmp_path: Path, old: str, new: str) -> None:
        text = (corpus_folder() / "catalogue.toml").read_text(encoding="utf-8")
        assert old in text
        (tmp_path / "catalogue.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(CorpusError, match="reinstall"):
            read_catalogue(tmp_path / "catalogue.toml")

    def test_a_missing_catalogue_is_an_error_that_helps(self, tmp_path: Path) -> None:
        with pytest.raises(CorpusError, match="reinstall"):
            read_catalogue(tmp_path / "catalogue.toml")
