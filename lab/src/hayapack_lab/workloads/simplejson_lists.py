"""The five lists of reference article A: as there, each item that repeats is one object."""

SIZE = 1000


def _row(name, sentence, values, **more):
    def make(seed, size):
        return [values(size) for _ in range(4)]

    return {"NAME": name, "SENTENCE": f"{sentence} (reference article A).", "make": make, **more}


WORKLOADS = {
    "a_integers": _row("A integers", "1000 times the integer 123", lambda size: [123] * size),
    "a_bytes": _row(
        "A bytes",
        "Byte strings of 0 to 99 letters, that list 10 times over",
        lambda size: ([b"x" * n for n in range(100)] * (size // 100 + 1))[:size],
        as_text=lambda value: [item.decode() for item in value],
    ),
    "a_lists": _row("A lists", "1000 times the list [1, 2, 3]", lambda size: [[1, 2, 3]] * size),
    "a_dicts": _row("A dicts", '1000 times the map {"one": 1}', lambda size: [{"one": 1}] * size),
    "a_string": _row(
        "A string",
        "256 text strings of 0 to 127 letters",
        lambda size: ["a" * (i % 128) for i in range(size)],
        SIZE=256,
    ),
}
