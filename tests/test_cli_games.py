"""``kb check`` and ``kb mate`` as a user calls them."""

from __future__ import annotations

import csv
import gzip
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import chess
import pytest
import zstandard
from click.testing import Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from kb.cli import app

CLEAN = '[Event "a"]\n[White "Ann"]\n[Black "Bo"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
ILLEGAL = '[Event "b"]\n[White "Cy"]\n[Black "Di"]\n[Result "1-0"]\n\n1. e4 e5 2. Bxf7 Kxf7 1-0\n\n'
DEAD = (
    '[Event "c"]\n[Result "1-0"]\n[Termination "Time forfeit"]\n'
    '[FEN "8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1"]\n\n1. Nxf3 Kd6 1-0\n\n'
)
BROKEN = '[Event "d"]\n\n1. e4 {never closed\n\n'
LANGUAGES = ("en", "es", "nl", "ru")


def run(*arguments: str, stdin: bytes | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=stdin, catch_exceptions=False)


def check(*arguments: str, stdin: bytes | None = None) -> Result:
    return run("check", *arguments, stdin=stdin)


def written(folder: Path, text: str | bytes, name: str = "games.pgn") -> str:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def kinds(result: Result) -> list[list[str]]:
    return [[f["kind"] for f in game["findings"]] for game in json.loads(result.stdout)["games"]]


# -- kb check ---------------------------------------------------------------------


def test_clean_games_give_0_and_a_summary(tmp_path: Path) -> None:
    result = check(written(tmp_path, CLEAN * 3))
    assert result.exit_code == 0
    assert result.stdout == "3 games checked, with findings: 0.\n"
    assert result.stderr == ""


def test_findings_give_1_and_say_where_and_why(tmp_path: Path) -> None:
    path = written(tmp_path, CLEAN + ILLEGAL + BROKEN + CLEAN)
    result = check(path)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == f"{path}:8 game 2: Cy – Di, b, 1-0"
    assert lines[1].split(maxsplit=1) == ["2.Bxf7", "illegal move: the piece does not move that way"]
    assert lines[-1].startswith("4 games checked, with findings: 2. illegal move: 1; damaged text: 1.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dead_position_and_a_wrong_result_in_every_language(tmp_path: Path, language: str) -> None:
    path = written(tmp_path, DEAD)
    result = check(path, "-l", language)
    assert result.exit_code == 1
    dead, lost = (line.strip() for line in result.stdout.splitlines()[1:3])
    assert dead.startswith("1...Kd6")
    expected = {
        "en": ("a dead position", "result should be a draw"),
        "es": ("posición muerta", "debería ser tablas"),
        "nl": ("een dode stelling", "remise moeten zijn"),
        "ru": ("мёртвой позиции", "должна быть ничья"),
    }[language]
    assert expected[0] in dead
    assert expected[1] in lost
    assert check(path, "-l", language, "--no-mating").exit_code == 0


def test_json_carries_the_findings_and_the_summary(tmp_path: Path) -> None:
    path = written(tmp_path, ILLEGAL + CLEAN + DEAD)
    result = check(path, "--format", "json")
    data = json.loads(result.stdout)
    assert data["summary"] == {
        "games": 3,
        "with_findings": 2,
        "undecided": 0,
        "left_off": 0,
        "kinds": {"illegal_move": 1, "after_dead_position": 1, "lost_on_time": 1},
    }
    first, second = data["games"]
    assert (first["file"], first["game"], first["line"], first["headers"]["White"]) == (path, 1, 1, "Cy")
    finding = first["findings"][0]
    assert (finding["ply"], finding["number"], finding["color"], finding["move"]) == (2, 2, "white", "Bxf7")
    assert finding["uci"] == "f1f7"
    assert finding["reason"] == "piece_does_not_move_so"
    dead, lost = second["findings"]
    assert dead["cannot_mate"] == {"white": "lone_knight", "black": "bare_king"}
    assert (lost["kind"], lost["color"], lost["ply"]) == ("lost_on_time", "white", None)
    assert chess.Board(lost["fen"]).is_valid()
    assert result.stderr.startswith("3 games checked")


@pytest.mark.parametrize("text", [CLEAN, ILLEGAL, ILLEGAL * 2])
def test_json_is_json_whatever_was_found(tmp_path: Path, text: str) -> None:
    path = written(tmp_path, text)
    data = json.loads(check(path, "--format", "json").stdout)
    lines = [json.loads(line) for line in check(path, "--format", "jsonl").stdout.splitlines()]
    assert lines == [*data["games"], {"summary": data["summary"]}]


def test_csv_has_a_row_a_finding(tmp_path: Path) -> None:
    result = check(written(tmp_path, ILLEGAL + DEAD + CLEAN), "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["kind"] for row in rows] == ["illegal_move", "after_dead_position", "lost_on_time"]
    assert (rows[0]["white"], rows[0]["move"], rows[0]["ply"]) == ("Cy", "Bxf7", "2")
    assert rows[2]["text"].endswith("The result should be a draw.")


def test_local_letters_are_read(tmp_path: Path) -> None:
    path = written(tmp_path, "1. e4 e5 2. Cf3 Cc6 3. Ab5 *\n")
    assert check(path, "-l", "es").exit_code == 0


@pytest.mark.parametrize("form", ["table", "json", "jsonl", "csv"])
def test_processes_change_nothing(tmp_path: Path, form: str) -> None:
    path = written(tmp_path, (CLEAN + ILLEGAL + CLEAN + DEAD + BROKEN) * 60)
    alone, together = check(path, "--format", form), check(path, "--format", form, "--jobs", "2")
    assert alone.stdout == together.stdout
    assert alone.exit_code == together.exit_code == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_cut_archive_is_reported_after_its_first_games(tmp_path: Path, jobs: str) -> None:
    text = "".join(f'[Event "{number}"]\n\n1. e4 e{number % 2 + 6} *\n\n' for number in range(4_000))
    path = written(tmp_path, gzip.compress(text.encode())[:-2000], "games.pgn.gz")
    after = written(tmp_path, ILLEGAL, "after.pgn")
    result = check(path, after, "--format", "jsonl", "--jobs", jobs)
    assert result.exit_code == 2
    *games, summary = [json.loads(line) for line in result.stdout.splitlines()]
    assert summary["summary"]["games"] > 1000
    assert games[0]["headers"]["Event"] == "1"
    assert games[-1]["file"] == after
    assert "whole PGN file" in result.stderr


@pytest.mark.parametrize(
    ("ending", "pack"), [(".pgn", bytes), (".pgn.gz", gzip.compress), (".pgn.zst", zstandard.compress)]
)
def test_packed_files_and_standard_input(tmp_path: Path, ending: str, pack: Any) -> None:
    packed = pack((ILLEGAL + CLEAN).encode())
    path = written(tmp_path, packed, "games" + ending)
    from_file, piped = check(path, "--format", "json"), check("-", "--format", "json", stdin=packed)
    assert kinds(from_file) == kinds(piped) == [["illegal_move"]]
    assert json.loads(piped.stdout)["games"][0]["file"] == "-"


def test_several_files_in_their_order(tmp_path: Path) -> None:
    one, two = written(tmp_path, ILLEGAL, "1.pgn"), written(tmp_path, CLEAN + DEAD, "2.pgn")
    games = json.loads(check(two, one, "--format", "json").stdout)["games"]
    assert [(game["file"], game["game"]) for game in games] == [(two, 2), (one, 1)]


@pytest.mark.parametrize("text", [None, b"", b"\n\n \n", "1. e4 *".encode("utf-16")])
def test_unusable_files_give_2_and_the_others_are_checked(tmp_path: Path, text: bytes | None) -> None:
    bad = str(tmp_path / "bad.pgn") if text is None else written(tmp_path, text, "bad.pgn")
    result = check(bad, written(tmp_path, ILLEGAL))
    assert result.exit_code == 2
    assert "illegal move" in result.stdout
    assert result.stderr.startswith("kb: ")
    assert "Traceback" not in result.stderr


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert check(str(tmp_path)).exit_code == 2


HOSTILE = {
    "no end of brackets": b"1. e4 " + b"(" * 200_000,
    "one endless line": b"1. e4 e5 " + b"Ke2 Ke7 Ke1 Ke8 " * 20_000,
    "moves that nobody can make": b"1. " + b"Qa8 Ra1 Kh8 Bb7 " * 5_000,
    "an endless header": b'[White "' + b"A" * 500_000 + b'"]\n\n1. e4 *',
    "thousands of headers": b'[A "b"]\n' * 20_000 + b"\n1. e4 *",
    "huge numbers": b"9" * 50_000 + b". e4 " + b"8" * 50_000 + b"... e5 *",
    "a FEN of huge numbers": b'[FEN "8/8/8/8/8/8/8/8 w - - 99999999999999 99999999999999"]\n\n1. e4 *',
    "NUL and escape": b'[White "\x00\x1b[2J\xc2\x9b2J\xe2\x80\xae"]\n\n1. e4 e9\x00 *',
    "bytes": bytes(range(256)) * 400,
    "an endless remark": b"1. e4 {" + b"on time flag fell " * 30_000 + b"} 1-0",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_bounded(tmp_path: Path, name: str) -> None:
    result = check(written(tmp_path, HOSTILE[name]))
    assert result.exit_code in {0, 1, 2}
    assert len(result.stdout) < 200_000
    assert all(char.isprintable() or char == "\n" for char in result.stdout)


@given(
    st.text(
        alphabet=st.sampled_from('[]{}()"%;\n .,-+#=x/*0123456789abcdefghKQRBNO\u00f1\u0424'), max_size=200
    )
)
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_is_checked(text: str) -> None:
    result = check("-", "--format", "json", stdin=text.encode())
    assert result.exit_code in {0, 1, 2}
    json.loads(result.stdout)


def test_usage_errors_are_one_line() -> None:
    assert CliRunner().invoke(app, ["check", "x.pgn", "--jobs", "0"]).exit_code == 2
    result = subprocess.run(
        [sys.executable, "-m", "kb", "check", "-", "-l", "xx"], capture_output=True, text=True, input=""
    )
    assert result.returncode == 2
    assert result.stderr.startswith("kb: There is no language")


def test_the_exit_code_reaches_the_shell(tmp_path: Path) -> None:
    for text, code in ((CLEAN, 0), (ILLEGAL, 1), ("", 2)):
        command = [sys.executable, "-m", "kb", "check", written(tmp_path, text)]
        assert subprocess.run(command, capture_output=True).returncode == code


# -- kb mate ----------------------------------------------------------------------

PAWN = "8/8/8/3k4/8/8/4P3/4K3 w - - 0 1"


def mate(*arguments: str) -> Any:
    result = run("mate", *arguments, "--json")
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_a_line_that_mates() -> None:
    answer = mate("--fen", PAWN)
    white, black = answer["sides"]
    board = chess.Board(answer["fen"])
    for uci, san in zip(white["line"]["uci"], white["line"]["san"], strict=True):
        move = board.parse_san(san)
        assert move.uci() == uci
        board.push(move)
    assert board.is_checkmate()
    assert board.turn == chess.BLACK
    assert (white["verdict"], black["verdict"], black["reason"]) == ("can", "cannot", "bare_king")
    assert answer["dead"] is False


@pytest.mark.parametrize(
    ("language", "letters", "reason"),
    [("en", "QK", "only its king"), ("es", "DR", "rey"), ("nl", "DK", "koning"), ("ru", "ФК", "король")],
)
def test_in_words_with_the_letters_of_the_language(language: str, letters: str, reason: str) -> None:
    result = run("mate", "--fen", PAWN, "-l", language)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == PAWN
    assert [line.split() for line in lines[1:9]][7] == list("····♔···")
    text = " ".join(lines[9:])
    assert f"={letters[0]}" in text
    assert "1.e4" in text or f"1.{letters[1]}" in text
    assert reason in text


def test_one_side_only() -> None:
    answer = mate("--fen", PAWN, "--side", "black")
    assert [side["side"] for side in answer["sides"]] == ["black"]
    assert answer["dead"] is None


def test_a_dead_position() -> None:
    answer = mate("--fen", "8/8/8/3k4/8/5p2/3N4/4K3 w - - 0 1", "--moves", "1. Nxf3")
    assert answer["fen"].startswith("8/8/8/3k4/8/5N2/8/4K3 b")
    assert answer["dead"] is True
    assert "dead position" in answer["text"]


def test_forced_moves_are_shown() -> None:
    white, black = mate("--fen", "7k/8/8/8/8/8/1q6/K7 w - - 0 1")["sides"]
    assert (white["reason"], white["line"]) == ("bare_king", None)
    assert (black["reason"], black["after"], black["line"]["san"]) == ("forced_line", "bare_king", ["Kxb2"])


def test_mate_on_the_board() -> None:
    white, black = mate("--moves", "1. f3 e5 2. g4 Qh4#")["sides"]
    assert (white["verdict"], black["verdict"], black["line"]["uci"]) == ("cannot", "can", [])


def test_undetermined_says_what_an_arbiter_does() -> None:
    answer = mate("--fen", chess.STARTING_FEN, "--budget", "1")
    assert [side["verdict"] for side in answer["sides"]] == ["undetermined"] * 2
    assert answer["sides"][0]["nodes"] >= 1
    assert answer["dead"] is None
    assert "arbiter" in answer["text"]


def test_a_position_without_meaning() -> None:
    answer = mate("--fen", "8/8/8/3kK3/8/8/8/8 w - - 0 1", "-l", "nl")
    assert answer["text"].startswith("De loopregels geven deze stelling geen betekenis")
    assert answer["notes"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "There is no position"),
        (["--fen", "nonsense"], "FEN"),
        (["--moves", "1. e4 Ke6"], "Ke6: illegal move"),
        (["--moves", "%%%"], "move"),
        (["--fen", PAWN, "--side", "green"], "green"),
        (["--fen", PAWN, "--budget", "0"], "budget"),
    ],
)
def test_what_cannot_be_used_is_one_clear_line(arguments: list[str], said: str) -> None:
    result = subprocess.run([sys.executable, "-m", "kb", "mate", *arguments], capture_output=True, text=True)
    assert result.returncode == 2
    assert result.stderr.startswith("kb: ")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
