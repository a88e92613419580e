NAME = "E, one record"
SENTENCE = "The small record of founding post E: eight scalars, a text and a nested map."
SIZE = 1


def make(seed, size):
    return [
        {
            "f01": 0.10000000149011612,  # 0.1 as a float32
            "f02": 0.1 + i,
            "f03": 1 + i,
            "f04": 1,
            "f05": 1,
            "f06": 1,
            "f07": True,
            "f08": "1",
            "f09": "1",
            "f10": {"f11": ["1"]},
        }
        for i in range(8)
    ]
