"""What a user can set, from the environment (``KB_…``), with defaults that work."""

from __future__ import annotations

from enum import StrEnum, unique
from pathlib import Path
from typing import Annotated, Final

import platformdirs
from pydantic import AfterValidator, Field, StringConstraints, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from kb.errors import SettingsError

__all__ = ["BUILTIN_ENCODER", "IndexEngine", "Settings", "load_settings"]

BUILTIN_ENCODER: Final = "builtin"

_APP: Final = "chess-laws-kb"
_PREFIX: Final = "KB_"


@unique
class IndexEngine(StrEnum):
    """The vector indexes that can be chosen."""

    FAISS = "faiss"


def _absolute(path: Path) -> Path:
    """Resolve ``~`` and relative paths once, so that a later change of directory does not move the files."""
    return path.expanduser().absolute()


_Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4096)]
_Folder = Annotated[Path, AfterValidator(_absolute)]


class Settings(BaseSettings):
    """All settings, checked and frozen.

    ``encoder`` is ``builtin`` or the name or folder of a sentence-transformers model.  ``data_dir`` holds
    what the user adds, ``cache_dir`` what can be rebuilt (the search index).  Neither folder is created
    or tested here.  ``log_questions`` writes the questions asked of a server to its log.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True, extra="ignore")

    encoder: _Name = BUILTIN_ENCODER
    index: IndexEngine = IndexEngine.FAISS
    data_dir: _Folder = Field(default_factory=lambda: platformdirs.user_data_path(_APP, appauthor=False))
    cache_dir: _Folder = Field(default_factory=lambda: platformdirs.user_cache_path(_APP, appauthor=False))
    log_questions: bool = False


def load_settings() -> Settings:
    """Read the settings from the environment.

    :raises SettingsError: a variable has a value that cannot work; names the variable and says why.
    """
    try:
        return Settings()
    except ValidationError as error:
        problems = "; ".join(
            f"{_PREFIX}{str(problem['loc'][0]).upper()}={problem['input']!r}: {problem['msg']}"
            for problem in error.errors(include_url=False)
        )
        raise SettingsError(
            f"A setting cannot be used: {problems}.",
            hint="Correct or unset the environment variable.",
        ) from error
    except (OSError, RuntimeError) as error:  # no home folder for "~", or no current directory
        raise SettingsError(
            f"A folder cannot be resolved: {error}.",
            hint=f"Set {_PREFIX}DATA_DIR and {_PREFIX}CACHE_DIR to absolute paths.",
        ) from error
