NAME = "A integers"
SENTENCE = "1000 times the integer 123 (reference article A)."
SIZE = 1000


def make(seed, size):
    return [[123] * size for _ in range(4)]
