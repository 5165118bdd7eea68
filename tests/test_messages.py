"""The four catalogues: complete, alike in what they say places for, and used in full."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path

import chess
import pytest
from babel.messages.pofile import read_po

from kb.board.checking import FindingKind
from kb.board.games import Damage
from kb.board.mating.verdict import Reason
from kb.board.types import IllegalReason, Impossibility, ProblemKind
from kb.comparing.exporting import _REPORT_COLUMNS, _TIMELINE_COLUMNS, _WORD_COLUMNS
from kb.comparing.timeline import Change, Role
from kb.errors import CorpusError
from kb.exam.attempts import Kind
from kb.exam.authorities import FIGURES
from kb.exam.marking import Status as MarkStatus
from kb.exam.types import Format
from kb.importing.furniture import Reason as AsideReason
from kb.importing.report import Suspicion
from kb.importing.trouble import Trouble
from kb.laws.divergences import DivergenceKind
from kb.laws.documents import DefectKind, Status
from kb.laws.library import corpus_folder, open_library
from kb.laws.topics import Scope
from kb.messages import LOCALE_FOLDER, catalogue, msg
from kb.rules.facts import FACT_NAMES, Origin, Party, TimeControl
from kb.rules.ruling import Verdict
from kb.terminal_texts import Listed
from kb.web.exam_spec import PaperSpec

LANGUAGES = ("en", "es", "nl", "ru")
TRANSLATED = LANGUAGES[1:]
CODE = Path(__file__).resolve().parent.parent / "kb"

# Patterns of places only, and words two languages share.
ALIKE_BY_NATURE = {
    "compare.period",
    "fact",
    "history.renumber_line",
    "history.topic_line",
    "note.lookup_line",
    "paper.letters",
    "piece_on",
    "value.false",
    "value.time_control.blitz",
    "value.time_control.rapid",
}
LATIN_IN_RUSSIAN = {"FEN", "PGN", "JavaScript", "V", "V2", "K", "A", "B", "d", "PDF", "Anki"}
COUNTS = (0, 1, 2, 5, 11, 21, 112, 1_000_000)


# -- the catalogues side by side ------------------------------------------------


def test_every_language_has_the_same_files_and_no_message_stands_in_two() -> None:
    for language in LANGUAGES:
        assert _files(language) == _files("en")
        ids = [m.id for file in _files(language) for m in _read(language, file) if m.id]
        assert len(ids) == len(set(map(str, ids)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_language_has_every_message_and_no_more(language: str) -> None:
    assert _forms(language).keys() == _forms("en").keys()
    assert catalogue(language).ids == catalogue("en").ids == _forms("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_has_as_many_forms_as_its_language(language: str) -> None:
    for message_id, forms in _forms(language).items():
        assert len(forms) == (_plurals(language) if len(_forms("en")[message_id]) > 1 else 1), message_id
        assert all(form.strip() == form != "" for form in forms), message_id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_has_the_same_places(language: str) -> None:
    for message_id, forms in _forms(language).items():
        expected = _places(_forms("en")[message_id][-1])
        for number, form in enumerate(forms):
            # "the only position" may go without its number, where the form stands for one number alone
            may_omit = {"n"} if len(forms) == 2 and number == 0 else set()
            assert _places(form) | may_omit == expected | may_omit, (message_id, form)


@pytest.mark.parametrize("language", TRANSLATED)
def test_nothing_is_left_in_english(language: str) -> None:
    english = _forms("en")
    alike = {i for i, forms in _forms(language).items() if set(forms) & set(english[i])}
    assert alike <= ALIKE_BY_NATURE
    for message_id, forms in _forms(language).items():
        for form in forms:
            words = set(re.findall(r"[A-Za-z]\w*", _without_places(form)))
            assert not {w.lower() for w in words} & {"the", "and", "this", "that", "with"}, message_id
            assert language != "ru" or words <= LATIN_IN_RUSSIAN, message_id


def test_the_list_of_words_that_are_alike_is_no_longer_than_needed() -> None:
    english = _forms("en")
    alike = {i for lang in TRANSLATED for i, forms in _forms(lang).items() if set(forms) & set(english[i])}
    assert alike == ALIKE_BY_NATURE


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_and_fragments_begin_and_end_as_in_english(language: str) -> None:
    for message_id, forms in _forms(language).items():
        english = _forms("en")[message_id][-1]
        for form in forms:
            first = _first_letter(form)
            if message_id.startswith(("why.", "cannot.", "piece.", "problem.", "origin.", "status.")):
                assert first is None or first.islower(), form
            elif message_id.startswith(("step.", "now.", "verdict.", "impossible.", "doubt.", "defect.")):
                assert first is None or first.isupper(), form
            assert form.endswith(".") == english.endswith("."), form
            assert form.endswith(":") == english.endswith(":"), form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", COUNTS)
def test_every_message_is_worded_with_all_its_places(language: str, count: int) -> None:
    words = catalogue(language)
    for message_id, forms in _forms(language).items():
        places: dict[str, str | int] = dict.fromkeys(_places(forms[-1]), "…")
        text = words.text(message_id, **(places | {"n": count} if len(forms) > 1 else places))
        assert not re.search(r"[{}]", text), text
        assert text != message_id or message_id in ALIKE_BY_NATURE, message_id


# -- plural forms -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", {1: "1 extra minute.", 2: "2 extra minutes.", 5: "5 extra minutes."}),
        ("es", {1: "1 minuto extra.", 2: "2 minutos extra.", 5: "5 minutos extra."}),
        ("nl", {1: "1 minuut bij.", 2: "2 minuten bij.", 5: "5 minuten bij."}),
        (
            "ru",
            {
                1: "1 минуту.",
                2: "2 минуты.",
                4: "4 минуты.",
                5: "5 минут.",
                11: "11 минут.",
                12: "12 минут.",
                21: "21 минуту.",
                22: "22 минуты.",
                111: "111 минут.",
            },
        ),
    ],
)
def test_minutes_agree_with_their_number(language: str, expected: dict[int, str]) -> None:
    for count, ending in expected.items():
        assert catalogue(language).text("step.minutes", n=count, number=1).endswith(f" {ending}")


def test_a_lone_position_is_named_so_where_the_language_has_a_form_for_one_alone() -> None:
    texts = {lang: catalogue(lang).text("cannot.enumerated", n=21) for lang in LANGUAGES}
    assert all("21" in text for text in texts.values())
    assert texts["ru"].startswith("просмотрена каждая")


# -- code and catalogue -----------------------------------------------------------


def test_every_message_named_in_the_code_exists() -> None:
    assert _named_in_code() - _ids() == set()


def test_every_message_the_code_builds_exists() -> None:
    missing = {prefix: _needed(prefix) - _ids() for prefix in _BUILT}
    assert {prefix: ids for prefix, ids in missing.items() if ids} == {}


def test_every_way_the_code_builds_an_id_is_known_here() -> None:
    assert set(_prefixes_in_code()) <= _BUILT.keys()


def test_every_message_is_said_somewhere() -> None:
    built = {message_id for prefix in _BUILT for message_id in _needed(prefix)}
    assert _ids() - _named_in_code() - built == set()


def test_every_need_has_its_question() -> None:
    assert _needs_in_code()
    assert {f"ask.{name}" for name in _needs_in_code()} <= _ids()


# -- wording one message ----------------------------------------------------------


def test_messages_and_lists_inside_messages_are_worded_too() -> None:
    pieces = tuple(
        msg("piece_on", piece=msg(f"piece.{p}"), square=s) for p, s in (("rook", "e1"), ("king", "g1"))
    )
    texts = {lang: catalogue(lang).text("why.path_blocked", pieces=pieces) for lang in LANGUAGES}
    assert texts == {
        "en": "the way is blocked (rook e1, king g1)",
        "es": "el camino está bloqueado (torre en e1, rey en g1)",
        "nl": "de weg is versperd (toren op e1, koning op g1)",
        "ru": "путь закрыт (ладья e1, король g1)",
    }


def test_what_is_put_in_is_not_read_for_places() -> None:
    assert "{number}" in catalogue("en").text("problem.no_fen", found="{number}")


def test_an_unknown_message_or_language_and_a_missing_place_are_errors_with_a_hint() -> None:
    for language, message in (("en", "step.nothing"), ("en", "problem.no_fen"), ("xx", "step.dead")):
        with pytest.raises(CorpusError) as error:
            catalogue(language).text(message)
        assert error.value.hint


# -- reading catalogues and code --------------------------------------------------


@cache
def _forms(language: str) -> dict[str, tuple[str, ...]]:
    """Read the wordings by id; a message without plural has one."""
    return {
        m.id if isinstance(m.id, str) else m.id[0]: (m.string,)
        if isinstance(m.string, str)
        else tuple(m.string)
        for file in _files(language)
        for m in _read(language, file)
        if m.id
    }


@cache
def _plurals(language: str) -> int:
    (count,) = {_read(language, file).num_plurals for file in _files(language)}
    return count


def _files(language: str) -> list[str]:
    return sorted(path.name for path in (LOCALE_FOLDER / language / "LC_MESSAGES").glob("*.po"))


def _read(language: str, file: str):
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / file).open("rb") as opened:
        return read_po(opened, locale=language, abort_invalid=True)


def _ids() -> set[str]:
    return set(_forms("en"))


def _places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def _without_places(text: str) -> str:
    return re.sub(r"\{\w+\}", "", text)


def _first_letter(text: str) -> str | None:
    """Return the letter a wording begins with, if it does not begin with a place, a digit or "FEN"."""
    bare = text.lstrip("«“\"¿(—' ")
    return bare[0] if bare[:1].isalpha() and not bare.startswith("FEN") else None


@cache
def _nodes() -> tuple[ast.AST, ...]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted(CODE.rglob("*.py"))]
    return tuple(node for tree in trees for node in ast.walk(tree))


def _families() -> str:
    return "|".join(sorted({i.partition(".")[0] for i in _ids()}))


@cache
def _named_in_code() -> frozenset[str]:
    """Return the whole ids that stand in the code, and the few without a family ("fact", "piece_on")."""
    whole = re.compile(rf"(?:{_families()})\.[\w:.-]*\w")
    bare = {i for i in _ids() if "." not in i}
    strings = {n.value for n in _nodes() if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    for template in sorted(CODE.rglob("*.j2")):
        strings |= set(re.findall(r"""\bt\(["']([\w.]+)["']""", template.read_text(encoding="utf-8")))
    files = (".html", ".pdf", ".sqlite3")  # "paper.pdf" is a file
    return frozenset(s for s in strings if (whole.fullmatch(s) and not s.endswith(files)) or s in bare)


def _prefixes_in_code() -> Iterator[str]:
    """Yield what stands before the first gap of each f-string that builds an id."""
    start = re.compile(rf"(?:{_families()})\.(?:\w+\.)*")
    for node in _nodes():
        if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
            text = str(node.values[0].value)
            if start.fullmatch(text):
                yield text


def _needs_in_code() -> set[str]:
    """Return the facts the code asks for: the first argument of every ``need(...)``."""
    calls = (n for n in _nodes() if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute))
    return {
        str(call.args[0].value)
        for call in calls
        if call.func.attr == "need" and call.args and isinstance(call.args[0], ast.Constant)
    }


def _divergences() -> Iterable[str]:
    return (divergence.id for divergence in open_library().divergences)


def _changes() -> Iterable[str]:
    return (f"{ref}.{edition}" for ref, edition, _ in open_library().changes)


def _named_aspects() -> Iterable[str]:
    return (str(a.ref) for topic in open_library().topics if len(topic.aspects) > 1 for a in topic.aspects)


def _values() -> Iterator[str]:
    yield from ("true", "false")
    yield from (f"time_control.{t}" for t in TimeControl)
    yield from (f"{name}.{party}" for name in ("flag", "offender") for party in Party)


def _touch_aspects() -> Iterable[str]:
    return (a.ref.aspect for a in open_library().topics["touch_move"].aspects)


def _rules_on_both_kings() -> Iterable[str]:
    return (law.text("king_capture.both_kings_fast_rule") for law in open_library().editions)


def _misplaced_pieces() -> Iterable[str]:
    laws, tempos = open_library().editions, ("rapid", "blitz")
    return (law.text(f"{tempo}.misplaced_may_not_castle") for law in laws for tempo in tempos)


def _doubts_of_editions() -> Iterator[str]:
    data = tomllib.loads((corpus_folder() / "editions.toml").read_text(encoding="utf-8"))
    for edition in data.values():
        said = (value for key, value in edition["doubts"].items() if key != "confidence" and value)
        yield from (message_id.removeprefix("doubt.") for message_id in said)


# What an id that is put together in the code can end in.
_BUILT = {
    "fetch.now.": lambda: Trouble,
    "fetch.trouble.": lambda: Trouble,
    "verdict.": lambda: Verdict,
    "why.": lambda: IllegalReason,
    "impossible.": lambda: Impossibility,
    "problem.": lambda: ProblemKind,
    "cannot.": lambda: Reason,
    "finding.": lambda: FindingKind,
    "damage.": lambda: Damage,
    "fact.": lambda: FACT_NAMES,
    "origin.": lambda: Origin,
    "status.": lambda: Status,
    "piece.": lambda: chess.PIECE_NAMES[1:],
    "ask.": _needs_in_code,
    "value.": _values,
    "value.time_control.": lambda: TimeControl,
    "defect.": _divergences,
    "flaw.": lambda: DefectKind,
    "change.": _changes,
    "aspect.": _named_aspects,
    "compare.change.": lambda: Change,
    "compare.kind.": lambda: DivergenceKind,
    "compare.role.": lambda: (Role.INSTEAD, Role.PENALTY),
    "compare.into.": lambda: LANGUAGES,
    "compare.scope.": lambda: Scope,
    "compare.form.": lambda: ("html", "csv"),
    "compare.column.": lambda: (*_TIMELINE_COLUMNS, *_WORD_COLUMNS, *_REPORT_COLUMNS),
    "step.touch.": _touch_aspects,
    "step.both_kings.": _rules_on_both_kings,
    "step.fide_rule.": lambda: ("flag_fall",),
    "step.no_castling_with.": _misplaced_pieces,
    "doubt.": _doubts_of_editions,
    "paper.figure.": lambda: FIGURES,
    "exam_web.field.": lambda: (f.name for f in fields(PaperSpec)),
    "exam_web.format.": lambda: Format,
    "paper.to_move.": lambda: chess.COLOR_NAMES,
    "study.contest.": lambda: ("open", "upheld", "rejected"),
    "study.kind.": lambda: Kind,
    "study.point.": lambda: MarkStatus,
    "texts.aside.": lambda: AsideReason,
    "texts.column.": lambda: Listed.__slots__,
    "texts.why.": lambda: Suspicion,
}


@cache
def _needed(prefix: str) -> frozenset[str]:
    return frozenset(f"{prefix}{ending}" for ending in _BUILT[prefix]())
