"""Makes orders.msgpack of docs/tool.md: `python docs/samples/make_samples.py FOLDER`.

Three messages as programs write them, with a few things that JSON has no form for. The
other sample, shop.msgpack, is written by dotnet/samples/Shop with MessagePack-CSharp;
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


def main(folder: str) -> None:
    Path(folder, "orders.msgpack").write_bytes(orders())


if __name__ == "__main__":
    main(sys.argv[1])
