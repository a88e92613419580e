NAME = "A string"
SENTENCE = "256 text strings of 0 to 127 letters (reference article A)."
SIZE = 256


def make(seed, size):
    return [["a" * (i % 128) for i in range(size)] for _ in range(4)]
