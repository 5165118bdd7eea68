"""Questions that only ask what a word means: "what is a sealed move?", "¿qué significa …?"."""

from __future__ import annotations

import re

from kb.laws.labels import glossary_label

__all__ = ["asked_term"]

_LONGEST = 100  # characters; what is longer asks for more than a word
_ASKING = re.compile(
    r"^(?:what(?:'s| is| are| does)|define|(?:the )?(?:meaning|definition) of"
    r"|(?:qué|que) (?:es|son|significan?|quiere decir)|(?:significado|definición) de"
    r"|wat (?:is|zijn|betekent|betekenen)|(?:de )?(?:betekenis|definitie) van"
    r"|что (?:такое|значит|означает)|(?:значение|определение)(?: слова| термина)?)\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(?:an?|the|una?|el|la|los|las|een|de|het)\s+", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:mean|(?:in|en|bij|het|в)\s+(?:chess|ajedrez|schaken|шахматах))$", re.IGNORECASE)


def asked_term(text: str) -> str | None:
    """Return the label a glossary would have for the word asked about, if nothing else is asked.

    >>> [asked_term(t) for t in ("What is a sealed move?", "¿Qué significa «reloj»?", "Что такое цейтнот")]
    ['glossary/sealed move', 'glossary/reloj', 'glossary/цейтнот']
    >>> asked_term("What happens if my flag falls?") is None
    True
    """
    if len(text) > _LONGEST:
        return None
    bare = re.sub(r"[¿?!.«»\"“”„']+(?=\s|$)|(?<![\w])[¿«\"“„']", "", text).strip()
    asked = _ASKING.match(bare)
    if asked is None:
        return None
    word = _ARTICLE.sub("", _TAIL.sub("", bare[asked.end() :].strip()))
    return glossary_label(word) if word else None
