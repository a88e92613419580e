import pytest

from hayapack_lab import workloads
from hayapack_lab.data import fetch, values

MADE = [key for key in workloads.keys() if not getattr(workloads.get(key), "DOCUMENT", False)]
DOCUMENTS = [key for key in workloads.keys() if key not in MADE]


@pytest.mark.parametrize("key", MADE)
def test_a_workload_is_the_same_for_a_seed_and_says_what_it_needs(key):
    module = workloads.get(key)
    size = min(module.SIZE, 50)
    messages = module.make(3, size)
    assert len(messages) >= 2, "timing rotates over several messages"
    assert messages == module.make(3, size)
    assert values.needs(messages) == getattr(module, "NEEDS", frozenset())
    assert module.SENTENCE.endswith(".") and module.NAME


def test_names_of_rows_are_unique():
    names = [workloads.get(key).NAME for key in workloads.keys()]
    assert len(set(names)) == len(names)


def test_values_have_the_sizes_that_article_a_printed():
    """In bytes, packed by msgpack."""
    msgpack = pytest.importorskip("msgpack")
    printed = {"a_integers": 1003, "a_bytes": 51863, "a_lists": 4003, "a_dicts": 6003}
    for key, size in printed.items():
        module = workloads.get(key)
        assert len(msgpack.packb(module.make(0, module.SIZE)[0], use_bin_type=False)) == size, key


@pytest.mark.parametrize("key", DOCUMENTS)
def test_a_document_that_cannot_be_had_says_why(key, monkeypatch, tmp_path):
    monkeypatch.setattr(fetch, "cache_folder", lambda: tmp_path / "documents")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(workloads.NotFetched, match="npm is not installed"):
        workloads.get(key).make(0, 1)


def test_an_npm_that_fails_is_quoted(monkeypatch, tmp_path):
    npm = tmp_path / "npm"
    npm.write_text("#!/bin/sh\necho 'no route to the registry' >&2\nexit 1\n")
    npm.chmod(0o755)
    monkeypatch.setattr(fetch, "cache_folder", lambda: tmp_path / "documents")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    with pytest.raises(workloads.NotFetched, match="no route to the registry"):
        fetch.document("twitter.json")


def test_a_document_is_taken_from_the_cache(monkeypatch, tmp_path):
    (tmp_path / "twitter.json").write_text("[1]")
    monkeypatch.setattr(fetch, "cache_folder", lambda: tmp_path)
    assert workloads.get("twitter_fresh").make(0, 1) == [[1], [1]]
