"""Show which topics have exam questions in which format and language.

    python -m eval.exam_coverage [--write]

A cell lists the languages in which a question was made, in the newest edition that has one.  With
``--write`` the table goes into ``docs/exam-coverage.md``, which a test keeps up to date.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from kb.errors import RequestError
from kb.exam.generating import formats_of, generate, generator_names, topics_asked
from kb.exam.types import Format
from kb.laws.library import Library, open_library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import Scope

__all__ = ["PAGE", "coverage_page", "uncovered"]

PAGE = Path(__file__).resolve().parent.parent / "docs" / "exam-coverage.md"
_HEAD = """# What exam questions there are

Made by `python -m eval.exam_coverage --write`. A cell names the languages a question of that kind can be
made in. A dash: the format does not fit the topic. Which edition decides so is asked only where editions
decide differently; clock times only where minutes are given; an irregularity is sought in a game only
where a game shows it.
"""


def coverage_page(library: Library) -> str:
    """Return the table as a Markdown page, topics in the order of the data."""
    lines = [_HEAD, f"| topic | scope | {' | '.join(Format)} |", "|---|---|" + "---|" * len(Format)]
    for topic in library.topics:
        if topic.id in topics_asked():
            cells = " | ".join(_cell(library, topic.id, form) for form in Format)
            lines.append(f"| {topic.names['en']} (`{topic.id}`) | {topic.scope} | {cells} |")
    return "\n".join(lines) + "\n"


def uncovered(library: Library) -> list[str]:
    """Return the topics of Article 7 and its neighbours that have no questions."""
    return [t.id for t in library.topics if t.scope is not Scope.POINTER and t.id not in topics_asked()]


def _cell(library: Library, topic: str, form: Format) -> str:
    made = [language for language in LANGUAGES if _can_be_made(library, topic, form, language)]
    return " ".join(made) or "–"


def _can_be_made(library: Library, topic: str, form: Format, language: str) -> bool:
    names = [name for name in generator_names(topic) if form in formats_of(name)]
    for edition in reversed(library.editions.ids):
        for name in names:
            try:
                generate(library, language, edition, name, form, 1)
            except RequestError:
                continue
            return True
    return False


def main() -> None:
    """Print the page, or write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--write", action="store_true")
    page = coverage_page(open_library())
    if parser.parse_args().write:
        PAGE.write_text(page, encoding="utf-8")
    else:
        print(page, end="")


if __name__ == "__main__":
    main()
