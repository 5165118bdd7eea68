"""The exams of the authorities: what the order states, what is ours, and what a file may not say."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from kb.errors import CorpusError, RequestError
from kb.exam.authorities import Source, find_authority, load_authorities
from kb.exam.types import Format
from kb.laws.library import corpus_folder
from kb.laws.ours import LANGUAGES

EXAMS = load_authorities()
FOLDER = corpus_folder() / "exams"


def test_the_stated_figures_are_in_the_files_and_marked_as_stated() -> None:
    assert list(EXAMS) == ["feda", "fide", "knsb", "uvr", "practice"]
    marks = {name: exam.pass_percent for name, exam in EXAMS.items()}
    assert marks == {"fide": 80, "knsb": 72, "feda": 50, "uvr": 80, "practice": 0}
    for name in ("fide", "knsb", "feda", "uvr"):
        assert EXAMS[name].sources["pass_percent"] is Source.STATED


def test_the_french_unit_has_thirty_choices_and_passes_with_24() -> None:
    (part,) = EXAMS["uvr"].parts
    assert part.formats == ((Format.CHOICE, 30),)
    assert part.marks_each == 1
    assert Fraction(24 * 100, 30) == EXAMS["uvr"].pass_percent
    assert EXAMS["uvr"].sources["questions"] is Source.STATED


def test_the_spanish_exam_wants_half_of_each_part_and_wrong_choices_cost() -> None:
    exam = EXAMS["feda"]
    assert exam.every_part
    choices, cases = exam.parts
    assert choices.wrong_costs > 0 == cases.wrong_costs
    # Guessing among four options gains nothing.
    assert Fraction(1, 4) - Fraction(3, 4) * choices.wrong_costs == 0
    assert "wrong_costs" in exam.ours


def test_what_is_not_certain_is_ours() -> None:
    assert {"questions", "formats"} <= set(EXAMS["fide"].ours)
    assert "minutes" not in EXAMS["fide"].ours
    for name in ("knsb", "feda", "uvr"):
        assert "minutes" in EXAMS[name].ours
    assert "pass_percent" not in {
        figure for name in ("fide", "knsb", "feda", "uvr") for figure in EXAMS[name].ours
    }


def test_every_exam_has_a_name_in_every_language_and_dutch_is_none_of_fides() -> None:
    for exam in EXAMS.values():
        assert set(exam.names) == set(LANGUAGES)
        assert len(set(exam.names.values())) == len(LANGUAGES)
    assert "nl" not in EXAMS["fide"].held_in
    assert EXAMS["knsb"].held_in == ("nl",)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_exam_is_refused_in_the_users_language(language: str) -> None:
    assert find_authority(" FIDE ", language).id == "fide"
    with pytest.raises(RequestError) as error:
        find_authority("x" * 500, language)
    assert "uvr" in error.value.hint
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("pass_percent = 80", "pass_percent = 101"),
        ("minutes = 240", "minutes = -1"),
        ("minutes = 240", ""),
        ("open = 20", "essay = 20"),
        ("open = 20", "open = 0"),
        ("open = 20", "open = 2000"),
        ('wrong_costs = "0"', 'wrong_costs = "1/0"'),
        ('wrong_costs = "0"', 'wrong_costs = "2"'),
        ('minutes = "seen"', 'minutes = "heard"'),
        ('questions = "ours"', ""),
        ('questions = "ours"', 'questions = "ours"\nrumours = "ours"'),
        ('held_in = ["en", "es", "ru"]', 'held_in = ["fr"]'),
        ("[names]", "[names"),
    ],
)
def test_a_file_that_says_something_impossible_is_an_error(old: str, new: str, tmp_path: Path) -> None:
    for path in FOLDER.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    text = (FOLDER / "fide.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "fide.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(CorpusError, match=r"fide\.toml") as error:
        load_authorities(tmp_path)
    assert error.value.hint


def test_without_free_practice_the_folder_is_damaged(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="practice"):
        load_authorities(tmp_path)
