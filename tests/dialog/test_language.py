"""Language detection."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.dialog import language as module
from kb.dialog.language import detect_language
from kb.dialog.lexicon import LANGUAGES

_OWN = Path(__file__).resolve().parents[2] / "eval" / "own"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What happens if I castle with two hands?", "en"),
        ("¿Qué pasa si enroco con las dos manos?", "es"),
        ("que pasa si enroco con las dos manos", "es"),
        ("Wat gebeurt er als ik met twee handen rokeer?", "nl"),
        ("Что будет, если рокироваться двумя руками?", "ru"),
        ("privet, sopernik postavil ferzya i nazhal chasy", "ru"),
        ("mozhno li hodit' dvumya rukami", "ru"),
        ("FEN 8/8/8/4k3/8/8/8/4K2R w K - 0 1: mag wit nog rokeren?", "nl"),
        ("Welke editie gold in 2017?", "nl"),
        ("klok", "nl"),
        ("reloj", "es"),
        ("часы", "ru"),
        ("Соперник сыграл Rxe8 and pressed", "ru"),
        ("en passant, kan dat na twee zetten nog?", "nl"),
        ("castling, is dat met twee handen onreglementair in de partij", "nl"),
    ],
)
def test_examples(text: str, language: str) -> None:
    assert detect_language(text, prior=None) == language


@pytest.mark.parametrize("text", ["", "?", "1. e4 e5 2. Nf3", "7.5.3", "8/8/8/8/8/8/8/K6k w - - 0 1", "😀"])
@pytest.mark.parametrize("prior", [*LANGUAGES, None, "fr"])
def test_without_language_the_prior_decides(text: str, prior: str | None) -> None:
    assert detect_language(text, prior=prior) == (prior if prior in LANGUAGES else "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_own_questions_are_told_apart_without_the_model(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_model_guess", lambda letters, text: None)
    lines = (_OWN / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    wrong = [q for q in questions if detect_language(q, prior=None) != language]
    assert len(wrong) <= len(questions) // 50, wrong


def test_the_model_helps_where_no_word_is_known() -> None:
    assert detect_language("Verschrikkelijk gewaagde onderneming vanmiddag", prior=None) == "nl"


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=200), st.sampled_from([*LANGUAGES, None]))
def test_always_one_of_four_and_the_same_again(text: str, prior: str | None) -> None:
    language = detect_language(text, prior=prior)
    assert language in LANGUAGES
    assert detect_language(text, prior=prior) == language
