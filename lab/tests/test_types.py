"""The members of a record's classes: mypy finds a name that there is not, and a subscript."""

import os
import re
import subprocess
import sys

import pytest

OPTIONS = ["--ignore-missing-imports", "--follow-imports=silent", "--check-untyped-defs", "--cache-dir", os.devnull]
# Old versions of mypy leave out what follows 200 messages, and most are of these kinds.
OPTIONS += ["--disable-error-code=arg-type", "--disable-error-code=operator"]
WRONG = re.compile(r'(\S+): error: .*"(Record|RecordedSource|RecordedCell|RecordedCodec|Machine|Settings)"')
PROGRAM = """\
from hayapack_lab.measure.record import Record, RecordedCell
def read(record: Record) -> None:
    record.sorces
    record['sources']
    RecordedCell(statuss='ok')
"""


@pytest.mark.long
def test_every_member_of_a_record_that_is_read_exists(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", *OPTIONS, "-p", "hayapack_lab", "-m", "program"]
    done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, encoding="utf-8")
    found = [wrong.group(1) for wrong in map(WRONG.match, done.stdout.splitlines()) if wrong]
    assert found == ["program.py:3", "program.py:4", "program.py:5"], done.stdout
