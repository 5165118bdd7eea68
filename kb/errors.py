"""The whole error tree of the product, in one place.

::

    KbError                     something the user can act on; carries a message id
    ├── CorpusError             the law texts on disk are not what they should be
    │   ├── QuoteMismatch       a quoted span no longer has its recorded hash
    │   └── UnknownClause       no such document, or no such clause in it
    ├── SettingsError           a setting has a value that cannot work
    ├── EncoderError            the embedding model cannot be loaded or used
    ├── FetchError              a text cannot be downloaded
    ├── IndexStoreError         the search index cannot be built or stored
    ├── StudyError              the record of study cannot be read or written
    ├── TextStoreError          an added text cannot be stored or removed
    └── InputError              what the user gave cannot be used
        ├── BoardReadingError   a position, game or move cannot be read
        ├── SourceFileError     a file to be imported cannot be read as a text
        └── RequestError        a request (JSON line, API body, option) is malformed

Every error names what to do next.  ``code`` is stable and is what programs
match on; ``hint`` is for people.  Foreign errors are mapped to these at the
boundary where they arise and never reach a surface.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kb.messages import Message

__all__ = [
    "BoardReadingError",
    "CorpusError",
    "EncoderError",
    "FetchError",
    "IndexStoreError",
    "InputError",
    "KbError",
    "QuoteMismatch",
    "RequestError",
    "SettingsError",
    "SourceFileError",
    "StudyError",
    "TextStoreError",
    "UnknownClause",
]


class KbError(Exception):
    """Base of every error this product raises on purpose.

    :param message: what is wrong, one sentence.
    :param hint: what to do next, one sentence, or empty.

    >>> str(CorpusError("text.txt is missing.", hint="Reinstall the package."))
    'text.txt is missing. Reinstall the package.'
    """

    code = "error"

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class CorpusError(KbError):
    """The law texts or the data beside them are damaged or inconsistent."""

    code = "corpus"


class QuoteMismatch(CorpusError):
    """The bytes at a quote's address no longer have the recorded hash."""

    code = "quote_mismatch"


class UnknownClause(CorpusError):
    """The document or the clause asked for is not held."""

    code = "unknown_clause"


class SettingsError(KbError):
    """A setting has a value that cannot work."""

    code = "settings"


class EncoderError(KbError):
    """The embedding model cannot be loaded or gave unusable vectors."""

    code = "encoder"


class FetchError(KbError):
    """A text cannot be downloaded.

    :param said: what is wrong as a message, to be worded in the language of whoever reads it.
    :param advice: what to do next, likewise.
    """

    code = "fetch"

    def __init__(self, message: str, *, said: Message, advice: Message, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.said = said
        self.advice = advice


class IndexStoreError(KbError):
    """The search index cannot be built, stored or opened."""

    code = "index"


class StudyError(KbError):
    """The record of exams, answers and reviews cannot be read or written."""

    code = "study"


class TextStoreError(KbError):
    """An added text cannot be stored or removed."""

    code = "text_store"


class InputError(KbError, ValueError):
    """What the user gave cannot be used as it is."""

    code = "input"


class BoardReadingError(InputError):
    """A position, game or move cannot be read.

    :param place: 0-based character offset of the trouble in the input, or ``None``.
    """

    code = "unreadable_position"

    def __init__(self, message: str, *, hint: str = "", place: int | None = None) -> None:
        super().__init__(message, hint=hint)
        self.place = place


class SourceFileError(InputError):
    """A file given for import cannot be read as a text: its kind, size, encoding or protection.

    :param reason: the short name of what is wrong, stable for programs (``encrypted``, ``scanned`` …).
    """

    code = "source_file"

    def __init__(self, message: str, *, hint: str = "", reason: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reason = reason


class RequestError(InputError):
    """A request is malformed.

    :param field: the field at fault, or empty for the request as a whole.
    """

    code = "bad_request"

    def __init__(self, message: str, *, hint: str = "", field: str = "") -> None:
        super().__init__(message, hint=hint)
        self.field = field
