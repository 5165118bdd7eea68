"""Train the recognition of the guide's entries and write ``corpus/ours/guide/model.npz``.

Usage: python -m eval.train_guide [--dry-run]

Training texts: the questions of the guide, and a share of those on the topics and on what is no
matter of the Laws.  Validation: ``eval/own_articles``, never trained on; :mod:`eval.check_articles`
measures whole answers.  The same corpus and encoder give the same weights.
"""

from __future__ import annotations

import argparse
import json
import tomllib
import warnings
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from eval.train_topics import Example, Floats, cached_vectors, train, training_texts
from kb.laws.guide import load_guide
from kb.laws.library import Library, corpus_folder, open_library
from kb.laws.ours import LANGUAGES
from kb.laws.topics import TopicRef
from kb.search.corpus import OFF_TOPIC
from kb.search.encoder import BuiltinEncoder
from kb.search.entries import Side
from kb.search.neutral import neutral_text
from kb.search.topic_model import TopicModel

ARTICLES = Path(__file__).parent / "own_articles"
_MOST = 40  # questions of one aspect: the entries of the guide have some thirty each
_BESIDE = 8.0  # how much more than one entry what is no matter of the Laws counts


def guide_texts(library: Library) -> list[Example]:
    """Return everything to learn from, without cues: they tell of incidents, not of articles."""
    folder = corpus_folder() / "ours" / "guide"
    guide = load_guide(folder / "articles.toml", library.topics)
    refs = {e.id: e.ref for e in guide}
    texts = [_example(e.about[lang], e.ref) for e in guide for lang in LANGUAGES]
    for language in LANGUAGES:
        data = tomllib.loads((folder / f"{language}.toml").read_text(encoding="utf-8"))
        texts += [_example(q, refs[entry_id]) for entry_id, asked in data.items() for q in asked]
    others: dict[TopicRef, list[Example]] = defaultdict(list)
    for e in training_texts(library):
        if e.side is Side.QUERY:
            ref = e.ref if e.ref == OFF_TOPIC else guide.entry(e.ref).ref
            others[ref].append(_example(e.text, ref))
    for ref, examples in others.items():
        step = 1 if ref == OFF_TOPIC else max(1, len(examples) // _MOST)
        texts += examples[::step]
    return texts


def _weights(texts: list[Example]) -> dict[TopicRef, float]:
    """Let every entry count alike, however many questions it has."""
    counts = Counter(e.ref for e in texts)
    weights = {ref: len(texts) / (len(counts) * count) for ref, count in counts.items()}
    return weights | {OFF_TOPIC: _BESIDE * weights[OFF_TOPIC]}


def _example(text: str, ref: TopicRef) -> Example:
    return Example(neutral_text(text), Side.QUERY, (), ref)


def validate(model: TopicModel, encoder: BuiltinEncoder, library: Library) -> None:
    """Print, by language, how often the first entry is of the right clause, and off topic as such."""
    guide = load_guide(corpus_folder() / "ours" / "guide" / "articles.toml", library.topics)
    law = library.editions.get("2023")
    for language in LANGUAGES:
        lines = (ARTICLES / f"{language}.jsonl").read_text(encoding="utf-8").splitlines()
        cases = [json.loads(line) for line in lines]
        queries = [neutral_text(c["question"]) for c in cases]
        right: dict[str, list[bool]] = defaultdict(list)
        for case, query, vector in zip(
            cases, queries, cached_vectors(queries, Side.QUERY, encoder), strict=True
        ):
            shares = model.shares(query, (), vector)
            best = max(shares, key=lambda ref: shares[ref])
            labels = () if best == OFF_TOPIC else guide.numbers(guide.entry(best), law)
            articles = {label.split(".")[0] for label in labels}
            if not case["clause"]:
                right["off topic"].append(best == OFF_TOPIC)
            else:
                right["article"].append(case["clause"].split(".")[0] in articles)
            good = right["article" if case["clause"] else "off topic"][-1]
            if not good:
                print(
                    f"  {case['id']} {case['clause'] or '-'} -> {best} {shares[best]:.2f}: {case['question']}"
                )
        print(language, {name: round(sum(hits) / len(hits), 3) for name, hits in right.items()})


def main() -> None:
    """Train, validate, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="train and validate, write nothing")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    library, encoder = open_library(), BuiltinEncoder()
    texts = guide_texts(library)
    vectors: Floats = cached_vectors([e.text for e in texts], Side.QUERY, encoder)
    arrays = train(texts, vectors, encoder.id, _weights(texts))
    print(f"{len(texts)} texts, {len(json.loads(str(arrays['meta']))['refs'])} entries")
    validate(TopicModel(arrays), encoder, library)
    if not options.dry_run:
        np.savez_compressed(corpus_folder() / "ours" / "guide" / "model.npz", **arrays)


if __name__ == "__main__":
    main()
