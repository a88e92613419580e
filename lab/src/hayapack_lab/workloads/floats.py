from random import Random

NAME = "10,000 doubles"
SENTENCE = "10,000 random doubles."
SIZE = 10_000


def make(seed, size):
    random = Random(seed)
    return [[random.uniform(-1e6, 1e6) for _ in range(size)] for _ in range(3)]
