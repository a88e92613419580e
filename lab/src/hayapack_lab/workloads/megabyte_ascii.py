from random import Random

NAME = "1 MB ASCII"
SENTENCE = "One ASCII string of 1 MB, never encoded before."
SIZE = 1_000_000
FRESH = True
COPY = True


def make(seed, size):
    random = Random(seed)
    return ["".join(random.choices("abcdefghijklmnopqrstuvwxyz ", k=size)) for _ in range(2)]
