"""Makes orders.msgpack of docs/tool.md and data/events.msgpack of docs/data.md: `python docs/samples/make_samples.py FOLDER`.

The first has three messages as programs write them, with a few things that JSON has no form for. The third
sample, shop.msgpack, is written by dotnet/samples/Shop with MessagePack-CSharp;
`make test STEPS=dotnet/oracle` checks that.
"""

import sys
from pathlib import Path

from hayapack import Timestamp, packb


def orders() -> bytes:
    first = {"id": 1, "name": "haya", "items": [{"sku": "A1", "price": 2.5}, {"sku": "B7", "price": 10.0}]}
    second = {"id": 2, "name": "速い", "items": [], "placed": Timestamp(1_767_323_045, 6), "token": b"\x00\xff"}
    # The third one as a careless program writes it: long forms, a key twice, a float32.
    third = b"\x84\xa2id\xd2\x00\x00\x00\x03\xd9\x04name\xa3who\xa4name\xa3you\xa5price\xca\x3d\xcc\xcc\xcd"
    return packb(first) + packb(second) + third


def event(n: int) -> dict[str, object]:
    made: dict[str, object] = {"id": n, "city": ("Ueno", "Kobe", "Nara")[n % 3], "price": n / 4}
    made["pos"] = {"lat": 30 + n / 100}
    if n % 2:
        made["tags"] = ["a"]
    return made


def main(folder: str) -> None:
    Path(folder, "orders.msgpack").write_bytes(orders())
    Path(folder, "data").mkdir(exist_ok=True)
    Path(folder, "data", "events.msgpack").write_bytes(b"".join(packb(event(n)) for n in range(500)))


if __name__ == "__main__":
    main(sys.argv[1])
