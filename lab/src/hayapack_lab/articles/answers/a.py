"""Article A: in per cent of simplejson's time and bytes, as its two lists are."""

from __future__ import annotations

from typing import Optional

from .. import published
from . import HOLDS, Answer, Conclusion, Finding, Said, below, bytes_of, multiples, noise, ns_of, percents

VALUES = ("integers", "bytes", "string", "lists", "dicts")
JSON = "simplejson"
# Packing as the article timed it: its Packer is used again for each call, and simplejson's function is not.
PACK = {JSON: "reference encode gc off", "bson": "reference encode gc off"}
PACK_OTHERS = "encode gc off"
UNPACK = "reference decode gc off"

QUESTION = {
    "en": "How fast and how small is MessagePack in Python beside JSON (simplejson), and what of BSON?",
    "ja": "Python の MessagePack は JSON(simplejson)と比べてどれだけ速く、小さいか。BSON はどうか。",
}


def task(codec: str, op: str) -> str:
    """The task that times a codec as the article did. op: "pack" or "unpack"."""
    return UNPACK if op == "unpack" else PACK.get(codec, PACK_OTHERS)


def share(record: dict, value: str, op: str, codec: str, of: str = JSON) -> float:
    """The codec's least time as a part of another's."""
    over, under = (ns_of(record, f"a_{value}", one, task(one, op), min) for one in (codec, of))
    return over / under


def size_share(record: dict, value: str, codec: str, of: str = JSON) -> float:
    over, under = (bytes_of(record, f"a_{value}", one, "post_size") for one in (codec, of))
    return over / under


def then_share(value: str, op: str) -> float:
    """msgpack's part of simplejson's printed time, or of its bytes if `op` is "size"."""
    column, op = ("bytes", "pack") if op == "size" else ("seconds_per_1000_calls", op)
    rows = [row for row in published.rows("a") if (row["value"], row["op"]) == (value, op)]
    printed = {row["codec"]: float(row[column]) for row in rows}
    return printed["msgpack-ext"] / printed[JSON]


def stated(value: str, op: str) -> Optional[float]:
    """The part that the article's list states; None: it has none."""
    for row in published.rows("a_percent"):
        if (row["value"], row["op"]) == (value, op) and row["percent"]:
            return float(row["percent"]) / 100
    return None


def _stated(op: str) -> str:
    return percents(part for value in VALUES if (part := stated(value, op)) is not None)


def _times(record: dict, codec: str) -> Finding:
    found = {op: [share(record, value, op, codec) for value in VALUES] for op in ("pack", "unpack")}
    slack = noise(record, [f"a_{value}" for value in VALUES], UNPACK)
    figures = {op: percents(values) for op, values in found.items()}
    return Finding(below([*found["pack"], *found["unpack"]], slack=slack), figures)


def _sizes(record: dict, codec: str) -> Finding:
    shares = {value: size_share(record, value, codec) for value in VALUES}
    return Finding(below(shares.values()), {value: percents([part]) for value, part in shares.items()})


def _bson(record: dict, codec: str) -> Finding:
    """A rival would be faster or smaller than msgpack in some row."""
    ours, found = "msgpack_c", {}
    for op in ("pack", "unpack"):
        found[op] = [share(record, value, op, codec, ours) for value in VALUES]
    found["size"] = [size_share(record, value, codec, ours) for value in VALUES]
    figures = {what: multiples(parts) for what, parts in found.items()}
    return Finding(below(part for parts in found.values() for part in parts), figures)


def _then_sizes() -> dict[str, str]:
    printed = {
        row["codec"]: row["bytes"] for row in published.rows("a") if (row["value"], row["op"]) == ("lists", "pack")
    }
    return {
        **{value: percents([part]) for value in VALUES if (part := stated(value, "size")) is not None},
        "slip": percents([then_share("lists", "size")]),
        "bytes_ours": f"{int(printed['msgpack-ext']):,}",
        "bytes_json": f"{int(printed[JSON]):,}",
    }


def _answer(record: dict) -> dict[str, str]:
    found = {}
    for who, codec in (("msgpack", "msgpack_c"), ("hayapack", "hayapack_native"), ("bson", "bson")):
        for op in ("pack", "unpack"):
            found[f"{who}_{op}"] = percents(share(record, value, op, codec) for value in VALUES)
    found["size"] = percents(size_share(record, value, "hayapack_native") for value in VALUES)
    return found


ANSWER = Answer(
    _answer,
    {
        "en": "Packing and unpacking take, of simplejson's time: hayapack {hayapack_pack} and {hayapack_unpack}, "
        "msgpack {msgpack_pack} and {msgpack_unpack}, BSON {bson_pack} and {bson_unpack}. MessagePack takes {size} of "
        "simplejson's bytes.",
        "ja": "simplejson の時間に対して、シリアライズとデシリアライズは hayapack {hayapack_pack} と "
        "{hayapack_unpack}、msgpack {msgpack_pack} と {msgpack_unpack}、BSON {bson_pack} と {bson_unpack}。"
        "MessagePack のサイズは simplejson の {size}。",
    },
)
CONCLUSIONS = [
    Conclusion(
        "speed",
        {
            "en": Said(
                "MessagePack is faster than JSON.",
                "{pack} of simplejson's time to pack, {unpack} to unpack",
            ),
            "ja": Said(
                "MessagePack は JSON より高速である。",
                "simplejson の時間の {pack}(シリアライズ)、{unpack}(デシリアライズ)",
            ),
        },
        ("msgpack_c", "hayapack_native"),
        _times,
        Finding(HOLDS, {op: _stated(op) for op in ("pack", "unpack")}),
    ),
    Conclusion(
        "size",
        {
            "en": Said(
                "MessagePack is smaller than JSON.",
                "of JSON's bytes: integers {integers}, bytes {bytes}, text {string}, lists {lists}, dicts {dicts}",
                "of JSON's bytes: integers {integers}, text {string}, lists {lists}, dicts {dicts}; for lists that is a slip, "
                "since it printed {bytes_ours} bytes of {bytes_json}, {slip}",
            ),
            "ja": Said(
                "MessagePack は JSON より軽量である。",
                "JSON のサイズに対して int {integers}、byte {bytes}、string {string}、lists {lists}、dicts {dicts}",
                "JSON のサイズに対して int {integers}、string {string}、lists {lists}、dicts {dicts}。ただし lists は誤記で、"
                "印刷された値は {bytes_json} バイト中 {bytes_ours} バイト、つまり {slip}",
            ),
        },
        ("msgpack_c", "hayapack_native"),
        _sizes,
        Finding(HOLDS, _then_sizes()),
    ),
    Conclusion(
        "bson",
        {
            "en": Said(
                "BSON may be MessagePack's rival.",
                "{pack} times msgpack's time to pack, {unpack} times to unpack, {size} times its bytes",
            ),
            "ja": Said(
                "ライバルは BSON だろう。",
                "msgpack の時間の {pack} 倍(シリアライズ)、{unpack} 倍(デシリアライズ)、サイズの {size} 倍",
            ),
        },
        ("bson",),
        _bson,
    ),
]
