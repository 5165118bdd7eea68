from __future__ import annotations

import pytest

from kb.board.fen import FenSpan
from kb.board.links import find_links
from kb.board.types import ProblemKind


@pytest.mark.parametrize(
    "url",
    [
        "https://lichess.org/editor/6Rk/8/7K/8/8/8/8/8_b_-_-_0_1?color=white",
        "https://lichess.org/analysis/6Rk/8/7K/8/8/8/8/8_b_-_-_0_1",
        "lichess.org/analysis/standard/6Rk/8/7K/8/8/8/8/8_b_-_-_0_1#2",
        "https://lichess.org/analysis?fen=6Rk/8/7K/8/8/8/8/8%20b%20-%20-%200%201",
        "https://www.chess.com/analysis?fen=6Rk%2F8%2F7K%2F8%2F8%2F8%2F8%2F8+b+-+-+0+1&flip=false",
        "https://lichess.org/editor?fen=6Rk/8/7K/8/8/8/8/8_b_-_-_0_1&variant=standard",
    ],
)
def test_links_that_carry_a_position(url: str) -> None:
    (link,) = find_links(f"see {url} please")
    assert isinstance(link.fen, FenSpan)
    assert link.fen.board == "6Rk/8/7K/8/8/8/8/8"
    assert link.fen.side is False
    assert link.problem is None
    assert (link.offset, link.text) == (4, url)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://lichess.org/abcd1234", ProblemKind.GAME_LINK),
        ("https://lichess.org/abcd1234/black#23", ProblemKind.GAME_LINK),
        ("lichess.org/abcd1234WXYZ", ProblemKind.GAME_LINK),
        ("https://www.chess.com/game/live/12345678", ProblemKind.GAME_LINK),
        ("https://lichess.org/study/abcdefgh/ijklmnop", ProblemKind.STUDY_LINK),
        ("https://lichess.org/editor", ProblemKind.BOARD_LINK),
        ("https://lichess.org/analysis", ProblemKind.BOARD_LINK),
        ("https://i.imgur.com/abc.png", ProblemKind.PICTURE_LINK),
        ("https://example.org/photo.JPG?x=1", ProblemKind.PICTURE_LINK),
        ("https://handbook.fide.com/chapter/E012023", None),
        ("https://example.org/game/1", None),
    ],
)
def test_links_that_only_point(url: str, kind: ProblemKind | None) -> None:
    (link,) = find_links(f"({url}).")
    assert link.problem == kind
    assert link.text == url


def test_no_links() -> None:
    assert list(find_links("and/or 5/10 1/2-1/2 mail@lichess.org")) == []
