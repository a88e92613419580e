"""Article E: json, protobuf, Cap'n Proto, msgpack and FlatBuffers on one record, in the article's own loop."""

from __future__ import annotations

from collections.abc import Callable

from ... import workloads
from ...text.model import Cell, Table, Text, texts
from .. import published
from . import (
    FAILS,
    HOLDS,
    LANGUAGES,
    Answer,
    Conclusion,
    Finding,
    NotMeasured,
    Said,
    bytes_of,
    fastest,
    multiples,
    named,
    ns_of,
)

KEY = "record_e"
TASK = "reference round trip gc on"
ROUND_TRIPS = 100_000  # iterations of the article's loop
# The article's names, and the codecs of today.
FORMATS = {
    "json": "json_std",
    "protobuf": "protobuf",
    "flatbuffers": "flatbuffers",
    "capnproto (packed)": "capnp_packed",
    "msgpack": "msgpack_c",
}
OURS = "hayapack_native"
DECLARED = (
    "record_hayapack_array"  # hayapack with a declared class: as the others with a schema, without the fields' names
)

SHORT = {
    "json_std": "json",
    "protobuf": "protobuf",
    "flatbuffers": "FlatBuffers",
    "capnp_packed": "Cap'n Proto packed",
    "msgpack_c": "msgpack",
    OURS: "hayapack",
}
# In what order the formats are named.
BY_TIME = ("capnp_packed", "msgpack_c", "protobuf", "json_std", OURS)
BY_SIZE = ("protobuf", "capnp_packed", "msgpack_c", "json_std", "flatbuffers", OURS, DECLARED)
WHOLE = {"protobuf": 36}  # bytes with the article's field numbers; an earlier lab numbered the fields from 1 to 10

LIMITS: dict[str, str] = {}
QUESTION = {
    "en": "Which format for one small record in Python: json, protobuf, Cap'n Proto, FlatBuffers or msgpack?",
    "zh": "在 Python 中，一条小记录该用哪种格式：json、protobuf、Cap'n Proto、FlatBuffers 还是 msgpack？",
}
RECORD = {
    "en": ("The record", "field", "value", "type with a schema"),
    "zh": ("记录", "字段", "值", "有 schema 时的类型"),
}
TYPES = ("float", "double", "int32", "int64", "uint32", "uint64", "bool", "string", "bytes")
NESTED = {"en": "a record with a list of strings", "zh": "含字符串列表的记录"}
NOTE = {
    "en": "protobuf's bytes are those with the article's field numbers; the run that timed it and Cap'n Proto numbered them 1 to "
    "10, which takes a byte less.",
    "zh": "protobuf 的字节数按文章的字段编号；给它和 Cap'n Proto 计时的那次运行把字段编号为 1 到 10，少一个字节。",
}


def more(record: dict, language: str) -> list:
    """The record's fields, and the libraries that the article did not know."""
    title, *heads = RECORD[language]
    module = workloads.get("record_e")
    [fields, *_] = module.make(1, module.SIZE)
    rows = [
        [Cell(heads[1]), *(Cell(repr(value)) for value in fields.values())],
        [Cell(heads[2]), *map(Cell, (*TYPES, NESTED[language]))],
    ]
    table = Table(f"e-record-{language}", title, texts(heads[0], *fields), rows)
    note = [Text(NOTE[language], "soft")] if _renumbered(record) else []
    return [table, *note, *fastest(record, ("orjson", "msgspec_msgpack"), [KEY], OURS, language)]


def _renumbered(record: dict) -> bool:
    try:
        return size(record, "protobuf") != WHOLE["protobuf"] == _sizes(record)["protobuf"]
    except (NotMeasured, KeyError):
        return False


def ms(record: dict, codec: str) -> float:
    """Milliseconds of the article's loop."""
    return ns_of(record, KEY, codec, TASK) * ROUND_TRIPS / 1e6


def _then(column: str) -> dict[str, float]:
    """The printed figures by codec; FlatBuffers has no time."""
    return {FORMATS[row["format"]]: float(row[column]) for row in published.rows("e") if row[column]}


def _known(record: dict, figure: Callable[[dict, str], float]) -> dict[str, float]:
    """The figure of each format, by codec, that was measured."""
    found = {}
    for codec in (*FORMATS.values(), OURS):
        try:
            found[codec] = figure(record, codec)
        except NotMeasured:
            continue
    return found


def _figures(found: dict[str, float], order: tuple[str, ...], show: Callable[[float], str]) -> dict[str, str]:
    """“json 124, msgpack 76” of those that are known, by language."""
    known = [codec for codec in order if codec in found]
    return {
        language: comma.join(f"{SHORT.get(codec, declared)} {show(found[codec])}" for codec in known)
        for language, comma, declared in (
            ("en", ", ", "hayapack with a declared class"),
            ("zh", "，", "hayapack（声明的类）"),
        )
    }


def _milliseconds(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _fastest(record: dict, codec: str) -> Finding:
    return _least(_known(record, ms), codec, BY_TIME, _milliseconds)


def _least(found: dict[str, float], codec: str, order: tuple[str, ...], show: Callable[[float], str]) -> Finding:
    """Whether the codec has the least figure of all, hayapack's included."""
    if codec not in found:
        raise NotMeasured(codec)
    return Finding(HOLDS if found[codec] == min(found.values()) else FAILS, _figures(found, order, show))


def size(record: dict, codec: str) -> float:
    """Bytes of a record as the article's function writes it: json.dumps adds spaces."""
    for kind in ("post_size", "size"):
        try:
            return bytes_of(record, KEY, codec, kind)
        except NotMeasured:
            continue
    raise NotMeasured(codec)


def _sizes(record: dict) -> dict[str, float]:
    """The bytes by codec; those that this run does not have, or not as the article wrote them, of another run of it."""
    found = _known(record, size)
    for run in (record, *record.get("beside", ())):
        for codec in (DECLARED, *WHOLE):
            try:
                other = size(run, codec)
            except NotMeasured:
                continue
            if codec not in WHOLE:
                found.setdefault(codec, other)
            elif codec in found and other == WHOLE[codec]:
                found[codec] = other
    return found


def _smallest(record: dict, codec: str) -> Finding:
    return _least(_sizes(record), codec, BY_SIZE, "{:.0f}".format)


def _flatbuffers(record: dict, codec: str) -> Finding:
    found = _known(record, ms)
    if codec not in found:
        raise NotMeasured(codec)
    others = [value for other, value in found.items() if other != codec]
    place = 1 + sum(value < found[codec] for value in others)
    figures = {"place": str(place), "count": str(len(found)), "ours": multiples([found[codec] / found[OURS]])}
    return Finding(HOLDS if place == 1 else FAILS, figures)


def _named(record: dict, codec: str, language: str) -> str:
    runs = (run for run in (record, *record.get("beside", ())) if codec in run["codecs"])
    return next((named(run, codec, language) for run in runs), codec)


def _answer(record: dict, language: str) -> dict[str, str]:
    found, sizes = _known(record, ms), _sizes(record)
    if OURS not in found:
        raise NotMeasured(OURS)
    one = ONE[language]
    said = [
        one.format(who=SHORT[codec], size=f"{sizes[codec]:.0f}", time=multiples([found[codec] / found[OURS]]))
        for codec in (OURS, *BY_SIZE)
        if codec in found and codec in sizes
    ]
    return {
        "fastest": _named(record, min(found, key=found.__getitem__), language),
        "smallest": _named(record, min(sizes, key=sizes.__getitem__), language),
        "least": f"{min(sizes.values()):.0f}",
        "each": LANGUAGES[language]["and"].join(dict.fromkeys(said)),
    }


ONE = {"en": "{who} {size} bytes, time {time}", "zh": "{who} {size} 字节、用时 {time}"}
ANSWER = Answer(
    _answer,
    {
        "en": "The least time in the article's loop: {fastest}; the fewest bytes: {least} ({smallest}). Bytes, and the loop's time "
        "with hayapack's as 1: {each}.",
        "zh": "按文章的循环，用时最少：{fastest}；字节数最少：{smallest}，{least} 字节。字节数，以及以 hayapack 为 1 的用时：{each}。",
    },
)
CONCLUSIONS = [
    Conclusion(
        "fastest",
        {
            "en": Said("Cap'n Proto (packed) takes the least time.", "ms for 100,000 round trips: {en}"),
            "zh": Said("Cap'n Proto（packed）用时最少。", "10 万次往返的毫秒数：{zh}"),
        },
        ("capnp_packed",),
        _fastest,
        _least(_then("ms_per_100000_round_trips"), "capnp_packed", BY_TIME, _milliseconds),
    ),
    Conclusion(
        "smallest",
        {
            "en": Said("protobuf takes the fewest bytes.", "bytes: {en}"),
            "zh": Said("protobuf 的字节数最少。", "字节数：{zh}"),
        },
        ("protobuf",),
        _smallest,
        _least(_then("bytes"), "protobuf", BY_SIZE, "{:.0f}".format),
    ),
    Conclusion(
        "flatbuffers",
        {
            "en": Said(
                "FlatBuffers should be faster than all of them.",
                "in Python it is in place {place} of {count}, at {ours} times hayapack's time",
            ),
            "zh": Said(
                "FlatBuffers 的效率应该高于其他几种。",
                "在 Python 中它是 {count} 种里的第 {place} 名，用时是 hayapack 的 {ours} 倍",
            ),
        },
        ("flatbuffers",),
        _flatbuffers,
    ),
]
