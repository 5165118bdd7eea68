"""Chess moves and proofs in the asker's words and piece letters."""

from __future__ import annotations

import chess

from kb.board.letters import PIECE_LETTERS
from kb.board.mating import CanMate, CannotMate
from kb.messages import Catalogue, msg
from kb.rules.ruling import Mating

__all__ = ["localised_san", "numbered_line", "proof_lines"]

_MOST_MOVES = 60  # half-moves of a proof shown in full; the JSON and the web board carry the whole line


def localised_san(san: str, language: str) -> str:
    """Write English SAN with the piece letters of a language.

    >>> [localised_san("Nxe8=Q+", lang) for lang in ("es", "nl", "ru")]
    ['Cxe8=D+', 'Pxe8=D+', 'Кxe8=Ф+']
    """
    letters = _letters(language)
    return "".join(letters.get(c, c) for c in san) if not san.startswith("O-O") else san.replace("O", "0")


def numbered_line(board: chess.Board, moves: tuple[chess.Move, ...], language: str) -> str:
    """Write a line of legal moves with move numbers, from ``board``.

    >>> numbered_line(chess.Board(), (chess.Move.from_uci("g1f3"), chess.Move.from_uci("b8c6")), "es")
    '1.Cf3 Cc6'
    """
    board = board.copy(stack=False)
    words = []
    for n, move in enumerate(moves):
        number = (
            f"{board.fullmove_number}." if board.turn else (f"{board.fullmove_number}..." if n == 0 else "")
        )
        words.append(number + localised_san(board.san(move), language))
        board.push(move)
    return " ".join(words)


def proof_lines(mating: Mating, words: Catalogue) -> tuple[str, ...]:
    """Say whether a side can still mate, with the line or the reason."""
    side = msg("side.white" if mating.colour else "side.black")
    board = chess.Board(mating.fen)
    verdict = mating.verdict
    if isinstance(verdict, CanMate):
        if not verdict.line:
            return (words.text("proof.mate_on_board", side=side),)
        line = numbered_line(board, verdict.line[:_MOST_MOVES], words.language)
        more = " …" if len(verdict.line) > _MOST_MOVES else ""
        return (words.text("proof.can", side=side, line=line + more),)
    if isinstance(verdict, CannotMate):
        return (words.text("proof.cannot", side=side, why=_reason(verdict, board, words)),)
    return (words.text("proof.undetermined", side=side, n=verdict.spent),)


def _reason(verdict: CannotMate, board: chess.Board, words: Catalogue) -> str:
    line = numbered_line(board, verdict.forced, words.language) if verdict.forced else ""
    after = (
        words.text(f"cannot.{verdict.after}", line="", after="", n=verdict.positions) if verdict.after else ""
    )
    return words.text(f"cannot.{verdict.reason}", line=line, after=after, n=verdict.positions)


def _letters(language: str) -> dict[str, str]:
    """Map English piece letters to those of a language."""
    english = {kind: letter for letter, kind in PIECE_LETTERS["en"].items() if letter != "P"}
    local: dict[int, str] = {}
    for letter, kind in PIECE_LETTERS[language].items():
        local.setdefault(kind, letter)
    return {english[kind]: local[kind] for kind in english}
