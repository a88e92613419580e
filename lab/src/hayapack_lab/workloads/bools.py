from random import Random

NAME = "10,000 bools"
SENTENCE = "10,000 random booleans."
SIZE = 10_000


def make(seed, size):
    random = Random(seed)
    return [[random.random() < 0.5 for _ in range(size)] for _ in range(3)]
