from random import Random

NAME = "unique keys"
SENTENCE = "1000 maps of 5 keys, no key ever repeated."
SIZE = 1000


def make(seed, size):
    random = Random(seed)

    def record():
        return {f"k{random.getrandbits(48):x}": random.randrange(1000) for _ in range(5)}

    return [[record() for _ in range(size)] for _ in range(6)]
