"""Downloading one catalogued text: checked, bounded, resumed, and in place only when it is whole.

While it arrives the file is ``NAME.part``, with ``NAME.part.json`` beside it, which says of which version of
the text it is a part.  The next attempt asks for the rest on the condition that the version is the same.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import httpx

from kb.errors import FetchError
from kb.importing.catalogue import (
    PEEK,
    Catalogued,
    announced_otherwise,
    begins_otherwise,
    ends_otherwise,
)
from kb.importing.trouble import Trouble, failed

__all__ = ["Fetched", "Patience", "Progress", "fetch"]

Progress = Callable[[int, int | None], None]
"""Called with the bytes held so far and, if the server says, the bytes there are in all."""

_AGENT: Final = "chess-laws-kb (kb fetch)"
_OK: Final = 200
_PARTIAL: Final = 206
_NOT_THERE: Final = frozenset({404, 410})
_RANGE_NOT_THERE: Final = 416
_PROXY_WANTS_NAME: Final = 407
_BUSY: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
_LONGEST_WISH: Final = 30.0  # seconds of a server's Retry-After that are honoured
_LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})


@dataclass(frozen=True, slots=True)
class Patience:
    """How much is put up with: seconds, and how often.

    ``longest`` bounds one fetch with all its attempts; ``pause`` doubles from attempt to attempt.
    """

    connect: float = 15.0
    read: float = 30.0
    longest: float = 900.0
    attempts: int = 4
    pause: float = 1.0
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file that has arrived.  ``resumed`` counts the bytes that were there from an earlier attempt."""

    path: Path
    size: int
    sha256: str
    resumed: int


@dataclass(frozen=True, slots=True)
class _Version:
    """Which version of a text a part is of; a server without validators gives none, and nothing to resume."""

    address: str
    etag: str
    modified: str

    @property
    def condition(self) -> str:
        """What ``If-Range`` may carry: weak tags do not promise the same bytes."""
        return self.etag if self.etag and not self.etag.startswith("W/") else self.modified


class _TryAgain(Exception):
    """An attempt failed in a way that may pass."""

    def __init__(self, error: FetchError, after: float = 0.0) -> None:
        super().__init__(str(error))
        self.error = error
        self.after = after


class _StartOver(Exception):
    """The part held is of no use; ask for the whole."""


def fetch(
    wanted: Catalogued,
    path: Path,
    progress: Progress | None = None,
    *,
    patience: Patience = Patience(),
    sleep: Callable[[float], None] = time.sleep,
) -> Fetched:
    """Download a text to ``path``, replacing what is there only when the new file is whole and checked.

    Goes through the proxy that ``HTTPS_PROXY``, ``HTTP_PROXY``, ``ALL_PROXY`` and ``NO_PROXY`` name.
    Redirects are followed to https only (and between plain addresses of this machine).  That the file is
    the text it should be is not promised, only its kind and size; two fetches to one path at a time are not
    kept apart.

    :raises FetchError: it cannot be had; what there is so far stays for the next attempt if it may be used.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _client(patience) as client:
            return _Download(client, wanted, path, progress, patience, sleep).run()
    except OSError as error:
        raise failed(Trouble.DISK, path=str(path), reason=error.strerror or str(error)) from error


def _client(patience: Patience) -> httpx.Client:
    try:
        return httpx.Client(
            timeout=httpx.Timeout(patience.read, connect=patience.connect),
            # Identity: a range is of the bytes sent, and nothing that unpacks to more is received.
            headers={"User-Agent": _AGENT, "Accept-Encoding": "identity"},
            follow_redirects=False,
        )
    except OSError as error:  # certificates that SSL_CERT_FILE names and that cannot be read
        raise failed(Trouble.CERTIFICATE, host="SSL_CERT_FILE") from error
    except (ValueError, ImportError, httpx.InvalidURL) as error:  # a SOCKS proxy needs a further package
        raise failed(Trouble.PROXY, reason=_words(error)) from error


class _Download:
    """One fetch."""

    def __init__(
        self,
        client: httpx.Client,
        wanted: Catalogued,
        path: Path,
        progress: Progress | None,
        patience: Patience,
        sleep: Callable[[float], None],
    ) -> None:
        self._client = client
        self._wanted = wanted
        self._path = path
        self._part = path.with_name(f"{path.name}.part")
        self._about = path.with_name(f"{path.name}.part.json")
        self._progress = progress or (lambda _held, _total: None)
        self._patience = patience
        self._sleep = sleep
        self._ends = time.monotonic() + patience.longest

    def run(self) -> Fetched:
        """Attempt until it is there, is hopeless, or patience ends."""
        pause = self._patience.pause
        for attempt in range(1, self._patience.attempts + 1):
            try:
                return self._attempt()
            except _StartOver:
                self._forget()
                trouble = _TryAgain(failed(Trouble.CHANGED, host=self._wanted.host))
            except _TryAgain as again:
                trouble = again
            if attempt == self._patience.attempts:
                break
            self._wait(max(pause, min(trouble.after, _LONGEST_WISH)))
            pause *= 2
        raise trouble.error

    def _wait(self, seconds: float) -> None:
        self._in_time(seconds)
        self._sleep(seconds)

    def _in_time(self, seconds: float = 0.0) -> None:
        if time.monotonic() + seconds > self._ends:
            raise failed(Trouble.SLOW, host=self._wanted.host)

    def _attempt(self) -> Fetched:
        version, held = self._held()
        headers = {"Range": f"bytes={held}-", "If-Range": version.condition} if version and held else {}
        with self._asked(self._wanted.address, headers) as response:
            start = self._start(response, version, held if headers else 0)
            self._look_at_head(response, start)
            self._receive(response, start)
        return self._finish(start)

    def _held(self) -> tuple[_Version | None, int]:
        """Return what is known of the part on disk; nothing that is not whole and of this address."""
        try:
            version = _Version(**json.loads(self._about.read_text(encoding="utf-8")))
            held = self._part.stat().st_size
            usable = version.address == self._wanted.address and bool(version.condition)
        except (OSError, ValueError, TypeError, AttributeError):
            return None, 0
        return (version, held) if usable else (None, 0)

    @contextlib.contextmanager
    def _asked(self, address: str, headers: dict[str, str]) -> Iterator[httpx.Response]:
        """Ask, follow redirects, and turn what the network does into our errors."""
        try:
            for _ in range(self._patience.redirects + 1):
                self._in_time()
                with self._client.stream("GET", address, headers=headers) as response:
                    if not response.has_redirect_location:
                        yield response
                        return
                    address = self._redirected(response)
        except httpx.TransportError as error:
            raise self._network(error) from error
        raise failed(Trouble.REDIRECTS, host=self._wanted.host)

    def _redirected(self, response: httpx.Response) -> str:
        target = response.url.join(response.headers["location"])
        plain_here = response.url.scheme == target.scheme == "http" and target.host in _LOOPBACK
        if target.scheme != "https" and not (plain_here and response.url.host in _LOOPBACK):
            raise failed(Trouble.INSECURE, host=self._wanted.host)
        if not target.host:
            raise failed(Trouble.REDIRECTED, host=self._wanted.host)
        return str(target)

    def _network(self, error: httpx.TransportError) -> FetchError | _TryAgain:
        host = self._wanted.host
        if isinstance(error, httpx.ProxyError | httpx.UnsupportedProtocol):
            return failed(Trouble.PROXY, reason=_words(error))
        if isinstance(error, httpx.ConnectError) and _is_certificate(error):
            return failed(Trouble.CERTIFICATE, host=host)
        if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
            return _TryAgain(failed(Trouble.UNREACHABLE, host=host))
        if isinstance(error, httpx.TimeoutException):
            return _TryAgain(failed(Trouble.SLOW, host=host))
        return _TryAgain(failed(Trouble.CUT, host=host))

    def _start(self, response: httpx.Response, version: _Version | None, held: int) -> int:
        """Return how many bytes of the part are kept, from the answer of the server."""
        status, host = response.status_code, self._wanted.host
        if status == _OK:
            return 0
        if status == _PARTIAL and held and version:
            said = response.headers.get("content-range", "")
            if not said.startswith(f"bytes {held}-") or _version(self._wanted, response) != version:
                raise _StartOver
            return held
        if status == _RANGE_NOT_THERE and held:
            raise _StartOver
        if status in _NOT_THERE:
            raise failed(Trouble.NOT_THERE, host=host, status=status)
        if status == _PROXY_WANTS_NAME:
            raise failed(Trouble.PROXY, reason=str(status))
        if status in _BUSY:
            raise _TryAgain(failed(Trouble.REFUSED, host=host, status=status), _wish(response))
        raise failed(Trouble.REFUSED, host=host, status=status)

    def _look_at_head(self, response: httpx.Response, start: int) -> None:
        """Refuse before anything is received what the server itself says cannot be the text."""
        kind, host = self._wanted.kind, self._wanted.host
        packed = response.headers.get("content-encoding", "identity").strip().lower() not in {"", "identity"}
        if packed or announced_otherwise(kind, response.headers.get("content-type", "")):
            self._forget()
            raise failed(Trouble.WRONG_KIND, host=host, kind=kind.upper())
        total = _total(response, start)
        if total is not None and total > self._wanted.most:
            self._forget()
            raise failed(Trouble.TOO_LARGE, host=host, limit=self._wanted.most)

    def _receive(self, response: httpx.Response, start: int) -> None:
        if not start:
            self._forget()
            version = json.dumps(asdict(_version(self._wanted, response)))
            self._about.write_text(version, encoding="utf-8")
        size, total, wrong = start, _total(response, start), False
        with self._part.open("ab") as file:
            for chunk in response.iter_raw():
                self._in_time()
                looked_at, size = size, size + len(chunk)
                if size > self._wanted.most:
                    break
                file.write(chunk)
                self._progress(size, total)
                if looked_at < PEEK:
                    file.flush()
                    wrong = self._begins_otherwise(final=False)
                    if wrong:
                        break
        if wrong:
            self._forget()
            raise failed(Trouble.WRONG_KIND, host=self._wanted.host, kind=self._wanted.kind.upper())
        if size > self._wanted.most:
            self._forget()
            raise failed(Trouble.TOO_LARGE, host=self._wanted.host, limit=self._wanted.most)
        if total is not None and size != total:
            raise _TryAgain(failed(Trouble.CUT, host=self._wanted.host))

    def _begins_otherwise(self, *, final: bool) -> bool:
        with self._part.open("rb") as file:
            beginning = file.read(PEEK)
        return begins_otherwise(self._wanted.kind, beginning, final=final or len(beginning) == PEEK)

    def _finish(self, resumed: int) -> Fetched:
        """Check the whole file and give it its name."""
        if self._begins_otherwise(final=True):
            self._forget()
            raise failed(Trouble.WRONG_KIND, host=self._wanted.host, kind=self._wanted.kind.upper())
        size = self._part.stat().st_size
        small = size < self._wanted.least
        if small or ends_otherwise(self._wanted.kind, self._part):
            self._forget()
            trouble = Trouble.TOO_SMALL if small else Trouble.INCOMPLETE
            raise failed(trouble, host=self._wanted.host)
        with self._part.open("rb+") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
            os.fsync(file.fileno())
        self._part.replace(self._path)
        self._forget()
        return Fetched(self._path, size, digest, resumed)

    def _forget(self) -> None:
        for path in (self._about, self._part):
            path.unlink(missing_ok=True)


def _version(wanted: Catalogued, response: httpx.Response) -> _Version:
    headers = response.headers
    return _Version(wanted.address, headers.get("etag", ""), headers.get("last-modified", ""))


def _total(response: httpx.Response, start: int) -> int | None:
    """Return how many bytes there are in all, if the server says."""
    length = response.headers.get("content-length", "")
    return start + int(length) if length.isdecimal() and len(length) < 19 else None


def _wish(response: httpx.Response) -> float:
    said = response.headers.get("retry-after", "")
    return float(said) if said.isdecimal() and len(said) < 9 else 0.0


def _is_certificate(error: BaseException) -> bool:
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ssl.SSLCertVerificationError):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def _words(error: Exception) -> str:
    text = str(error).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__
