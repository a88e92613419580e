"""Article A: in per cent of simplejson's time and bytes, as its two lists are."""

from __future__ import annotations

from .. import published
from . import HOLDS, PART, Answer, Conclusion, Finding, Said, below, bytes_of, noise, ns_of, percents

VALUES = ("integers", "bytes", "string", "lists", "dicts")
JSON = "simplejson"
# Packing as the article timed it: its Packer is used again for each call, and simplejson's function is not.
PACK = {JSON: "reference encode gc off", "bson": "reference encode gc off"}
PACK_OTHERS = "encode gc off"
UNPACK = "reference decode gc off"
SLIP = "98 %"  # the article's share of lists, which its own bytes contradict

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


def then_share(value: str, op: str, column: str = "seconds_per_1000_calls") -> float:
    """msgpack's printed figure as a part of simplejson's."""
    printed = {
        row["codec"]: float(row[column]) for row in published.rows("a") if (row["value"], row["op"]) == (value, op)
    }
    return printed["msgpack-ext"] / printed[JSON]


def _times(record: dict, codec: str, of: str = JSON) -> Finding:
    found = {op: [share(record, value, op, codec, of) for value in VALUES] for op in ("pack", "unpack")}
    slack = noise(record, [f"a_{value}" for value in VALUES], UNPACK)
    figures = {op: percents(values) for op, values in found.items()}
    return Finding(below([*found["pack"], *found["unpack"]], slack=slack), figures)


def _sizes(record: dict, codec: str) -> Finding:
    shares = {value: size_share(record, value, codec) for value in VALUES}
    return Finding(below(shares.values()), {value: percents([part]) for value, part in shares.items()})


def _bson(record: dict, codec: str) -> Finding:
    """BSON beside hayapack: a rival would be faster or smaller."""
    ours = "hayapack_native"
    found = _times(record, codec, ours)
    sizes = [size_share(record, value, codec, ours) for value in VALUES]
    verdict = found.verdict if below(sizes) == found.verdict else PART
    return Finding(verdict, {**found.figures, "size": percents(sizes)})


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
        "en": "Of simplejson's time, packing and unpacking take: hayapack {hayapack_pack} and {hayapack_unpack}, "
        "msgpack {msgpack_pack} and {msgpack_unpack}, BSON {bson_pack} and {bson_unpack}; MessagePack takes {size} of "
        "its bytes.",
        "ja": "simplejson の時間を 100 % とすると、シリアライズとデシリアライズは hayapack {hayapack_pack} と "
        "{hayapack_unpack}、msgpack {msgpack_pack} と {msgpack_unpack}、BSON {bson_pack} と {bson_unpack}。"
        "MessagePack のサイズは JSON の {size}。",
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
        Finding(HOLDS, {op: percents(then_share(value, op) for value in VALUES) for op in ("pack", "unpack")}),
    ),
    Conclusion(
        "size",
        {
            "en": Said(
                "MessagePack is smaller than JSON.",
                "of JSON's bytes: integers {integers}, bytes {bytes}, text {string}, lists {lists}, dicts {dicts}",
                "of JSON's bytes: integers {integers}, bytes {bytes}, text {string}, lists {lists}, dicts {dicts}; "
                "the article says {slip} for lists, a slip: it printed 4,003 bytes of 11,000",
            ),
            "ja": Said(
                "MessagePack は JSON より軽量である。",
                "JSON のサイズに対して int {integers}、byte {bytes}、string {string}、lists {lists}、dicts {dicts}",
                "JSON のサイズに対して int {integers}、byte {bytes}、string {string}、lists {lists}、dicts {dicts}。"
                "記事の lists {slip} は誤記で、印刷された値は 11,000 バイト中 4,003 バイト",
            ),
        },
        ("msgpack_c", "hayapack_native"),
        _sizes,
        Finding(
            HOLDS,
            {**{value: percents([then_share(value, "pack", "bytes")]) for value in VALUES}, "slip": SLIP},
        ),
    ),
    Conclusion(
        "bson",
        {
            "en": Said(
                "BSON may be MessagePack's rival.",
                "{pack} of hayapack's time to pack, {unpack} to unpack, {size} of its bytes",
            ),
            "ja": Said(
                "ライバルは BSON だろう。",
                "hayapack の時間の {pack}(シリアライズ)、{unpack}(デシリアライズ)、サイズの {size}",
            ),
        },
        ("bson",),
        _bson,
    ),
]
