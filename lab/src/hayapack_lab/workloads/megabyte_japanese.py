from random import Random

from .japanese_cached import LETTERS

NAME = "1 MB Japanese"
SENTENCE = "One Japanese and emoji string of 1 MB as UTF-8, never encoded before."
SIZE = 1_000_000
FRESH = True


def make(seed, size):
    random = Random(seed)
    return ["".join(random.choices(LETTERS, k=size // 3)) for _ in range(2)]
