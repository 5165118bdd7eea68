"""The exam pages over HTTP: practice, mock exams, shared papers, teachers, and what must not happen."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kb.exam.authorities import load_authorities
from kb.laws.library import Library
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue
from kb.web.exam_desk import Sat
from kb.web.gate import Gate
from tests.web.exams import START, Site, begin, question_id, words_of

EVIL = "<script>alert(1)</script>\"'&"


@pytest.fixture
def site(library: Library, tmp_path: Path) -> Site:
    return Site(library, tmp_path)


@pytest.fixture
def client(site: Site) -> Iterator[TestClient]:
    with site.client() as opened:
        yield opened


def text(message: str, language: str = "en", **places: str | int) -> str:
    return catalogue(language).text(message, **places)


def sat(site: Site, address: str) -> Sat:
    found = site.desk.sat(address.rpartition("/")[2])
    assert found is not None
    return found


def right(site: Site, address: str, place: int) -> str:
    return str(sat(site, address).attempt.asked[place].question.right + 1)


# -- choosing --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_start_page_offers_topics_and_exams_in_its_language(client: TestClient, language: str) -> None:
    page = client.get(f"/exam/{language}")
    assert page.status_code == 200
    assert f'<html lang="{language}">' in page.text
    said = words_of(page.text)
    assert text("exam_web.practice", language) in said
    names = [exam.names[language] for exam in load_authorities().values() if exam.minutes]
    assert all(name in said for name in names)
    assert 'aria-current="page"' in page.text
    policy = page.headers["content-security-policy"]
    assert "http" not in policy
    assert "script-src 'self';" in policy
    assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("language", "exam"), [("es", "feda"), ("nl", "knsb"), ("ru", "fide"), ("en", "fide")]
)
def test_the_exam_held_in_the_language_of_the_page_comes_first(
    client: TestClient, language: str, exam: str
) -> None:
    page = client.get(f"/exam/{language}").text
    assert re.search(r'name="authority" value="(\w+)" checked', page).group(1) == exam


def test_nothing_on_any_page_comes_from_another_host_or_runs_inline(site: Site, client: TestClient) -> None:
    address = begin(client, formats="choice")
    shared = client.post("/exam/en/share", data={"paper": "count=1&seed=5"}).headers["location"]
    for path in ("/exam/en", f"{address}/1", address, "/exam/en/teacher?count=2&seed=1", shared):
        page = client.get(path).text
        hosts = re.findall(r"""(?:src|href|action)="(?:https?:)?//([^"]*)""", page)
        assert hosts == []
        assert not re.search(r"<script(?![^>]*\bsrc=)", page)
        assert not re.search(r"\son\w+=|\sstyle=", page)


def test_topics_in_the_address_are_ticked(client: TestClient) -> None:
    page = client.get("/exam/nl?topics=two_hands").text
    assert re.findall(r'value="([^"]+)" checked', page.partition('name="formats"')[0]) == ["two_hands"]


# -- practice ---------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_practice_tells_right_from_wrong_at_once_with_reasons_and_quotes(
    site: Site, client: TestClient, language: str
) -> None:
    address = begin(client, language, formats="choice", topics="board_turned")
    asked = client.get(f"{address}/1").text
    question = sat(site, address).attempt.asked[0].question
    assert question.stem in words_of(asked)
    assert all(option.why not in words_of(asked) for option in question.options)
    assert question.key not in [question.stem, question.ask]
    answer = client.post(
        f"{address}/1",
        data={"question": question_id(asked), "answer": right(site, address, 0), "go": "answer"},
    )
    assert answer.headers["location"] == f"{address}/1#outcome"
    page = client.get(f"{address}/1").text
    said = words_of(page)
    assert text("study.right", language) in said
    assert all(option.why in said for option in question.options)
    assert all(step in said for step in question.explanation)
    assert all(quote.text[:40] in said for quote in question.citations[:1])
    assert f'href="{address}/2"' in page


def test_a_practice_answer_stands_once_it_was_judged(site: Site, client: TestClient) -> None:
    address = begin(client, formats="choice")
    asked = question_id(client.get(f"{address}/1").text)
    wrong = "1" if right(site, address, 0) != "1" else "2"
    client.post(f"{address}/1", data={"question": asked, "answer": wrong, "go": "answer"})
    again = {"question": asked, "answer": right(site, address, 0), "go": "answer"}
    client.post(f"{address}/1", data=again)
    assert client.post(f"{address}/save", data=again).json() == {"kept": False}
    assert text("study.wrong") in words_of(client.get(f"{address}/1").text)
    assert sat(site, address).attempt.asked[0].given == wrong


def test_practice_asks_for_a_choice_before_it_judges(client: TestClient) -> None:
    address = begin(client, formats="choice")
    asked = question_id(client.get(f"{address}/1").text)
    answer = client.post(f"{address}/1", data={"question": asked, "go": "answer"})
    assert answer.status_code == 200
    assert text("exam_web.choose_first") in words_of(answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_open_answer_is_marked_point_by_point_and_a_point_contested(
    site: Site, client: TestClient, language: str
) -> None:
    address = begin(client, language, formats="open")
    question = sat(site, address).attempt.asked[0].question
    given = f"{'. '.join(point.text for point in question.points)} {EVIL}"
    asked = question_id(client.get(f"{address}/1").text)
    client.post(f"{address}/1", data={"question": asked, "answer": given, "go": "answer"})
    page = client.get(f"{address}/1").text
    assert "<mark " in page
    assert all(point.text in words_of(page) for point in question.points)
    assert re.search(r'<li class="point-found">.*?<q dir="auto">', page, re.DOTALL)
    assert EVIL not in page
    assert "&lt;script&gt;" in page
    lost = len(re.findall(r'class="point-(?:missing|contradicted)', page))
    assert page.count('class="contest ') == lost
    sent = {"question": asked, "point": "0", "note": f"I said so {EVIL}"}
    back = client.post(f"{address}/contest", data=sent)
    assert back.headers["location"] == f"{address}/1"
    page = client.get(f"{address}/1").text
    assert text("exam_web.contested", language) in words_of(page)
    assert EVIL not in page


@pytest.mark.parametrize("point", ["-1", "99", "x", "", "²"])
def test_a_point_that_is_not_there_cannot_be_contested(client: TestClient, point: str) -> None:
    address = begin(client, formats="open")
    asked = question_id(client.get(f"{address}/1").text)
    before = client.post(f"{address}/contest", data={"question": asked, "point": "0"})
    assert before.status_code == 404  # its marking has not been shown
    client.post(f"{address}/1", data={"question": asked, "answer": "draw", "go": "answer"})
    assert client.post(f"{address}/contest", data={"question": asked, "point": point}).status_code == 404


# -- mock exams --------------------------------------------------------------------------------


def test_a_mock_says_nothing_before_the_end_and_then_everything(site: Site, client: TestClient) -> None:
    address = begin(client, mode="mock", authority="uvr")
    total = len(sat(site, address).attempt.asked)
    assert total == load_authorities()["uvr"].questions
    for place in range(total):
        page = client.get(f"{address}/{place + 1}").text
        asked = sat(site, address).attempt.asked[place].question
        assert all(option.why not in words_of(page) for option in asked.options)
        go = str(place + 2) if place + 1 < total else "overview"
        data = {"question": asked.id, "answer": right(site, address, place), "go": go}
        back = client.post(f"{address}/{place + 1}", data=data)
        assert back.headers["location"] == (f"{address}/{go}" if go != "overview" else address)
    overview = words_of(client.get(address).text)
    assert text("exam_web.answered_of", answered=total, total=total) in overview
    assert client.get(f"{address}/result").headers["location"] == address
    assert client.post(f"{address}/end").headers["location"] == f"{address}/result"
    result = words_of(client.get(f"{address}/result").text)
    assert text("study.result.passed") in result
    assert "(100%)" in result
    assert asked.explanation[0] in result
    assert client.get(f"{address}/3").headers["location"] == f"{address}/result"
    late = {"question": asked.id, "answer": "1", "go": "1"}
    assert client.post(f"{address}/{total}", data=late).headers["location"] == f"{address}/result"
    assert client.post(f"{address}/save", data=late).json() == {"kept": False}


def test_what_goes_wrong_is_told_by_topic_with_what_to_study(site: Site, client: TestClient) -> None:
    address = begin(client, "nl", mode="mock", authority="uvr")
    client.post(f"{address}/end")
    page = client.get(f"{address}/result").text
    said = words_of(page)
    assert text("study.result.failed", "nl") in said
    topics = {asked.question.topic for asked in sat(site, address).attempt.asked}
    assert all(site.desk.library.topics[topic].names["nl"] in said for topic in topics)
    assert {f"/exam/nl?topics={topic}" for topic in topics} <= set(re.findall(r'href="([^"]+)"', page))
    assert "nl-2014" in said


def test_the_clock_ends_a_mock_whether_anyone_looks_or_not(site: Site, client: TestClient) -> None:
    address = begin(client, mode="mock", authority="uvr")
    minutes = load_authorities()["uvr"].minutes
    page = client.get(f"{address}/1").text
    assert f'data-deadline="{START + 60 * minutes}" data-now="{START}"' in page
    assert f"{minutes // 60}:{minutes % 60:02d}:00" in words_of(page)
    asked = question_id(page)
    site.clock.now += 60 * minutes + 2  # what was sent in time may arrive a little later
    first = right(site, address, 0)
    client.post(f"{address}/1", data={"question": asked, "answer": first, "go": "2"})
    site.clock.now += 60
    second = sat(site, address).attempt.asked[1].question.id
    late = client.post(f"{address}/2", data={"question": second, "answer": "1", "go": "3"})
    assert late.headers["location"] == f"{address}/result"
    assert text("study.time_up") in words_of(client.get(f"{address}/result").text)
    found = sat(site, address)
    assert dict(found.sitting.answers) == {asked: first}
    assert found.sitting.finished == START + 60 * minutes


def test_wrong_choices_cost_marks_where_the_authority_says_so(site: Site, client: TestClient) -> None:
    address = begin(client, "es", mode="mock", authority="feda")
    placed = sat(site, address).made.placed
    costly = [place for place, one in enumerate(placed) if one.wrong_costs and one.question.options]
    for place in costly[:4]:
        good = right(site, address, place)
        wrong = "1" if good != "1" else "2"
        data = {"question": placed[place].question.id, "answer": wrong, "go": "1"}
        client.post(f"{address}/{place + 1}", data=data)
    client.post(f"{address}/end")
    earned = [asked.earned for asked in sat(site, address).attempt.asked if asked.given]
    assert len(earned) == 4
    assert all(one < 0 for one in earned)


# -- nothing is lost, nothing is mixed up ------------------------------------------------------------


def test_an_answer_is_there_after_a_reload_and_in_a_new_server(
    site: Site, client: TestClient, library: Library, tmp_path: Path
) -> None:
    address = begin(client, "ru", mode="mock", formats="open", count="2")
    asked = question_id(client.get(f"{address}/1").text)
    given = "Позиция восстанавливается,\r\nсоперник получает две минуты."
    saved = client.post(f"{address}/save", data={"question": asked, "answer": given})
    assert saved.json() == {"kept": True}
    assert "соперник получает две минуты." in client.get(f"{address}/1").text
    another = Site(library, tmp_path)
    with another.client() as reader:
        page = reader.get(f"{address}/1").text
        assert question_id(page) == asked
        assert "соперник получает две минуты." in page


def test_the_start_page_leads_back_to_a_paper_under_way(client: TestClient) -> None:
    address = begin(client, "es")
    page = client.get("/exam/es").text
    assert f'href="{address}"' in page
    assert f'href="{address}"' in client.get("/exam/ru").text  # in the language of the paper
    client.post(f"{address}/end")
    assert address not in client.get("/exam/es").text


def test_a_page_of_a_sitting_is_shown_in_the_language_of_its_paper(client: TestClient) -> None:
    address = begin(client, "es")
    other = client.get(address.replace("/exam/es/", "/exam/ru/") + "/1")
    assert other.headers["location"] == f"{address}/1"


def test_a_form_of_another_paper_changes_nothing(site: Site, client: TestClient) -> None:
    first, second = (begin(client, formats="choice", seed=str(seed)) for seed in (1, 2))
    foreign = question_id(client.get(f"{second}/1").text)
    client.post(f"{first}/1", data={"question": foreign, "answer": "1", "go": "2"})
    assert client.post(f"{first}/save", data={"question": foreign, "answer": "1"}).status_code == 404
    assert dict(sat(site, first).sitting.answers) == {}


@pytest.mark.parametrize("answer", ["0", "9", "-1", "x", "1;DROP TABLE answers"])
def test_an_option_that_is_not_there_is_refused(site: Site, client: TestClient, answer: str) -> None:
    address = begin(client, formats="choice")
    asked = question_id(client.get(f"{address}/1").text)
    sent = client.post(f"{address}/1", data={"question": asked, "answer": answer, "go": "2"})
    assert sent.status_code == 422
    assert dict(sat(site, address).sitting.answers) == {}


@pytest.mark.parametrize(
    "path",
    [
        "sit/aaaaaaaaaaaaaaaaaaaaaa/1",
        "sit/x/1",
        "sit/aaaaaaaaaaaaaaaaaaaaaa/result",
        "paper/aaaaaaaaaaaaaaaa",
        "key/aaaaaaaaaaaaaaaa",
        "open?link=nothing%20here",
        "teacher/passwords.txt?seed=1",
        "teacher/key.pdf",
    ],
)
@pytest.mark.parametrize("language", ["nl", "ru"])
def test_a_link_to_nothing_says_so_in_the_language_of_the_page(
    client: TestClient, language: str, path: str
) -> None:
    page = client.get(f"/exam/{language}/{path}")
    assert page.status_code == 404
    assert text("exam_web.gone", language) in words_of(page.text)
    assert f'href="/exam/{language}"' in page.text


def test_the_front_leads_to_the_language_of_the_reader(client: TestClient) -> None:
    answer = client.get("/exam", headers={"accept-language": "ru"})
    assert answer.headers["location"] == "/exam/ru"


@pytest.mark.parametrize("path", ["/exam/es/nothing", "/exam/es/sit", "/exam/es/sit/x/1/2"])
def test_an_address_without_a_page_is_told_as_a_page(client: TestClient, path: str) -> None:
    page = client.get(path)
    assert page.status_code == 404
    assert text("exam_web.gone", "es") in words_of(page.text)


def test_answers_to_questions_a_new_version_no_longer_asks_are_told(site: Site, client: TestClient) -> None:
    address = begin(client, mode="mock", formats="open")
    site.store.answer(address.rpartition("/")[2], "of an older version", "7.5.1", now=START)
    for path in (f"{address}/1", address):
        assert text("exam_web.strays", n=1) in words_of(client.get(path).text)
    client.post(f"{address}/end")
    assert text("exam_web.strays", n=1) in words_of(client.get(f"{address}/result").text)


@pytest.mark.parametrize("number", ["0", "4", "-1", "x", "²", "9" * 5000])
def test_a_question_that_is_not_on_the_paper_is_not_found(client: TestClient, number: str) -> None:
    address = begin(client)
    assert client.get(f"{address}/{number}").status_code == 404


def test_a_language_there_is_none_of_is_answered_in_that_of_the_reader(client: TestClient) -> None:
    page = client.get("/exam/fr", headers={"accept-language": "es"})
    assert page.status_code == 404
    assert text("exam_web.gone", "es") in words_of(page.text)


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({"count": "0"}, "count"),
        ({"count": "61"}, "count"),
        ({"count": "9" * 400}, "count"),
        ({"count": "3.5"}, "count"),
        ({"count": "٣"}, "count"),
        ({"edition": "1999"}, "edition"),
        ({"edition": EVIL}, "edition"),
        ({"topics": "castles"}, "topics"),
        ({"formats": "essay"}, "formats"),
        ({"seed": "-7"}, "seed"),
        ({"authority": "nobody"}, "authority"),
        ({"language": "fr"}, "language"),
    ],
)
@pytest.mark.parametrize("language", ["es", "ru"])
def test_what_cannot_be_composed_is_said_in_the_language_of_the_page(
    client: TestClient, language: str, form: dict[str, str], field: str
) -> None:
    page = client.post(f"/exam/{language}/begin", data={"mode": "practice"} | form)
    assert page.status_code == 422
    assert text(f"exam_web.field.{field}", language) in words_of(page.text)
    assert EVIL not in page.text


def test_a_form_without_bounds_is_refused(client: TestClient) -> None:
    many = "&".join(f"f{n}=1" for n in range(1000))
    kind = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/exam/en/begin", content=many, headers=kind).status_code == 413
    assert client.post("/exam/en/begin", content=b"a=" + b"x" * 1_100_000, headers=kind).status_code == 413
    files = client.post("/exam/en/begin", files={"count": ("a.txt", b"3")})
    assert files.status_code == 413


def test_a_long_answer_is_cut_and_a_strange_one_kept(site: Site, client: TestClient) -> None:
    address = begin(client, mode="mock", formats="open")
    asked = question_id(client.get(f"{address}/1").text)
    for given in ("\0", "\u202e abc", "🙂" * 9000, "a" * 100_000):
        assert client.post(f"{address}/save", data={"question": asked, "answer": given}).json()["kept"]
    assert sat(site, address).sitting.answers[asked] == "a" * 4000
    client.post(f"{address}/end")
    assert client.get(f"{address}/result").status_code == 200


def test_a_full_line_says_so(library: Library, tmp_path: Path) -> None:
    gate = Gate(at_once=1, waiting=0, patience=0.01)
    site = Site(library, tmp_path, gate=gate)
    held, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        held.set()
        let_go.wait(10)

    with site.client() as client:

        async def busy() -> int:
            import httpx

            holding = asyncio.ensure_future(gate.run(hold))
            await asyncio.to_thread(held.wait, 10)
            transport = httpx.ASGITransport(app=site.app)
            async with httpx.AsyncClient(transport=transport, base_url="http://test") as asking:
                answer = await asking.get("/exam/nl")
            let_go.set()
            await holding
            assert text("ui.busy", "nl") in words_of(answer.text)
            assert answer.headers["retry-after"]
            return answer.status_code

        assert asyncio.run(busy()) == 503
        assert client is not None


def test_an_error_of_ours_keeps_its_secrets(
    site: Site, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(site.desk, "current_edition", broken)
    page = client.get("/exam/es")
    assert page.status_code == 500
    assert text("ui.failed", "es") in words_of(page.text)
    assert "secret" not in page.text


# -- teachers ----------------------------------------------------------------------------------------


def test_a_paper_has_a_seed_in_its_address_and_is_the_same_ever_after(client: TestClient) -> None:
    moved = client.get("/exam/es/teacher?count=4&seed=&topics=two_hands&topics=board_turned")
    assert moved.status_code == 303
    seed = re.search(r"seed=(\d+)", moved.headers["location"])
    assert seed is not None
    assert int(seed[1]) > 2**20
    first, again = (client.get(moved.headers["location"]).text for _ in range(2))
    other = moved.headers["location"].replace("/exam/es/", "/exam/nl/").replace("&", "&amp;")
    assert f'href="{other}"' in first  # the same paper in another language
    assert first == again
    assert first.count('class="answer exam-card paper-question"') == 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_paper_key_and_deck_are_taken_away(site: Site, client: TestClient, language: str) -> None:
    query = "count=3&seed=11&edition=2018"
    page = client.get(f"/exam/{language}/teacher?{query}").text
    links = [link.replace("&amp;", "&") for link in re.findall(r'href="([^"]+teacher/[^"]+)"', page)]
    assert len(links) == 5
    found = {link.partition("?")[0].rpartition("/")[2]: client.get(link) for link in links}
    assert all(answer.status_code == 200 for answer in found.values())
    spec = site.desk.read(query, language)
    keys = [one.question.key for one in site.desk.made(spec).placed]
    assert all(key in words_of(found["key.html"].text) for key in keys)
    assert not any(option.why in found["paper.html"].text for option in _options(site, query, language))
    assert found["paper.pdf"].content.startswith(b"%PDF")
    assert found["key.pdf"].content.startswith(b"%PDF")
    assert found["deck.apkg"].content.startswith(b"PK")
    assert "attachment" in found["deck.apkg"].headers["content-disposition"]


def _options(site: Site, query: str, language: str) -> Iterator[object]:
    for one in site.desk.made(site.desk.read(query, language)).placed:
        yield from one.question.options


def test_the_link_of_candidates_tells_neither_seed_nor_key(site: Site, client: TestClient) -> None:
    seed = "4242424242"
    paper = f"count=3&seed={seed}&formats=choice&formats=open"
    key = client.post("/exam/en/share", data={"paper": paper}).headers["location"]
    page = client.get(key).text
    link = re.search(r'value="http://testserver(/exam/en/paper/[\w-]+)"', page)
    assert link is not None
    token, secret = link[1].rpartition("/")[2], key.rpartition("/")[2]
    assert token not in secret
    assert secret not in token
    assert client.get(f"/exam/en/key/{token}").status_code == 404
    assert client.get(f"/exam/en/paper/{secret}").status_code == 404

    with site.client() as candidate:
        assert candidate.get(link[1]).status_code == 200
        assert candidate.get(f"/exam/en/open?link={link[1]}").headers["location"] == link[1]
        assert candidate.get(f"/exam/en/open?link={token}").headers["location"] == link[1]
        begun = candidate.post("/exam/en/begin", data={"share": token})
        address = begun.headers["location"].rpartition("/")[0]
        seen = [candidate.get(link[1]).text, candidate.get(address).text]
        for place, asked in enumerate(sat(site, address).attempt.asked, start=1):
            seen.append(candidate.get(f"{address}/{place}").text)
            sent = {"question": asked.question.id, "answer": "1", "go": "answer"}
            candidate.post(f"{address}/{place}", data=sent)
            seen.append(candidate.get(f"{address}/{place}").text)
        candidate.post(f"{address}/end")
        seen.append(candidate.get(f"{address}/result").text)
    said = " ".join(map(words_of, seen))
    assert text("exam_web.key_kept") in said
    for page in seen:
        assert seed not in page
        assert secret not in page
    for asked in sat(site, address).attempt.asked:
        question = asked.question
        assert all(option.why not in said for option in question.options)
        assert all(step not in said for step in question.explanation)
        assert str(question.seed) not in said
    assert (
        candidate.post(f"{address}/contest", data={"question": question.id, "point": "0"}).status_code == 404
    )


def test_a_teacher_can_let_candidates_see_the_key_and_sees_what_they_contest(
    site: Site, client: TestClient
) -> None:
    form = {"paper": "count=2&seed=9&formats=open&minutes=30&pass_percent=60", "open_key": "yes"}
    key = client.post("/exam/nl/share", data=form).headers["location"]
    token = re.search(r"/exam/nl/paper/([\w-]+)", client.get(key).text)
    assert token is not None
    with site.client() as candidate:
        front = words_of(candidate.get(f"/exam/nl/paper/{token[1]}").text)
        assert text("paper.time", "nl", n=30) in front
        begun = candidate.post("/exam/nl/begin", data={"share": token[1]})
        address = begun.headers["location"].rpartition("/")[0]
        asked = sat(site, address).attempt.asked[0].question
        given = {"question": asked.id, "answer": f"de partij gaat door {EVIL}", "go": "2"}
        candidate.post(f"{address}/1", data=given)
        candidate.post(f"{address}/end")
        result = candidate.get(f"{address}/result").text
        assert asked.explanation[0] in words_of(result)
        sent = {"question": asked.id, "point": "0", "note": f"dat staat er {EVIL}"}
        assert candidate.post(f"{address}/contest", data=sent).headers["location"] == f"{address}/result#q1"
    page = client.get(key).text
    assert text("exam_web.contested_points", "nl") in page
    assert "de partij gaat door" in page
    assert "dat staat er" in page
    assert EVIL not in page


def test_a_shared_paper_is_opened_in_its_own_language(client: TestClient) -> None:
    key = client.post("/exam/ru/share", data={"paper": "count=1&seed=5"}).headers["location"]
    assert client.get(key.replace("/ru/", "/es/")).headers["location"] == key


def test_below_a_prefix_every_address_keeps_it(site: Site) -> None:
    with TestClient(site.app, root_path="/chess", follow_redirects=False) as client:
        page = client.get("/chess/exam/en").text
        paths = re.findall(r'(?:href|src|action)="([^"#]+)"', page)
        assert paths
        assert all(path.startswith("/chess/") for path in paths)
        begun = client.post("/chess/exam/en/begin", data={"mode": "practice"})
        assert begun.headers["location"].startswith("/chess/exam/en/sit/")
        assert "Path=/chess/exam" in begun.headers["set-cookie"]
        assert client.get(begun.headers["location"]).status_code == 200


def test_the_whole_application_has_the_pages(app: object) -> None:
    with TestClient(app, follow_redirects=False) as client:  # type: ignore[arg-type]
        page = client.get("/exam/nl")
        assert page.status_code == 200
        assert 'href="/nl/"' in page.text
        assert 'href="../exam/nl"' in client.get("/nl/").text.replace("\\u0022", '"').replace('\\"', '"')
