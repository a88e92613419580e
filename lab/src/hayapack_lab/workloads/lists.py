"""Lists of one type of random values."""

from datetime import datetime, timedelta, timezone
from random import Random

SIZE = 10_000
START = datetime(2000, 1, 1, tzinfo=timezone.utc)


def _row(name, sentence, one, **more):
    def make(seed, size):
        random = Random(seed)
        return [[one(random) for _ in range(size)] for _ in range(more.get("messages", 3))]

    return {"NAME": name, "SENTENCE": sentence, "make": make, **more}


WORKLOADS = {
    "bools": _row("10,000 bools", "10,000 random booleans.", lambda random: random.random() < 0.5),
    "floats": _row("10,000 doubles", "10,000 random doubles.", lambda random: random.uniform(-1e6, 1e6)),
    "int64": _row(
        "10,000 int64", "10,000 random integers of 64 bits.", lambda random: random.randrange(-(2**63), 2**63)
    ),
    "ints_mixed": _row(
        "10,000 mixed ints",
        "10,000 random integers of 0 to 63 bits and either sign.",
        lambda random: random.getrandbits(random.randrange(64)) * random.choice((1, -1)),
        EXTRA=True,
    ),
    "datetimes": _row(
        "1000 datetimes",
        "1000 aware datetimes of this century in UTC, with microseconds.",
        lambda random: START + timedelta(microseconds=random.randrange(10**15)),
        SIZE=1000,
        NEEDS=frozenset({"datetime"}),
        EXTRA=True,
        messages=4,
    ),
}
