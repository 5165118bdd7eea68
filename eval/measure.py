"""Measures answers against cases with checked answers: topics, clauses, refusals, verdicts."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import ir_measures
from ir_measures import RR, R

from kb.desk import Desk
from kb.dialog.answer import Answer, Route
from kb.dialog.request import Request, request_from_mapping
from kb.laws.documents import Status

__all__ = ["CASES", "Outcome", "Report", "load_cases", "measure", "report"]

CASES = Path(__file__).parent / "cases" / "dev.jsonl"
OWN_DOCUMENT = {"es": "es-2017", "nl": "nl-2014", "en": "en-2001", "ru": "ru-2014"}
_MEASURES = (R @ 1, R @ 3, RR)
Case = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One case and what was answered; ``verdicts`` by edition, given the stated facts or from words alone."""

    case: Case
    answer: Answer
    given: Mapping[str, str]
    words: Mapping[str, str]


@dataclass(slots=True)
class Report:
    """Rates by language ("all" included); ``misses`` says which cases each rate lost."""

    rates: dict[str, dict[str, float]] = field(default_factory=dict)
    misses: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def load_cases(path: Path) -> list[Case]:
    """Read cases from JSON lines."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def measure(desk: Desk, cases: Sequence[Case]) -> list[Outcome]:
    """Ask the desk every case: once as is, then under every scored edition with and without facts."""
    outcomes = []
    for case in cases:
        answer = desk.ask(_request(case, facts=True))
        editions = case["verdict_by_edition"]
        given = {e: str(desk.ask(_request(case, facts=True, edition=e)).verdict) for e in editions}
        words = {e: str(desk.ask(_request(case, facts=False, edition=e)).verdict) for e in editions}
        outcomes.append(Outcome(case, answer, given, words))
    return outcomes


def report(outcomes: Sequence[Outcome]) -> Report:
    """Reduce outcomes to rates per language."""
    found = Report()
    languages = sorted({o.case["lang"] for o in outcomes})
    for language in [*languages, "all"]:
        chosen = [o for o in outcomes if language in {o.case["lang"], "all"}]
        note = found.misses if language == "all" else defaultdict(list)
        found.rates[language] = {
            "cases": float(len(chosen)),
            "topic": _rate(
                (_name(o), o.answer.topic == o.case["topic"] or _quoted_elsewhere(o)) for o in chosen
            )(note["topic"]),
            **_retrieval(chosen, note),
            **_refusals(chosen, note),
            "verdict, facts given": _verdicts(chosen, given=True, note=note["verdict, facts given"]),
            "verdict, words alone": _verdicts(chosen, given=False, note=note["verdict, words alone"]),
        }
    return found


def _request(case: Case, *, facts: bool, edition: str | None = None) -> Request:
    data = {key: case.get(key) for key in ("id", "question", "fen", "pgn", "moves")}
    usable = {k: v for k, v in case["facts"].items() if k != "edition_asked" or edition is None}
    return request_from_mapping(
        {**data, "language": case["lang"], "edition": edition, "facts": usable if facts else {}}
    )


def _name(outcome: Outcome) -> str:
    return f"{outcome.case['id']} ({outcome.answer.topic} for {outcome.case['topic']})"


def _rate(results: Iterable[tuple[str, bool]]) -> Any:
    pairs = list(results)

    def reduce(misses: list[str]) -> float:
        misses += [name for name, good in pairs if not good]
        return sum(good for _, good in pairs) / len(pairs) if pairs else 1.0

    return reduce


def _retrieval(chosen: Sequence[Outcome], note: dict[str, list[str]]) -> dict[str, float]:
    own = _ranked(chosen, own=True)
    cross = _ranked(chosen, own=False)
    rates: dict[str, float] = {}
    for name, (qrels, run) in {"own": own, "cross": cross}.items():
        values = ir_measures.calc_aggregate(_MEASURES, qrels, run) if qrels else {}
        rates |= {f"{name} {m}": float(values.get(m, 1.0)) for m in _MEASURES}
    rates["own cited"] = _cited(chosen, own=True, note=note["own cited"])
    rates["own first"] = _first(chosen, note["own first"])
    rates["cross cited"] = _cited(chosen, own=False, note=note["cross cited"])
    rates["citation precision"] = _precision(chosen, note["citation precision"])
    return rates


def _ranked(chosen: Sequence[Outcome], *, own: bool) -> tuple[list[Any], list[Any]]:
    qrels, run = [], []
    for outcome in chosen:
        for document, gold in outcome.case["gold"].items():
            if (document == OWN_DOCUMENT[outcome.case["lang"]]) is not own or not gold:
                continue
            query = f"{outcome.case['id']}/{document}"
            qrels += [ir_measures.Qrel(query, label, 1) for label in gold]
            labels = _labels(outcome.answer, document)
            run += [ir_measures.ScoredDoc(query, label, -rank) for rank, label in enumerate(labels)]
            run += [ir_measures.ScoredDoc(query, "none", -1000.0)]
    return qrels, run


def _labels(answer: Answer, document: str) -> list[str]:
    return list(dict.fromkeys(c.quote.clause for c in answer.citations if c.quote.document == document))


def _cited(chosen: Sequence[Outcome], *, own: bool, note: list[str]) -> float:
    pairs = []
    for outcome in chosen:
        for document, gold in outcome.case["gold"].items():
            if gold and (document == OWN_DOCUMENT[outcome.case["lang"]]) is own:
                hit = bool(set(gold) & set(_labels(outcome.answer, document)))
                pairs.append((f"{outcome.case['id']}/{document}", hit))
    return float(_rate(pairs)(note))


def _first(chosen: Sequence[Outcome], note: list[str]) -> float:
    pairs = []
    for outcome in chosen:
        document = OWN_DOCUMENT[outcome.case["lang"]]
        gold = outcome.case["gold"][document]
        if gold:
            pairs.append(
                (
                    outcome.case["id"],
                    _labels(outcome.answer, document)[:1] and _labels(outcome.answer, document)[0] in gold,
                )
            )
    return float(_rate((name, bool(good)) for name, good in pairs)(note))


def _precision(chosen: Sequence[Outcome], note: list[str]) -> float:
    pairs = []
    for outcome in chosen:
        for document, gold in outcome.case["gold"].items():
            right = {*gold, *outcome.case["weak"][document]}
            labels = _labels(outcome.answer, document)
            pairs += [(f"{outcome.case['id']}/{document}/{label}", label in right) for label in labels]
    return float(_rate(pairs)(note))


def _refusals(chosen: Sequence[Outcome], note: dict[str, list[str]]) -> dict[str, float]:
    outside = [o for o in chosen if o.case["topic"] == "out_of_scope"]
    inside = [o for o in chosen if o.case["topic"] != "out_of_scope"]
    refused = _rate((o.case["id"], o.answer.route is Route.REFUSAL or _quoted_elsewhere(o)) for o in outside)(
        note["out of scope refused"]
    )
    kept = _rate((o.case["id"], o.answer.route is not Route.REFUSAL) for o in inside)(note["wrongly refused"])
    return {"out of scope refused": refused, "wrongly refused": 1 - kept}


def _quoted_elsewhere(outcome: Outcome) -> bool:
    """Whether a question on another article, which no text of the corpus has, got that article quoted.

    Only imported texts have it; without them such a question is right when it is refused.
    """
    if outcome.case["topic"] != "out_of_scope":
        return False
    right = outcome.case["refs"].get(outcome.answer.edition, [])
    quoted = {c.quote.clause for c in outcome.answer.citations if c.status == Status.IMPORTED}
    return any(clause == ref or clause.startswith(f"{ref}.") for clause in quoted for ref in right)


def _verdicts(chosen: Sequence[Outcome], *, given: bool, note: list[str]) -> float:
    pairs = []
    for outcome in chosen:
        case = outcome.case
        if case["disputed"]:
            continue
        for edition, verdict in (outcome.given if given else outcome.words).items():
            if edition in case["disputed_editions"]:
                continue
            right = {case["verdict_by_edition"][edition], *case["accept"]}
            pairs.append(
                (
                    f"{case['id']}/{edition} {verdict} for {case['verdict_by_edition'][edition]}",
                    verdict in right,
                )
            )
    return float(_rate(pairs)(note))


def print_report(found: Report) -> None:
    """Print rates by language, and the misses of each rate below."""
    languages = list(found.rates)
    print(f"{'':24}" + "".join(f"{language:>8}" for language in languages))
    for name in found.rates["all"]:
        print(f"{name:24}" + "".join(f"{found.rates[language][name]:8.3f}" for language in languages))
    for name, misses in found.misses.items():
        if misses:
            print(f"\nmissed, {name}:\n  " + "\n  ".join(misses))
