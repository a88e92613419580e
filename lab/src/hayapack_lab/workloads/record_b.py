from random import Random

from .records_b import record

NAME = "B, one record"
SENTENCE = "One record of reference article B: a paragraph, 100 ints, a map of 100 int to float, 2 numbers."
SIZE = 1
NEEDS = frozenset({"keys"})


def make(seed, size):
    random = Random(seed)
    return [record(random) for _ in range(8)]
