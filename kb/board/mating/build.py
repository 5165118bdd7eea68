"""Compile the core of the mating prover: ``python -m kb.board.mating.build``.

The sources stay as they are; Cython, a C compiler and setuptools turn a copy of
them into extension modules in the user's cache directory, where
:mod:`kb.board.mating.backend` finds them.  Without these tools, or when anything
goes wrong, the prover runs as plain Python: the command then says why and
succeeds all the same.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from kb.board.mating.backend import SOURCES, build_directory

__all__ = ["compile_core", "main"]

# Names and ranges are checked by the tests of the plain modules, not again at run time.
_RECIPE = """
import sys
from Cython.Build import cythonize
from setuptools import Extension, setup
names = sys.argv.pop().split(",")
setup(
    name="kb_mating_core",
    ext_modules=cythonize(
        [Extension("kb_mating_core." + name, ["kb_mating_core/" + name + ".py"]) for name in names],
        language_level=3,
        compiler_directives={
            "annotation_typing": False,
            "boundscheck": False,
            "cdivision": True,
            "initializedcheck": False,
            "wraparound": False,
        },
    ),
)
"""


def compile_core() -> Path:
    """Compile the core, unless that has been done, and return its directory.

    :raises OSError: the cache directory cannot be written.
    :raises subprocess.CalledProcessError: Cython, setuptools or the compiler is missing or fails;
        its ``stderr`` says which.
    """
    final = build_directory()
    if final.is_dir():
        return final
    final.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=final.parent, prefix=".build-") as scratch:
        package = Path(scratch) / "kb_mating_core"
        shutil.copytree(SOURCES, package, ignore=shutil.ignore_patterns("__pycache__"))
        (Path(scratch) / "setup.py").write_text(_RECIPE, encoding="utf-8")
        names = sorted(source.stem for source in package.glob("*.pxd"))
        subprocess.run(  # noqa: S603 - our own recipe, run by this interpreter
            [sys.executable, "setup.py", "-q", "build_ext", "--inplace", ",".join(names)],
            cwd=scratch,
            check=True,
            capture_output=True,
            text=True,
        )
        for name in names:
            # Only the compiled module may answer to the name: a plain one would hide a broken build.
            for leftover in (".py", ".pxd", ".c"):
                (package / f"{name}{leftover}").unlink(missing_ok=True)
        try:
            package.replace(final)
        except OSError:
            if not final.is_dir():  # else another process has built the same meanwhile
                raise
    return final


def main() -> int:
    """Compile, say what came of it in one line, and return 0: the plain prover is no failure."""
    try:
        print(f"mating prover: compiled into {compile_core()}")
    except subprocess.CalledProcessError as error:
        lines = error.stderr.strip().splitlines()
        print(f"mating prover: not compiled, runs as plain Python ({lines[-1] if lines else error})")
    except OSError as error:
        print(f"mating prover: not compiled, runs as plain Python ({error})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
