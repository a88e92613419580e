from random import Random

NAME = "1 MB bytes"
SENTENCE = "One byte string of 1 MB."
SIZE = 1_000_000
EXTRA = True
COPY = True


def make(seed, size):
    random = Random(seed)
    return [random.getrandbits(size * 8).to_bytes(size, "big") for _ in range(2)]
