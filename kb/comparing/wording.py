"""Dates, periods and names in the reader's language."""

from __future__ import annotations

import re
from datetime import date

from babel.dates import format_skeleton

from kb.dates import long_date
from kb.laws.editions import Edition
from kb.laws.library import Library
from kb.laws.topics import TopicRef
from kb.messages import Catalogue

__all__ = ["aspect_name", "day_text", "month_text", "period_text"]


_YEAR = re.compile(r"\sг\.")  # in Russian: the full stop of the abbreviation would end a sentence


def day_text(day: date, language: str) -> str:
    """Write a day in full, so that it can stand in a sentence.

    >>> day_text(date(2016, 5, 1), "en")
    '1 May 2016'
    """
    return _YEAR.sub(" года", long_date(day, language))


def month_text(day: date, language: str) -> str:
    """Write a month with its year.

    >>> month_text(date(2016, 5, 1), "es")
    'mayo de 2016'
    """
    return _YEAR.sub(" года", format_skeleton("yMMMM", day, locale=language))


def period_text(law: Edition, words: Catalogue) -> str:
    """Write from when to when an edition was in force."""
    start = day_text(law.in_force_from, words.language)
    if law.in_force_to is None:
        return words.text("compare.period_open", start=start)
    return words.text("compare.period", start=start, end=day_text(law.in_force_to, words.language))


def aspect_name(library: Library, ref: TopicRef, words: Catalogue) -> str:
    """Name an aspect within its topic; empty where the topic has only this one."""
    return words.text(f"aspect.{ref}") if len(library.topics[ref.topic].aspects) > 1 else ""
