"""Texts as a user adds them, invented for tests: folders of the layout that importing writes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

__all__ = ["LAWS", "described", "write_text"]

# Label, title it stands under, wording: ours, and no wording of the Laws.
LAWS: Sequence[tuple[str, str, str]] = (
    ("1.2", "Article 1", "In this test text the light side opens."),
    ("3.6", "Article 3", "In this test text a knight goes to a near square off all its lines."),
    ("3.8.2", "Article 3", "In this test text castling moves king and rook at once."),
    ("3.8.2.1", "Article 3", "In this test text castling is gone for good in two cases."),
    ("4.3", "Article 4", "In this test text touching counts."),
    ("4.3.1", "Article 4", "In this test text an own piece touched must be moved."),
    ("6.7", "Article 6", "In this test text the regulations name how late a player may be."),
    ("7.5.1", "Article 7", "In this test text an illegal move is taken back."),
    ("7.5.5", "Article 7", "In this test text the rival gets two minutes, then wins."),
    ("8.1.1", "Article 8", "In this test text every move is written down."),
    ("11.3.2", "Article 11", "In this test text a device in the hall costs the game."),
    ("11.5", "Article 11", "In this test text a rival is left in peace."),
    ("A.2", "Appendix A", "In this test text nothing need be written down."),
    ("A.3", "Appendix A", "In this test text one minute stands for two."),
)
ASPECTS: Mapping[str, Mapping[str, Sequence[str]]] = {
    "castling.when_allowed": {"clauses": ["3.8.2"], "penalty": []},
    "illegal_move_restoration.go_back": {"clauses": ["7.5.1"], "penalty": ["7.5.5"]},
    "illegal_move_penalty.how_many": {"clauses": ["7.5.5"], "penalty": []},
    "touch_move.own_piece": {"clauses": ["4.3", "4.3.1"], "penalty": []},
    "phones_devices.device": {"clauses": ["11.3.2"], "penalty": []},
}


def described(
    document_id: str,
    clauses: Sequence[tuple[str, str, str]] = LAWS,
    *,
    language: str = "en",
    edition: str = "2023",
    aspects: Mapping[str, Mapping[str, Sequence[str]]] = ASPECTS,
) -> tuple[dict[str, Any], str, str]:
    """Return ``document.json`` as data, the cleaned text, and the original with its printed labels."""
    text, original, entries = "", "", []
    for label, heading, wording in clauses:
        start, source = len(text), len(original)
        text += wording + "\n"
        original += label + "  " + wording.replace(" text", " te-\nxt") + "\n"
        entries.append(
            {
                "label": label,
                "printed": label,
                "heading": heading,
                "paragraphs": [[start, start + len(wording)]],
                "original": [[source, len(original) - 1]],
            }
        )
    meta = {
        "format": 1,
        "id": document_id,
        "language": language,
        "edition": edition,
        "title": "A text of the tests",
        "authority": "nobody",
        "in_force_from": "",
        "in_force_to": "",
        "status": "imported",
        "source_file": "test.txt",
        "source_sha256": _digest(original),
        "sha256": _digest(text),
        "original_sha256": _digest(original),
        "clauses": entries,
        "aspects": aspects,
    }
    return meta, text, original


def write_text(folder: Path, document_id: str, *args: Any, **kwargs: Any) -> Path:
    """Write a text below a folder of added texts and return its folder; arguments as in :func:`described`."""
    meta, text, original = described(document_id, *args, **kwargs)
    place = folder / document_id
    place.mkdir(parents=True)
    (place / "text.txt").write_bytes(text.encode())
    (place / "original.txt").write_bytes(original.encode())
    (place / "document.json").write_text(json.dumps(meta), encoding="utf-8")
    return place


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
