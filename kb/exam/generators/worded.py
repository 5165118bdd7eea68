"""Which edition says this: a rule in our own words that some editions have and others lack."""

from __future__ import annotations

from functools import partial

from kb.exam.registry import GENERATORS, Generator
from kb.exam.scene import Draw, NotDrawn, Scene, given
from kb.exam.trust import PLAY
from kb.exam.types import Format
from kb.laws.topics import TopicRef

__all__: list[str] = []

# Rules that changed in substance, by topic: the aspect, and the name of its rule in the topics data.
_RULES: dict[str, tuple[tuple[str, str], ...]] = {
    "board_turned": (("orientation", "only_error"),),
    "colours_reversed": (("wrong_player_white", "arbiter_may_decide"),),
    "illegal_move_penalty": (
        ("how_many", "second_loses_shared_count"),
        ("what_counts", "promotion_and_king_named"),
    ),
    "promotion_not_replaced": (("pawn_left", "becomes_queen"),),
    "two_hands": (("two_hands_used", "with_clock_press"),),
    "clock_without_move": (("empty_press", "shared_count"),),
    "touch_move": (("adjusting", "other_contact_counts"),),
    "king_capture": (("king_taken", "named_illegal"),),
    "rapid_blitz_illegal_move": (
        ("rapid", "one_minute"),
        ("rapid", "two_minutes"),
        ("who_acts", "arbiter_or_claim"),
        ("supervision", "adequate"),
        ("setup_claim_limit", "ten_moves"),
    ),
    "resignation": (("resigning", "draw_if_no_mate"),),
}


def _draw(draw: Draw, topic: str) -> Scene:
    """Pick a rule of a topic that the edition drawn has."""
    aspect, rule = draw.pick(_RULES[topic])
    if draw.library.topics.aspect(TopicRef(topic, aspect)).rules[draw.law.id] != rule:
        raise NotDrawn
    play = PLAY[draw.law.id][0]
    return Scene(given(topic, aspect, play), play, (), worded=True)


def _register() -> None:
    for topic in _RULES:
        name = f"worded_{topic}"
        GENERATORS[name] = Generator(name, topic, partial(_draw, topic=topic), (Format.EDITION,))


_register()
