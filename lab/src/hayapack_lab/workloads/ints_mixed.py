from random import Random

NAME = "10,000 mixed ints"
SENTENCE = "10,000 random integers of 0 to 63 bits and either sign."
SIZE = 10_000
EXTRA = True


def make(seed, size):
    random = Random(seed)

    def one():
        return random.getrandbits(random.randrange(64)) * random.choice((1, -1))

    return [[one() for _ in range(size)] for _ in range(3)]
