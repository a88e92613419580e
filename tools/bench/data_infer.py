"""Measures how long the schema of all rows takes, against reading the rows by it.

    python data_infer.py [ROWS]      of each kind of file (100,000)

Prints for each kind MB/s of infer(rows=None, conflicts="raw") and of reader(), and the ratio of the times: the least CPU
times of five runs, which take turns.
"""

import sys
import time

from hayapack import ExtType, Timestamp, packb
from hayapack.data import arrow


def event(n):
    return {
        "id": n, "host": f"web-{n % 24}", "ms": n * 0.25, "http": {"method": "GET", "bytes": n % 700},
        "tags": ["a"] if n % 5 else [],
    }  # fmt: skip


#: What is added to each event, by the number of the row.
KINDS = {
    "events": lambda n: {},
    "a column of nil": lambda n: {"error": None},
    "a key in few rows": lambda n: {} if n % 13 else {"note": "x"},
    "a key from row 5,000 on": lambda n: {"shard": n} if n > 5000 else {},
    "ints and floats": lambda n: {"ms": n if n % 2 else n / 4},
    "an int over 2**63-1": lambda n: {"id": 2**64 - 1 if n == 5000 else n},
    "timestamps": lambda n: {"at": Timestamp(1_700_000_000 + n, 5)},
    "bytes": lambda n: {"uuid": b"0123456789abcdef"},
    "an ext": lambda n: {"x": ExtType(5, b"abc")},
    "a map of ints": lambda n: {"m": {n % 3: 1, 7: 2}},
    "a map of 300 keys": lambda n: {"labels": {f"k{n % 300}": 1}},
    "a row of 300 keys": lambda n: {f"k{n % 300}": 1},
    "a conflict in row 5,000": lambda n: {"id": "x" if n == 5000 else n},
    "conflicts in all rows": lambda n: {"id": "x" if n % 2 else n},
}


def cpu(function):
    started = time.process_time()
    function()
    return time.process_time() - started


def measure(name, data, **options):
    schema = arrow.infer(data, None, conflicts="raw", **options)
    given = {"rows" if name == "rows_layout" else name: value for name, value in options.items()}
    times = [[], []]
    for _ in range(5):
        times[0].append(cpu(lambda: arrow.infer(data, None, conflicts="raw", **options)))
        times[1].append(cpu(lambda: [None for _ in arrow.reader(data, schema, **given)]))
    infer, read = map(min, times)
    mb = len(data) / 1e6
    print(f"{name:24} infer {mb / infer:5.0f} MB/s, read {mb / read:5.0f} MB/s: {infer / read:4.1f} times as long")


if __name__ == "__main__":
    rows = range(int(sys.argv[1]) if sys.argv[1:] else 100_000)
    for name, more in KINDS.items():
        measure(name, b"".join([packb({**event(n), **more(n)}) for n in rows]))
    measure("arrays", b"".join([packb(list(event(n).values())) for n in rows]), rows_layout="arrays")
    measure("fluent", b"".join([packb([n + 0.5, event(n)]) for n in rows]), rows_layout="fluent")
    measure("LZ4", b"".join([packb(event(n), lz4="block") for n in rows]), lz4=True)
