"""Which build of the core runs: compiled where one was built, else the same modules as plain Python.

``python -m kb.board.mating.build`` compiles the core into the user's cache
directory, under a name made from the sources and the interpreter.  A build that
does not belong to exactly these sources and this interpreter is never looked at.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import importlib.util
import sys
import sysconfig
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from kb.board.mating.core import moves, search

__all__ = ["SOURCES", "Core", "active", "build_directory", "compiled", "pure"]

SOURCES = Path(__file__).with_name("core")

_NAME = "kb_mating_core"


@dataclass(frozen=True, slots=True)
class Core:
    """The functions of one build of the core.

    :ivar compiled: whether they are machine code.
    :ivar successors, attacked: see :mod:`kb.board.mating.core.moves`.
    :ivar shut_in, search: see :mod:`kb.board.mating.core.search`.
    """

    compiled: bool
    successors: Callable[[bytes], list[bytes]]
    attacked: Callable[[bytes, int, int], bool]
    shut_in: Callable[[bytes, int], bool]
    search: type[search.Search]


def pure() -> Core:
    """Return the core as plain Python."""
    return Core(False, moves.successors, moves.attacked, search.shut_in, search.Search)


@functools.cache
def build_directory() -> Path:
    """Return where the compiled core for these sources and this interpreter belongs; it may not exist."""
    digest = hashlib.sha256((sysconfig.get_config_var("EXT_SUFFIX") or "").encode())
    for source in sorted(SOURCES.glob("*.p*")):
        if source.suffix in {".py", ".pxd"}:
            digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    return platformdirs.user_cache_path("chess-laws-kb") / "mating" / digest.hexdigest()[:20]


@functools.cache
def compiled() -> Core | None:
    """Return the compiled core, or ``None`` if there is none that loads."""
    start = build_directory() / "__init__.py"
    try:
        spec = importlib.util.spec_from_file_location(
            _NAME, start, submodule_search_locations=[str(start.parent)]
        )
        if spec is None or spec.loader is None or not start.is_file():
            return None
        package = importlib.util.module_from_spec(spec)
        sys.modules[_NAME] = package
        spec.loader.exec_module(package)
        fast_moves = importlib.import_module(f"{_NAME}.moves")
        fast_search = importlib.import_module(f"{_NAME}.search")
    except (ImportError, OSError):
        return None
    return Core(True, fast_moves.successors, fast_moves.attacked, fast_search.shut_in, fast_search.Search)


@functools.cache
def active() -> Core:
    """Return the build that the prover uses: the compiled one if it loads."""
    return compiled() or pure()
