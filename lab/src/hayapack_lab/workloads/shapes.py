from random import Random

NAME = "changing shapes"
SENTENCE = "1000 records, each with its own choice of 4 to 10 out of 16 keys, in any order."
SIZE = 1000

KEYS = ["id", "name", "kind", "size", "price", "count", "left", "right",
        "top", "bottom", "note", "owner", "state", "time", "unit", "weight"]  # fmt: skip


def make(seed, size):
    random = Random(seed)

    def value():
        return random.choice((None, True, random.randrange(1000), random.random(), "text"))

    def record():
        return {key: value() for key in random.sample(KEYS, random.randrange(4, 11))}

    return [[record() for _ in range(size)] for _ in range(3)]
