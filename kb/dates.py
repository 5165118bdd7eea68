"""Days in words."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date

__all__ = ["long_date"]


def long_date(day: date, language: str) -> str:
    """Write a day in full as the Laws do, in English the British way.

    >>> long_date(date(2018, 1, 1), "en"), long_date(date(2018, 1, 1), "nl")
    ('1 January 2018', '1 januari 2018')
    """
    return format_date(day, format="long", locale="en_GB" if language == "en" else language)
