"""Encoding and decoding article B's records take the same number of instructions for each record, however many there are.

The lab measures time, which grows faster than the number of records: long lists exceed the
processor's caches. Instructions, counted by valgrind, do not depend on that.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hayapack

# Without the standard modules that the lab imports: under valgrind they take most of the time.
PROGRAM = """
import sys
from random import Random
import hayapack
exec(open(sys.argv[3], encoding="utf-8").read())
random = Random(3)
values = [record(random) for _ in range(int(sys.argv[1]))]
packed = hayapack.packb(values)
for _ in range(int(sys.argv[2])):
    CALL
"""


CALLS = {"encode": "hayapack.packb(values)", "decode": "hayapack.unpackb(packed, strict_map_key=False)"}


def instructions(call, records, times):
    from hayapack_lab.workloads import records_b

    path = str(Path(hayapack.__file__).parent.parent)
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        sys.executable,
        "-S",
        "-c",
        PROGRAM.replace("CALL", call),
    ]
    done = subprocess.run(
        [*command, str(records), str(times), records_b.__file__],
        stderr=subprocess.PIPE,
        env=dict(os.environ, PYTHONPATH=path, PYTHONHASHSEED="0"),
        timeout=600,
    )
    text = done.stderr.decode(errors="replace")
    assert done.returncode == 0, text[-2000:]
    return int(re.search(r"Collected : (\d+)", text).group(1))


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind was not found")
@pytest.mark.skipif(hayapack.backend != "native", reason="the compiled module is not there")
@pytest.mark.long
@pytest.mark.parametrize("way", CALLS)
def test_instructions_per_record_do_not_grow(way):
    call = CALLS[way]
    few, many = ((instructions(call, count, 2) - instructions(call, count, 1)) / count for count in (30, 300))
    # A slope of 1.02 over a factor of 10 is 4.7 %: what the lab still calls linear.
    assert many < few * 1.047
