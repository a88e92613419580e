"""Memory while a file is read is bounded by the block, not by the file."""

import subprocess
import sys

import pytest

PROGRAM = """
import resource, sys
from hayapack import packb
from hayapack.data import arrow

row = packb({"id": 5, "name": "haya" * 20, "price": 2.5, "tags": [1, 2, 3]})
with open("events.msgpack", "wb") as file:
    for _ in range(int(sys.argv[1])):
        file.write(row * (1_000_000 // len(row)))
reader = arrow.reader("events.msgpack", block=1 << 20)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
rows = sum(batch.rows for batch in reader)
assert rows == int(sys.argv[1]) * (1_000_000 // len(row))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs ru_maxrss in KiB")
def test_the_file_is_not_in_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "60"], capture_output=True, check=True, cwd=tmp_path, timeout=300
    )
    assert int(done.stdout) < 20_000
