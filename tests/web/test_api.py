"""The API: good answers, one body for every error, bounds, and nothing of a question in the logs."""

from __future__ import annotations

import io
import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import structlog
from fastapi import FastAPI
from fastapi.testclient import TestClient

from kb.desk import Desk
from kb.dialog.answer import Answer
from kb.dialog.request import Request
from kb.errors import CorpusError
from kb.web.answering import Answering
from kb.web.api import api_router
from kb.web.gate import Gate
from kb.web.logs import configure_logging, logger
from kb.web.metrics import Metrics
from kb.web.problems import MAX_BODY
from kb.web.programs import add_programs

JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client(desk: Desk) -> TestClient:
    app = FastAPI(openapi_url=None)
    add_programs(app, desk)
    return TestClient(app, raise_server_exceptions=False)


def check_error(response: Any, status: int, code: str, field: str = "") -> dict[str, str]:
    assert response.status_code == status, response.text
    body: dict[str, str] = response.json()
    assert list(body) == ["code", "message", "field", "hint"]
    assert (body["code"], body["field"]) == (code, field)
    assert body["message"]
    assert body["hint"]
    return body


# -- answers -------------------------------------------------------------------


def test_a_question_is_answered_like_the_desk_answers(client: TestClient, desk: Desk) -> None:
    question = "¿Y si enrocó con las dos manos?"
    response = client.post("/api/ask", json={"question": question, "id": "a1"})
    assert response.json() == desk.ask(Request(question, id="a1")).to_json()


def test_the_order_of_keys_is_that_of_the_command_line(client: TestClient, desk: Desk) -> None:
    text = client.post("/api/ask", json={"question": "two hands"}).text
    expected = desk.ask(Request("two hands")).to_json()
    assert text == json.dumps(expected, ensure_ascii=False, separators=(",", ":"))


def test_a_case_is_ruled_on_without_search(client: TestClient) -> None:
    body = {"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": "1. e5", "edition": "2018"}
    found = client.post("/api/rule", json=body).json()
    assert (found["route"], found["topic"], found["edition"]) == (
        "ruling",
        "illegal_move_restoration",
        "2018",
    )
    assert found["parts"][0]["restored"].startswith("4k3/8/8/8/8/8/4P3/4K3")


def test_mate_is_proved_for_both_sides(client: TestClient) -> None:
    found = client.post("/api/mate", json={"fen": "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"}).json()
    assert [(s["side"], s["verdict"]) for s in found["sides"]] == [("white", "can"), ("black", "cannot")]


def test_a_clause_has_its_words_and_neighbours(client: TestClient, desk: Desk) -> None:
    found = client.get("/api/clauses/es-2017/7.5.3").json()["clauses"]
    assert [c["clause"] for c in found] == ["7.5.3"]
    document = desk.library.document("es-2017")
    one = found[0]["paragraphs"][0]
    assert document.text[one["start"] : one["end"]] in found[0]["text"]
    assert set(found[0]["translations"]) == {"nl", "ru", "en"}


def test_a_clause_is_found_as_it_is_printed(client: TestClient) -> None:
    assert client.get("/api/clauses/en-2001/7.4(a)").json()["clauses"][0]["clause"] == "7.4a"


def test_editions_are_listed_with_their_texts(client: TestClient, desk: Desk) -> None:
    found = client.get("/api/editions").json()["editions"]
    assert tuple(e["id"] for e in found) == desk.library.editions.ids
    assert sorted(d["id"] for e in found for d in e["documents"]) == sorted(desk.library.documents)


def test_health_says_what_is_served(client: TestClient, desk: Desk) -> None:
    found = client.get("/healthz").json()
    assert found["status"] == "ok"
    assert found["entries"] == len(desk.finder.index.entries)


# -- errors --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"question": 5}, "question"),
        ({"quest": "x"}, "quest"),
        ({"question": "x", "language": "fr"}, "language"),
        ({"question": "x", "edition": "1999"}, "edition"),
        ({"question": "x", "edition": [2018]}, "edition"),
        ({"question": "x", "date": "2016-13-01"}, "date"),
        ({"question": "x", "date": "1950-01-01"}, "date"),
        ({"question": "x", "facts": []}, "facts"),
        ({"question": "x", "facts": {"offence_number": "2"}}, "facts.offence_number"),
        ({"question": "x", "facts": {"mood": "bad"}}, "facts.mood"),
        ({"question": "x", "facts": {"edition_asked": "soon"}}, "facts.edition_asked"),
    ],
)
def test_a_field_that_cannot_be_used_is_named(client: TestClient, body: dict[str, Any], field: str) -> None:
    check_error(client.post("/api/ask", json=body), 422, "bad_request", field)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"3", b"null", b'"x"', b"{}x"])
def test_a_body_that_is_no_object_is_refused(client: TestClient, content: bytes) -> None:
    check_error(client.post("/api/ask", content=content, headers=JSON), 422, "bad_request")


@pytest.mark.parametrize("content", [b"[" * 100_000, b'{"id":' + b"1" * 5000 + b"}", b"\xff\xfe\xff"])
def test_a_body_made_to_break_parsers_is_refused(client: TestClient, content: bytes) -> None:
    check_error(client.post("/api/ask", content=content, headers=JSON), 400, "bad_request")


def test_json_under_another_name_is_refused(client: TestClient) -> None:
    # A page of another site may post a form here without asking; JSON it may not.
    headers = {"content-type": "text/plain"}
    check_error(client.post("/api/ask", content=b'{"question":"x"}', headers=headers), 422, "bad_request")


def test_half_a_surrogate_pair_does_no_harm(client: TestClient) -> None:
    response = client.post("/api/ask", content=rb'{"question":"x \ud800","id":"\udc00"}', headers=JSON)
    assert response.status_code == 200
    assert response.json()["id"] == ""


@pytest.mark.parametrize("pieces", [[b" " * (MAX_BODY + 1)], [b" " * 600_000] * 2])
def test_a_body_that_is_too_large_is_refused(client: TestClient, pieces: list[bytes]) -> None:
    content = iter(pieces) if len(pieces) > 1 else pieces[0]  # in pieces no length is stated beforehand
    check_error(client.post("/api/ask", content=content, headers=JSON), 413, "too_large")


def test_an_unknown_path_and_a_wrong_method_are_told_apart(client: TestClient) -> None:
    check_error(client.get("/api/nothing/here"), 404, "not_found")
    check_error(client.get("/api/docs/../x.js"), 404, "not_found")
    wrong = client.get("/api/ask")
    check_error(wrong, 405, "method_not_allowed")
    assert wrong.headers["allow"] == "POST"


def test_what_is_not_held_is_not_found(client: TestClient) -> None:
    assert "es-2017" in check_error(client.get("/api/clauses/fr-2020/7.1"), 404, "unknown_clause")["hint"]
    check_error(client.get("/api/clauses/es-2017/99.9"), 404, "unknown_clause")
    check_error(client.get("/api/clauses/es-2017/%00%F0%9F%98%80"), 404, "unknown_clause")


def test_a_position_that_cannot_be_read_is_told_with_one_that_can(client: TestClient) -> None:
    body = check_error(client.post("/api/mate", json={"fen": "nothing"}), 422, "unreadable_position")
    assert "6k1/4Pppp" in body["hint"]
    check_error(client.post("/api/mate", json={}), 422, "bad_request", "fen")


def test_an_unknown_topic_is_refused_with_the_known_ones(client: TestClient) -> None:
    body = check_error(client.post("/api/rule", json={"topic": "weather"}), 422, "bad_request", "topic")
    assert "illegal_move_restoration" in body["hint"]


# -- bounds --------------------------------------------------------------------


def serving(desk: Desk, ask: Any, gate: Gate, seconds: float = 30.0) -> TestClient:
    answering = Answering(
        lambda: desk.library, ask, gate=gate, metrics=Metrics(entries=lambda: 0), seconds=seconds
    )
    app = FastAPI(openapi_url=None)
    app.include_router(api_router(desk, answering))
    return TestClient(app, raise_server_exceptions=False)


@pytest.mark.parametrize("bounds", [{"waiting": 0}, {"patience": 0.1}])
def test_a_full_line_is_busy_and_who_is_served_is_served(desk: Desk, bounds: dict[str, Any]) -> None:
    entered, leave, served = threading.Event(), threading.Event(), []

    def slow(request: Request) -> Answer:
        entered.set()
        leave.wait(30)
        return desk.ask(request)

    with serving(desk, slow, Gate(at_once=1, **bounds)) as client:
        first = threading.Thread(
            target=lambda: served.append(client.post("/api/ask", json={"question": "two hands"}))
        )
        first.start()
        assert entered.wait(30)
        second = client.post("/api/ask", json={"question": "two hands"})
        leave.set()
        first.join(60)
    check_error(second, 503, "busy")
    assert int(second.headers["retry-after"]) > 0
    assert served[0].status_code == 200


def test_an_answer_that_takes_too_long_is_given_up(desk: Desk) -> None:
    leave = threading.Event()

    def slow(request: Request) -> Answer:
        leave.wait(30)
        return desk.ask(request)

    with serving(desk, slow, Gate(), seconds=0.05) as client:
        late = client.post("/api/ask", json={"question": "two hands"})
        leave.set()
    check_error(late, 503, "timeout")


def test_an_error_of_ours_keeps_its_secrets(desk: Desk) -> None:
    def broken(request: Request) -> Answer:
        raise ZeroDivisionError(request.question)

    def damaged(_: Request) -> Answer:
        raise CorpusError("A text is damaged.", hint="Restore it.")

    internal = serving(desk, broken, Gate()).post("/api/ask", json={"question": "my secret"})
    assert "secret" not in internal.text
    check_error(internal, 500, "internal")
    check_error(serving(desk, damaged, Gate()).post("/api/ask", json={}), 500, "corpus")


# -- for those who run it ------------------------------------------------------


def test_requests_and_answers_are_counted(client: TestClient) -> None:
    def counted(line: str) -> float:
        exposed = client.get("/metrics").text.splitlines()
        return float(next((x.rpartition(" ")[2] for x in exposed if x.startswith(line)), 0))

    asked = 'kb_requests_total{method="POST",route="/api/ask",status="200"}'
    given = 'kb_answers_total{language="en",route="text",verdict="PENALTY_2MIN"}'
    strange = 'kb_requests_total{method="other",route="page",status='
    before = counted(asked), counted(given)
    client.post("/api/ask", json={"question": "He castled with two hands.", "edition": "2023"})
    client.request("BREW", "/somewhere?q=secret")
    assert (counted(asked), counted(given)) == (before[0] + 1, before[1] + 1)
    assert counted('kb_request_seconds_count{route="/api/ask"}') >= before[0] + 1
    assert counted("kb_index_entries") > 1000
    assert counted(strange) == 1
    assert "secret" not in client.get("/metrics").text


@pytest.fixture
def log() -> Iterator[io.StringIO]:
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers, root.level
    configure_logging(stream=stream)
    yield stream
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def test_the_log_has_no_words_of_a_question(client: TestClient, desk: Desk, log: io.StringIO) -> None:
    def broken(request: Request) -> Answer:
        raise ZeroDivisionError(request.question)

    client.post("/api/ask?q=zebra", json={"question": "zebra: castled with two hands"})
    client.post("/api/ask", json={"zebra": "zebra"})
    client.get("/somewhere?q=zebra")
    serving(desk, broken, Gate()).post("/api/ask", json={"question": "zebra"})
    try:
        int("zebra")
    except ValueError:
        logging.getLogger("another.library").exception("it failed")
        logger().exception("it failed")
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    events = [line["event"] for line in lines]
    assert {"answered", "request", "failed", "it failed"} <= set(events)
    assert next(line for line in lines if line["event"] == "failed")["error"] == "ZeroDivisionError"
    assert "zebra" not in log.getvalue()


def test_the_log_has_questions_if_asked_for(desk: Desk, log: io.StringIO) -> None:
    app = FastAPI(openapi_url=None)
    add_programs(app, desk, log_questions=True)
    TestClient(app).post("/api/ask", json={"question": "zebra: castled with two hands"})
    line = json.loads(log.getvalue().splitlines()[0])
    assert line["question"] == "zebra: castled with two hands"


def test_the_description_has_true_examples_and_the_page_stays_at_home(client: TestClient) -> None:
    description = client.get("/api/openapi.json").json()
    paths = description["paths"]
    assert set(paths) == {
        "/api/ask",
        "/api/rule",
        "/api/mate",
        "/api/clauses/{document}/{label}",
        "/api/compare",
        "/api/disagreements",
        "/api/editions",
        "/api/exam/mark",
        "/api/exam/paper",
        "/healthz",
        "/metrics",
    }
    assert "HTTPValidationError" not in description["components"]["schemas"]
    ask = paths["/api/ask"]["post"]
    assert ask["requestBody"]["content"]["application/json"]["examples"]
    shown = paths["/api/editions"]["get"]["responses"]["200"]["content"]["application/json"]["example"]
    assert shown == client.get("/api/editions").json()
    page = client.get("/api/docs").text
    assert "//" not in page
    for name in ("swagger-ui-bundle.js", "swagger-ui.css", "start.js"):
        assert f"docs/{name}" in page
        assert client.get(f"/api/docs/{name}").status_code == 200
