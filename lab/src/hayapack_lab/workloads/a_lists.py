NAME = "A lists"
SENTENCE = "1000 times the list [1, 2, 3] (reference article A)."
SIZE = 1000


def make(seed, size):
    return [[[1, 2, 3] for _ in range(size)] for _ in range(4)]
