"""From a question to topics: with the model's own encoder, and with one it does not know."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kb.desk import Desk
from kb.errors import CorpusError
from kb.laws.library import Library, corpus_folder
from kb.laws.topics import TopicRef
from kb.search.corpus import OFF_TOPIC, corpus_entries
from kb.search.encoder import Degradation, Matrix
from kb.search.entries import Entry, EntryKind
from kb.search.finder import TopicFinder
from kb.search.index import SearchIndex
from kb.search.neutral import neutral_text
from kb.search.topic_model import BUCKETS, TopicModel, letter_features
from kb.search.vectors import FaissIndex

WORDS = ("hands", "colours", "weather")


class WordEncoder:
    """A stand-in for any other encoder: one axis a word."""

    id = "words-1"
    dimension = len(WORDS) + 1
    degraded = Degradation.NONE

    def encode_queries(self, texts: Sequence[str]) -> Matrix:
        rows = [[*(float(w in t.casefold()) for w in WORDS), 0.1] for t in texts]
        matrix = np.array(rows, dtype=np.float32).reshape(len(texts), self.dimension)
        return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)

    encode_documents = encode_queries


@pytest.fixture(scope="module")
def model() -> TopicModel:
    return TopicModel.load(corpus_folder() / "ours" / "topic_model.npz")


def _finder(model: TopicModel) -> TopicFinder:
    entries = [
        Entry("1", "both hands", EntryKind.QUESTION, "en", "two_hands", "two_hands_used"),
        Entry("2", "wrong colours", EntryKind.QUESTION, "en", "colours_reversed", "wrong_player_white"),
        Entry("3", "the weather", EntryKind.OFF_TOPIC, "en", OFF_TOPIC.topic, OFF_TOPIC.aspect),
        Entry("4", "a clause on hands", EntryKind.CLAUSE, "en", "two_hands", "two_hands_used", "x", "7.7"),
    ]
    encoder = WordEncoder()
    vectors = FaissIndex.build(np.arange(len(entries)), encoder.encode_documents([e.text for e in entries]))
    return TopicFinder(SearchIndex(entries, encoder, vectors), model)


def test_another_encoder_works_through_its_nearest_entries(model: TopicModel) -> None:
    assert not model.fits(WordEncoder.id)
    finder = _finder(model)
    assert finder.find("he used both hands")[0].ref == TopicRef("two_hands", "two_hands_used")
    assert finder.find("nice weather")[0].ref == OFF_TOPIC
    assert finder.entries("hands", 2)[0].entry.id in {"1", "4"}


def test_shares_sum_to_one_and_are_ranked(desk: Desk) -> None:
    found = desk.finder.find("I castled with both hands", ("two_hands",))
    shares = [c.share for c in found]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert found[0].ref.topic == "two_hands"


def test_the_model_knows_every_aspect_and_off_topic(model: TopicModel, library: Library) -> None:
    assert set(model.refs) == {a.ref for a in library.topics.aspects} | {OFF_TOPIC}


def test_a_damaged_model_is_named(tmp_path: Path) -> None:
    raw = (corpus_folder() / "ours" / "topic_model.npz").read_bytes()
    path = tmp_path / "topic_model.npz"
    path.write_bytes(raw[: len(raw) // 2])
    with pytest.raises(CorpusError, match="topic model cannot be read"):
        TopicModel.load(path)
    with pytest.raises(CorpusError, match="topic model"):
        TopicModel.load(tmp_path / "none.npz")


def test_letter_features_ignore_case_accents_and_numbers() -> None:
    assert letter_features("¿Jugó en la 14?") == letter_features("jugo EN la 8")
    assert letter_features("") == letter_features("?!… 😀") == {}
    assert all(0 <= bucket < BUCKETS for bucket in letter_features("двумя руками"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("8/k1P5/2K5/8/8/8/8/8 w - - 0 1", ""),
        ("see https://lichess.org/editor/6Rk/8/7K_b time?", "see time?"),
        ("1.e4 e5 2.Cf3 Cc6 3.Ab5 a6 y pulsó", "y pulsó"),
        ("27.Л:b7+ Кe3+ 28.Крd3. правы?", ". правы?"),
        ("moved to e5 on move 14, 5+3", "moved to e5 on move 14, 5+3"),
        ("clause 7.5.3 says", "clause 7.5.3 says"),
    ],
)
def test_neutral_text_drops_only_board_material(question: str, words: str) -> None:
    assert neutral_text(question) == words


def test_entries_cover_every_text_once(library: Library) -> None:
    entries = corpus_entries(library)
    assert len({e.id for e in entries}) == len(entries)
    kinds = {kind: sum(e.kind is kind for e in entries) for kind in EntryKind}
    questions = sum(len(qs) for o in library.ours.values() for qs in o.questions.values())
    assert kinds[EntryKind.QUESTION] == questions
    assert kinds[EntryKind.RESTATEMENT] == sum(len(o.restatements) for o in library.ours.values())
    assert kinds[EntryKind.NAME] == 4 * len(list(library.topics))
    assert corpus_entries(library) == entries
