"""Which function draws the scenes of which topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kb.exam.scene import Draw, Scene
from kb.exam.types import Format

__all__ = ["GENERATORS", "Generator", "generates"]

Drawing = Callable[[Draw], Scene]
_RULED = (Format.CHOICE, Format.OPEN, Format.CLAUSE)


@dataclass(frozen=True, slots=True)
class Generator:
    """Draws scenes of one topic; ``formats`` are those its scenes can be asked in."""

    name: str
    topic: str
    draw: Drawing
    formats: tuple[Format, ...]


GENERATORS: dict[str, Generator] = {}


def generates(topic: str, *more: Format, only: tuple[Format, ...] = ()) -> Callable[[Drawing], Drawing]:
    """Register a function as a generator of a topic, under its own name.

    :param more: formats beside those in which every ruling can be asked.
    :param only: the formats of scenes that are told in another way.
    """

    def register(function: Drawing) -> Drawing:
        name = function.__name__
        if name in GENERATORS:
            raise ValueError(f"there are two generators {name}")
        GENERATORS[name] = Generator(name, topic, function, only or (*_RULED, *more))
        return function

    return register
