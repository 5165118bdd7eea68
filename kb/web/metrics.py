"""What is counted for the people who run the server, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)

from kb.dialog.answer import Answer

__all__ = ["CONTENT_TYPE_LATEST", "Metrics"]

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)


class Metrics:
    """Counters of one server, in a registry of its own.

    Labels take few values by construction: routes are templates, verdicts and languages closed lists.
    No label holds anything a user wrote.

    :param entries: counts the entries of the search index as it is now.
    """

    def __init__(self, *, entries: Callable[[], int]) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "kb_requests", "Requests answered.", ("route", "method", "status"), registry=self._registry
        )
        self._latency = Histogram(
            "kb_request_seconds",
            "Time from a request to its last byte.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._answers = Counter(
            "kb_answers",
            "Answers given to questions and cases.",
            ("route", "verdict", "language"),
            registry=self._registry,
        )
        self._refused = Counter(
            "kb_errors", "Errors told to programs, by code.", ("surface", "code"), registry=self._registry
        )
        self._index = Gauge("kb_index_entries", "Entries in the search index.", registry=self._registry)
        self._index.set_function(entries)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request."""
        self._requests.labels(route, method, str(status)).inc()
        self._latency.labels(route).observe(seconds)

    def answer(self, answer: Answer) -> None:
        """Count an answer by what it is: its route, verdict and language."""
        self._answers.labels(str(answer.route), str(answer.verdict), answer.language).inc()

    def error(self, surface: str, code: str) -> None:
        """Count an error told to a program."""
        self._refused.labels(surface, code).inc()

    def exposed(self) -> bytes:
        """Return everything counted, in the format of :data:`CONTENT_TYPE_LATEST`."""
        return generate_latest(self._registry)
