"""The events that the tests of the engines read."""

from hayapack import packb

COUNT = 30_000
SCHEMA = {"id": "int64", "user": "str", "ok": "bool", "price": "float64", "qty": "int64"}


def event(n):
    """A row; "note" is in no schema."""
    return {
        "id": n,
        "user": f"u{n * 7919 % 100}",
        "ok": n % 3 == 0,
        "price": n / 4,
        "qty": n % 7,
        "note": "x" * (n % 40),
    }


DATA = b"".join(packb(event(n)) for n in range(COUNT))
SUM = sum(n / 4 for n in range(COUNT))
