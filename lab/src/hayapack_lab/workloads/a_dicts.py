NAME = "A dicts"
SENTENCE = '1000 times the map {"one": 1} (reference article A).'
SIZE = 1000


def make(seed, size):
    return [[{"one": 1} for _ in range(size)] for _ in range(4)]
