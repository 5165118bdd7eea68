"""The word lists: complete in every language, and no pattern without a reader."""

from __future__ import annotations

from pathlib import Path

import pytest

import kb.dialog
from kb.dialog.acts import Act
from kb.dialog.lexicon import LANGUAGES, load_lexicon, read, toml_table
from kb.errors import CorpusError

_TABLES = {"classes", "cardinals", "ordinals"}
_OPTIONAL = {
    "verb": {"first", "third"},
    "party": {"third", "me_thing", "opponent_thing", "me_has", "opponent_has", "white_has", "black_has"},
    "flag": {"fell"},
    "time_control": {"hours"},
    "scope": set(),
}


def _keys(language: str) -> dict[str, set[str]]:
    table = toml_table(language)
    return {section: set(keys) for section, keys in table.items() if section not in _TABLES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_sections_and_keys(language: str) -> None:
    english, own = _keys("en"), _keys(language)
    assert set(own) == set(english)
    for section in own:
        optional = _OPTIONAL.get(section, set())
        assert own[section] - optional == english[section] - optional, section


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_acts_of_the_lists_are_the_acts(language: str) -> None:
    assert _keys(language)["acts"] == {act.value for act in Act}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_class_is_used(language: str) -> None:
    table = toml_table(language)
    lines = [line for s, keys in table.items() if s not in _TABLES for key in keys.values() for line in key]
    text = " ".join(lines) + " ".join(table["classes"].values())
    unused = [
        name for name in table["classes"] if f"@{name}" not in text and name not in {"no_ending", "real"}
    ]
    assert unused == []


@pytest.mark.parametrize("language", [*LANGUAGES, "dates"])
def test_no_pattern_ends_in_a_gap(language: str) -> None:
    table = toml_table(language)
    lines = [line for s, keys in table.items() if s not in _TABLES for key in keys.values() for line in key]
    assert [line for line in lines if line.split()[-1].startswith("..")] == []


@pytest.mark.parametrize(
    ("language", "text", "number"),
    [
        ("en", "twelve moves", 12), ("en", "twenty third move", 23), ("es", "ocho jugadas", 8),
        ("nl", "vijfentwintig zetten", 25), ("ru", "двадцать пятый ход", 25), ("ru", "шести ходов", 6),
    ],
)  # fmt: skip
def test_number_words(language: str, text: str, number: int) -> None:
    assert read(text, language).words[0].number == number


def test_a_missing_list_says_so(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="klingon"):
        load_lexicon("klingon")


def test_every_list_in_the_folder_is_known() -> None:
    folder = Path(kb.dialog.__path__[0]) / "lexicon"
    assert {path.stem for path in folder.iterdir()} == {*LANGUAGES, "dates", "history", "languages"}
