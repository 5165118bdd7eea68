"""What simpler searches reach on the same cases: bare encoders and BM25 over the clauses alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import bm25s
import ir_measures
import numpy as np
from ir_measures import RR, R
from numpy.typing import NDArray

from eval.measure import OWN_DOCUMENT, Case
from kb.laws.library import Library, open_library
from kb.search.encoder import BuiltinEncoder

__all__ = ["baseline_rates", "print_baselines"]

_MEASURES = (R @ 1, R @ 3, RR)
_E5 = slice(0, 384)
_USE = slice(384, 896)
Scores = NDArray[np.float32]
Scorer = Callable[[list[str], list[str]], Scores]


def baseline_rates(cases: Sequence[Case]) -> dict[str, dict[str, float]]:
    """Return rates by method: own-language and cross-language recall@1, recall@3, MRR over clause texts."""
    library = open_library()
    encoder = BuiltinEncoder()
    methods: dict[str, Scorer] = {
        "BM25": _bm25,
        "e5 alone": _dense(encoder, _E5),
        "USE alone": _dense(encoder, _USE),
        "joined": _dense(encoder, slice(0, 896)),
    }
    return {name: _rates(cases, library, scorer) for name, scorer in methods.items()}


def _dense(encoder: BuiltinEncoder, part: slice) -> Scorer:
    def score(questions: list[str], clauses: list[str]) -> Scores:
        left = encoder.encode_queries(questions)[:, part]
        right = encoder.encode_documents(clauses)[:, part]
        product: Scores = left @ right.T
        return product

    return score


def _bm25(questions: list[str], clauses: list[str]) -> Scores:
    index = bm25s.BM25()
    index.index(bm25s.tokenize(clauses, stopwords=None, show_progress=False), show_progress=False)
    vocabulary = index.vocab_dict
    rows = []
    for question in questions:
        words = bm25s.tokenize([question], stopwords=None, show_progress=False, return_ids=False)[0]
        known = [w for w in words if w in vocabulary]
        rows.append(index.get_scores(known) if known else np.zeros(len(clauses), dtype=np.float32))
    return np.array(rows, dtype=np.float32)


def _rates(cases: Sequence[Case], library: Library, scorer: Scorer) -> dict[str, float]:
    own: tuple[list[Any], list[Any]] = ([], [])
    cross: tuple[list[Any], list[Any]] = ([], [])
    questions = [case["question"] for case in cases]
    for document_id, document in sorted(library.documents.items()):
        labels = [c.label for c in document.clauses]
        scores = scorer(questions, [document.clause_text(label) for label in labels])
        for case, row in zip(cases, scores, strict=True):
            gold = case["gold"][document_id]
            if not gold:
                continue
            qrels, run = own if OWN_DOCUMENT[case["lang"]] == document_id else cross
            query = f"{case['id']}/{document_id}"
            qrels += [ir_measures.Qrel(query, label, 1) for label in gold]
            run += [
                ir_measures.ScoredDoc(query, label, float(s)) for label, s in zip(labels, row, strict=True)
            ]
    rates: dict[str, float] = {}
    for name, (qrels, run) in {"own": own, "cross": cross}.items():
        values = ir_measures.calc_aggregate(_MEASURES, qrels, run)
        rates |= {f"{name} {m}": float(values[m]) for m in _MEASURES}
    return rates


def print_baselines(cases: Sequence[Case]) -> None:
    """Print what simpler searches over the clauses alone reach."""
    for method, rates in baseline_rates(cases).items():
        print(f"{method:12}" + "  ".join(f"{name} {value:.3f}" for name, value in rates.items()))
