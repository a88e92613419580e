"""The matrix's judgement, with workers made for it: what it lets pass and what it must not."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MATRIX = ROOT / "tests" / "matrix" / "matrix.py"
pytest.importorskip("hayapack")

# Answers with the tokens themselves in place of a message; CHANGE alters an answer.
WORKER = """
import sys
print("made for a test", flush=True)
for line in sys.stdin.buffer:
    what, option, size = line.decode().split()
    how, data = "ok", sys.stdin.buffer.read(int(size))
    CHANGE
    sys.stdout.buffer.write(b"%s %d\\n" % (how.encode(), len(data)) + data)
    sys.stdout.buffer.flush()
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A function that runs the matrix over one value: (exit status, output)."""

    def start(changes, differences="", languages=()):
        words = []
        for name, change in changes.items():
            path = tmp_path / (name + ".py")
            path.write_text(WORKER.replace("CHANGE", change), encoding="utf-8")
            words.append("%s=%s %s" % (name, sys.executable, path))
        table = tmp_path / "differences.tsv"
        table.write_text(differences, encoding="utf-8")
        program = (
            "import sys; sys.path.insert(0, %r); import cases, matrix\n"
            "cases.all_cases = lambda folder: ([cases.Case('values', 'the case', 'i-5', 'none', b'i-5')], [])\n"
            "sys.exit(matrix.main())" % str(MATRIX.parent)
        )
        command = [sys.executable, "-c", program, "--documents", "x", "--differences", str(table), *words, *languages]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True, timeout=60
        )
        return done.returncode, done.stdout

    return start


def test_alike_passes(run):
    status, text = run({"one": "pass", "two": "pass"})
    assert status == 0 and "4 passed, 0 expected differences, 0 unexplained" in text


@pytest.mark.parametrize(
    "change, said",
    [
        ("if what == 'write': data = b'i-6'", "write\ttwo\tthe case\tother bytes"),
        ("if what == 'read': data = b'i-6'", "read\ttwo\tthe case\tanother value"),
        ("if what == 'read': how, data = 'no', b'truncated'", "read\ttwo\tthe case\ttruncated"),
        ("if what == 'write': how, data = 'no', b'too long'", "write\ttwo\tthe case\ttoo long"),
    ],
)
def test_a_difference_fails_unless_it_is_named(run, change, said):
    status, text = run({"one": "pass", "two": change})
    assert status == 1 and said in text
    status, text = run({"one": "pass", "two": change}, said + "\ta reason\n")
    assert status == 0 and " 0 unexplained" in text


def test_a_named_difference_that_does_not_occur_fails(run):
    row = "read\ttwo\tthe case\ttruncated\ta reason\n"
    status, text = run({"one": "pass", "two": "pass"}, row)
    assert status == 1 and "no longer true: read, two, the case" in text
    # Of a language that did not run, nothing can be said.
    status, text = run({"one": "pass"}, row, ["two=-it is not installed"])
    assert status == 0 and "not run: two: it is not installed" in text


def test_what_a_library_lacks_is_named(run):
    lacks = "how, data = 'no', b'not available: no such thing'"
    status, text = run({"one": "pass", "two": lacks})
    assert status == 0 and "not run: two: not available: no such thing" in text


def test_a_worker_that_ends_is_an_error(run):
    status, text = run({"one": "pass", "two": "sys.exit(3)"})
    assert status == 1 and "the worker of two ended" in text
