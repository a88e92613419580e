"""Lists of maps whose keys defeat caches."""

from random import Random

SIZE = 1000
NAMES = ["id", "name", "kind", "size", "price", "count", "left", "right",
         "top", "bottom", "note", "owner", "state", "time", "unit", "weight"]  # fmt: skip


def shape(random):
    def value():
        return random.choice((None, True, random.randrange(1000), random.random(), "text"))

    return {key: value() for key in random.sample(NAMES, random.randrange(4, 11))}


def unique(random):
    return {f"k{random.getrandbits(48):x}": random.randrange(1000) for _ in range(5)}


def _row(name, sentence, one, messages):
    def make(seed, size):
        random = Random(seed)
        return [[one(random) for _ in range(size)] for _ in range(messages)]

    return {"NAME": name, "SENTENCE": sentence, "make": make}


WORKLOADS = {
    "shapes": _row(
        "changing shapes",
        "1000 records, each with its own choice of 4 to 10 out of 16 keys, in any order.",
        shape,
        3,
    ),
    "unique_keys": _row("unique keys", "1000 maps of 5 keys, no key ever repeated.", unique, 6),
}
