from __future__ import annotations

import os
from pathlib import Path

import pytest

# Competitors that crash, hang, fail, lose and are missing; set before the
# package that reads it is imported, and inherited by the worker processes.
os.environ["HAYAPACK_LAB_COMPETITORS"] = str(Path(__file__).parent / "competitors")


@pytest.fixture(scope="session")
def record():
    """A short comparison of two documents with codecs of every fate."""
    from hayapack_lab import compare

    documents = [
        compare.Document("one.json", "JSON", 60, [{"name": "é", "list": [1, 2.5, None, True]}]),
        compare.Document("many.jsonl", "JSON lines", 30, [[i, "text"] for i in range(5)]),
    ]
    codecs = ["json_std", "marshal_std", "t_crash", "t_fail", "t_lossy", "t_missing"]
    return compare.run(documents, 0.6, codecs)
