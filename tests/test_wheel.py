"""A wheel built from the repository works outside it, corpus and catalogues inside."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_USE = """
import kb
from pathlib import Path
from kb.laws.library import corpus_folder, open_library
from kb.messages import catalogue
from kb.dialog.facts import facts_from_words
from kb.search.topic_model import TopicModel
assert Path(kb.__file__).is_relative_to(Path.cwd()), kb.__file__
assert corpus_folder().is_relative_to(Path.cwd()), corpus_folder()
library = open_library()
print(sum(len(d.clauses) for d in library.documents.values()), len(catalogue("ru").ids) > 300)
print(facts_from_words("blitz, second time", "en").facts.offence_number)
TopicModel.load(corpus_folder() / "ours" / "topic_model.npz")
"""


def test_the_wheel_stands_alone(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    done = subprocess.run(
        [sys.executable, "-I", "-c", "import sys; sys.path.insert(0, '.')\n" + _USE],
        cwd=site,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split() == ["40", "True", "2"]
