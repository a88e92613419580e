"""Records of different shapes: a function takes a random.Random and the record's number, which is its `id`."""


def plain(rng, n):
    return {"id": n, "s": "x" * rng.randrange(30)}


def nested(rng, n):
    return {"id": n, "tags": list(range(rng.randrange(5))), "sub": {"id": -n, "more": {"id": -n}}}


def optional(rng, n):
    return {"id": n, **{f"k{i}": i / 2 for i in range(4) if rng.random() < 0.5}, "s": None}
