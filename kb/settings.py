"""What a user can set, from the environment (``KB_…``), with defaults that work."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path
from typing import Annotated, Final

import platformdirs
from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    InstanceOf,
    SecretStr,
    StringConstraints,
    ValidationError,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from kb.errors import SettingsError

__all__ = ["BUILTIN_ENCODER", "FAISS", "IndexChoice", "IndexEngine", "Settings", "load_settings"]

BUILTIN_ENCODER: Final = "builtin"

_APP: Final = "chess-laws-kb"
_PREFIX: Final = "KB_"
_SHORTEST_TOKEN: Final = 16


@unique
class IndexEngine(StrEnum):
    """The vector indexes that can be chosen."""

    FAISS = "faiss"
    """In the memory of this process, kept in the cache folder."""

    MILVUS = "milvus"
    """In a Milvus server or cluster, or embedded in one file with milvus-lite."""


@dataclass(frozen=True, slots=True)
class IndexChoice:
    """A vector index and where it is; ``target`` is empty, an address or an absolute path."""

    engine: IndexEngine
    target: str = ""

    @property
    def embedded(self) -> bool:
        """Whether it is a file that one process at a time can open."""
        return self.engine is IndexEngine.MILVUS and not _ADDRESS.match(self.target)


_ADDRESS: Final = re.compile(r"https?://[^/\s]", re.IGNORECASE)
_FILE: Final = ".db"  # how the Milvus client tells a file from an address
FAISS: Final = IndexChoice(IndexEngine.FAISS)


def _index_choice(given: object) -> object:
    """Read ``faiss`` or ``milvus:<file or URL>``.

    >>> _index_choice("milvus:http://localhost:19530").embedded
    False
    """
    if not isinstance(given, str):
        return given
    name, _, target = given.strip().partition(":")
    if name == IndexEngine.FAISS and not target:
        return FAISS
    if name != IndexEngine.MILVUS or not target.strip():
        msg = "write faiss, milvus:FILE.db or milvus:http://HOST:PORT"
        raise ValueError(msg)
    target = target.strip()
    if _ADDRESS.match(target):
        return IndexChoice(IndexEngine.MILVUS, target)
    if "://" in target or not target.endswith(_FILE):
        msg = f"after milvus: comes a file whose name ends in {_FILE}, or an http(s) address"
        raise ValueError(msg)
    return IndexChoice(IndexEngine.MILVUS, str(_absolute(Path(target))))


def _absolute(path: Path) -> Path:
    """Resolve ``~`` and relative paths once, so that a later change of directory does not move the files."""
    return path.expanduser().absolute()


def _long_enough(token: SecretStr) -> SecretStr:
    """Refuse a token that could be guessed."""
    if 0 < len(token.get_secret_value()) < _SHORTEST_TOKEN:
        msg = f"use at least {_SHORTEST_TOKEN} characters"
        raise ValueError(msg)
    return token


_Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4096)]
_Folder = Annotated[Path, AfterValidator(_absolute)]
_Index = Annotated[InstanceOf[IndexChoice], NoDecode, BeforeValidator(_index_choice)]


class Settings(BaseSettings):
    """All settings, checked and frozen.

    ``encoder`` is ``builtin`` or the name or folder of a sentence-transformers model.  ``index`` is
    ``faiss`` or ``milvus:`` and a file or address; ``milvus_token`` is what a Milvus server asks for, an
    API key or ``user:password``.  ``data_dir`` holds
    what the user adds, ``cache_dir`` what can be rebuilt (the search index).  Neither folder is created
    or tested here.  ``log_questions`` writes the questions asked of a server to its log.
    ``upload_token`` lets an operator who knows it add texts over the web; without one nobody can.
    """

    model_config = SettingsConfigDict(env_prefix=_PREFIX, frozen=True, extra="ignore")

    encoder: _Name = BUILTIN_ENCODER
    index: _Index = FAISS
    milvus_token: SecretStr = SecretStr("")
    data_dir: _Folder = Field(default_factory=lambda: platformdirs.user_data_path(_APP, appauthor=False))
    cache_dir: _Folder = Field(default_factory=lambda: platformdirs.user_cache_path(_APP, appauthor=False))
    log_questions: bool = False
    upload_token: Annotated[SecretStr, AfterValidator(_long_enough)] = SecretStr("")

    @property
    def documents_dir(self) -> Path:
        """Where the texts the user added are."""
        return self.data_dir / "documents"


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
