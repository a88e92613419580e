"""The examples of docs/internals/measuring.md, measured as a reader would do, and the articles of docs/lab.md."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hayapack_lab import articles, codecs, workloads
from hayapack_lab.measure.engine import Engine
from hayapack_lab.measure.record import Settings
from hayapack_lab.measure.source import Source, task_name

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "lab.md"
EXAMPLES = DOCUMENT.parent / "internals" / "measuring.md"
QUICK = Settings(samples=3, sample_ms=0.2, seconds=2.0, least=3, call_limit=20.0)


def example(name):
    text = EXAMPLES.read_text(encoding="utf-8")
    return re.search(r"^```%s\n(.*?)^```" % name, text, re.MULTILINE | re.DOTALL).group(1)


@pytest.fixture
def own_codecs(tmp_path, monkeypatch):
    """A user's folder of codecs, set by HAYAPACK_LAB_CODECS."""
    monkeypatch.setenv("HAYAPACK_LAB_CODECS", str(tmp_path))
    monkeypatch.setattr(codecs, "__path__", [*codecs.__path__, str(tmp_path)])
    yield tmp_path
    sys.modules.pop("hayapack_lab.codecs.d_repr", None)


def test_the_codec_of_the_page_is_measured(own_codecs):
    (own_codecs / "d_repr.py").write_text(example("codec"), encoding="utf-8")
    assert "d_repr" in codecs.keys() and "d_repr" in codecs.general()
    fields = {"workload": "tiny_map", "seed": 1, "size": 1}
    source = Source("tiny", "tiny", "A tiny map.", fields, codecs=["d_repr", "json_std"])
    with Engine("test", QUICK) as engine:
        record = engine.run([source])
    cell = record.sources[0].cells["d_repr"]
    assert cell.status == "ok" and cell.losses == []
    assert len(cell.samples[task_name("encode", True)]) == 3
    assert record.codecs["d_repr"].contract.utf8 == "str, not bytes"


def test_the_folder_of_codecs_is_set_by_the_environment(tmp_path):
    (tmp_path / "d_repr.py").write_text(example("codec"), encoding="utf-8")
    environment = {key: value for key, value in os.environ.items() if not key.startswith("HAYAPACK_LAB_")}
    code = "from hayapack_lab import codecs; print(codecs.get('d_repr').format)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**environment, "HAYAPACK_LAB_CODECS": str(tmp_path)}, stdout=subprocess.PIPE
    )
    assert done.stdout == b"Python source\n"


def test_the_workload_of_the_page_is_one():
    scope = {}
    exec(example("workload"), scope)
    messages = scope["make"](1, 10)
    assert messages == scope["make"](1, 10) and len(messages[0]) == 10
    assert {"NAME", "SENTENCE", "SIZE"} <= set(scope)


def test_the_page_names_every_article():
    from hayapack_lab import articles

    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(re.search(r"^\| %s \|" % key.upper(), text, re.MULTILINE) for key in articles.KEYS)
    assert workloads.keys()


def test_the_page_names_the_articles_and_links_their_pages():
    text = DOCUMENT.read_text(encoding="utf-8").replace("\\#", "#")
    assert not [named for named in articles.NAMED.values() if named not in text]
    assert "whose addresses are not known" in text
    for key in articles.KEYS:
        assert f"[{key.upper()}](results/article-{key}.md): {articles.NAMED[key]}" in text
        page = (DOCUMENT.parent / f"results/article-{key}.md").read_text(encoding="utf-8").replace("\\#", "#")
        assert articles.NAMED[key] in page and "Its address is not known" in page
