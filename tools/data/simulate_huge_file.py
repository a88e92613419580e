"""What dividing a huge file costs: a simulated one, of which only the bytes that are read are made.

    python tools/data/simulate_huge_file.py [--tb 10] [--block 134217728] [--tasks 300] [--folder build/data]

The file repeats a unit of 10,007 events of different lengths, so the true boundaries are known. The driver's part is
done in full, from guesses and from an index; of the tasks, as many as --tasks says, evenly spread, look for their
boundaries, and three read their range. Prints seconds of CPU, bytes that were fetched, and peak memory. The exit status is
1 if a boundary is wrong.
"""

import argparse
import bisect
import hashlib
import os
import pickle
import random
import resource
import struct
import sys
import time

from hayapack import packb, stream
from hayapack.data.tasks import Task

MIB = 1 << 20


def unit(seed=1):
    """(bytes, the offsets of its messages)."""
    rng = random.Random(seed)
    messages = [
        packb({"id": n, "user": f"user-{rng.randrange(5000)}", "price": rng.random(), "note": "x" * rng.randrange(200)})
        for n in range(10_007)
    ]
    offsets = [0]
    for message in messages:
        offsets.append(offsets[-1] + len(message))
    return b"".join(messages), offsets


class Simulated:
    """A source of `size` bytes, rounded up to a whole unit."""

    def __init__(self, size, seed=1):
        self.unit, self.offsets = unit(seed)
        self.units = -(-size // len(self.unit))
        self.size = self.units * len(self.unit)
        self.fetched = self.reads = 0

    def read(self, offset, n):
        n = min(n, self.size - offset)
        at = offset % len(self.unit)
        self.fetched += n
        self.reads += 1
        data = self.unit * -(-(at + n) // len(self.unit))
        return data[at : at + n]

    def is_boundary(self, offset):
        at = offset % len(self.unit)
        return offset == self.size or self.offsets[bisect.bisect_left(self.offsets, at)] == at

    def marks(self):
        """The first message in each MiB."""
        step, starts = len(self.unit), self.offsets[:-1]
        for mib in range(0, self.size, MIB):
            turn, at = divmod(mib, step)
            place = bisect.bisect_left(starts, at)
            offset = turn * step + self.offsets[place]
            if offset < min(mib + MIB, self.size):
                yield offset, turn * len(starts) + place

    def write_index(self, path):
        """As docs/data.md describes the format."""
        marks = list(self.marks())
        packed = struct.pack(f"<{2 * len(marks)}Q", *[number for mark in marks for number in mark])
        count = self.units * (len(self.offsets) - 1)
        ends = hashlib.sha256(self.read(0, 4096)).digest() + hashlib.sha256(self.read(self.size - 4096, 4096)).digest()
        head = b"HAYAIDX\n" + struct.pack("<5Q", 1, self.size, self.size, count, len(marks)) + ends
        with open(path, "wb") as file:
            for part in (head, packed, hashlib.sha256(head + packed).digest()):
                file.write(part)

    def __getstate__(self):
        return self.size

    def __setstate__(self, size):
        self.__init__(size)


def peak():
    """The most memory that the process had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Step:
    """Prints what the code inside cost."""

    def __init__(self, title, source):
        self.title, self.source = title, source

    def __enter__(self):
        self.begun, self.fetched, self.note = time.process_time(), self.source.fetched, ""
        return self

    def __exit__(self, *error):
        seconds, fetched = time.process_time() - self.begun, self.source.fetched - self.fetched
        print(f"{self.title:44} {seconds:9.3f} s of CPU {fetched / 1000:14,.1f} kB {peak():8.0f} MiB  {self.note}")


def divide(source, block, index, tasks):
    """The driver's part, then that of some tasks; returns the number of wrong boundaries."""
    name = "index" if index else "guesses"
    with Step(f"driver: ranges, from {name}", source) as step:
        splitter = stream.Splitter(source, block, index=index)
        count = len(splitter)
        step.note = f"{count:,} ranges"
    with Step("driver: a pickled task for each range", source) as step:
        every = (Task(*splitter.task(i), "events", None) for i in range(count))
        sizes = [len(pickle.dumps(task)) for task in every]
        step.note = f"{max(sizes)} bytes each at most, {sum(sizes) / 1e6:.1f} MB in all"
    chosen = sorted({round(i * (count - 1) / max(tasks - 1, 1)) for i in range(tasks)})
    wrong = 0
    with Step(f"{len(chosen)} tasks: where their ranges are", source) as step:
        before = source.fetched
        for i in chosen:
            single, number = splitter.task(i)
            start, stop = single.bounds(number)
            wrong += not (source.is_boundary(start) and source.is_boundary(stop) and start < stop)
        step.note = f"{(source.fetched - before) / len(chosen) / 1000:.1f} kB each, {wrong} wrong"
    with Step("3 tasks: their ranges read", source):
        for i in (0, count // 2, count - 1):
            single, number = splitter.task(i)
            single.read(number)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tb", type=float, default=10)
    parser.add_argument("--block", type=int, default=128 << 20)
    parser.add_argument("--tasks", type=int, default=300)
    parser.add_argument("--folder", default="build/data")
    options = parser.parse_args()
    source = Simulated(int(options.tb * 1e12))
    print(f"{source.size:,} bytes, {source.units * 10_007:,} messages, memory before: {peak():.0f} MiB")
    wrong = divide(source, options.block, None, options.tasks)
    os.makedirs(options.folder, exist_ok=True)
    path = os.path.join(options.folder, "simulated.hayaidx")
    child = os.fork()  # so that making the index is not in the peak
    if not child:
        source.write_index(path)
        os._exit(0)
    os.waitpid(child, 0)
    with Step("driver: the index read", source) as step:
        index = stream.read_index(path)
        step.note = (
            f"{os.path.getsize(path) / 1e6:.1f} MB, {os.path.getsize(path) / source.size * 1e12 / 1e6:.1f} per TB"
        )
    wrong += divide(source, options.block, index, options.tasks)
    os.unlink(path)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
