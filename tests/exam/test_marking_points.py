"""Single points: the rules that earn, miss or contradict them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.exam.marking import Status, mark
from kb.exam.marking_points import clause_labels, ruling_claims
from kb.exam.types import MarkingPoint, PointKind
from tests.exam.marking_samples import open_question

F, M, C = Status.FOUND, Status.MISSING, Status.CONTRADICTED


def status(kind: str, accepted: str, answer: str, language: str = "en", **more: str | None) -> Status:
    return mark(open_question((kind, accepted), **more), answer, language).points[0].status  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("White loses.", F),
        ("Black loses.", C),  # White offended
        ("0-1", F),
        ("1-0", C),
        ("White does not lose.", C),
        ("Black gets two minutes.", C),  # time is given only if the game goes on
        ("It would be a draw only if Black could not mate; the game is lost.", F),
        ("Normally a draw, but here White loses.", F),
        ("The offender's opponent wins.", F),
        ("Nothing to say.", M),
    ],
)
def test_a_loss_is_the_offenders(answer: str, expected: Status) -> None:
    assert status("verdict", "LOSS", answer) is expected


@pytest.mark.parametrize(
    ("accepted", "answer", "expected"),
    [
        ("RESTORE_2MIN", "Two minutes to Black.", F),
        ("RESTORE_2MIN", "The position is restored and White loses.", C),
        ("RESTORE_2MIN", "Restore; a third one would lose the game.", F),
        ("RESTORE_2MIN", "Too late: the move stands and play goes on.", C),
        ("RESTORE_2MIN", "No penalty: White takes the move back.", C),
        ("RESTORE_OWN_TIME", "It is penalised: two minutes to Black.", M),
        ("STANDS", "The position is restored and Black gets two minutes.", C),
        ("PENALTY_2MIN", "Restore the position, two minutes to Black.", F),  # the position is another point
        ("NO_OFFENCE", "There is no penalty.", F),
        ("NO_OFFENCE", "No penalty for that, but two minutes to Black.", C),
        ("GAME_OVER_MATE", "Checkmate ended the game.", F),
        ("RESULT_STANDS", "The game is over, the result stands.", F),
        ("RESULT_STANDS", "Play on with two more minutes.", C),
        ("LOSS_AT_2ND", "The first gives extra time, the second one loses.", F),
        ("LOSS_AT_3RD", "The first two give extra time, the third loses.", F),
        ("LOSS_AT_2ND", "The third loses.", C),
        ("ARBITER_DISCRETION", "The arbiter decides.", F),
        ("CLAIM_NEEDED", "Only if the opponent claims it.", F),
        ("STOP_CLOCK_CALL_ARBITER", "Stop the clock and call the arbiter.", F),
        ("WAIT_NEXT_MOVE", "Wait until the next move.", F),
        ("DRAW", "draw, not a loss", F),
        ("DRAW", "A draw only if one of them claims it.", M),
    ],
)
def test_what_becomes_of_the_game(accepted: str, answer: str, expected: Status) -> None:
    assert status("verdict", accepted, answer) is expected


@pytest.mark.parametrize(
    ("answer", "language", "expected"),
    [
        ("2", "en", M),  # of what?
        ("+2", "en", F),
        ("+2'", "es", F),
        ("2 мин.", "ru", F),
        ("120 seconden", "nl", F),
        ("2 (two) minutes", "en", F),
        ("two extra min", "en", F),
        ("two minutes, in rapid it would be one minute", "en", F),
        ("one minute and two minutes", "en", C),
        ("minus two minutes for White", "en", C),
        ("White had 5 minutes left; 2 minutes to Black", "en", F),
        ("1) two minutes", "en", F),
        ("1. two minutes\n2. play on", "en", F),
        ("twenty-two minutes", "en", M),
    ],
)
def test_the_amount_is_exact(answer: str, language: str, expected: Status) -> None:
    assert status("minutes", "2", answer, language) is expected


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Two minutes to the opponent.", F),
        ("Two minutes to Black, not to White.", F),
        ("White gets nothing, Black gets two minutes.", F),
        ("Two minutes are added to White's clock.", C),
        ("White's opponent gets two minutes.", F),
        ("Black's opponent gets two minutes.", C),
        ("The offender gets two minutes.", C),
        ("Take two minutes off White's clock.", C),
        ("Black: +2", F),
        ("Black gets time.", M),
        ("Two minutes.", M),
    ],
)
def test_whose_clock_by_colour_or_role(answer: str, expected: Status) -> None:
    assert status("whose_clock", "black", answer) is expected


@pytest.mark.parametrize(
    ("answer", "language", "expected"),
    [
        ("Art. 7.5.1.", "en", F),
        ("art7.5.1", "en", F),
        ("7.5.1, 7.5.4 and 6.2", "en", F),
        ("7.5.1-7.5.4", "en", F),
        ("7.5", "en", M),  # the article it stands in is too little
        ("7.4.2", "en", C),
        ("not 7.5.1", "en", C),
        ("7.1 7.2 7.3 7.4 7.5.1 7.6", "en", C),  # a guess with all numbers known
        ("7.5.10", "en", C),
        ("п. 7.5.1", "ru", F),
        ("(7.5.1)", "ru", F),
        ("10 minutes, 2 moves", "en", M),
    ],
)
def test_the_clause(answer: str, language: str, expected: Status) -> None:
    assert status("clause", "7.5.1", answer, language) is expected


def test_old_and_appendix_numbers() -> None:
    assert status("clause", "7.4b", "artikel 7.4(b)", "nl") is F
    assert status("clause", "7.4a", "7.4 a", "es") is F
    assert status("clause", "7.4a", "7.4 a las negras", "es") is M
    assert status("clause", "A.4.2", "А.4.2", "ru") is F
    assert status("clause", "A.4.2", "Appendix A 4.2", "en") is F
    assert status("clause", "7.5 7.5.1", "7.5", "en") is F
    assert clause_labels("7.5.1 y 7.5.5, no 7.2", "es") == {"7.5.1", "7.5.5"}


@pytest.mark.parametrize(
    ("answer", "language", "expected"),
    [
        ("must move the knight on g1", "en", F),
        ("must play Nf3", "en", F),
        ("debe jugar Ch3", "es", F),
        ("moet met Pg1 spelen", "nl", F),
        ("обязан ходить конём g1", "ru", F),
        ("must move ♘g1", "en", F),
        ("must move the touched piece", "en", F),
        ("must move the knight on b1", "en", C),
        ("must move the bishop", "en", C),
        ("may move any piece", "en", C),
        ("must move the knight or the queen or the bishop", "en", C),
        ("The knight cannot go from g1 to g3.", "en", M),
    ],
)
def test_the_piece_to_be_moved(answer: str, language: str, expected: Status) -> None:
    assert status("piece", "Ng1", answer, language) is expected


def test_the_piece_without_a_board_or_of_many() -> None:
    assert status("piece", "Ng1", "must move Ng1", fen=None, attempted=None) is F
    assert status("piece", "Ng1", "must move the knight", attempted=None) is M  # White has two
    assert status("piece", "Ng1", "must move the knight", fen="no board") is F
    assert status("piece", "any", "may move any piece") is F
    assert status("piece", "e2", "must move the pawn on e2", fen=None, attempted=None) is F


def test_the_exception_both_ways() -> None:
    assert status("exception", "draw", "White cannot mate") is F
    assert status("exception", "draw", "White can mate") is C
    assert status("exception", "can_mate", "White can still mate") is F
    assert status("exception", "draw", "the point goes to White although he only has a king") is not F


def test_who_loses_is_read_off_the_key() -> None:
    point = MarkingPoint(PointKind.VERDICT, 1, ("LOSS",), "Black loses the game.")
    question = replace(open_question(("clause", "7.5.5"), fen=None, attempted=None), points=(point,))
    assert mark(question, "проигрывают чёрные", "ru").earned == 1
    assert mark(question, "проигрывают белые", "ru").earned == 0


def test_what_a_ruling_claims() -> None:
    assert ruling_claims("The position is restored and Black gets 2 minutes, not 1 minute.", "en") == {
        ("position", "restored"),
        ("amount", "2"),
        ("player", "black"),
    }
