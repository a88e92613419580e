from datetime import datetime, timedelta, timezone
from random import Random

NAME = "1000 datetimes"
SENTENCE = "1000 aware datetimes of this century in UTC, with microseconds."
SIZE = 1000
NEEDS = frozenset({"datetime"})
EXTRA = True
START = datetime(2000, 1, 1, tzinfo=timezone.utc)


def make(seed, size):
    random = Random(seed)
    return [[START + timedelta(microseconds=random.randrange(10**15)) for _ in range(size)] for _ in range(4)]
