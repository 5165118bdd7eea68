"""The generators, one module for each family of topics; importing them registers them."""

from __future__ import annotations

from kb.exam.generators import counted, endings, games, kings, offences, promotions, setups, touching, worded

__all__ = ["FAMILIES"]

FAMILIES = (setups, offences, counted, promotions, kings, touching, endings, games, worded)
