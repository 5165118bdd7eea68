"""An invented regulation and the ways it can be printed: what is put in is what must be found."""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.importing.readers.markdown import looks_like_markdown, markdown_lines
from kb.importing.readers.plain import plain_lines
from kb.importing.source import Flow, Source
from kb.importing.structure import Structured, find_clauses

_WHO = ("the host", "a guest", "the keeper of the tea", "each visitor", "the oldest member")
_DOES = ("pours", "carries", "returns", "counts", "announces", "lays aside", "washes")
_WHAT = (
    "the kettle",
    "two cups",
    "the blue napkins",
    "a tray of biscuits",
    "the sugar tongs",
    "the door key",
)
_WHEN = (
    "before the bell",
    "after the second round",
    "at noon",
    "while the others wait",
    "without being asked",
)
_TITLES = ("The Kettle", "Cups and Saucers", "The Order of Pouring", "Guests Who Come Late", "Washing Up")
_REMARKS = (
    "For example, the host may find the kettle empty. The arbiter should then fill it without a word.",
    "It is advisable to keep a second kettle on the stove. This article does not ask for it, but guests do.",
    "Many houses have their own habits in this respect. The arbiter should know them before the first cup.",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """A clause of the invented regulation: the way to its number, and its words."""

    path: tuple[str, ...]
    words: str

    @property
    def decimal(self) -> str:
        return ".".join(self.path)

    @property
    def lettered(self) -> str:
        if len(self.path) < 3:
            return self.decimal
        return ".".join(self.path[:2]) + chr(96 + int(self.path[2])) + "".join(self.path[3:])

    @property
    def head(self) -> str:
        return self.path[0]


def regulation(seed: int = 0, heads: Sequence[str] = ("1", "2", "3", "4", "A", "B")) -> list[Rule]:
    """Return a regulation of some articles and appendices, three and four levels deep."""
    pick = random.Random(seed)
    rules: list[Rule] = []
    for head in heads:
        for second in range(1, pick.randint(4, 7)):
            below = pick.choice((0, 0, 3, 4))
            ends = ":" if below else "."
            rules.append(Rule((head, str(second)), _sentences(pick, 1 if below else 3, ends)))
            for third in range(1, below + 1):
                rules.append(Rule((head, str(second), str(third)), _sentences(pick, 2, ".")))
                if pick.random() < 0.15:
                    rules += [
                        Rule((head, str(second), str(third), str(n)), _sentences(pick, 1, "."))
                        for n in (1, 2)
                    ]
    return rules


def _sentences(pick: random.Random, count: int, ends: str) -> str:
    made = [
        f"{pick.choice(_WHO)} {pick.choice(_DOES)} {pick.choice(_WHAT)} {pick.choice(_WHEN)}".capitalize()
        for _ in range(pick.randint(1, count))
    ]
    return ". ".join(made) + ends


def title(head: str, words: str = "Article {head}: {title}") -> str:
    """Return the heading of a part."""
    name = _TITLES[ord(head[0]) % len(_TITLES)]
    if head.isdigit():
        return words.format(head=head, title=name)
    return f"{'Guidelines' if head in ('I', 'II', 'III') else 'Appendix'} {head}. {name}"


def by_head(rules: Iterable[Rule]) -> Iterator[tuple[str, list[Rule]]]:
    """Yield the parts of a regulation."""
    group: list[Rule] = []
    for rule in rules:
        if group and rule.head != group[0].head:
            yield group[0].head, group
            group = []
        group.append(rule)
    if group:
        yield group[0].head, group


def bold_markdown(rules: Iterable[Rule]) -> str:
    """Print numbers in bold at the beginning of paragraphs."""
    parts = [
        f"# {title(head)}\n\n" + "\n\n".join(f"**{r.decimal}** {r.words}" for r in group)
        for head, group in by_head(rules)
    ]
    return "\n\n".join(parts) + "\n"


def lost_lists(rules: Iterable[Rule], mark: str = "1.") -> str:
    """Print everything as lists whose marks are all the same."""
    lines = ["# House rules", ""]
    for head, group in by_head(rules):
        lines += [f"### {title(head)}", ""]
        lines += ["   " * (len(r.path) - 2) + f"{mark} {r.words}" for r in group]
        lines.append("")
    return "\n".join(lines)


def alone(rules: Iterable[Rule]) -> str:
    """Print numbers alone on their lines, or followed by a tab."""
    lines: list[str] = []
    for head, group in by_head(rules):
        lines += [title(head), ""]
        for n, rule in enumerate(group):
            lines += [rule.decimal, "\t", "", rule.words, ""] if n % 2 else [f"{rule.decimal} \t{rule.words}"]
    return "\n".join(lines)


def wrapped(
    rules: Iterable[Rule],
    *,
    lettered: str = "",
    width: int = 72,
    remarks: str = "",
    wide: int = 84,
    page: int = 40,
) -> str:
    """Print hard-wrapped pages with numbers and running headers.

    :param lettered: how letters are printed (``"{}."``, ``"({})"``); empty for decimals.
    :param remarks: ``between`` the clauses, at the ``foot`` of pages in a wider column, or none.
    """
    pick, lines = random.Random(1), list[str]()
    for head, group in by_head(rules):
        lines += ["", title(head), ""]
        for rule in group:
            lines += textwrap.wrap(_label(rule, lettered) + rule.words, width)
            if remarks == "between" and rule.words.endswith(".") and pick.random() < 0.5:
                lines += textwrap.wrap(pick.choice(_REMARKS), width)
    pages: list[str] = []
    for number, start in enumerate(range(0, len(lines), page), start=7):
        body = lines[start : start + page]
        foot = ["", *textwrap.wrap(" ".join(_REMARKS), wide)] if remarks == "foot" else []
        pages += ["", "HOUSE RULES OF THE TEA ROOM", "", *body, *foot, "", str(number), ""]
    return "\n".join(pages)


def _label(rule: Rule, lettered: str) -> str:
    if not lettered or len(rule.path) < 3:
        return f"{rule.decimal}   "
    if len(rule.path) == 3:
        return lettered.format(chr(96 + int(rule.path[2]))) + "  "
    return f"({rule.path[3]}) "


def find(text: str) -> Structured:
    """Find the clauses of a text given as such."""
    if looks_like_markdown(text):
        return find_clauses(Source("x.md", "", text, markdown_lines(text), Flow.MARKED))
    return find_clauses(Source("x.txt", "", text, plain_lines(text)))


def texts(found: Structured) -> dict[str, str]:
    """Return the words of every clause by label, runs of blanks as one."""
    return {
        c.label: " ".join(" ".join(found.text[s.start : s.end] for s in c.paragraphs).split())
        for c in found.clauses
    }


def decimals(rules: Iterable[Rule]) -> dict[str, str]:
    """Return what must be found where labels are decimals."""
    return {rule.decimal: rule.words for rule in rules}


def letters(rules: Iterable[Rule]) -> dict[str, str]:
    """Return what must be found where the third level has letters."""
    return {rule.lettered: rule.words for rule in rules}


def write(folder: Path, name: str, text: str, encoding: str = "utf-8") -> Path:
    """Write a text to a file and return its path."""
    path = folder / name
    path.write_bytes(text.encode(encoding))
    return path
