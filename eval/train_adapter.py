"""Train the search adapter, compare it with none on unseen questions, write ``corpus/ours/adapter.npz``.

Usage: python -m eval.train_adapter [--dry-run]

The adapter is one square matrix, the same for questions and passages: ``x -> unit(x + x @ A)``.  It is
trained with the multiple-negatives loss of sentence-transformers on pairs of a question of ours
(``corpus/ours/questions``, ``corpus/ours/training``) and a text the concordance ties to the same aspect: a
clause, restatement or translation in any language, or another question.  A batch holds each aspect once,
so that no negative is a positive in disguise.

Measured three ways, always with the questions of ``eval/own``, which are never trained on:

* ``topics``: six folds; nothing of the topics asked about is trained on, and there are more questions from
  ``corpus/ours/questions`` on them;
* ``languages``: four folds; nothing in the language of the question is trained on;
* ``nothing``: trained on everything, as an adapter to be shipped would be.

Two things are searched: ``law``, the clauses, restatements and translations, and ``entries``, all that
``kb search`` looks through.  An entry is relevant if it is about the aspect asked about.  The same corpus,
encoder and seed give the same figures on one machine.
"""

from __future__ import annotations

import argparse
import json
import tomllib
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import ir_measures
import numpy as np
import torch
from ir_measures import RR, Success, nDCG
from numpy.typing import NDArray
from sentence_transformers import SentenceTransformer
from sentence_transformers.base.modules import Module
from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss

from eval.train_topics import OWN, Floats, cached_vectors, quantised
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import TopicRef
from kb.search.adapter import Adapter
from kb.search.corpus import OFF_TOPIC, corpus_entries
from kb.search.encoder import BuiltinEncoder
from kb.search.entries import Entry, Side
from kb.search.neutral import neutral_text

__all__ = ["batches", "train"]

_SEED: Final = 2018
_FOLDS: Final = 6
_STEPS: Final = 400
_RATE: Final = 1e-4
_DECAY: Final = 1.0  # of the matrix towards zero, that is, towards no adapter
_SCALE: Final = 20.0
_ASKED_PER_ASPECT: Final = 5  # questions of corpus/ours/questions for each aspect and language of a fold
_RESAMPLES: Final = 1000
_MEASURES: Final = (Success @ 1, Success @ 5, nDCG @ 10, RR)


@dataclass(frozen=True, slots=True)
class _Text:
    """A text as encoded, what it is about, and its language."""

    text: str
    side: Side
    ref: TopicRef
    language: str


@dataclass(frozen=True, slots=True)
class Sample:
    """A text with its vector, what it is about, and its language."""

    text: str
    side: Side
    ref: TopicRef
    language: str
    vector: Floats


class _Head(Module):  # type: ignore[misc]
    """The adapter as the one module of a sentence-transformers model that is fed vectors."""

    def __init__(self, dimension: int) -> None:
        super().__init__()
        self.change = torch.nn.Linear(dimension, dimension, bias=False)
        torch.nn.init.zeros_(self.change.weight)

    def forward(self, features: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        """Adapt the vectors; the loss normalises them."""
        vectors = features["sentence_embedding"]
        return {"sentence_embedding": vectors + self.change(vectors)}

    def save(self, *_args: object, **_kwargs: object) -> None:
        """Write nothing: the matrix is taken out of the trained module."""


def batches(samples: Sequence[Sample], rng: np.random.Generator) -> Iterator[tuple[list[int], list[int]]]:
    """Yield, without end, rows of questions and rows of texts on the same aspects, each aspect once."""
    asked: dict[TopicRef, list[int]] = {}
    stated: dict[TopicRef, list[int]] = {}
    for row, sample in enumerate(samples):
        (asked if sample.side is Side.QUERY else stated).setdefault(sample.ref, []).append(row)
    refs = sorted(asked.keys() & stated.keys())
    while True:
        lefts = [int(rng.choice(asked[ref])) for ref in refs]
        # Every other partner is a question too: that teaches what questions on one aspect share.
        sources = (stated if rng.random() < 0.5 else asked for _ in refs)
        yield lefts, [int(rng.choice(source[ref])) for ref, source in zip(refs, sources, strict=True)]


def train(samples: Sequence[Sample], encoder_id: str, steps: int = _STEPS) -> dict[str, NDArray[np.generic]]:
    """Return the arrays of an :class:`~kb.search.adapter.Adapter`; the same samples give the same ones."""
    vectors = torch.from_numpy(np.stack([sample.vector for sample in samples]))
    head = _Head(vectors.shape[1])
    loss = MultipleNegativesRankingLoss(SentenceTransformer(modules=[head], device="cpu"), scale=_SCALE)
    optimiser = torch.optim.AdamW(head.parameters(), lr=_RATE, weight_decay=_DECAY)
    pairs = batches(samples, np.random.default_rng(_SEED))
    for _ in range(steps):
        left, right = next(pairs)
        optimiser.zero_grad()
        features = [{"sentence_embedding": vectors[rows]} for rows in (left, right)]
        loss(features, torch.empty(0)).backward()
        optimiser.step()
    change, scale = quantised(head.change.weight.detach().numpy().T)
    return {"change": change, "scale": scale, "encoder": np.array(encoder_id)}


# -- measuring ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Searched:
    """The entries searched."""

    entries: tuple[Entry, ...]
    vectors: Floats

    def only(self, keep: Callable[[Entry], bool]) -> Searched:
        """Return those that ``keep`` is true of."""
        rows = [row for row, entry in enumerate(self.entries) if keep(entry)]
        return Searched(tuple(self.entries[row] for row in rows), self.vectors[rows])


def scores_by_question(
    searched: Searched, asked: Sequence[Sample], adapter: Adapter | None
) -> dict[str, list[float]]:
    """Return each measure of each question."""
    left = np.stack([sample.vector for sample in asked])
    right = searched.vectors
    if adapter is not None:
        left, right = adapter(left), adapter(right)
    refs = [TopicRef(entry.topic, entry.aspect) for entry in searched.entries]
    names = [f"{number:06}" for number in range(len(refs))]
    qrels, run = [], []
    for number, (sample, row) in enumerate(zip(asked, left @ right.T, strict=True)):
        query = f"{number:06}"
        qrels += [
            ir_measures.Qrel(query, name, 1)
            for name, ref in zip(names, refs, strict=True)
            if ref == sample.ref
        ]
        best = np.argsort(-row, kind="stable")[:100].tolist()
        run += [ir_measures.ScoredDoc(query, names[place], float(row[place])) for place in best]
    found: dict[str, dict[str, float]] = {str(measure): {} for measure in _MEASURES}
    for metric in ir_measures.iter_calc(_MEASURES, qrels, run):
        found[str(metric.measure)][metric.query_id] = metric.value
    return {name: [values[f"{n:06}"] for n in range(len(asked))] for name, values in found.items()}


def _print_comparison(name: str, plain: dict[str, list[float]], adapted: dict[str, list[float]]) -> None:
    """Print a row of a table: each measure without and with, and the difference with its 95% interval."""
    cells = []
    for measure, before in plain.items():
        gain = np.array(adapted[measure]) - np.array(before)
        rng = np.random.default_rng(_SEED)
        means = gain[rng.integers(0, len(gain), (_RESAMPLES, len(gain)))].mean(axis=1)
        low, high = np.percentile(means, [2.5, 97.5])
        cells.append(f"{np.mean(before):.3f} -> {np.mean(adapted[measure]):.3f} ({low:+.3f} to {high:+.3f})")
    print(f"| {name} | {len(gain)} | {' | '.join(cells)} |", flush=True)


def compare(
    name: str, folds: Sequence[tuple[Sequence[Sample], Sequence[Sample]]], searched: Searched, encoder_id: str
) -> None:
    """Train on the first part of each fold, ask the second, print all questions together."""
    kinds = {"law": searched.only(lambda e: e.kind.side is Side.DOCUMENT), "entries": searched}
    plain: dict[str, dict[str, list[float]]] = {kind: {str(m): [] for m in _MEASURES} for kind in kinds}
    adapted: dict[str, dict[str, list[float]]] = {kind: {str(m): [] for m in _MEASURES} for kind in kinds}
    for taught, asked in folds:
        adapter = Adapter(train(taught, encoder_id))
        for kind, chosen in kinds.items():
            # A question that is itself an entry would find itself.
            texts = {sample.text for sample in asked}
            others = chosen.only(lambda e, texts=texts: neutral_text(e.text) not in texts)  # type: ignore[misc]
            for into, using in ((plain, None), (adapted, adapter)):
                for measure, values in scores_by_question(others, asked, using).items():
                    into[kind][measure] += values
    for kind in kinds:
        _print_comparison(f"{name}, {kind}", plain[kind], adapted[kind])


# -- data ---------------------------------------------------------------------------


def taught_samples(library: Library, encoder: BuiltinEncoder) -> list[Sample]:
    """Return everything that may be trained on, with vectors."""
    found = entry_texts(library)
    for language in LANGUAGES:
        for path in sorted((corpus_folder() / "ours" / "training").glob(f"*{language}.toml")):
            for topic, aspects in tomllib.loads(path.read_text(encoding="utf-8")).items():
                found += [
                    _Text(neutral_text(question), Side.QUERY, TopicRef(topic, aspect), language)
                    for aspect, questions in aspects.items()
                    for question in questions
                    if topic != OFF_TOPIC.aspect
                ]
    return _with_vectors([text for text in found if text.ref != OFF_TOPIC], encoder)


def entry_texts(library: Library) -> list[_Text]:
    """Return the entries of the search index as texts, in their order."""
    return [
        _Text(
            neutral_text(e.text) if e.kind.side is Side.QUERY else e.text,
            e.kind.side,
            TopicRef(e.topic, e.aspect),
            e.language,
        )
        for e in corpus_entries(library)
    ]


def own_samples(encoder: BuiltinEncoder) -> list[Sample]:
    """Return the questions of ``eval/own`` that are about a topic."""
    found = []
    for language in LANGUAGES:
        for line in (OWN / f"{language}.jsonl").read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            ref = TopicRef(case["topic"], case["aspect"])
            found.append(_Text(neutral_text(case["question"]), Side.QUERY, ref, language))
    return _with_vectors([text for text in found if text.ref != OFF_TOPIC], encoder)


def _with_vectors(texts: Sequence[_Text], encoder: BuiltinEncoder) -> list[Sample]:
    rows = np.empty((len(texts), encoder.dimension), dtype=np.float32)
    for side in Side:
        chosen = [n for n, text in enumerate(texts) if text.side is side]
        if chosen:
            rows[chosen] = cached_vectors([texts[n].text for n in chosen], side, encoder)
    return [
        Sample(text.text, text.side, text.ref, text.language, row)
        for text, row in zip(texts, rows, strict=True)
    ]


def topic_folds(
    taught: Sequence[Sample], own: Sequence[Sample], library: Library
) -> list[tuple[list[Sample], list[Sample]]]:
    """Leave a sixth of the topics out, six times."""
    topics = sorted({sample.ref.topic for sample in taught})
    np.random.default_rng(_SEED).shuffle(topics)
    asked_of = {
        (language, ref, neutral_text(text))
        for language, ours in library.ours.items()
        for ref, texts in ours.questions.items()
        for text in texts[:_ASKED_PER_ASPECT]
    }
    further = [s for s in taught if (s.language, s.ref, s.text) in asked_of]
    folds = []
    for start in range(_FOLDS):
        left_out = set(topics[start::_FOLDS])
        folds.append(
            (
                [s for s in taught if s.ref.topic not in left_out],
                [s for s in [*own, *further] if s.ref.topic in left_out],
            )
        )
    return folds


def language_folds(
    taught: Sequence[Sample], own: Sequence[Sample]
) -> list[tuple[list[Sample], list[Sample]]]:
    """Leave each language out once."""
    return [
        ([s for s in taught if s.language != left_out], [s for s in own if s.language == left_out])
        for left_out in LANGUAGES
    ]


def main() -> None:
    """Compare, train on everything, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--dry-run", action="store_true", help="compare only, write nothing")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    library, encoder = open_library(), BuiltinEncoder()
    taught, own = taught_samples(library, encoder), own_samples(encoder)
    entries = _with_vectors(entry_texts(library), encoder)
    searched = Searched(corpus_entries(library), np.stack([sample.vector for sample in entries]))
    print(f"| left out, searched | questions | {' | '.join(map(str, _MEASURES))} |")
    print(f"|{'---|' * (len(_MEASURES) + 2)}", flush=True)
    compare("topics", topic_folds(taught, own, library), searched, encoder.id)
    compare("languages", language_folds(taught, own), searched, encoder.id)
    compare("nothing", [(taught, own)], searched, encoder.id)
    if not options.dry_run:
        np.savez_compressed(corpus_folder() / "ours" / "adapter.npz", **train(taught, encoder.id))


if __name__ == "__main__":
    main()
