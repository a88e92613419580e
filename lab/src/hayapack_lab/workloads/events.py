"""Log events, rows of tables: 8 scalars, a timestamp, a map and a list, 179 bytes each on average."""

import datetime
from random import Random

NAME = "events"
SENTENCE = "50,000 log events of 179 bytes: 8 scalars, a timestamp, a map and a list."
SIZE = 50_000
NEEDS = frozenset({"datetime"})
EXTRA = True

#: The columns of a table, in hayapack.columns' names of types.
FLAT = {
    "id": "int64", "user": "int64", "host": "str", "path": "str",
    "status": "int64", "bytes": "int64", "ms": "float64", "cached": "bool",
}  # fmt: skip
NESTED = {
    "time": "timestamp[us]", "geo": "struct{lat: float64, lon: float64, country: str}", "tags": "list[str]",
}  # fmt: skip

ENDPOINTS = ["/", "/login", "/cart/checkout", "/search/results", "/api/v1/orders", "/api/v1/items/details"]
COUNTRIES = ["NO", "NG", "JP", "PE", "DE", "US"]
START = datetime.datetime(2026, 9, 21, tzinfo=datetime.timezone.utc)


def event(random: Random, number: int) -> dict:
    return {
        "id": 10_000_000 + number,
        "user": random.randrange(1_000_000),
        "host": f"web-{random.randrange(40):02}.west.example.com",
        "path": random.choice(ENDPOINTS),
        "status": random.choice((200, 200, 200, 204, 304, 404, 500)),
        "bytes": random.randrange(100_000),
        "ms": round(random.expovariate(0.05), 3),
        "cached": random.random() < 0.3,
        "time": START + datetime.timedelta(microseconds=number * 20_000 + random.randrange(20_000)),
        "geo": {
            "lat": random.uniform(-90, 90),
            "lon": random.uniform(-180, 180),
            "country": random.choice(COUNTRIES),
        },
        "tags": [f"tag{random.randrange(50)}" for _ in range(random.randrange(1, 4))],
    }


def make(seed: int, size: int) -> list:
    random = Random(seed)
    return [[event(random, number) for number in range(size)] for _ in range(2)]
