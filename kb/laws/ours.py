"""Our own texts: restatements, working translations, example questions.

None of it is official wording and every surface says so where it is shown.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kb.errors import CorpusError
from kb.laws.topics import TopicRef

__all__ = ["LANGUAGES", "OwnTexts", "load_own_texts"]

LANGUAGES = ("es", "nl", "ru", "en")
OFF_TOPIC = "off_topic"


@dataclass(frozen=True, slots=True)
class OwnTexts:
    """Everything under ``corpus/ours`` for one language."""

    language: str
    restatements: Mapping[tuple[TopicRef, str], str] = field(repr=False)
    translations: Mapping[tuple[str, str], str] = field(repr=False)
    questions: Mapping[TopicRef, tuple[str, ...]] = field(repr=False)
    off_topic: tuple[str, ...] = field(repr=False)

    def restatement(self, ref: TopicRef, rule: str) -> str:
        """Return our wording of one rule.

        :raises CorpusError: if there is none.
        """
        return _lookup(self.restatements, (ref, rule), f"restatement of {ref} {rule} in {self.language}")

    def translation(self, document: str, label: str) -> str:
        """Return our working translation of a held clause into this language.

        :raises CorpusError: if there is none.
        """
        return _lookup(
            self.translations, (document, label), f"translation of {document} {label} into {self.language}"
        )


def load_own_texts(folder: Path, language: str) -> OwnTexts:
    """Read the three files of one language.

    :raises CorpusError: if one is missing or malformed.
    """
    restatements = _read(folder / "restatements" / f"{language}.toml")
    translations = _read(folder / "translations" / f"{language}.toml")
    questions = _read(folder / "questions" / f"{language}.toml")
    off_topic = questions.pop(OFF_TOPIC, {})
    return OwnTexts(
        language=language,
        restatements={
            (TopicRef(topic, aspect), rule): text
            for topic, aspects in restatements.items()
            for aspect, rules in aspects.items()
            for rule, text in rules.items()
        },
        translations={
            (document, label): text
            for document, texts in translations.items()
            for label, text in texts.items()
        },
        questions={
            TopicRef(topic, aspect): tuple(texts)
            for topic, aspects in questions.items()
            for aspect, texts in aspects.items()
        },
        off_topic=tuple(text for texts in off_topic.values() for text in texts),
    )


def _lookup(texts: Mapping[Any, str], key: object, what: str) -> str:
    try:
        return texts[key]
    except KeyError:
        raise CorpusError(
            f"There is no {what}.", hint="Restore the corpus, or reinstall the package."
        ) from None


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CorpusError(
            f"{path.parent.name}/{path.name} cannot be read: {error}.",
            hint="Restore corpus/ours from the repository, or reinstall the package.",
        ) from error
