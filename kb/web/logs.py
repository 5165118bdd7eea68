"""Logs as JSON lines on standard error, without the words of any question unless they are asked for.

A share link carries its question in the URL, and the message of an error may repeat what was sent:
so neither query strings nor messages of unforeseen errors are written, only paths, kinds and places.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import TYPE_CHECKING, TextIO, cast

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger

__all__ = ["configure_logging", "logger"]

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None]
# What these write at lower levels has queries and bodies in it.
_QUIET = {
    "httpx": logging.WARNING,
    "httpx2": logging.WARNING,
    "mcp": logging.ERROR,
    "uvicorn.access": logging.CRITICAL,
}
_DEEPEST = 12  # frames of a traceback that are written
_COMMON: tuple[Processor, ...] = (
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
_LAST = structlog.stdlib.ProcessorFormatter.wrap_for_formatter


def logger() -> BoundLogger:
    """Return the logger of the server; safe to use before anyone has configured logging."""
    named: BoundLogger = structlog.wrap_logger(
        logging.getLogger("kb.web"),
        processors=[structlog.stdlib.filter_by_level, *_COMMON, _Errors(), _LAST],
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    return named


def configure_logging(*, questions: bool = False, stream: TextIO | None = None) -> None:
    """Send the logs of this process to ``stream`` (standard error), one JSON object a line.

    :param questions: also write questions and the messages of unforeseen errors.
    """
    shared: list[Processor] = [*_COMMON, _Errors(messages=questions)]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ],
    )
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    for name, level in _QUIET.items():
        logging.getLogger(name).setLevel(level)
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *shared, _LAST],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )


class _Errors:
    """Replaces an exception by its type and the places it passed, with its message only if asked for."""

    def __init__(self, *, messages: bool = False) -> None:
        self._messages = messages

    def __call__(self, _: WrappedLogger, __: str, event: EventDict) -> EventDict:
        info = _exc_info(event.pop("exc_info", None))
        if info is not None:
            kind, error, trace = info
            frames = traceback.extract_tb(trace)[-_DEEPEST:]
            event["error"] = kind.__name__
            event["at"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
            if self._messages:
                event["error_message"] = str(error)
        return event


def _exc_info(given: object) -> _ExcInfo | None:
    if isinstance(given, BaseException):
        return type(given), given, given.__traceback__
    found = given if isinstance(given, tuple) else sys.exc_info() if given else None
    return cast("_ExcInfo", found) if found and found[0] is not None else None
