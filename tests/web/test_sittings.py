"""What the server keeps of exams: nothing lost, nothing mixed up, nothing without bound."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from kb.errors import StudyError
from kb.web.sittings import MAX_ANSWER, MAX_NOTE, Contest, Limits, Mode, Store

DAY = 24 * 60 * 60


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "folder" / "sittings.sqlite3")


def test_an_answer_is_there_after_the_process_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "sittings.sqlite3"
    sitting = Store(path).begin("spec", Mode.MOCK, now=10)
    code = (
        "import os, sys; from pathlib import Path; from kb.web.sittings import Store\n"
        "Store(Path(sys.argv[1])).answer(sys.argv[2], 'q1', 'the pawn', now=20); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run([sys.executable, "-c", code, str(path), sitting])
    assert killed.returncode == -9
    found = Store(path).sitting(sitting)
    assert found is not None
    assert (dict(found.answers), found.started, found.finished) == ({"q1": "the pawn"}, 10, None)


def test_an_answer_can_be_changed_and_taken_back_until_it_stands(store: Store) -> None:
    sitting = store.begin("spec", Mode.PRACTICE, now=1)
    assert store.answer(sitting, "q1", "0", now=2)
    assert store.answer(sitting, "q1", "1", now=3)
    assert store.answer(sitting, "q2", "x", now=3)
    assert store.answer(sitting, "q2", "", now=4)
    assert store.answer(sitting, "q1", "2", now=5, lock=True)
    assert not store.answer(sitting, "q1", "3", now=6)
    assert store.answer(sitting, "q1", "", now=6)
    found = store.sitting(sitting)
    assert found is not None
    assert (dict(found.answers), found.locked) == ({"q1": "2"}, {"q1"})


def test_no_answer_is_an_answer_that_can_stand(store: Store) -> None:
    sitting = store.begin("spec", Mode.PRACTICE, now=1)
    assert store.answer(sitting, "q1", "", now=2, lock=True)
    found = store.sitting(sitting)
    assert found is not None
    assert (dict(found.answers), found.locked) == ({"q1": ""}, {"q1"})


def test_nothing_changes_after_the_end(store: Store) -> None:
    sitting = store.begin("spec", Mode.MOCK, now=1)
    store.answer(sitting, "q1", "before", now=2)
    store.finish(sitting, at=3)
    store.finish(sitting, at=9)
    assert not store.answer(sitting, "q1", "after", now=4)
    found = store.sitting(sitting)
    assert found is not None
    assert (found.finished, dict(found.answers)) == (3, {"q1": "before"})


def test_sittings_do_not_see_each_other_and_unknown_ones_are_none(store: Store) -> None:
    first, second = (store.begin("spec", Mode.MOCK, now=1) for _ in range(2))
    assert first != second
    assert len(first) >= 22  # 16 random bytes
    store.answer(first, "q1", "mine", now=2)
    other = store.sitting(second)
    assert other is not None
    assert dict(other.answers) == {}
    assert store.sitting("nobody") is None
    assert not store.answer("nobody", "q1", "x", now=2)
    store.contest("nobody", Contest("q1", 0, "x"))


def test_long_texts_are_cut(store: Store) -> None:
    sitting = store.begin("spec", Mode.MOCK, now=1)
    store.answer(sitting, "q1", "x" * (MAX_ANSWER + 1), now=2)
    store.contest(sitting, Contest("q1", 0, "y" * (MAX_NOTE + 1)))
    found = store.sitting(sitting)
    assert found is not None
    assert len(found.answers["q1"]) == MAX_ANSWER
    assert len(found.contests[0].note) == MAX_NOTE


def test_old_sittings_go_and_of_too_many_first_those_without_an_answer(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3", Limits(sittings=3, sitting_days=10))
    old = store.begin("spec", Mode.MOCK, now=0)
    store.answer(old, "q1", "x", now=0)
    answered = store.begin("spec", Mode.MOCK, now=11 * DAY)
    store.answer(answered, "q1", "x", now=11 * DAY)
    others = [store.begin("spec", Mode.MOCK, now=11 * DAY + n) for n in range(1, 6)]
    kept = [sitting for sitting in (old, answered, *others) if store.sitting(sitting)]
    assert kept == [answered, *others[-2:]]


def test_a_shared_paper_has_two_links_that_do_not_tell_each_other(store: Store) -> None:
    shared = store.share("spec", open_key=True, now=1)
    again = store.share("spec", open_key=False, now=1)
    assert store.shared(shared.id) == store.shared_by_key(shared.key) == shared
    assert store.shared(again.id) == again
    assert store.shared(shared.key) is store.shared_by_key(shared.id) is None
    assert len({shared.id, shared.key, again.id, again.key}) == 4


def test_too_many_shared_papers_push_out_those_never_used(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.sqlite3", Limits(shares=2, share_days=10))
    used = store.share("spec", open_key=False, now=1)
    store.begin("spec", Mode.MOCK, now=1, share=used.id)
    unused = [store.share("spec", open_key=False, now=2 + n) for n in range(3)]
    assert [store.shared(s.id) is not None for s in (used, *unused)] == [True, False, False, True]
    store.share("spec", open_key=False, now=12 * DAY)
    assert store.shared(used.id) is None


def test_contested_points_come_with_the_answer_and_of_one_shared_paper_alone(store: Store) -> None:
    shared = store.share("spec", open_key=True, now=1)
    sitting = store.begin("spec", Mode.MOCK, now=2, share=shared.id)
    other = store.begin("spec", Mode.MOCK, now=2)
    for one in (sitting, other):
        store.answer(one, "q1", "two minutes", now=3)
        store.finish(one, at=4)
        store.contest(one, Contest("q1", 1, "said so"))
    store.contest(sitting, Contest("q1", 1, "said it clearly"))
    assert store.contested(shared.id) == ((Contest("q1", 1, "said it clearly"), "two minutes"),)


def test_many_threads_write_at_once(store: Store) -> None:
    sitting = store.begin("spec", Mode.MOCK, now=1)
    kept: list[bool] = []
    threads = [
        threading.Thread(target=lambda n=n: kept.append(store.answer(sitting, f"q{n}", str(n), now=2)))
        for n in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = store.sitting(sitting)
    assert kept == [True] * 12
    assert found is not None
    assert dict(found.answers) == {f"q{n}": str(n) for n in range(12)}


def test_a_file_that_cannot_be_used_is_said_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StudyError) as error:
        Store(tmp_path / "file" / "a.sqlite3").begin("spec", Mode.MOCK, now=1)
    assert error.value.hint
    (tmp_path / "a.sqlite3").write_bytes(b"not a database at all" * 100)
    with pytest.raises(StudyError):
        Store(tmp_path / "a.sqlite3").sitting("x")
