"""Article E: json, protobuf, Cap'n Proto, msgpack and FlatBuffers on one record, in the article's own loop."""

from __future__ import annotations

from collections.abc import Callable

from .. import published
from ..parts import name
from . import FAILS, HOLDS, Answer, Conclusion, Finding, NotMeasured, Said, bytes_of, multiples, ns_of

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

QUESTION = {
    "en": "Which format for one small record in Python: json, protobuf, Cap'n Proto, FlatBuffers or msgpack?",
    "zh": "在 Python 中，一条小记录该用哪种格式：json、protobuf、Cap'n Proto、FlatBuffers 还是 msgpack？",
}


def ms(record: dict, codec: str) -> float:
    """Milliseconds of the article's loop."""
    return ns_of(record, KEY, codec, TASK) * ROUND_TRIPS / 1e6


def _word(printed: str) -> str:
    return printed.partition(" ")[0]


def _then(column: str) -> dict[str, str]:
    return {_word(row["format"]): row[column] or "–" for row in published.rows("e")}


def _known(record: dict, figure: Callable[[dict, str], float]) -> dict[str, float]:
    """The figure of each format, by codec, that was measured."""
    found = {}
    for codec in (*FORMATS.values(), OURS):
        try:
            found[codec] = figure(record, codec)
        except NotMeasured:
            continue
    return found


def _figures(found: dict[str, float], show: Callable[[float], str]) -> dict[str, str]:
    named = {_word(printed): found.get(codec) for printed, codec in FORMATS.items()}
    named.update(hayapack=found.get(OURS), declared=found.get(DECLARED))
    return {word: "–" if value is None else show(value) for word, value in named.items()}


def _milliseconds(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _fastest(record: dict, codec: str) -> Finding:
    return _least(_known(record, ms), codec, _milliseconds)


def _least(found: dict[str, float], codec: str, show: Callable[[float], str]) -> Finding:
    """Whether the codec has the least figure of all, hayapack's included."""
    if codec not in found:
        raise NotMeasured(codec)
    return Finding(HOLDS if found[codec] == min(found.values()) else FAILS, _figures(found, show))


def size(record: dict, codec: str) -> float:
    """Bytes of a record as the article's function writes it: json.dumps adds spaces."""
    for kind in ("post_size", "size"):
        try:
            return bytes_of(record, KEY, codec, kind)
        except NotMeasured:
            continue
    raise NotMeasured(codec)


def _sizes(record: dict) -> dict[str, float]:
    """The bytes by codec, of the declared class by another run of the article if this one has none."""
    found = _known(record, size)
    for run in (record, *record.get("beside", ())):
        try:
            return {**found, DECLARED: size(run, DECLARED)}
        except NotMeasured:
            continue
    return found


def _smallest(record: dict, codec: str) -> Finding:
    return _least(_sizes(record), codec, "{:.0f}".format)


def _flatbuffers(record: dict, codec: str) -> Finding:
    found = _known(record, ms)
    if codec not in found:
        raise NotMeasured(codec)
    others = [value for other, value in found.items() if other != codec]
    place = 1 + sum(value < found[codec] for value in others)
    figures = {"place": str(place), "count": str(len(found)), "ours": multiples([found[codec] / found[OURS]])}
    return Finding(HOLDS if place == 1 else FAILS, figures)


def _named(record: dict, codec: str) -> str:
    return next((name(run, codec) for run in (record, *record.get("beside", ())) if codec in run["codecs"]), codec)


def _answer(record: dict) -> dict[str, str]:
    found, sizes = _known(record, ms), _sizes(record)
    if OURS not in found:
        raise NotMeasured(OURS)
    return {
        "fastest": name(record, min(found, key=found.__getitem__)),
        "smallest": _named(record, min(sizes, key=sizes.__getitem__)),
        "least": f"{min(sizes.values()):.0f}",
        **_figures({codec: value / found[OURS] for codec, value in found.items()}, lambda value: multiples([value])),
        **{f"{word}_size": text for word, text in _figures(sizes, "{:.0f}".format).items()},
    }


ANSWER = Answer(
    _answer,
    {
        "en": "The least time in the article's loop: {fastest}; the fewest bytes: {smallest} ({least}). With hayapack's time as 1 "
        "({hayapack_size} bytes): Cap'n Proto packed {capnproto} ({capnproto_size} bytes), protobuf {protobuf} "
        "({protobuf_size}), msgpack {msgpack} ({msgpack_size}), json {json} ({json_size}), FlatBuffers {flatbuffers} "
        "({flatbuffers_size}).",
        "zh": "按文章的循环，用时最少：{fastest}；字节数最少：{smallest}（{least}）。以 hayapack 的时间为 1（{hayapack_size} 字节）：Cap'n Proto "
        "packed {capnproto}（{capnproto_size} 字节），protobuf {protobuf}（{protobuf_size}），msgpack {msgpack}"
        "（{msgpack_size}），json {json}（{json_size}），FlatBuffers {flatbuffers}（{flatbuffers_size}）。",
    },
)
_TIMES = (
    "ms for 100,000 round trips: Cap'n Proto packed {capnproto}, msgpack {msgpack}, protobuf {protobuf}, json {json}"
)
_SIZES = "bytes: protobuf {protobuf}, Cap'n Proto packed {capnproto}, msgpack {msgpack}, json {json}, FlatBuffers {flatbuffers}"
_TIMES_ZH = "10 万次往返的毫秒数：Cap'n Proto packed {capnproto}，msgpack {msgpack}，protobuf {protobuf}，json {json}"
_SIZES_ZH = "字节数：protobuf {protobuf}，Cap'n Proto packed {capnproto}，msgpack {msgpack}，json {json}，FlatBuffers {flatbuffers}"
CONCLUSIONS = [
    Conclusion(
        "fastest",
        {
            "en": Said("Cap'n Proto (packed) takes the least time.", _TIMES + ", hayapack {hayapack}", _TIMES),
            "zh": Said("Cap'n Proto（packed）用时最少。", _TIMES_ZH + "，hayapack {hayapack}", _TIMES_ZH),
        },
        ("capnp_packed",),
        _fastest,
        Finding(HOLDS, _then("ms_per_100000_round_trips")),
    ),
    Conclusion(
        "smallest",
        {
            "en": Said(
                "protobuf takes the fewest bytes.",
                _SIZES + ", hayapack {hayapack}, with a declared class {declared}",
                _SIZES,
            ),
            "zh": Said(
                "protobuf 的字节数最少。", _SIZES_ZH + "，hayapack {hayapack}，用声明的类 {declared}", _SIZES_ZH
            ),
        },
        ("protobuf",),
        _smallest,
        Finding(HOLDS, _then("bytes")),
    ),
    Conclusion(
        "flatbuffers",
        {
            "en": Said(
                "FlatBuffers should be faster than all of them.",
                "in Python it is number {place} of {count}, at {ours} times hayapack's time",
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
