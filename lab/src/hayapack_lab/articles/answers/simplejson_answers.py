"""Article A: in per cent of simplejson's time and bytes, as its two lists are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from ...measure.record import Record
from ...measure.source import task_name
from ...text.report_elements import Text
from ...text.report_tables import TODAYS
from .. import published
from .conclusions import Conclusion, Finding, Said
from .figures import below, bytes_of, factors, multiples, noise, ns_of, percents, version
from .languages import HOLDS
from .points import Answer, Point, fastest

VALUES = ("integers", "bytes", "string", "lists", "dicts")
JSON = "simplejson"
# Packing as the article timed it: its Packer is used again for each call, and simplejson's function is not.
PACK = dict.fromkeys((JSON, "bson"), task_name("reference encode", collect=False))
PACK_OTHERS = task_name("encode", collect=False)
UNPACK = task_name("reference decode", collect=False)
OURS = "hayapack_native"
PURE = {"msgpack_pure": "msgpack-fallback"}  # with the article's name

QUESTION = {
    "en": "How fast and small is MessagePack in Python beside JSON (simplejson), and BSON?",
    "ja": "Python の MessagePack は JSON(simplejson)と比べてどれだけ速く、小さいか。BSON はどうか。",
}


LIMITS = {
    "en": "The article's method has the collector off and takes the least time; the fair method has it on and takes medians.",
    "ja": "記事の方法は GC を止めて最短時間をとり、公平な方法は GC を止めずに中央値をとる。",
}
LISTS = {
    "en": (
        "The five lists:",
        "integers: the integer 123, 1000 times; bytes: 1000 byte strings, each of 0 to 99 letters x; string: 256 texts, each "
        "of 0 to 127 letters a; lists: the list [1, 2, 3], 1000 times; dicts: the dict {'one': 1}, 1000 times.",
    ),
    "ja": (
        "5 種類のリスト:",
        "int は 123 が 1000 個、byte は x を 0〜99 個並べたバイト列が計 1000 個、string は a を 0〜127 個並べた文字列が 256 個、"
        "lists は [1, 2, 3] が 1000 個、dicts は {'one': 1} が 1000 個。",
    ),
}


def more(record: Record, language: str) -> list:
    """What the lists contain, and the libraries that the article did not know."""
    label, said = LISTS[language]
    keys = [f"a_{value}" for value in VALUES]
    return [Text(said, label=label), *fastest(record, TODAYS, keys, OURS, language)]


def task(codec: str, op: str) -> str:
    """The task that times a codec as the article did. op: "pack" or "unpack"."""
    return UNPACK if op == "unpack" else PACK.get(codec, PACK_OTHERS)


def share(record: Record, value: str, op: str, codec: str, of: str = JSON) -> float:
    """The codec's least time as a part of another's."""
    over, under = (ns_of(record, f"a_{value}", one, task(one, op), min) for one in (codec, of))
    return over / under


def size_share(record: Record, value: str, codec: str, of: str = JSON) -> float:
    over, under = (bytes_of(record, f"a_{value}", one, "post_size") for one in (codec, of))
    return over / under


def then_share(value: str, op: str, codec: str = "msgpack-ext") -> float:
    """msgpack's part of simplejson's printed time, or of its bytes if `op` is "size"."""
    column, op = ("bytes", "pack") if op == "size" else ("seconds_per_1000_calls", op)
    rows = [row for row in published.rows("simplejson") if (row["value"], row["op"]) == (value, op)]
    printed = {row["codec"]: float(row[column]) for row in rows}
    return printed[codec] / printed[JSON]


def stated(value: str, op: str) -> Optional[float]:
    """The part that the article's list states; None: it has none."""
    for row in published.rows("simplejson_percent"):
        if (row["value"], row["op"]) == (value, op) and row["percent"]:
            return float(row["percent"]) / 100
    return None


def _stated(op: str) -> list[float]:
    return [part for value in VALUES if (part := stated(value, op)) is not None]


def _shown(found: dict[str, list[float]]) -> dict[str, str]:
    """Parts of simplejson's time for packing and unpacking: in per cent, and as how many times as fast."""
    return {
        **{op: percents(parts) for op, parts in found.items()},
        **{f"{op}_factor": factors(parts) for op, parts in found.items()},
    }


def _times(record: Record, codec: str) -> Finding:
    found = {op: [share(record, value, op, codec) for value in VALUES] for op in ("pack", "unpack")}
    slack = noise(record, [f"a_{value}" for value in VALUES], UNPACK)
    return Finding(below([*found["pack"], *found["unpack"]], slack=slack), _shown(found))


def _pure(record: Record, codec: str) -> Finding:
    slack = noise(record, [f"a_{value}" for value in VALUES], UNPACK)
    return _slower(lambda value, op: share(record, value, op, codec), slack)


def _slower(part: Callable[[str, str], float], slack: float = 0.0) -> Finding:
    """The verdict is on "simplejson is faster in every row". part: of its time, by value and "pack" or "unpack"."""
    pack, unpack = ({value: part(value, op) for value in VALUES} for op in ("pack", "unpack"))
    verdict = below([1 / share for found in (pack, unpack) for share in found.values()], slack=slack)
    figures = {value: multiples([share]) for value, share in unpack.items()}
    return Finding(verdict, {"pack": multiples(pack.values()), **figures})


def _sizes(record: Record, codec: str) -> Finding:
    shares = {value: size_share(record, value, codec) for value in VALUES}
    return Finding(below(shares.values()), {value: percents([part]) for value, part in shares.items()})


def _bson(record: Record, codec: str) -> Finding:
    """A rival would be faster or smaller than msgpack in some row."""
    ours, found = "msgpack_c", {}
    for op in ("pack", "unpack"):
        found[op] = [share(record, value, op, codec, ours) for value in VALUES]
    found["size"] = [size_share(record, value, codec, ours) for value in VALUES]
    figures = {what: multiples(parts) for what, parts in found.items()}
    return Finding(below(part for parts in found.values() for part in parts), figures)


def _then_sizes() -> dict[str, str]:
    printed = {
        row["codec"]: row["bytes"]
        for row in published.rows("simplejson")
        if (row["value"], row["op"]) == ("lists", "pack")
    }
    return {
        **{value: percents([part]) for value in VALUES if (part := stated(value, "size")) is not None},
        "slip": percents([then_share("lists", "size")]),
        "bytes_ours": f"{int(printed['msgpack-ext']):,}",
        "bytes_json": f"{int(printed[JSON]):,}",
    }


def _versions(record: Record, language: str) -> dict[str, str]:
    return {f"{who}_version": version(record, codec) for who, codec in (("json", JSON), ("bson", "bson"))}


def _paces(op: str) -> Callable[[Record, str], dict[str, str]]:
    """How many times as fast as simplejson, by codec."""

    def figures(record: Record, language: str) -> dict[str, str]:
        found = {who: factors(share(record, value, op, codec) for value in VALUES) for who, codec in WHO.items()}
        return {**found, "msgpack_version": version(record, WHO["msgpack"]), "bson_version": version(record, "bson")}

    return figures


def _pure_paces(record: Record, language: str) -> dict[str, str]:
    return {
        f"{codec}_{op}": factors(share(record, value, op, codec) for value in VALUES)
        for codec in (*PURE, "hayapack_pure")
        for op in ("pack", "unpack")
    }


def _parts_of_bytes(record: Record, language: str) -> dict[str, str]:
    return _sizes(record, OURS).figures


WHO = {"msgpack": "msgpack_c", "hayapack": OURS, "bson": "bson"}
ANSWER = Answer(
    Point(
        _versions,
        en=(
            "",
            "Times as fast as simplejson {json_version}, least to largest of the five lists, by the article's method:",
        ),
        ja=("", "simplejson {json_version} の何倍速いか。記事の方法による 5 種類のリストの最小から最大まで:"),
    ),
    Point(
        _paces("pack"),
        en=(
            "Packing:",
            "hayapack {hayapack}; msgpack {msgpack_version} {msgpack}; BSON (pymongo {bson_version}) {bson}.",
        ),
        ja=(
            "シリアライズ:",
            "hayapack {hayapack} 倍、msgpack {msgpack_version} {msgpack} 倍、BSON(pymongo {bson_version}) {bson} 倍。",
        ),
    ),
    Point(
        _paces("unpack"),
        en=("Unpacking:", "hayapack {hayapack}; msgpack {msgpack}; BSON {bson}."),
        ja=("デシリアライズ:", "hayapack {hayapack} 倍、msgpack {msgpack} 倍、BSON {bson} 倍。"),
    ),
    Point(
        _pure_paces,
        en=(
            "Pure Python (below 1: slower than simplejson):",
            "msgpack packs {msgpack_pure_pack}, unpacks {msgpack_pure_unpack}; hayapack packs {hayapack_pure_pack}, "
            "unpacks {hayapack_pure_unpack}.",
        ),
        ja=(
            "純 Python(1 未満は simplejson より遅い):",
            "シリアライズとデシリアライズは msgpack {msgpack_pure_pack} 倍と {msgpack_pure_unpack} 倍、hayapack "
            "{hayapack_pure_pack} 倍と {hayapack_pure_unpack} 倍。",
        ),
    ),
    Point(
        _parts_of_bytes,
        en=(
            "Bytes, of simplejson's:",
            "integers {integers}, bytes {bytes}, string {string}, lists {lists}, dicts {dicts}.",
        ),
        ja=(
            "simplejson に対するサイズ:",
            "int {integers}、byte {bytes}、string {string}、lists {lists}、dicts {dicts}。",
        ),
    ),
)
CONCLUSIONS = [
    Conclusion(
        "speed",
        ("msgpack_c", OURS),
        _times,
        Finding(HOLDS, _shown({op: _stated(op) for op in ("pack", "unpack")})),
        en=Said(
            "MessagePack is faster than JSON.",
            "{pack_factor} times as fast as simplejson to pack and {unpack_factor} times to unpack, that is {pack} and "
            "{unpack} of its time",
            "faster than JSON",
        ),
        ja=Said(
            "MessagePack は JSON より高速である。",
            "simplejson に対してシリアライズは {pack_factor} 倍、デシリアライズは {unpack_factor} 倍の速さ、時間では {pack} と {unpack}",
            "JSON より高速",
        ),
    ),
    Conclusion(
        "size",
        ("msgpack_c", OURS),
        _sizes,
        Finding(HOLDS, _then_sizes()),
        en=Said(
            "MessagePack is smaller than JSON.",
            "of JSON's bytes: integers {integers}, bytes {bytes}, string {string}, lists {lists}, dicts {dicts}",
            "smaller than JSON",
            "of JSON's bytes: integers {integers}, string {string}, lists {lists}, dicts {dicts}; {lists} for lists is a slip: "
            "the article printed {bytes_ours} bytes of {bytes_json}, which is {slip}",
        ),
        ja=Said(
            "MessagePack は JSON より軽量である。",
            "JSON のサイズに対して int {integers}、byte {bytes}、string {string}、lists {lists}、dicts {dicts}",
            "JSON より軽量",
            "JSON のサイズに対して int {integers}、string {string}、lists {lists}、dicts {dicts}。ただし lists は誤記で、"
            "印刷された値は {bytes_json} バイト中 {bytes_ours} バイト、つまり {slip}",
        ),
    ),
    Conclusion(
        "bson",
        ("bson",),
        _bson,
        en=Said(
            "BSON may be MessagePack's rival.",
            "{pack} times msgpack's time to pack, {unpack} times to unpack, {size} times its bytes",
            "BSON a rival of msgpack",
        ),
        ja=Said(
            "ライバルは BSON だろう。",
            "msgpack の時間の {pack} 倍(シリアライズ)、{unpack} 倍(デシリアライズ)、サイズの {size} 倍",
            "BSON がライバル",
        ),
    ),
    Conclusion(
        "pure",
        (*PURE, "hayapack_pure"),
        _pure,
        _slower(lambda value, op: then_share(value, op, PURE["msgpack_pure"])),
        en=Said(
            "In pure Python MessagePack is slower than simplejson (the article printed its times without a remark).",
            "packing takes {pack} times simplejson's time; unpacking integers {integers}, bytes {bytes}, string {string}, lists "
            "{lists}, dicts {dicts} times",
            "pure Python slower than simplejson",
        ),
        ja=Said(
            "純 Python の MessagePack は simplejson より遅い(記事は時間を印刷しただけ)。",
            "simplejson の時間に対してシリアライズは {pack} 倍、デシリアライズは int {integers}、byte {bytes}、string {string}、"
            "lists {lists}、dicts {dicts} 倍",
            "純 Python は simplejson より遅い",
        ),
    ),
]
