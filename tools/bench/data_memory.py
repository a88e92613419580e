"""Measures the peak of memory while a file of events is read as columns.

    python data_memory.py [MB] [MIB...]      the file's size (300), the blocks' (16, 4)

Prints for each block size how much more than before the process had at its peak, and the CPU seconds.
"""

import random
import resource
import subprocess
import sys
import tempfile
import time

from hayapack import Timestamp, packb
from hayapack.data import arrow

CITIES = ("Ueno", "Kobe", "Osaka", "Kyoto", "Nara")


def events(rng, first, count):
    for n in range(first, first + count):
        yield {
            "id": n, "user": rng.randrange(10**6), "name": f"user-{n % 5000}", "city": CITIES[n % 5],
            "price": rng.random() * 100, "count": n % 100, "active": n % 3 == 0, "score": rng.random(),
            "at": Timestamp(1_700_000_000 + n, n * 1000 % 10**9), "attrs": {"k": f"v{n % 10}", "w": n % 7},
            "tags": [n % 3, n % 5, n % 7],
        }  # fmt: skip


def make(path, size):
    rng = random.Random(5)
    with open(path, "wb") as file:
        n = 0
        while file.tell() < size:
            file.write(b"".join(map(packb, events(rng, n, 10_000))))
            n += 10_000


def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(path, mib):
    reader = arrow.reader(path, block=mib << 20)
    before, started = peak(), time.process_time()
    rows = sum(batch.rows for batch in reader)
    seconds = time.process_time() - started
    print(f"blocks of {mib} MiB: {rows} rows, {peak() - before:.0f} MiB more than before, {seconds:.2f} s of CPU time")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(sys.argv[2], int(sys.argv[3]))
    else:
        megabytes = int(sys.argv[1]) if sys.argv[1:] else 300
        with tempfile.NamedTemporaryFile(suffix=".msgpack") as file:
            make(file.name, megabytes * 10**6)
            for mib in sys.argv[2:] or ["16", "4"]:
                subprocess.run([sys.executable, __file__, "--one", file.name, mib], check=True)
