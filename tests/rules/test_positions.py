"""Cases on a board: what is restored, what may replace the move, when the game was over already."""

from __future__ import annotations

import chess
import pytest

from kb.board.mating import CanMate, CannotMate
from kb.laws.library import Library
from kb.rules.acts import Act
from tests.rules.cases import doubts, numbers, rule, said

QUEEN_JUMPS = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Bg4 6. Qxg4"
CASTLES_THROUGH = "r3k2r/8/8/8/8/8/5r2/4K2R w K - 0 1"
PAWN_TO_C8 = "8/q1P1k3/8/8/8/8/6PP/7K w - - 0 1"
CARLSEN = "1r2r3/Rp3ppp/1k6/1B1n4/8/2P2P2/2K3PP/1R6 w - - 2 27"
BOTH_CHECKED = "4k3/4R3/8/8/8/8/4r3/4K3"
BLITZ = {"time_control": "blitz"}


# -- putting back and replacing ---------------------------------------------------------------


def test_the_touched_queen_must_move(library: Library) -> None:
    ruling = rule(library, "2023", pgn=QUEEN_JUMPS)
    assert ruling.verdict == "RESTORE_2MIN"
    assert ruling.restored == "r2qkbnr/1pp2ppp/p1p5/4p3/4P1b1/5N2/PPPP1PPP/RNBQ1RK1 w kq - 2 6"
    assert ruling.replacements == ("Qe1", "Qe2")
    assert numbers(ruling, "step.move_illegal") == ("3.10.2", "3.5")
    assert numbers(ruling, "step.touched_must_move") == ("4.3.1",)


@pytest.mark.parametrize(
    ("fen", "move", "touched_first", "said_id", "clause", "left"),
    [
        (CASTLES_THROUGH, "O-O", None, "step.king_after_castling", "4.4.3", {"Kd1", "Kxf2"}),
        (CASTLES_THROUGH, "O-O", "rook", "step.rook_before_king", "4.4.2",
         {"Rf1", "Rg1", "Rh2", "Rh3", "Rh4", "Rh5", "Rh6", "Rh7", "Rxh8+"}),
        # the knight has no move, but the bishop it went for can be taken by the queen
        ("7k/8/8/8/b7/7b/6N1/Q4K2 w - - 0 1", "Nxa4", None, "step.touched_must_be_taken", "4.3.2", {"Qxa4"}),
        ("k7/7R/8/8/8/8/6R1/6Kr w - - 0 1", "Rg8", None, "step.nothing_movable", "4.5",
         {"Kf2", "Kxh1", "Rxh1"}),
        ("7k/8/8/8/3n4/8/4P3/4K3 w - - 0 1", "exd4", None, "step.touched_must_move", "4.3.1", {"e3", "e4"}),
    ],
)  # fmt: skip
def test_what_was_touched_binds(
    library: Library,
    fen: str,
    move: str,
    touched_first: str | None,
    said_id: str,
    clause: str,
    left: set[str],
) -> None:
    ruling = rule(library, "2023", fen=fen, moves=move, touched_first=touched_first)
    assert ruling.verdict == "RESTORE_2MIN"
    assert numbers(ruling, said_id) == (clause,)
    assert set(ruling.replacements) == left
    assert chess.Board(ruling.restored) == chess.Board(fen)


def test_replacements_are_legal_and_all_of_them(library: Library) -> None:
    for fen, move in ((CASTLES_THROUGH, "O-O"), ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "Rh1b2")):
        ruling = rule(library, "2018", fen=fen, moves=move)
        assert ruling.restored is not None
        restored = chess.Board(ruling.restored)
        assert {restored.parse_san(san) for san in ruling.replacements} <= set(restored.legal_moves)


def test_a_lost_game_is_not_put_back(library: Library) -> None:
    ruling = rule(library, "2023", pgn=QUEEN_JUMPS, offence_number=2)
    assert ruling.verdict == "LOSS"
    assert ruling.restored is None
    assert ruling.replacements == ()
    assert "step.restore" not in said(ruling)
    assert ruling.mating is not None
    assert isinstance(ruling.mating.verdict, CanMate)
    assert ruling.mating.colour is chess.BLACK


@pytest.mark.parametrize(
    ("fen", "move", "clause"),
    [
        ("7k/8/8/8/8/8/8/B3K3 w - - 0 1", "Bb1", "3.2"),
        ("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "Rb2", "3.3"),
        ("7k/8/8/8/8/8/8/Q3K3 w - - 0 1", "Qb3", "3.4"),
        ("7k/8/8/8/8/8/6P1/N3K3 w - - 0 1", "Na2", "3.6"),
        ("7k/8/8/8/8/8/P7/4K3 w - - 0 1", "axb3", "3.7"),
        ("7k/8/8/8/8/8/6P1/4K3 w - - 0 1", "Ke3", "3.8"),
        ("7k/8/8/8/8/P7/8/R3K3 w - - 0 1", "Ra5", "3.5"),
        ("4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1", "Ra2", "3.9.2"),
        ("7k/8/8/8/8/8/3r4/K7 w - - 0 1", "Ka2", "3.9.2"),
    ],
)
def test_why_a_move_is_illegal_names_its_clause(library: Library, fen: str, move: str, clause: str) -> None:
    assert clause in numbers(rule(library, "2023", fen=fen, moves=move), "step.move_illegal")


def test_legal_moves_are_no_offence(library: Library) -> None:
    ruling = rule(library, "2023", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1", moves="O-O")
    assert ruling.verdict == "NO_OFFENCE"
    told = rule(library, "2023", pgn="1. e4 e5 2. Nf3", acts=(Act.KING_LEFT_IN_CHECK,))
    assert told.verdict == "RESTORE_2MIN"
    assert rule(library, "2023", "castling.when_allowed", pgn="1. e4 e5").verdict == "NO_OFFENCE"


# -- several illegal moves ------------------------------------------------------------------


def test_two_by_the_same_player_in_standard_play_are_two(library: Library) -> None:
    pgn = "1. e4 e5 2. Bxh7 Nc6 3. Qh6 Nf6"
    ruling = rule(library, "2023", pgn=pgn)
    assert ruling.verdict == "LOSS"
    assert "doubt.found_together" in doubts(ruling)
    assert rule(library, "2009", pgn=pgn).verdict == "RESTORE_2MIN"
    assert rule(library, "2023", pgn=pgn, offence_number=1).verdict == "RESTORE_2MIN"


def test_one_by_each_player_is_the_first_of_each(library: Library) -> None:
    ruling = rule(library, "2023", pgn="1. e4 e5 2. Bxh7 Qxh2 3. Nf3")
    assert ruling.verdict == "RESTORE_2MIN"
    assert "step.both_offended" in said(ruling)
    assert ruling.restored == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2"


def test_in_fast_play_the_last_unanswered_one_is_judged(library: Library) -> None:
    answered = rule(library, "2023", pgn="1. e4 e5 2. Bxh7 Nc6 3. Nf3", **BLITZ)
    assert answered.verdict == "STANDS"
    last = rule(library, "2023", pgn="1. e4 e5 2. Bxh7 Nc6 3. Qh6", **BLITZ)
    assert last.verdict == "RESTORE_1MIN"
    assert (answered.ply, last.ply) == (2, 4)
    assert last.restored is not None
    assert last.restored.startswith("r1bqkbnr/pppp1ppB/2n5/4p3/4P3/8/PPPP1PPP/RNBQK1NR w KQkq")


# -- pawns left on the last rank --------------------------------------------------------------


def test_the_pawn_becomes_a_queen_or_goes_back(library: Library) -> None:
    queened = rule(library, "2018", fen=PAWN_TO_C8, moves="c8")
    assert queened.verdict == "QUEEN_2MIN"
    assert queened.restored == "2Q5/q3k3/8/8/8/8/6PP/7K b - - 0 1"
    back = rule(library, "2009", fen=PAWN_TO_C8, moves="c8")
    assert back.verdict == "RESTORE_2MIN"
    assert back.restored == PAWN_TO_C8
    assert {san[:2] for san in back.replacements} == {"c8"}


def test_a_pawn_standing_on_the_last_rank_of_a_position(library: Library) -> None:
    ruling = rule(library, "2023", fen="2P5/q3k3/8/8/8/8/6PP/7K b - - 0 1")
    assert ruling.verdict == "QUEEN_2MIN"
    assert ruling.restored == "2Q5/q3k3/8/8/8/8/6PP/7K b - - 0 1"


def test_the_draw_is_judged_with_the_queen_on_the_board(library: Library) -> None:
    # before the queen Black could still mate with the pawn; with it the king and pawn are mated
    fen = "6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1"
    drawn = rule(library, "2023", fen=fen, moves="e8", offence_number=2)
    assert drawn.verdict == "DRAW"
    assert "doubt.queen_ends_game" in doubts(drawn)
    assert drawn.mating is not None
    assert drawn.mating.fen.startswith("4Q1k1/")
    assert rule(library, "2009", fen=fen, moves="e8", offence_number=3).verdict == "LOSS"


def test_a_pawn_that_could_not_go_there_is_an_ordinary_illegal_move(library: Library) -> None:
    ruling = rule(library, "2023", fen="7k/2P5/8/8/8/8/8/r6K w - - 0 1", moves="c8")
    assert ruling.verdict == "RESTORE_2MIN"
    assert ruling.topic.topic == "illegal_move_restoration"
    assert set(ruling.replacements) == {"Kg2", "Kh2"}


@pytest.mark.parametrize(
    ("edition", "time_control", "verdict"),
    [("2001", "rapid", "STANDS"), ("2005", "rapid", "ARBITER_MUST_ACT"),
     ("2009", "rapid", "ARBITER_MUST_ACT"), ("2009", "blitz", "STANDS"), ("2014", "rapid", "WAIT_NEXT_MOVE"),
     ("2018", "blitz", "WAIT_NEXT_MOVE"), ("2023", "blitz", "WAIT_NEXT_MOVE")],
)  # fmt: skip
def test_an_answered_pawn_still_standing_there(
    library: Library, edition: str, time_control: str, verdict: str
) -> None:
    told = {"fen": PAWN_TO_C8, "moves": "c8 Qb7", "time_control": time_control}
    assert rule(library, edition, **told).verdict == verdict
    taken = {**told, "fen": "r7/2P1k3/8/8/8/8/6PP/7K w - - 0 1", "moves": "c8 Rxc8"}
    assert rule(library, edition, **taken).verdict == "STANDS"


# -- kings ----------------------------------------------------------------------------------


def test_a_captured_king_wins_nothing(library: Library) -> None:
    taken = {"fen": "4k3/8/8/8/8/8/4r3/R3K3 b - - 0 1", "moves": "Rxe1"}
    assert rule(library, "2023", **taken).verdict == "RESTORE_2MIN"
    assert rule(library, "2023", **taken, **BLITZ).verdict == "RESTORE_1MIN"
    assert rule(library, "2014", **taken, **BLITZ).verdict == "LOSS"
    assert "Rxa2" not in rule(library, "2023", **taken).replacements


def test_leaving_a_king_in_check_and_taking_it(library: Library) -> None:
    told = {"fen": "4k3/8/8/8/8/8/3r4/R3K3 b - - 0 1", "moves": "Re2 Ra2 Rxe1"}
    blitz = rule(library, "2023", **told, **BLITZ)
    assert blitz.verdict == "RESTORE_1MIN"
    assert "step.both_offended" not in said(blitz)
    standard = rule(library, "2023", **told)
    assert standard.topic.topic == "illegal_move_restoration"
    assert standard.restored == "4k3/8/8/8/8/8/4r3/R3K3 w - - 1 2"
    assert "step.both_offended" in said(standard)


def test_a_missing_king_was_captured(library: Library) -> None:
    ruling = rule(library, "2023", fen="4k3/8/8/8/8/8/8/R6r w - - 0 1")
    assert ruling.topic.topic == "king_capture"
    assert ruling.verdict == "RESTORE_2MIN"


def test_both_kings_in_check_ask_for_the_last_move_unless_the_side_to_move_tells_it(library: Library) -> None:
    known = rule(library, "2023", fen=f"{BOTH_CHECKED} w - - 0 1")
    assert known.verdict == "RESTORE_2MIN"
    assert numbers(known, "step.both_kings_standard") == ("3.10.3", "7.5.1")
    asked = rule(library, "2023", fen=BOTH_CHECKED)
    assert asked.verdict == "ASK:last_move"
    assert [n.field for n in asked.needs] == ["last_move"]
    assert {v for _, v in asked.needs[0].verdicts} == {"RESTORE_2MIN"}
    assert rule(library, "2023", fen=BOTH_CHECKED, **BLITZ).verdict == "WAIT_NEXT_MOVE"
    assert rule(library, "2009", fen=BOTH_CHECKED, **BLITZ).verdict == "CLAIM_NEEDED"


def test_words_of_two_checked_kings_yield_to_the_moves(library: Library) -> None:
    told = {"fen": CARLSEN, "moves": "27. Rxb7+ Ne3+ 28. Kd3", **BLITZ}
    ruling = rule(library, "2023", "king_capture.both_kings_in_check", **told)
    assert ruling.verdict == "STANDS"
    assert rule(library, "2023", **told, supervised=True).verdict == "RESTORE_1MIN"


def test_the_side_not_to_move_in_check_moved_illegally(library: Library) -> None:
    ruling = rule(library, "2023", fen="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1")
    assert ruling.verdict == "RESTORE_2MIN"
    assert numbers(ruling, "step.king_left_in_check") == ("3.10.2", "3.9.2")
    loss = rule(library, "2023", fen="4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", offence_number=2)
    assert loss.verdict == "LOSS"
    assert "doubt.undetermined" in doubts(loss)


# -- set-up and colours ---------------------------------------------------------------------


def test_a_wrong_set_up_read_from_the_position_or_the_moves(library: Library) -> None:
    fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR w KQkq - 0 1"
    assert rule(library, "2023", fen=fen).verdict == "NEW_GAME"
    late = rule(library, "2023", fen=fen, time_control="rapid", moves_played=12)
    assert late.verdict == "CONTINUE"
    assert "step.no_castling_with.king_or_rook" in said(late)
    assert "step.no_castling_with.king" in said(
        rule(library, "2009", fen=fen, time_control="rapid", moves_played=3)
    )


def test_moves_on_the_board_count_for_the_colours(library: Library) -> None:
    ref = "colours_reversed.wrong_player_white"
    ten = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4"
    assert rule(library, "2018", ref, pgn=ten).verdict == "NEW_GAME"
    assert rule(library, "2018", ref, pgn=f"{ten} Nbd7").verdict == "CONTINUE"
    assert rule(library, "2018", ref).verdict == "INFO"


# -- games that were over ---------------------------------------------------------------------


def test_a_legal_mate_stands_whatever_came_before(library: Library) -> None:
    told = {"fen": "5K2/8/1q6/1N1k4/8/8/8/2R1R3 w - - 1 1", "moves": "1. Re5+ Qc5+ 2. Rxc5#"}
    for edition in library.editions.ids:
        assert rule(library, edition, **told).verdict == "GAME_OVER_MATE"
    swapped = rule(library, "2023", pgn="1. e4 e5 2. Bc4 d6 3. Kh5 g6", acts=(Act.SETUP_WRONG,))
    assert swapped.verdict == "GAME_OVER_MATE"
    assert "step.setup_claim_dead" in said(swapped)


def test_a_mate_by_an_illegal_move_is_none(library: Library) -> None:
    ruling = rule(library, "2023", fen="6k1/5ppp/8/8/8/8/8/K3R2r w - - 0 1", moves="Re8")
    assert ruling.verdict == "RESTORE_2MIN"
    assert numbers(ruling, "step.mate_not_legal") == ("5.1.1",)


def test_a_dead_position_or_stalemate_ends_the_game_before_the_incident(library: Library) -> None:
    blocked = "3k4/8/8/p2p2p1/P2P2P1/8/3p4/3K4 w - - 0 1"
    dead = rule(library, "2023", fen=blocked, moves="Kxd2 Kf6")
    assert dead.verdict == "GAME_OVER_DRAW"
    assert numbers(dead, "step.dead") == ("5.2.2",)
    assert dead.mating is not None
    assert isinstance(dead.mating.verdict, CannotMate)
    stalemate = rule(library, "2009", fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", moves="Kh7")
    assert stalemate.verdict == "GAME_OVER_DRAW"
    assert numbers(stalemate, "step.stalemate") == ("5.2a",)


@pytest.mark.parametrize(
    ("fen", "verdict", "said_id"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "GAME_OVER_DRAW", "step.stalemate"),
        ("8/8/4k3/8/8/3BK3/8/8 b - - 0 60", "GAME_OVER_DRAW", "step.dead"),
        (chess.STARTING_FEN, "CONTINUE", "step.no_mate_here"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "GAME_OVER_MATE", "step.mate_ends_game"),
        # the position before the mating move
        ("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", "GAME_OVER_MATE", "step.mate_ends_game"),
    ],
)  # fmt: skip
def test_a_mate_asked_about_must_be_on_the_board(
    library: Library, fen: str, verdict: str, said_id: str
) -> None:
    ruling = rule(library, "2023", "mate_after_illegal.mate_ends_game", fen=fen)
    assert ruling.verdict == verdict
    assert said_id in said(ruling)


def test_two_hands_do_not_undo_a_mate(library: Library) -> None:
    ruling = rule(library, "2023", "two_hands.two_hands_used", acts=(Act.TWO_HANDS, Act.MATE_ON_BOARD))
    assert ruling.verdict == "GAME_OVER_MATE"


# -- flags and resignation --------------------------------------------------------------------

PAWN_ENDING = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 1"


@pytest.mark.parametrize(
    ("flag", "verdict"), [("white", "DRAW"), ("black", "LOSS"), ("me", "INFO"), ("opponent", "INFO")]
)
def test_a_flag_is_judged_on_the_board(library: Library, flag: str, verdict: str) -> None:
    ruling = rule(library, "2023", "flag_fall.loss_or_draw", fen=PAWN_ENDING, flag=flag)
    assert ruling.verdict == verdict
    wanted = [("flag", (("white", "DRAW"), ("black", "LOSS")))] if verdict == "INFO" else []
    assert [(n.field, n.verdicts) for n in ruling.needs] == wanted


def test_a_flag_after_the_end_changes_nothing(library: Library) -> None:
    ref = "flag_fall.loss_or_draw"
    bare = rule(
        library,
        "2023",
        ref,
        fen="8/2kr4/8/K7/8/8/8/8 w - - 0 1",
        moves="1. Ka6 Rd8 2. Ka7 Ra8+",
        flag="white",
    )
    assert bare.verdict == "GAME_OVER_DRAW"
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    assert rule(library, "2023", ref, fen=mated, flag="white").verdict == "GAME_OVER_MATE"
    assert rule(library, "2023", ref, fen=mated, flag="black").verdict == "LOSS"
    assert rule(library, "2023", ref, fen=mated, flag="me").verdict == "LOSS"


def test_a_proof_that_fails_is_said(library: Library) -> None:
    ruling = rule(library, "2023", "flag_fall.loss_or_draw", fen=f"{BOTH_CHECKED} w - - 0 1", flag="black")
    assert ruling.verdict == "LOSS"
    assert "doubt.undetermined" in doubts(ruling)


def test_an_offender_without_colour_is_asked_for_only_if_it_matters(library: Library) -> None:
    ruling = rule(library, "2023", fen=PAWN_ENDING, offence_number=2, offender="me")
    assert [(n.field, n.verdicts) for n in ruling.needs] == [
        ("offender", (("white", "DRAW"), ("black", "LOSS")))
    ]
    assert not rule(library, "2023", fen=chess.STARTING_FEN, offence_number=2, offender="me").needs
    assert rule(library, "2023", fen=PAWN_ENDING, offence_number=2, offender="white").verdict == "DRAW"
    assert rule(library, "2005", fen=PAWN_ENDING, offence_number=3, offender="white").verdict == "LOSS"


@pytest.mark.parametrize(("edition", "verdict"), [("2001", "LOSS"), ("2018", "LOSS"), ("2023", "DRAW")])
def test_resigning_against_a_bare_king(library: Library, edition: str, verdict: str) -> None:
    ref = "resignation.resigning"
    assert rule(library, edition, ref, fen=PAWN_ENDING, offender="white").verdict == verdict
    assert rule(library, edition, ref, opponent_material="bare king").verdict == verdict
    assert rule(library, edition, ref, fen=PAWN_ENDING, offender="black").verdict == "LOSS"
    assert rule(library, edition, ref).verdict == "OTHER_ARTICLE"
    over = rule(library, edition, ref, fen="7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", offender="black")
    assert over.verdict == "GAME_OVER_DRAW"
    assert "step.resignation_void" in said(over)


def test_a_board_signal_is_no_matter_of_the_laws(library: Library) -> None:
    ruling = rule(library, "2023", pgn="1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Ke4 Kd5 1/2-1/2")
    assert ruling.verdict == "OUT_OF_SCOPE"
    assert said(ruling) == ("step.board_signal",)
