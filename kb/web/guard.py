"""What stands before every request: size limit, the few routes a page needs, safe headers."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kb.laws.ours import LANGUAGES

__all__ = ["BOARD_STYLES", "HEAD", "MAX_BODY", "Guard", "preferred_language"]

BOARD_STYLES = (
    "vendor/cm-chessboard/assets/chessboard.css",
    "vendor/cm-chessboard/assets/extensions/markers/markers.css",
    "vendor/cm-chessboard/assets/extensions/arrows/arrows.css",
)
# Set into the page itself: gradio adds its own later, by script, and rewrites the selectors of styles.
HEAD = '<link rel="icon" href="../ui/icon.svg" type="image/svg+xml">' + "".join(
    f'<link rel="stylesheet" href="../ui/{style}">' for style in (*BOARD_STYLES, "answer.css", "page.css")
)
MAX_BODY = 1_000_000  # bytes of a request
_PAGE = re.compile(rf"^/({'|'.join(LANGUAGES)})/?$")
_UNDER_PAGE = re.compile(rf"^/(?:{'|'.join(LANGUAGES)})/(.*)$")
# gradio serves much more than a page needs (uploads, a proxy, files, monitoring); the rest is closed.
_OPEN = re.compile(
    r"^(?:$|config$|theme\.css$|manifest\.json$|assets/.*|static/.*|svelte/.*"
    r"|gradio_api/(?:queue/(?:join|data)|heartbeat/[\w-]+|startup-events|info|reset|cancel)/?$)"
)
_PROGRAMS = ("/api/", "/mcp")  # these bound their bodies themselves, and say so as programs expect it
_PLAIN = ("/exam", "/compare", "/texts")  # pages of ours alone: they run no script but files
_NOT_OURS = re.compile(rb"\s*<meta\s[^>]*(?:https?://|@Gradio|@teamGradio)[^>]*/>")
_HEADERS = {
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}


def preferred_language(accept: str, default: str = "en") -> str:
    """Return the best of our languages for an Accept-Language header.

    >>> preferred_language("fr, nl-BE;q=0.9, en;q=0.8")
    'nl'
    """
    wanted: list[tuple[float, int, str]] = []
    for place, item in enumerate(accept[:500].split(",")):
        name, _, weight = item.strip().partition(";q=")
        code = name.partition("-")[0].strip().lower()
        if code in LANGUAGES:
            wanted.append((-_weight(weight), place, code))
    return min(wanted)[2] if wanted else default


def _weight(text: str) -> float:
    try:
        return float(text) if text else 1.0
    except ValueError:
        return 0.0


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it here."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path = scope["path"]
        below = _UNDER_PAGE.match(path)
        if below is not None and not _OPEN.match(below[1]):
            await PlainTextResponse("Not found.", status_code=404)(scope, receive, send)
            return
        if path.startswith(_PROGRAMS):
            await self._app(scope, receive, _Sender(send, None))
            return
        if _length(scope["headers"]) > MAX_BODY:
            await PlainTextResponse(f"At most {MAX_BODY} bytes.", status_code=413)(scope, receive, send)
            return
        page = _PAGE.match(path)
        if page is not None:
            # the page is rewritten below, so it must arrive uncompressed
            scope = {**scope, "headers": [h for h in scope["headers"] if h[0] != b"accept-encoding"]}
        plain = path.startswith(_PLAIN)
        await self._app(scope, _limited(receive), _Sender(send, page[1] if page else None, plain=plain))


class _Sender:
    """Adds headers to a response; holds back a page to give it its language, its styles and a nonce."""

    def __init__(self, send: Send, page_language: str | None, *, plain: bool = False) -> None:
        self._send = send
        self._plain = plain
        self._language = page_language
        self._nonce = secrets.token_urlsafe(16)
        self._held: Message | None = None
        self._body = b""

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(k, v) for k, v in message["headers"] if k.lower() not in _HEADERS]
            headers += [*_HEADERS.items(), (b"content-security-policy", self._policy())]
            message = {**message, "headers": headers}
            html = any(k.lower() == b"content-type" and v.startswith(b"text/html") for k, v in headers)
            if html and self._language is not None:
                self._held = message
                return
        elif self._held is not None:
            self._body += message.get("body", b"")
            if not message.get("more_body"):
                await self._send_page(self._held)
            return
        await self._send(message)

    async def _send_page(self, start: Message) -> None:
        body = _NOT_OURS.sub(b"", self._body)
        body = re.sub(rb'(<html\s+lang=)"en"', rb'\1"' + str(self._language).encode() + b'"', body, count=1)
        body = re.sub(rb"<script\b", b'<script nonce="' + self._nonce.encode() + b'"', body)
        body = body.replace(b"</head>", HEAD.encode() + b"</head>", 1)
        headers = [(k, v) for k, v in start["headers"] if k.lower() != b"content-length"]
        headers += [(b"content-length", str(len(body)).encode()), (b"cache-control", b"no-cache")]
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": body})

    def _policy(self) -> bytes:
        """Forbid every other host; gradio's templates need ``eval``, its components inline styles."""
        scripts = "'self'" if self._plain else f"'self' 'nonce-{self._nonce}' 'unsafe-eval'"
        return (
            f"default-src 'self'; script-src {scripts}; "
            "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
            "connect-src 'self'; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; "
            "form-action 'self'; frame-ancestors 'self'"
        ).encode()


def _length(headers: Iterable[tuple[bytes, bytes]]) -> int:
    text = next((v for k, v in headers if k == b"content-length"), b"0")
    return int(text) if text.isdigit() else 0


def _limited(receive: Receive) -> Receive:
    """Cut a body without a stated length short at the limit, as if the client had hung up."""
    taken = 0

    async def limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        return message if taken <= MAX_BODY else {"type": "http.disconnect"}

    return limited
