from random import Random

NAME = "10,000 int64"
SENTENCE = "10,000 random integers of 64 bits."
SIZE = 10_000


def make(seed, size):
    random = Random(seed)
    return [[random.randrange(-(2**63), 2**63) for _ in range(size)] for _ in range(3)]
