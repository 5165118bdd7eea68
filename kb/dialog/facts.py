"""The facts of a case as far as the words of the question state them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kb.dialog.acts import OFFENCES, SETUP_ACTS, Act
from kb.dialog.evidence import Evidence, evidence
from kb.dialog.material import against, materials
from kb.dialog.patterns import Match
from kb.dialog.timecontrol import kind_of_play, written_times
from kb.dialog.words import MAX_CHARS, Kind
from kb.rules.facts import Facts, Party, TimeControl

__all__ = ["FactMention", "WordFacts", "facts_from_words"]

_FEW_BOARDS = 3
"""One arbiter for at most three games is what the Laws call supervision of rapid and blitz."""
_MOST_MOVES = 400
_MOST_OFFENCES = 9
_PRIOR_REACH = 6
_CLEARLY_A_MOVE = 5
_SIDES = {party.value: party for party in Party}


@dataclass(frozen=True, slots=True)
class FactMention:
    """The words a stated fact rests on; offsets are characters of the question as given."""

    name: str
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class WordFacts:
    """Facts stated in words, and for each of them its words."""

    facts: Facts
    mentions: tuple[FactMention, ...]


def facts_from_words(text: str, language: str) -> WordFacts:
    """Return what a question states of its case, with the words each fact rests on.

    What is denied, asked leave for, imagined or quoted states nothing, and where two places of the
    text disagree nothing is stated.  ``edition_asked`` and ``missing`` are not filled here.
    ``opponent_material`` is what the offender's opponent has (likewise of the side that lost on time or
    resigned; else the asker's opponent), in the short form of :class:`~kb.dialog.material.Material`, the
    same in every language; ``touched_first`` and ``first_offence`` are the asker's own words.

    :raises CorpusError: the language's lexicon is missing or damaged.

    >>> facts_from_words("blitz, my second illegal move, I pressed the clock", "en").facts.offence_number
    2
    """
    return _Collector(evidence(text, language)).collect()


class _Collector:
    """Fills the facts one by one from the evidence of a text."""

    def __init__(self, found: Evidence) -> None:
        self._found = found
        self._values: dict[str, Any] = {}
        self._spans: dict[str, tuple[int, int]] = {}
        notation = [w for w in found.reading.words if w.kind is Kind.NOTATION]
        self._times = [
            time
            for time in written_times(found.reading.text[:MAX_CHARS])
            if not any(w.start < time.end and time.start < w.end for w in notation)
        ]

    def collect(self) -> WordFacts:
        self._time_control()
        for name in ("clock_pressed", "clock_running", "opponent_moved", "game_over"):
            self._yes_no(name, self._found.events(name))
        for name in ("increment", "clock"):
            self._yes_no(name, self._found.settings(name))
        self._supervised()
        self._offence_number()
        self._first_offence()
        self._moves()
        self._flag()
        self._touched_first()
        self._offender()
        self._reply()
        self._opponent_material()
        text = self._found.reading.text
        mentions = tuple(
            FactMention(name, start, end, text[start:end]) for name, (start, end) in self._spans.items()
        )
        return WordFacts(Facts(**self._values), mentions)

    def _state(self, name: str, value: object, match: Match) -> None:
        self._values[name] = value
        self._spans[name] = self._found.reading.span(match)

    def _yes_no(self, name: str, matches: tuple[Match, ...]) -> None:
        matches = tuple(m for m in matches if m.label.endswith((".true", ".false")))
        values = {m.label.endswith(".true") for m in matches}
        if len(values) == 1:
            self._state(name, values.pop(), matches[0])

    # ---------------------------------------------------------------- the kind of play

    def _time_control(self) -> None:
        """Figures first, then words; a kind only asked about yields to one that is told."""
        written = self._times
        kinds = {kind_of_play(t.minutes, t.increment or 0) for t in written}
        for time in written:
            if time.increment is not None:
                self._values["increment"] = time.increment > 0
                self._spans["increment"] = (time.start, time.end)
                break
        if len(kinds) == 1:
            self._values["time_control"] = kinds.pop()
            self._spans["time_control"] = (written[0].start, written[0].end)
            return
        if not kinds:
            self._time_control_words()

    def _time_control_words(self) -> None:
        named = [(m, self._kind(m)) for m in self._found.settings("time_control")]
        kinds = [(m, kind) for m, kind in named if kind is not None]
        told = [pair for pair in kinds if not self._found.reading.words[pair[0].first].asked]
        for pairs in (kinds, told):
            if len({kind for _, kind in pairs}) == 1:
                self._state("time_control", pairs[0][1], pairs[0][0])
                return

    @staticmethod
    def _kind(match: Match) -> TimeControl | None:
        key = match.label.removeprefix("time_control.")
        if key in {"minutes", "hours"}:
            minutes = (match.number or 0) * (60 if key == "hours" else 1)
            return kind_of_play(minutes, 0) if 0 < minutes <= 600 else None
        return TimeControl(key)

    def _supervised(self) -> None:
        stated = []
        for match in self._found.events("supervised"):
            if match.label.endswith(".true") and self._found.reading.words[match.first].asked:
                continue
            if match.label.endswith(".boards"):
                stated.append((match, (match.number or 0) <= _FEW_BOARDS))
            else:
                stated.append((match, match.label.endswith(".true")))
        if len({value for _, value in stated}) == 1:
            self._state("supervised", stated[0][1], stated[0][0])

    # ---------------------------------------------------------------- the offence

    def _offence_number(self) -> None:
        counted: list[tuple[int, Match]] = []
        matches = self._found.settings("offence_number")
        others = [m for m in matches if m.label == _NOT_COUNTED]
        for match in matches:
            key = match.label.removeprefix("offence_number.")
            number = {"first": 1, "again": 2}.get(key, match.number or 0)
            if 1 <= number <= _MOST_OFFENCES and not any(_overlap(match, other) for other in others):
                counted.append((number, match))
        if not counted or self._alternatives(counted):
            return
        number, match = max(counted, key=lambda pair: (pair[0], -pair[1].first))
        self._state("offence_number", number, match)

    def _alternatives(self, counted: list[tuple[int, Match]]) -> bool:
        """Whether two counts are offered in one question: "at the second or at the third?"."""
        asked = [(n, m) for n, m in counted if self._found.reading.words[m.first].asked]
        return len({n for n, _ in asked}) > 1 and len(asked) == len(counted)

    def _first_offence(self) -> None:
        """The act said in the clause of an earlier offence, once a later one is being judged."""
        if self._values.get("offence_number", 0) < 2:
            return
        acts = [m for m in self._found.topics("acts") if m.label in _OFFENCE_LABELS]
        marks = self._found.reading.labelled("prior")
        turns = [m.first for m in marks if m.label == "prior.now"]
        for prior in (m for m in marks if m.label == "prior.offence"):
            after = [
                m
                for m in acts
                if prior.first <= m.first < prior.last + _PRIOR_REACH
                and self._found.sentence(m) == self._found.sentence(prior)
                and not any(prior.first < at < m.last for at in turns)
            ]
            if after:
                self._state("first_offence", "", after[0])
                start, end = self._spans["first_offence"]
                self._values["first_offence"] = self._found.reading.text[start:end][:200]
                return

    def _offender(self) -> None:
        """The subject of the offence; else of the press; else whose offence is counted."""
        subjects = self._found.subjects
        acts = [m for m in self._found.events("acts") if m.label in _OFFENCE_LABELS]
        mishap = bool(_MISHAPS & {m.label for m in self._found.topics("acts")})
        pressed = [m for m in self._found.events("clock_pressed") if mishap or m.label.endswith(".true")]
        counted = self._found.settings("offence_number") if "offence_number" in self._values else ()
        sources = (
            [(self._doer(m), m) for m in acts],
            [(self._presser(m), m) for m in pressed],
            [(subjects.counted(m), m) for m in counted],
        )
        for source in sources:
            named = [(side, m) for side, m in source if side is not None]
            if named:
                if len({side for side, _ in named}) == 1:
                    self._state("offender", named[0][0], named[0][1])
                return
        self._only_side()

    def _reply(self) -> None:
        """After the opponent's offence the asker's "I made my move" is the reply."""
        moves = [m for m in self._found.events("opponent_moved") if m.label.endswith(".own_move")]
        if moves and self._values.get("offender") is Party.OPPONENT and "opponent_moved" not in self._values:
            self._state("opponent_moved", True, moves[0])

    def _doer(self, match: Match) -> Party | None:
        """Tell who did an act; a king left in check is its owner's doing, whoever speaks of it."""
        if match.label == f"acts.{Act.KING_LEFT_IN_CHECK.value}":
            kings = {m.first for m in self._found.reading.labelled("piece") if m.label == "piece.king"}
            owners = [
                m.label
                for m in self._found.reading.labelled("owner")
                if m.last in kings and match.first - 4 <= m.first < match.last
            ]
            if owners and (owners[0] == "owner.me" or not self._found.subjects.named_before(match)):
                return _SIDES.get(owners[0].removeprefix("owner."))
        directly = [m for m in self._found.reading.labelled("owner") if m.last == match.first]
        if directly and directly[0].label != "owner.against":
            return _SIDES.get(directly[0].label.removeprefix("owner."))
        return self._found.subjects.of(match)

    def _presser(self, match: Match) -> Party | None:
        """Tell whose move it is that is or is not completed; "my clock still ran" says so itself."""
        if match.label.endswith(".false"):
            owners = [m for m in self._found.reading.labelled("owner") if match.first <= m.first < match.last]
            if owners:
                mine = owners[0].label == "owner.me"
                return Party.ME if mine else self._found.subjects.owner(owners[0])
        return self._found.subjects.of(match)

    def _only_side(self) -> None:
        """Where a mishap at the board is told and only one side is said to do anything, it was that side."""
        mishaps = [m.first for m in self._found.events("acts") if m.label in _MISHAPS]
        if not mishaps or any(m.label in _BLAMELESS for m in self._found.topics("acts")):
            return
        told = self._found.subjects.told()
        if (
            told
            and told[0][1].first <= min(mishaps)
            and len({side for side, _ in told}) == 1
            and told[0][0] not in {None, Party.BOTH}
        ):
            self._state("offender", told[0][0], told[0][1])

    # ---------------------------------------------------------------- moves and course of the game

    def _moves(self) -> None:
        white, black = self._counts("white_moves"), self._counts("black_moves")
        if white and black and not _overlap(white[0], black[0]):
            self._state("white_moves", white[0].number, white[0])
            self._state("black_moves", black[0].number, black[0])
        elif played := self._counts("moves_played"):
            self._state("moves_played", played[0].number, played[0])
        if since := self._counts("moves_since"):
            name = "moves_played" if self._wrong_from_the_start() else "moves_since"
            if name not in self._values:
                self._state(name, since[0].number, since[0])

    def _counts(self, name: str) -> list[Match]:
        """Return the counts of moves of a kind if they all say the same."""
        elsewhere = self._found.reading.labelled("time_control")
        if name != "moves_since":
            elsewhere += self._found.reading.labelled("moves_since")
        counts = [
            m
            for m in self._found.settings(name)
            if m.number is not None
            and m.number <= _MOST_MOVES
            and not any(_overlap(m, other) for other in elsewhere if other.label != f"{name}.count")
            and not self._in_thinking_time(m)
            and not self._spelt_after_move(name, m)
        ]
        return counts if len({m.number for m in counts}) == 1 else []

    def _wrong_from_the_start(self) -> bool:
        """Whether what went wrong has been so since the first move."""
        acts = {m.label.removeprefix("acts.") for m in self._found.topics("acts")}
        return bool(acts & SETUP_ACTS) and Act.ILLEGAL_MOVE not in acts

    def _spelt_after_move(self, name: str, match: Match) -> bool:
        """Whether the count is a small number in words behind "move": "the illegal move: two minutes"."""
        last = self._found.reading.words[match.last - 1]
        small = last.number is not None and last.number < _CLEARLY_A_MOVE
        return name == "moves_played" and last.kind is Kind.WORD and small and not last.ordinal

    def _in_thinking_time(self, match: Match) -> bool:
        start, end = self._found.reading.span(match)
        return any(time.start < end and start < time.end for time in self._times)

    def _flag(self) -> None:
        fallen = []
        for match in self._found.events("flag"):
            side = _SIDES.get(match.label.removeprefix("flag.")) or self._found.subjects.of(match)
            if side is not None:
                fallen.append((side, match))
        if len({side for side, _ in fallen}) == 1:
            self._state("flag", fallen[0][0], fallen[0][1])

    def _touched_first(self) -> None:
        for key in ("touched_first.first", "touched_first.any"):
            touched = [m for m in self._found.events("touched_first") if m.label == key]
            pieces = [p for p in self._found.reading.labelled("piece") if touched and _inside(p, touched[0])]
            if pieces:
                piece = pieces[-1]
                self._state("touched_first", "", piece)
                start, end = self._spans["touched_first"]
                self._values["touched_first"] = self._found.reading.text[start:end]
                return

    def _resigner(self) -> Party | None:
        resigned = [m for m in self._found.events("acts") if m.label == f"acts.{Act.RESIGNED.value}"]
        return self._found.subjects.of(resigned[0]) if resigned else None

    def _opponent_material(self) -> None:
        liable = self._values.get("offender") or self._values.get("flag") or self._resigner()
        mention = against(liable, materials(self._found))
        if mention is not None:
            self._values["opponent_material"] = str(mention.material)
            self._spans["opponent_material"] = (mention.start, mention.end)


_NOT_COUNTED = "offence_number.none"
_MISHAPS = frozenset(
    f"acts.{act.value}"
    for act in (*OFFENCES, Act.CASTLED, Act.TOUCHED_PIECE, Act.MATE_BY_ILLEGAL_MOVE, Act.NO_QUEEN_AVAILABLE)
)
_BLAMELESS = frozenset(
    f"acts.{act.value}" for act in (*SETUP_ACTS, Act.FLAG_FELL, Act.PIECE_ON_WRONG_SQUARE, Act.RESIGNED)
)
_OFFENCE_LABELS = frozenset(f"acts.{act.value}" for act in OFFENCES)


def _overlap(one: Match, other: Match) -> bool:
    return one.first < other.last and other.first < one.last


def _inside(piece: Match, whole: Match) -> bool:
    return whole.first <= piece.first and piece.last <= whole.last
