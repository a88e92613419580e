from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

# Codecs that crash, hang, fail, lose data or are missing. Set before the package that reads the
# variable is imported; worker processes inherit it.
os.environ["HAYAPACK_LAB_CODECS"] = str(Path(__file__).parent / "codecs")


@pytest.fixture(scope="session")
def record():
    """A short comparison of two documents, with codecs for every possible outcome."""
    from hayapack_lab import compare_documents

    documents = [
        compare_documents.Document("one.json", "JSON", 60, [{"name": "é", "list": [1, 2.5, None, True]}]),
        compare_documents.Document("many.jsonl", "JSON lines", 30, [[i, "text"] for i in range(5)]),
    ]
    codecs = ["json_std", "marshal_std", "t_crash", "t_fail", "t_lossy", "t_missing"]
    return compare_documents.run(documents, 0.6, codecs)


@pytest.fixture
def inside(capsys):
    """A function that runs the lab's command in this process: a start takes half a second."""
    from hayapack_lab import __main__

    def called(*arguments):
        try:
            status = __main__.main(list(arguments))
        except SystemExit as end:
            status = end.code
        return subprocess.CompletedProcess(arguments, status, *capsys.readouterr())

    return called


@pytest.fixture
def start():
    """A function that starts a codec's worker; all are closed at the end."""
    from hayapack_lab.measure.worker_process import WorkerProcess

    started = []

    def worker(codec):
        started.append(WorkerProcess(codec, None))
        return started[-1]

    yield worker
    for one in started:
        one.close()
