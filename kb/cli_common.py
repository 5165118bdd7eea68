"""What the commands share: words in a language asked for, the held texts, JSON on the standard output."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import typer

if TYPE_CHECKING:
    from kb.laws.library import Library
    from kb.messages import Catalogue

__all__ = ["asked_words", "held_library", "print_json"]


def asked_words(language: str) -> Catalogue:
    """Return the catalogue of a language asked for; raises RequestError for one there is none of."""
    from kb.dialog.request import request_from_mapping
    from kb.messages import catalogue

    return catalogue(request_from_mapping({"language": language}).language or "en")


def held_library() -> Library:
    """Open the corpus with the texts the user added; raises CorpusError and SettingsError."""
    from kb.laws.library import open_library
    from kb.settings import load_settings

    return open_library(added=load_settings().documents_dir)


def print_json(data: Any) -> None:
    """Print data as people and programs read it: indented, letters as they are."""
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
