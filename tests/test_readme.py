"""The README's examples are run and must print what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kb import cli
from kb.desk import Desk
from kb.settings import Settings

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```console\n\$ kb (.+?)\n(.*?)```", README, re.DOTALL)


def _flat(text: str) -> str:
    return " ".join(re.sub(r"[│╭╮╰╯─]", " ", text).split())


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4


@pytest.mark.parametrize(("command", "shown"), EXAMPLES, ids=[c[:40] for c, _ in EXAMPLES])
def test_example(command: str, shown: str, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_desk", lambda: desk)
    result = CliRunner().invoke(cli.app, shlex.split(command), catch_exceptions=False)
    assert result.exit_code == 0
    printed = _flat(result.stdout)
    for line in shown.strip().splitlines():
        assert _flat(line) in printed


def test_every_setting_is_in_the_readme() -> None:
    for name in Settings.model_fields:
        assert f"`KB_{name.upper()}`" in README


def test_every_make_target_it_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"^make (\w+)|`make (\w+)`", README, re.MULTILINE)):
        assert re.search(rf"^{''.join(target)}:", makefile, re.MULTILINE), target
