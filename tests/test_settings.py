from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from kb.errors import SettingsError
from kb.settings import FAISS, IndexChoice, IndexEngine, Settings, load_settings

VARIABLES = ("KB_ENCODER", "KB_INDEX", "KB_MILVUS_TOKEN", "KB_DATA_DIR", "KB_CACHE_DIR")


@pytest.fixture(autouse=True)
def _unset(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)


def test_the_defaults_work() -> None:
    settings = load_settings()
    assert settings.encoder == "builtin"
    assert settings.index == FAISS
    assert settings.data_dir.is_absolute()
    assert settings.cache_dir.is_absolute()
    assert settings.data_dir != settings.cache_dir


def test_the_environment_sets_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KB_ENCODER", "  intfloat/multilingual-e5-small ")
    monkeypatch.setenv("KB_CACHE_DIR", "~/somewhere")
    monkeypatch.setenv("KB_DATA_DIR", "here")
    monkeypatch.setenv("KB_SOMETHING_ELSE", "1")
    settings = load_settings()
    assert settings.encoder == "intfloat/multilingual-e5-small"
    assert settings.cache_dir == tmp_path / "somewhere"
    assert settings.data_dir == tmp_path / "here"


@pytest.mark.parametrize(
    ("value", "target", "embedded"),
    [
        ("milvus:http://localhost:19530", "http://localhost:19530", False),
        (" milvus:HTTPS://milvus.example/laws ", "HTTPS://milvus.example/laws", False),
        ("milvus:here/index.db", "{folder}/here/index.db", True),
        ("milvus:~/index.db", "{folder}/index.db", True),
    ],
)
def test_milvus_is_a_file_or_an_address(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, value: str, target: str, embedded: bool
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KB_INDEX", value)
    chosen = load_settings().index
    assert chosen == IndexChoice(IndexEngine.MILVUS, target.format(folder=tmp_path))
    assert chosen.embedded is embedded


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_MILVUS_TOKEN", "laws:secret")
    settings = load_settings()
    assert settings.milvus_token.get_secret_value() == "laws:secret"
    assert "secret" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("KB_ENCODER", ""),
        ("KB_ENCODER", " "),
        ("KB_INDEX", "lucene"),
        ("KB_INDEX", ""),
        ("KB_INDEX", "faiss:here"),
        ("KB_INDEX", "milvus"),
        ("KB_INDEX", "milvus: "),
        ("KB_INDEX", "milvus:index"),
        ("KB_INDEX", "milvus:ftp://host/index.db"),
        ("KB_INDEX", "milvus:http:///index.db"),
    ],
)
def test_a_value_that_cannot_work_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=f"{name}={value!r}.*environment variable"):
        load_settings()


def test_a_home_that_cannot_be_found_says_what_to_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KB_CACHE_DIR", "~nobody-of-that-name/cache")
    with pytest.raises(SettingsError, match="absolute path"):
        load_settings()


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        load_settings().encoder = "other"


def test_settings_can_be_made_in_code(tmp_path: Path) -> None:
    assert Settings(cache_dir=tmp_path).cache_dir == tmp_path
