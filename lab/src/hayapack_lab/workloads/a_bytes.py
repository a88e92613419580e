NAME = "A bytes"
SENTENCE = "Byte strings of 0 to 99 letters, that list 10 times over (reference article A)."
SIZE = 1000


def make(seed, size):
    return [[b"x" * (n % 100) for n in range(size)] for _ in range(4)]


def as_text(value):
    return [item.decode() for item in value]
