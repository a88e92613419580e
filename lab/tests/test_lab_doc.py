"""The examples of docs/lab.md, measured as a reader would do."""

import re
import sys
from pathlib import Path

import pytest
from hayapack_lab import competitors, workloads
from hayapack_lab.engine import Engine, Settings, Source, task_name

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "lab.md"
QUICK = Settings(samples=3, sample_ms=0.2, seconds=2.0, least=3, call_limit=20.0)


def example(name):
    text = DOCUMENT.read_text(encoding="utf-8")
    return re.search(r"^```%s\n(.*?)^```" % name, text, re.MULTILINE | re.DOTALL).group(1)


@pytest.fixture
def own_competitors(tmp_path, monkeypatch):
    """A user's folder of codecs, set by HAYAPACK_LAB_COMPETITORS."""
    monkeypatch.setenv("HAYAPACK_LAB_COMPETITORS", str(tmp_path))
    monkeypatch.setattr(competitors, "__path__", [*competitors.__path__, str(tmp_path)])
    yield tmp_path
    sys.modules.pop("hayapack_lab.competitors.d_repr", None)


def test_the_codec_of_the_page_is_measured(own_competitors):
    (own_competitors / "d_repr.py").write_text(example("codec"), encoding="utf-8")
    assert "d_repr" in competitors.keys() and "d_repr" in competitors.general()
    fields = {"workload": "tiny_map", "seed": 1, "size": 1}
    source = Source("tiny", "tiny", "A tiny map.", fields, codecs=["d_repr", "json_std"])
    with Engine("test", QUICK) as engine:
        record = engine.run([source])
    cell = record["sources"][0]["cells"]["d_repr"]
    assert cell["status"] == "ok" and cell["losses"] == []
    assert len(cell["samples"][task_name("encode", True)]) == 3
    assert record["codecs"]["d_repr"]["contract"]["utf8"] == "str, not bytes"


def test_the_workload_of_the_page_is_one():
    scope = {}
    exec(example("workload"), scope)
    messages = scope["make"](1, 10)
    assert messages == scope["make"](1, 10) and len(messages[0]) == 10
    assert {"NAME", "SENTENCE", "SIZE"} <= set(scope)


def test_the_page_names_every_post():
    from hayapack_lab import posts

    text = DOCUMENT.read_text(encoding="utf-8")
    assert all(re.search(r"^\| %s \|" % key.upper(), text, re.MULTILINE) for key in posts.KEYS)
    assert workloads.keys()
