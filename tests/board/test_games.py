from __future__ import annotations

import gzip
import io
from collections.abc import Callable
from pathlib import Path

import chess.pgn
import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.games import Damage, GameFile, RawGame, iter_games
from kb.errors import BoardReadingError

TWO = '[Event "a"]\n[White "A"]\n\n1. e4 e5 {x} 2. Nf3 (2. f4) *\n\n[Event "b"]\n\n1. d4 d5 1-0\n'


def games(text: str | bytes) -> list[RawGame]:
    raw = text if isinstance(text, bytes) else text.encode()
    return list(iter_games(io.BytesIO(raw)))


def moves(game: RawGame) -> list[str]:
    return [word for word in game.movetext.split() if not word[0].isdigit() and word != "*"]


def test_two_games() -> None:
    first, second = games(TWO)
    assert (first.index, first.line, dict(first.headers)) == (1, 1, {"Event": "a", "White": "A"})
    assert moves(first) == ["e4", "e5", "Nf3"]
    assert (second.index, second.line) == (2, 6)
    assert first.damage == second.damage == ()


@pytest.mark.parametrize(
    "text",
    [
        TWO.replace("\n", "\r\n"),
        "\ufeff" + TWO,
        TWO.replace("{x}", "{deep { comment ( ( ;}"),
        TWO.replace("(2. f4)", "(2. f4 (2. f3 (2. g3)) {)} exf4)"),
        TWO.replace("{x}", "; to the end of the line"),
        TWO.replace("\n\n1. d4", "\n% escape line\n\n1. d4"),
        TWO.replace("{x}", '{over\nseveral\n[Event "no"]\nlines}'),
        TWO.rstrip(),
        "\n\n\n" + TWO,
    ],
)  # fmt: skip
def test_shapes_of_files(text: str) -> None:
    first, second = games(text)
    assert moves(first)[:2] == ["e4", "e5"]
    assert moves(second) == ["d4", "d5"]


def test_games_without_headers_end_at_their_results() -> None:
    assert [moves(game) for game in games("1. e4 e5 1-0\n\n1. d4 d5\n2. c4 *\n1. c4 0-1\n")] == [
        ["e4", "e5"],
        ["d4", "d5", "c4"],
        ["c4"],
    ]


def test_a_broken_game_does_not_swallow_the_next() -> None:
    broken = '[Event "a"]\n\n1. e4 {never closed\n\n[Event "b"]\n\n1. d4 (1. c4\n\n[Event "c"]\n\n1. c4 *\n'
    first, second, third = games(broken)
    assert first.damage == (Damage.UNCLOSED_COMMENT,)
    assert second.damage == (Damage.UNCLOSED_VARIATION,)
    assert (third.damage, moves(third)) == ((), ["c4"])


def test_damage_is_named() -> None:
    assert games("[Event broken\n\n1. e4 ) e5 *\n")[0].damage == (
        Damage.BROKEN_HEADER,
        Damage.UNOPENED_VARIATION,
    )


def test_latin_1_and_nul() -> None:
    (game,) = games('[White "Muñoz"]\n\n1. e4\x00e5 *\n'.encode("latin-1"))
    assert game.headers["White"] == "Muñoz"
    assert moves(game) == ["e4", "e5"]


def test_utf_16_is_refused_with_advice() -> None:
    with pytest.raises(BoardReadingError, match="UTF-8"):
        games(TWO.encode("utf-16"))


def test_one_endless_line_is_cut_at_spaces() -> None:
    (game,) = games("1. e4 e5 " + "{comment} " * 20_000 + "2. Nf3 *")
    assert moves(game) == ["e4", "e5", "Nf3"]


def test_long_main_lines_are_cut() -> None:
    (game,) = games("e4 e5 Nf3 Nc6 Ng1 Nb8\n" * 10_000)
    assert game.damage == (Damage.TOO_LONG,)
    assert len(game.movetext) <= 42_000


def test_deep_nesting_is_counted() -> None:
    (game,) = games("1. e4 " + "(" * 300_000 + ")" * 300_000 + " e5 *")
    assert moves(game) == ["e4", "e5"]


@pytest.mark.parametrize("ending", [".pgn", ".pgn.gz", ".pgn.zst"])
def test_files_by_ending(tmp_path: Path, ending: str) -> None:
    packed = {
        ".pgn": TWO.encode(),
        ".pgn.gz": gzip.compress(TWO.encode()),
        ".pgn.zst": zstandard.compress(TWO.encode()),
    }[ending]
    path = tmp_path / f"games{ending}"
    path.write_bytes(packed)
    with GameFile(path) as file:
        assert [game.headers["Event"] for game in file] == ["a", "b"]
        assert file.bytes_read == file.size == len(packed)


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_damaged_archives_are_our_errors(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"games.pgn{ending}"
    path.write_bytes(b"this is no archive at all")
    with GameFile(path) as file, pytest.raises(BoardReadingError, match="whole PGN file"):
        list(file)


def test_a_cut_archive_gives_its_first_games(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn.gz"
    text = "".join(f'[Event "{number}"]\n\n1. e4 e{number % 2 + 5} *\n\n' for number in range(20_000))
    path.write_bytes(gzip.compress(text.encode())[:-2000])
    seen: list[RawGame] = []
    with GameFile(path) as file, pytest.raises(BoardReadingError):
        seen.extend(file)
    assert seen


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(BoardReadingError, match="nothing"):
        GameFile(tmp_path / "nothing.pgn")


@pytest.mark.parametrize(
    ("text", "remark"),
    [
        ("1. e4 e5 {White forfeits on time} 1-0", "White forfeits on time"),
        ("1. e4 e5 1-0 {White forfeits on time}", "White forfeits on time"),
        ("1. e4 {[%clk 0:01]} e5 {[%clk 0:00]} {Time} 1-0", "[%clk 0:00] Time"),
        ("1. e4 e5 {over\ntwo lines}\n1-0", "over two lines"),
        ("1. e4 e5 ; to the end of the line\n1-0", "to the end of the line"),
        ("1. e4 {a remark} e5 1-0", ""),
        ("1. e4 e5 ({not on the main line} 1... c5) 1-0", ""),
        ("1. e4 e5 1-0", ""),
    ],
)
def test_the_remark_after_the_last_move(text: str, remark: str) -> None:
    (game,) = games(text)
    assert game.remark == remark


def test_remarks_are_cut() -> None:
    (game,) = games("1. e4 {" + "word " * 50_000 + "} 1-0")
    assert len(game.remark) <= 500


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress])
def test_streams_are_unpacked_by_their_first_bytes(pack: Callable[[bytes], bytes]) -> None:
    stream = io.BytesIO(pack(TWO.encode()))
    with GameFile(stream) as file:
        assert [game.headers["Event"] for game in file] == ["a", "b"]
        assert (file.name, file.size, file.bytes_read) == ("-", None, 0)
    assert not stream.closed


words = st.sampled_from(
    [
        "e4",
        "e5",
        "1.",
        "2...",
        "{a comment}",
        "{b\nc}",
        "(1. d4)",
        "(1. d4 (1. c4) d5)",
        "$5",
        "Nf3\n",
        "; x\n",
    ]
)


@given(st.lists(st.lists(words, max_size=12), min_size=1, max_size=4))
@settings(max_examples=100, deadline=None)
def test_splits_like_python_chess(texts: list[list[str]]) -> None:
    pgn = "".join(
        f'[Event "{number}"]\n[Site "?"]\n\n1. a3 {" ".join(words)} *\n\n'
        for number, words in enumerate(texts)
    )
    stream = io.StringIO(pgn)
    theirs = []
    while (headers := chess.pgn.read_headers(stream)) is not None:
        theirs.append(headers["Event"])
    assert [game.headers["Event"] for game in games(pgn)] == theirs
    assert [game.damage for game in games(pgn)] == [()] * len(theirs)


@given(st.binary(max_size=400))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_games_or_our_error(raw: bytes) -> None:
    try:
        found = games(raw)
    except BoardReadingError:
        return
    assert [game.index for game in found] == list(range(1, len(found) + 1))
