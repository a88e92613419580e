"""Makes the samples of docs/tool.md: `python docs/samples/make_samples.py FOLDER`.

orders.msgpack: three messages as programs write them, with a few things that JSON has
no form for. shop.msgpack: what a C# program writes with MessagePack-CSharp's typeless
resolver and LZ4 (Lz4BlockArray), put together by hand from its documented layout:
assembly-qualified names in ext 100, a DateTime as ToBinary() says it, a decimal and a
Guid as text, boxed integers of a fixed width.
"""

import struct
import sys
from pathlib import Path

from hayapack import ExtType, Fragment, Timestamp, packb

CORE = "System.Private.CoreLib"
TYPELESS = 100


def typeless(name: str, value: bytes) -> bytes:
    """An ext 100: the name of a type and one value."""
    return packb(ExtType(TYPELESS, packb(name) + value))


def mapping(**entries: bytes) -> bytes:
    """A map whose values are packed already."""
    return packb({key: Fragment(value) for key, value in entries.items()})


def line(article: str, price: str, count: int) -> bytes:
    return typeless(
        "Shop.Line, Shop",
        mapping(
            Article=packb(article),
            Price=typeless(f"System.Decimal, {CORE}", packb(price)),
            Count=b"\xd2" + struct.pack(">i", count),  # a boxed int keeps its four bytes
        ),
    )


def shop() -> bytes:
    lines = [line("Green tea", "4.20", 12), line("Tea bowl, blue", "38.00", 1)]
    array = packb([Fragment(one) for one in lines])
    # DateTime.ToBinary(): ticks of 100 ns since year 1, with the kind (1: UTC) on top.
    ticks = 639_029_198_450_000_000 | 1 << 62
    order = mapping(
        Id=typeless(f"System.Guid, {CORE}", packb("7d8f1c3e-0f5b-4c69-9a52-3f0e6a1b2c4d")),
        Placed=typeless(f"System.DateTime, {CORE}", b"\xd3" + struct.pack(">Q", ticks)),
        Customer=packb("Haya Tanaka (速水 田中)"),
        Lines=typeless(
            f"System.Collections.Generic.List`1[[Shop.Line, Shop]], {CORE}",
            array,
        ),
        Status=typeless("Shop.Status, Shop", b"\x02"),
        Note=packb(None),
        Signature=packb(bytes(range(16))),
    )
    return packb(Fragment(typeless("Shop.Order, Shop", order)), lz4="block-array")


def orders() -> bytes:
    first = {"id": 1, "name": "haya", "items": [{"sku": "A1", "price": 2.5}, {"sku": "B7", "price": 10.0}]}
    second = {"id": 2, "name": "速い", "items": [], "placed": Timestamp(1_767_323_045, 6), "token": b"\x00\xff"}
    # The third one as a careless program writes it: long forms, a key twice, a float32.
    third = b"\x84\xa2id\xd2\x00\x00\x00\x03\xd9\x04name\xa3who\xa4name\xa3you\xa5price\xca\x3d\xcc\xcc\xcd"
    return packb(first) + packb(second) + third


def main(folder: str) -> None:
    Path(folder, "orders.msgpack").write_bytes(orders())
    Path(folder, "shop.msgpack").write_bytes(shop())


if __name__ == "__main__":
    main(sys.argv[1])
