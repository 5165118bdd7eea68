"""The exams that can be sat: number of questions, time, pass mark and marking of each authority."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from kb.errors import CorpusError, RequestError
from kb.exam.types import MOST_QUESTIONS, Format
from kb.laws.library import corpus_folder
from kb.laws.ours import LANGUAGES
from kb.messages import catalogue

__all__ = ["FIGURES", "PRACTICE", "Authority", "Part", "Source", "find_authority", "load_authorities"]

PRACTICE: Final = "practice"

FIGURES: Final = frozenset(
    {"minutes", "pass_percent", "every_part", "held_in", "questions", "formats", "wrong_costs"}
)
"""What an exam file tells the source of."""

_ALWAYS_SOURCED: Final = FIGURES - {"every_part"}
_MOST_MINUTES = 24 * 60


@unique
class Source(StrEnum):
    """How sure a figure of an exam is."""

    STATED = "stated"  # given to the project as the authority's; not checked in its regulations
    SEEN = "seen"  # read in announcements of such exams
    INFERRED = "inferred"  # follows from what the authority is
    OURS = "ours"  # our own setting, for practice


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a paper.

    ``formats`` tells how many questions there are of each format, in order; ``mixed`` how many of whatever
    format.  ``marks_each`` is what every question is worth, 0 for the marks the question itself has.
    ``wrong_costs`` is the share of a question's marks that a wrong answer to a closed question takes off;
    no answer costs nothing.
    """

    id: str
    formats: tuple[tuple[Format, int], ...]
    mixed: int
    marks_each: int
    wrong_costs: Fraction

    @property
    def questions(self) -> int:
        """The number of questions."""
        return self.mixed + sum(count for _, count in self.formats)


@dataclass(frozen=True, slots=True)
class Authority:
    """One exam.

    ``minutes`` and ``pass_percent`` are 0 where there is no limit and no pass mark.  With ``every_part`` the
    pass mark must be reached in each part.  ``held_in`` are those of our languages the exam is held in.
    ``ours`` names the figures that are our setting, not the authority's.
    """

    id: str
    names: Mapping[str, str]
    minutes: int
    pass_percent: int
    every_part: bool
    held_in: tuple[str, ...]
    parts: tuple[Part, ...]
    sources: Mapping[str, Source]

    @property
    def questions(self) -> int:
        """The number of questions of all parts."""
        return sum(part.questions for part in self.parts)

    @property
    def ours(self) -> tuple[str, ...]:
        """The figures that are our own setting, in order of name."""
        return tuple(sorted(name for name, source in self.sources.items() if source is Source.OURS))


def load_authorities(folder: Path | None = None) -> dict[str, Authority]:
    """Read every exam under ``corpus/exams``, in order of id, free practice last.

    :raises CorpusError: if a file is missing, malformed or says something impossible.
    """
    root = folder or corpus_folder() / "exams"
    paths = sorted(root.glob("*.toml"), key=lambda path: (path.stem == PRACTICE, path.stem))
    if PRACTICE not in {path.stem for path in paths}:
        raise _damaged(root, "practice.toml is missing")
    return {path.stem: _load(path) for path in paths}


def find_authority(name: str, language: str) -> Authority:
    """Return the exam of an id.

    :raises RequestError: in the language given, for an id there is none of; names those there are.
    """
    known = load_authorities()
    found = known.get(name.strip().lower())
    if found is None:
        words = catalogue(language)
        raise RequestError(
            words.text("study.error.authority", name=name[:40]),
            hint=words.text("study.hint.one_of", names=tuple(known)),
            field="authority",
        )
    return found


def _load(path: Path) -> Authority:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        exam = _authority(path.stem, data)
    except (OSError, tomllib.TOMLDecodeError, KeyError, ValueError, TypeError, ZeroDivisionError) as error:
        raise _damaged(path, repr(error)) from error
    problem = _problem(exam)
    if problem:
        raise _damaged(path, problem)
    return exam


def _authority(name: str, data: Mapping[str, Any]) -> Authority:
    return Authority(
        id=name,
        names={language: str(data["names"][language]) for language in LANGUAGES},
        minutes=int(data["minutes"]),
        pass_percent=int(data["pass_percent"]),
        every_part=bool(data["every_part"]),
        held_in=tuple(data["held_in"]),
        parts=tuple(_part(table) for table in data["parts"]),
        sources={key: Source(value) for key, value in data["sources"].items()},
    )


def _part(table: Mapping[str, Any]) -> Part:
    return Part(
        id=str(table["id"]),
        formats=tuple((Format(name), int(count)) for name, count in table.get("formats", {}).items()),
        mixed=int(table.get("mixed", 0)),
        marks_each=int(table["marks_each"]),
        wrong_costs=Fraction(table["wrong_costs"]),
    )


def _problem(exam: Authority) -> str:
    """Return what is impossible in an exam, or nothing."""
    counts = [count for part in exam.parts for _, count in part.formats]
    sizes = [part.questions for part in exam.parts]
    sourced = set(exam.sources)
    checks = {
        "minutes": 0 <= exam.minutes <= _MOST_MINUTES,
        "pass_percent": 0 <= exam.pass_percent <= 100,
        "held_in": set(exam.held_in) <= set(LANGUAGES),
        "formats": all(count > 0 for count in counts) and exam.questions <= MOST_QUESTIONS,
        "parts": bool(sizes) and min(sizes) > 0 and len({part.id for part in exam.parts}) == len(sizes),
        "marks_each": all(part.marks_each >= 0 for part in exam.parts),
        "wrong_costs": all(0 <= part.wrong_costs <= 1 for part in exam.parts),
        "sources": sourced >= _ALWAYS_SOURCED and sourced <= FIGURES,
    }
    return next((f"{name} cannot be" for name, fine in checks.items() if not fine), "")


def _damaged(path: Path, problem: str) -> CorpusError:
    return CorpusError(
        f"{path.name} cannot be used: {problem}.",
        hint="Restore corpus/exams from the repository, or reinstall the package.",
    )
