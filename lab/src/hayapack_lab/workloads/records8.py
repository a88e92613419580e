from random import Random

NAME = "1000 records"
SENTENCE = "1000 records of 8 string keys with a nested map and a list."
SIZE = 1000
COLUMNS = ("score", "id", "name")

CITIES = ["Oslo", "Lagos", "Kyoto", "Lima", "Quito", "Perth", "Turin", "Hanoi"]


def record(random, i):
    return {
        "id": 1000 + i,
        "name": f"user{random.randrange(10**6)}",
        "active": random.random() < 0.5,
        "score": random.random() * 100,
        "city": random.choice(CITIES),
        "visits": random.randrange(100_000),
        "address": {"street": f"{random.randrange(300)} Main St", "zip": random.randrange(99999)},
        "tags": [f"tag{random.randrange(50)}" for _ in range(3)],
    }


def make(seed, size):
    random = Random(seed)
    return [[record(random, i) for i in range(size)] for _ in range(3)]
