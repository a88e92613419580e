NAME = "E, one record"
SENTENCE = "The small record of reference article E: eight scalars, a text and a nested map."
SIZE = 1
FIELDS = (*((f"f{number:02}",) for number in range(1, 10)), ("f10", "f11", 0))


def make(seed, size):
    """The same record each time: the article printed sizes of these fields."""
    return [
        {
            "f01": 0.1,  # a float32 in formats with a schema
            "f02": 0.1,
            "f03": 1,
            "f04": 1,
            "f05": 1,
            "f06": 1,
            "f07": True,
            "f08": "1",
            "f09": "1",  # bytes in formats with a schema
            "f10": {"f11": ["1"]},
        }
        for _ in range(8 * size)
    ]
