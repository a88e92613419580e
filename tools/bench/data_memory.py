"""Measures the peak of memory while a file of events is read as columns.

    python data_memory.py [MB] [MIB...]      the file's size (300), the blocks' (16, 4)

Prints for each block size, read by one, two and four threads, how much more than before the process had at its peak, the
seconds, and those of CPU time.
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


def measure(path, mib, threads):
    reader = arrow.reader(path, block=mib << 20, threads=threads)
    before, started, cpu = peak(), time.perf_counter(), time.process_time()
    rows = sum(batch.rows for batch in reader)
    seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
    print(
        f"blocks of {mib} MiB, threads={threads}: {rows} rows, {peak() - before:.0f} MiB more than before, {seconds:.2f} s, "
        f"{cpu:.2f} s of CPU time"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        measure(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    else:
        megabytes = int(sys.argv[1]) if sys.argv[1:] else 300
        with tempfile.NamedTemporaryFile(suffix=".msgpack") as file:
            make(file.name, megabytes * 10**6)
            for mib in sys.argv[2:] or ["16", "4"]:
                for threads in ("1", "2", "4"):
                    subprocess.run([sys.executable, __file__, "--one", file.name, mib, threads], check=True)
