from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.board.reading import MAX_FIELD, MAX_GAMES, MAX_TEXT, read_board
from kb.board.types import (
    EXAMPLES,
    BoardReading,
    EchoKind,
    ExampleKey,
    InputField,
    PositionSource,
    ProblemKind,
    RepairKind,
    RestReason,
)

PAWN = "8/q1P1k3/8/8/8/8/6PP/7K"
FULL = f"{PAWN} w - - 0 1"


def read(
    text: str = "",
    language: str = "en",
    fen: str | None = None,
    pgn: str | None = None,
    moves: str | None = None,
) -> BoardReading:
    return read_board(text, language=language, fen=fen, pgn=pgn, moves=moves)


def problems(reading: BoardReading) -> list[ProblemKind]:
    return [problem.kind for problem in reading.problems]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "what about clause e5",
        "7.5.3 and 7.5a with 5+3, article 10.e4",
        "How many illegal moves before I lose?",
        "un alfil fue de a6-d1 en la jugada 15",
        "White played e4 and Black replied e5",
        "see https://handbook.fide.com/chapter/E012023 and/or A.4.2",
        "rook from f8 beside the board, pawn on a7, queen on a8",
    ],
)
def test_sentences_without_board_material(text: str) -> None:
    reading = read(text)
    assert not reading
    assert reading == BoardReading()


def test_a_fen_and_moves_in_one_sentence() -> None:
    reading = read(f"{FULL} it went 1.c8 and he pressed")
    assert reading.position is not None
    assert reading.position.source is PositionSource.TEXT
    assert reading.moves[0].promotion_missing
    assert reading.moves[0].uci == "c7c8"
    assert reading.games[0].first_illegal == 0


def test_fields_win_over_the_sentence() -> None:
    other = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    reading = read(f"{other} 1.O-O", fen=FULL, moves="c8=Q")
    assert reading.position is not None
    assert (reading.position.fen, reading.position.source) == (FULL, PositionSource.FIELD)
    assert [position.fen for position in reading.other_positions] == [other]
    assert [move.san for move in reading.moves] == ["c8=Q"]


def test_a_link_in_the_fen_field() -> None:
    reading = read(fen="https://lichess.org/editor/6Rk/8/7K/8/8/8/8/8_b_-_-_0_1?color=white")
    assert reading.position is not None
    assert reading.position.fen == "6Rk/8/7K/8/8/8/8/8 b - - 0 1"
    assert RepairKind.UNDERSCORES in {repair.kind for repair in reading.position.repairs}


def test_words_in_the_fen_field() -> None:
    reading = read(fen="Wit: Kg1, Dd4. Zwart: Kg8", language="nl")
    assert reading.position is not None
    assert reading.position.source is PositionSource.DESCRIBED
    (echo,) = reading.echoes
    assert (echo.kind, echo.text) == (EchoKind.POSITION, "Wit: Kg1, Dd4. Zwart: Kg8")
    assert echo.understood == reading.position.fen


def test_a_link_in_the_text() -> None:
    reading = read("https://lichess.org/editor/6Rk/8/7K/8/8/8/8/8_b_-_-_0_1?color=white black out of time")
    assert reading.position is not None
    assert reading.position.source is PositionSource.URL


@pytest.mark.parametrize(
    ("text", "kind", "example"),
    [
        ("https://lichess.org/abcd1234", ProblemKind.GAME_LINK, ExampleKey.PGN),
        ("https://lichess.org/study/abcdefgh/ijklmnop", ProblemKind.STUDY_LINK, ExampleKey.PGN),
        ("https://i.imgur.com/abc.png", ProblemKind.PICTURE_LINK, ExampleKey.FEN),
    ],
)
def test_links_that_need_the_text(text: str, kind: ProblemKind, example: ExampleKey) -> None:
    (problem,) = read(text).problems
    assert (problem.kind, problem.example) == (kind, example)
    assert problem.place.field is InputField.TEXT


def test_a_link_does_not_matter_beside_a_position() -> None:
    assert problems(read(f"https://lichess.org/abcd1234 {FULL}")) == []


def test_pgn_with_headers() -> None:
    pgn = f'[White "A"]\n[Result "1-0"]\n[FEN "{FULL}"]\n\n1. c8=Q Qh8 1-0'
    reading = read(pgn=pgn)
    assert reading.position is not None
    assert reading.position.source is PositionSource.PGN
    assert reading.games[0].headers["White"] == "A"
    assert reading.games[0].result == "1-0"
    assert reading.games[0].moves[1].illegal is not None


def test_pgn_inside_a_sentence() -> None:
    reading = read('look: [Event "rapid"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc7 Qxc7 * Move 4 can\'t be')
    assert reading.games[0].headers == {"Event": "rapid"}
    assert reading.games[0].first_illegal == 6
    assert reading.moves[6].uci == "b5c7"
    assert problems(reading) == []


def test_several_games() -> None:
    pgn = '[Event "a"]\n\n1. e4 e5 *\n\n[Event "b"]\n\n1. d4 Ke7 *\n'
    assert [game.first_illegal for game in read(pgn=pgn).games] == [None, 1]


def test_too_many_games() -> None:
    reading = read(pgn='[Event "a"]\n\n1. e4 *\n\n' * (MAX_GAMES + 3))
    assert len(reading.games) == MAX_GAMES
    assert problems(reading) == [ProblemKind.TOO_MANY_GAMES]


def test_a_header_fen_alone_is_a_position() -> None:
    reading = read(f'[FEN "{FULL}"] he pushed c8')
    assert reading.position is not None
    assert [move.uci for move in reading.moves] == ["c7c8"]


def test_other_variants_are_refused() -> None:
    assert problems(read(pgn='[Variant "Atomic"]\n\n1. e4 e5')) == [ProblemKind.VARIANT]


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("8/q1P1k3/8/8/8/8/6PP/8K w", ProblemKind.FEN_RANK_LENGTH, 1),
        ("8/q1P1k3/8/8/8/8/6PP w", ProblemKind.FEN_RANK_COUNT, None),
        ("8/q1X1k3/8/8/8/8/6PP/7K w", ProblemKind.FEN_LETTER, 7),
        ("hello", ProblemKind.NO_FEN, None),
    ],
)
def test_unreadable_fen_fields(text: str, kind: ProblemKind, number: int | None) -> None:
    (problem,) = read(fen=text).problems
    assert (problem.kind, problem.number, problem.place.field) == (kind, number, InputField.FEN)
    assert problem.example is ExampleKey.FEN


def test_unreadable_moves_fields() -> None:
    assert problems(read(moves="hello")) == [ProblemKind.NO_MOVES]
    (problem,) = read(moves="1. e4 e5 2. Zz9 d4").problems
    assert problem.kind is ProblemKind.MOVE_UNREADABLE
    assert (problem.place.offset, problem.place.text) == (12, "Zz9 d4")


def test_ambiguous_moves_are_reported() -> None:
    (problem,) = read(fen="4k3/8/8/8/8/4K3/8/N3N3 w - - 0 1", moves="Nc2").problems
    assert problem.kind is ProblemKind.MOVE_AMBIGUOUS


def test_alternatives_keep_the_first() -> None:
    reading = read(language="es", fen="8/k1P5/2K5/8/8/8/8/8 w", moves="c8=D / c8=T")
    assert [move.san for move in reading.moves] == ["c8=Q"]
    assert reading.games[0].rest is not None
    assert reading.games[0].rest.reason is RestReason.ALTERNATIVE
    assert problems(reading) == []


@pytest.mark.parametrize(
    ("text", "side", "kind"),
    [
        (f"{PAWN} Black to move", "b", RepairKind.SIDE_FROM_WORDS),
        (f"{PAWN} 12...Qxc7", "b", RepairKind.SIDE_FROM_MOVES),
        (f"{PAWN} what now", "w", RepairKind.SIDE_ASSUMED),
        ("4k3/8/8/8/8/8/4R3/4K3 hm", "b", RepairKind.SIDE_FROM_CHECK),
        (f"{PAWN} he played Qxc7", "b", RepairKind.SIDE_FROM_MOVES),
    ],
)
def test_who_is_to_move(text: str, side: str, kind: RepairKind) -> None:
    position = read(text).position
    assert position is not None
    assert position.fen.split()[1] == side
    assert kind in {repair.kind for repair in position.repairs}


def test_echoes_say_what_was_understood() -> None:
    reading = read("27.Л:b7+ Кe3+ 28.Крd3", "ru", fen="1r2r3/Rp3ppp/1k6/1B1n4/8/2P2P2/2K3PP/1R6 w - - 2 27")
    assert [(echo.text, echo.understood) for echo in reading.echoes] == [
        ("Л:b7+", "Rxb7+"),
        ("Кe3+", "d5e3"),
        ("Крd3", "Kd3+"),
    ]


def test_impossible_positions_are_read() -> None:
    reading = read("both kings are in check 4k3/4Q3/8/8/8/8/4r3/4K3 w - - how?")
    assert reading.position is not None
    assert reading.position.impossible
    assert problems(reading) == []


@pytest.mark.parametrize(
    ("key", "field"), [(ExampleKey.FEN, "fen"), (ExampleKey.MOVES, "moves"), (ExampleKey.PGN, "pgn")]
)
def test_every_example_works_in_its_field(key: ExampleKey, field: str) -> None:
    reading = read_board("", language="en", **{field: EXAMPLES[key]})
    assert reading
    assert not reading.problems


def test_the_example_in_words_works() -> None:
    reading = read(EXAMPLES[ExampleKey.DESCRIBED])
    assert reading.position is not None
    assert reading.position.impossible == ()


HOSTILE = [
    "\x00" * 1000,
    "\ud800 " + FULL,
    "\ufeff1. e4 e5",
    "1. e4 " + "(" * 50_000,
    "1. e4 {" + "x" * 50_000,
    "9" * 50_000 + ".e4",
    f"{PAWN} w - - {'9' * 5000} {'9' * 5000}",
    "/" * 20_000,
    "8/" * 10_000,
    "a1" * 10_000,
    "[" * 20_000,
    '[A "' * 5_000,
    "1." * 10_000,
    "White: " * 3_000,
    "https://" * 2_500,
    "e4 " * 7_000,
    "Kg1, " * 4_000,
]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("field", ["text", "fen", "pgn", "moves"])
def test_hostile_input_is_read_or_refused(text: str, field: str) -> None:
    given_text = text if field == "text" else ""
    fields = {} if field == "text" else {field: text}
    reading = read_board(given_text, language="es", **fields)
    for problem in reading.problems:
        assert len(problem.place.text) <= 60


def test_ten_megabytes_are_cut_and_said_so() -> None:
    reading = read(pgn="1. e4 e5 2. Nf3 Nc6 " * 500_000)
    assert ProblemKind.INPUT_TOO_LONG in problems(reading)
    assert reading.problems[0].number == MAX_FIELD
    assert problems(read("x" * (MAX_TEXT + 1))) == [ProblemKind.INPUT_TOO_LONG]


def test_crlf_and_bom() -> None:
    reading = read(pgn='\ufeff[Event "a"]\r\n[Result "*"]\r\n\r\n1. e4 e5\r\n2. Nf3 *\r\n')
    assert [move.san for move in reading.moves] == ["e4", "e5", "Nf3"]


pieces = st.sampled_from(
    (
        *(FULL, PAWN, "8/8", "White: Kg1", "Black: Kg8", "Blancas: Rg6,", '[FEN "', '"]', '[Event "a"]'),
        *("1.e4", "1. c8", "27...Ne3", "Kd3", "0-0", "c8=D", "Nf3", "Крe4", "е2-е4", "1-0"),
        *("{", "}", "(", ")", "*", "**", "_", "x", "\n", "\x00", "\ud800"),
        *("https://lichess.org/abcd1234", "https://lichess.org/editor/"),
    )
)


@given(st.lists(pieces, max_size=12), st.sampled_from(["en", "es", "nl", "ru", "xx"]))
@settings(max_examples=200, deadline=None)
def test_never_raises_and_places_are_real(parts: list[str], language: str) -> None:
    text = " ".join(parts)
    reading = read_board(text, language=language)
    assert reading == read_board(text, language=language)
    if reading.position is not None:
        assert reading.position.board().fen(en_passant="fen") == reading.position.fen
    for game in reading.games:
        for move in (*game.moves, *game.signal_moves):
            assert 0 <= move.offset < len(text)
        if game.start is not None:
            assert isinstance(game.board_before(len(game.moves)), chess.Board)


@given(st.text(max_size=300), st.sampled_from(["text", "fen", "pgn", "moves"]))
@settings(max_examples=200, deadline=None)
def test_never_raises_on_any_text(text: str, field: str) -> None:
    if field == "text":
        read_board(text, language="en")
    else:
        read_board("", language="ru", **{field: text})
