"""Messages: sentences named by id in code and worded in four languages in gettext catalogues.

Every surface renders through here, so a sentence exists once.  The catalogue of a
language is every ``kb/locale/<language>/LC_MESSAGES/*.po`` together (one file for each part of
the product); they are read with Babel and need no compiled files beside them.
"""

from __future__ import annotations

import gettext
import io
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from kb.errors import CorpusError

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

__all__ = ["Arg", "Catalogue", "Message", "catalogue", "msg"]

LOCALE_FOLDER = Path(__file__).resolve().parent / "locale"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence to be worded later: its id and what goes into its ``{places}``, in order of name."""

    id: str
    args: tuple[tuple[str, Arg], ...] = ()


Arg = str | int | Message | tuple["Arg", ...]


def msg(message_id: str, /, **args: Arg) -> Message:
    """Name a sentence.  An argument called ``n`` chooses the plural form.

    >>> msg("verdict.NEW_GAME").id
    'verdict.NEW_GAME'
    """
    return Message(message_id, tuple(sorted(args.items())))


class Catalogue:
    """The wording of one language."""

    def __init__(
        self,
        language: str,
        translations: gettext.NullTranslations,
        ids: frozenset[str],
        counted: frozenset[str],
    ) -> None:
        self.language = language
        self.ids = ids
        self._translations = translations
        self._counted = counted  # ids that have plural forms

    def text(self, message: Message | str, /, **args: Arg) -> str:
        """Word a message.  Lists are joined by commas; messages inside messages are worded too.

        :raises CorpusError: for an id the catalogue lacks, or a place nothing was given for.
        """
        named = msg(message, **args) if isinstance(message, str) else message
        if named.id not in self.ids:
            raise CorpusError(f"The {self.language} catalogue lacks {named.id!r}.", hint=_MEND)
        values = {name: self._plain(value) for name, value in named.args}
        count = dict(named.args).get("n")
        if isinstance(count, int) and named.id in self._counted:
            pattern = self._translations.ngettext(named.id, named.id, count)
        else:
            pattern = self._translations.gettext(named.id)
        try:
            return _PLACE.sub(lambda place: values[place.group(1)], pattern)
        except KeyError as missing:
            raise CorpusError(f"Nothing was given for {missing} in {named.id!r}.", hint=_MEND) from None

    def _plain(self, value: Arg) -> str:
        if isinstance(value, Message):
            return self.text(value)
        if isinstance(value, tuple):
            return ", ".join(self._plain(v) for v in value)
        return str(value)


_PLACE = re.compile(r"\{(\w+)\}")
_MEND = "Reinstall the package."


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue of a language code.

    :raises CorpusError: if there is none, or it cannot be read.
    """
    # Babel is imported here: its locale data is not needed before the first sentence is worded.
    from babel.messages.mofile import write_mo

    paths = sorted((LOCALE_FOLDER / language / "LC_MESSAGES").glob("*.po"))
    if not paths:
        raise CorpusError(f"There is no catalogue for {language!r}.", hint=_MEND)
    merged = _read(paths[0], language)  # its header, with the rule of the plural, holds for all
    for path in paths[1:]:
        for message in _read(path, language):
            if message.id and message.id in merged:
                raise CorpusError(f"{path.name} ({language}) has {message.id!r} again.", hint=_MEND)
            if message.id:
                merged[message.id] = message
    compiled = io.BytesIO()
    write_mo(compiled, merged)
    compiled.seek(0)
    worded = [m for m in merged if m.id and _worded(m.string)]
    counted = frozenset(m.id[0] for m in worded if not isinstance(m.id, str))
    ids = counted | {m.id for m in worded if isinstance(m.id, str)}
    return Catalogue(language, gettext.GNUTranslations(compiled), ids, counted)


def _read(path: Path, language: str) -> Catalog:
    from babel.messages.pofile import PoFileError, read_po

    try:
        with path.open("rb") as file:
            return read_po(file, locale=language, abort_invalid=True)
    except (OSError, PoFileError, ValueError) as error:
        raise CorpusError(f"{path.name} ({language}) cannot be read: {error}.", hint=_MEND) from error


def _worded(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return bool(string) and (isinstance(string, str) or all(string or ()))
