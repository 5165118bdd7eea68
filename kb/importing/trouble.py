"""Why a text cannot be downloaded, as an error whose sentences are messages."""

from __future__ import annotations

from enum import StrEnum, auto, unique
from typing import Final

from kb.errors import FetchError
from kb.messages import catalogue, msg

__all__ = ["Trouble", "failed"]

_PROXIES: Final = {"variables": "HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY"}


@unique
class Trouble(StrEnum):
    """Why a text cannot be downloaded."""

    DISK = auto()
    """The file cannot be written."""

    PROXY = auto()
    """The proxy named in the environment does not work."""

    CHANGED = auto()
    """The server changes the file between parts."""

    SLOW = auto()
    """It takes longer than we wait."""

    CUT = auto()
    """The connection broke off."""

    REDIRECTS = auto()
    """The server redirects without end."""

    REDIRECTED = auto()
    """The server redirects to what is no address."""

    INSECURE = auto()
    """The server redirects away from https."""

    CERTIFICATE = auto()
    """The server cannot prove its name."""

    UNREACHABLE = auto()
    """There is no way to the server."""

    NOT_THERE = auto()
    """The server does not know the address."""

    REFUSED = auto()
    """The server answers that it will not or cannot."""

    WRONG_KIND = auto()
    """What comes is of another kind."""

    TOO_LARGE = auto()
    """What comes is larger than the catalogue allows."""

    TOO_SMALL = auto()
    """What came is smaller than the catalogue allows."""

    INCOMPLETE = auto()
    """What came is damaged or cut off."""


# What the advice names that is the same in every language.
_NAMES: Final = {
    Trouble.DISK: {"option": "--output"},
    Trouble.PROXY: _PROXIES,
    Trouble.UNREACHABLE: _PROXIES,
    Trouble.CERTIFICATE: {"variable": "SSL_CERT_FILE"},
}


def failed(trouble: Trouble, **details: str | int) -> FetchError:
    """Make the error for a trouble; ``details`` fill the places of its message."""
    said = msg(f"fetch.trouble.{trouble}", **details)
    advice = msg(f"fetch.now.{trouble}", **_NAMES.get(trouble, {}))
    words = catalogue("en")
    return FetchError(words.text(said), hint=words.text(advice), said=said, advice=advice)
