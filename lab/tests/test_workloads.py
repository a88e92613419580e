import json
import pickle
from math import ceil

import pytest

from hayapack_lab import workloads
from hayapack_lab.articles import published
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


def test_article_as_values_have_its_sizes_and_its_objects():
    """In bytes; msgpack then had no str 8, and simplejson wrote byte strings as text."""
    msgpack = pytest.importorskip("msgpack")
    for row in published.rows("simplejson"):
        module = workloads.get("a_" + row["value"])
        [value, *_] = module.make(0, module.SIZE)
        if row["codec"] == "msgpack-ext" and row["bytes"]:
            assert len(msgpack.packb(value, use_bin_type=False)) == int(row["bytes"]), row["value"]
        if row["codec"] == "simplejson" and row["bytes"]:
            text = module.as_text(value) if row["value"] == "bytes" else value
            assert len(json.dumps(text)) == int(row["bytes"]), row["value"]
    objects = {key: len(set(map(id, workloads.get(key).make(0, 1000)[0]))) for key in ("a_lists", "a_dicts", "a_bytes")}
    assert objects == {"a_lists": 1, "a_dicts": 1, "a_bytes": 100}  # of the 1000 items


@pytest.mark.parametrize("size", [10, 100, 1000, pytest.param(10_000, marks=pytest.mark.long)])
def test_article_bs_records_have_its_sizes_and_share_one_text(size):
    """In KB of whole blocks of 4 KiB, as printed; msgpack then had no str 8."""
    msgpack = pytest.importorskip("msgpack")
    [records, *_] = workloads.get("records_b").make(2, size)
    printed = {
        row["codec"]: int(row["size_kb"]) for row in published.rows("serializers") if row["records"] == str(size)
    }
    packed = {"msgpack": msgpack.packb(records, use_bin_type=False), "json": json.dumps(records)}
    assert {codec: ceil(len(data) / 4096) * 4 for codec, data in packed.items()} == {
        codec: printed[codec] for codec in packed
    }
    assert len({id(record["string"]) for record in records}) == 1
    assert len({id(record["list"]) for record in records}) == size
    assert len(pickle.dumps(records)) < 0.98 * len(msgpack.packb(records))  # since it writes the text once


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
