"""Article E: json, protobuf, Cap'n Proto, msgpack and FlatBuffers on one record, in the article's own loop."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ... import workloads
from ...measure.record import Record
from ...measure.source import task_name
from ...text.number_formats import duration
from ...text.report_elements import Cell, Table, Text, texts
from .. import hex_dumps, published
from .conclusions import Conclusion, Finding, Said
from .figures import NotMeasured, bytes_of, known, multiples, ns_of, source_of
from .languages import FAILS, HOLDS, LANGUAGES, named
from .points import Answer, Point, fastest

KEY = "record_e"
TASK = task_name("reference round trip")
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
DECLARED = "record_hayapack_array"  # as the others with a schema, without the fields' names
DECLARED_CLASSES = (DECLARED, "record_msgspec_array", "record_hayapack_float32")

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
    "10, which takes a byte less: so its tables have 35.",
    "zh": "protobuf 的字节数按文章的字段编号；给它和 Cap'n Proto 计时的那次运行把字段编号为 1 到 10，少一个字节，因此表中是 35。",
}


def more(record: Record, language: str) -> list:
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


def _renumbered(record: Record) -> bool:
    try:
        return size(record, "protobuf") != WHOLE["protobuf"] == _sizes(record)["protobuf"]
    except (NotMeasured, KeyError):
        return False


def ms(record: Record, codec: str) -> float:
    """Milliseconds of the article's loop."""
    return ns_of(record, KEY, codec, TASK) * ROUND_TRIPS / 1e6


def _then(column: str) -> dict[str, float]:
    """The printed figures by codec; FlatBuffers has no time."""
    return {FORMATS[row["format"]]: float(row[column]) for row in published.rows("small_record") if row[column]}


def _known(record: Record, figure: Callable[[Record, str], float]) -> dict[str, float]:
    """The figure of each format, by codec, that was measured."""
    return known(lambda codec: figure(record, codec), (*FORMATS.values(), OURS))


def _figures(found: dict[str, float], order: tuple[str, ...], show: Callable[[float], str]) -> dict[str, str]:
    """“json 124, msgpack 76” of those that are known, by language."""
    shown = [codec for codec in order if codec in found]
    return {
        language: comma.join(f"{SHORT.get(codec, declared)} {show(found[codec])}" for codec in shown)
        for language, comma, declared in (
            ("en", ", ", "hayapack with a declared class"),
            ("zh", "，", "hayapack（声明的类）"),
        )
    }


def _milliseconds(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


def _fastest(record: Record, codec: str) -> Finding:
    return _least(_known(record, ms), codec, BY_TIME, _milliseconds)


def _least(found: dict[str, float], codec: str, order: tuple[str, ...], show: Callable[[float], str]) -> Finding:
    """Whether the codec has the least figure of all, hayapack's included."""
    if codec not in found:
        raise NotMeasured(codec)
    return Finding(HOLDS if found[codec] == min(found.values()) else FAILS, _figures(found, order, show))


def size(record: Record, codec: str) -> float:
    """Bytes of a record as the article's function writes it: json.dumps adds spaces."""
    for kind in ("post_size", "size"):
        try:
            return bytes_of(record, KEY, codec, kind)
        except NotMeasured:
            continue
    raise NotMeasured(codec)


def _sizes(record: Record) -> dict[str, float]:
    """The bytes by codec; those that this run does not have, or not as the article wrote them, of another run of it."""
    found = _known(record, size)
    for run in record.runs:
        for codec, other in known(partial(size, run), (DECLARED, *WHOLE)).items():
            if codec not in WHOLE:
                found.setdefault(codec, other)
            elif codec in found and other == WHOLE[codec]:
                found[codec] = other
    return found


def _smallest(record: Record, codec: str) -> Finding:
    return _least(_sizes(record), codec, BY_SIZE, "{:.0f}".format)


def _flatbuffers(record: Record, codec: str) -> Finding:
    found = _known(record, ms)
    if codec not in found:
        raise NotMeasured(codec)
    others = [value for other, value in found.items() if other != codec]
    place = 1 + sum(value < found[codec] for value in others)
    nth = {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
    figures = {
        "place": str(place),
        "nth": nth,
        "count": str(len(found)),
        "ours": multiples([found[codec] / found[OURS]]),
    }
    return Finding(HOLDS if place == 1 else FAILS, figures)


def _declared(record: Record, language: str) -> list[str]:
    """The bytes of each declared class that some run has, without the fields' names."""
    found = {}
    for run in record.runs:
        for codec, count in known(partial(size, run), DECLARED_CLASSES).items():
            found.setdefault(codec, f"{named(run, codec, language)} {count:.0f}")
    if DECLARED not in found:
        raise NotMeasured(DECLARED)
    return list(found.values())


def _bytes(record: Record, language: str) -> dict[str, str]:
    """The least first; json as the article wrote it, with spaces, and without."""
    sizes = _sizes(record)
    if "json_std" not in sizes:
        raise NotMeasured("json_std")
    shown = sorted((codec for codec in sizes if codec != DECLARED), key=sizes.__getitem__)
    plain = f"{bytes_of(record, KEY, 'json_std'):.0f}"
    said = [
        f"{SHORT[codec]} {sizes[codec]:.0f}" + (SPACES[language].format(plain=plain) if codec == "json_std" else "")
        for codec in shown
    ]
    return {"each": COMMAS[language].join(said)}


def _classes(record: Record, language: str) -> dict[str, str]:
    return {"each": LANGUAGES[language]["and"].join(_declared(record, language))}


def _times(record: Record, language: str) -> dict[str, str]:
    """The article's loop as a multiple of hayapack's time, the least first."""
    found = _known(record, ms)
    if OURS not in found:
        raise NotMeasured(OURS)
    said = [
        f"{SHORT[codec]} {multiples([found[codec] / found[OURS]])}" for codec in sorted(found, key=found.__getitem__)
    ]
    return {"each": COMMAS[language].join(said)}


def _opened(record: Record, language: str) -> dict[str, str]:
    """FlatBuffers' place in the loop; its time of opening alone, and which formats' are longer."""
    found = _flatbuffers(record, "flatbuffers").figures
    source = source_of(record, KEY)
    codecs = (*BY_TIME, "flatbuffers", "capnp")
    tasks = {codec: "decode" if "open" in source.cell(codec).absent else "open" for codec in codecs}
    opened = known(lambda codec: ns_of(record, KEY, codec, task_name(tasks[codec])), codecs)
    if "flatbuffers" not in opened:
        raise NotMeasured("flatbuffers")
    ns = opened["flatbuffers"]
    longer = [
        named(record, codec, language) + (DECODED if tasks[codec] == "decode" else UNPACKED)[language]
        for codec in sorted(opened, key=opened.__getitem__)
        if opened[codec] > ns and (tasks[codec] == "decode" or codec == "capnp")
    ]
    than = THAN[language].format(others=COMMAS[language].join(longer)) if longer else ""
    return {**found, "open": duration(ns), "than": than}


def _dumps(record: Record, language: str) -> dict[str, str]:
    source_of(record, KEY)
    return {"title": hex_dumps.TITLE}


COMMAS = {"en": ", ", "zh": "，"}
SPACES = {"en": " with its spaces ({plain} without)", "zh": "（含空格；不含为 {plain}）"}
UNPACKED = {"en": " unpacked", "zh": "（未打包）"}
DECODED = {"en": " decoded", "zh": "（解码）"}
THAN = {"en": ", less than {others}", "zh": "，少于 {others}"}
ANSWER = Answer(
    Point(_bytes, en=("Bytes:", "{each}."), zh=("字节数：", "{each}。")),
    Point(_classes, en=("Bytes of a declared class:", "{each}."), zh=("声明的类的字节数：", "{each}。")),
    Point(
        _times,
        en=("Time of the article's loop, hayapack's as 1:", "{each}."),
        zh=("文章循环的用时，以 hayapack 为 1：", "{each}。"),
    ),
    Point(
        _opened,
        en=(
            "FlatBuffers:",
            "{nth} of {count} in that loop, in which it builds its message (protobuf's and Cap'n Proto's are prebuilt); opening "
            "alone takes {open}{than}.",
        ),
        zh=(
            "FlatBuffers：",
            "在该循环中排第 {place}（共 {count} 种），它在循环里还要构建消息，而 protobuf 和 Cap'n Proto 的消息已预先构建；仅打开用时 "
            "{open}{than}。",
        ),
    ),
    Point(
        _dumps, en=("The bytes with the names of their parts:", "“{title}”."), zh=("各部分的字节：", "「{title}」。")
    ),
)
CONCLUSIONS = [
    Conclusion(
        "fastest",
        ("capnp_packed",),
        _fastest,
        _least(_then("ms_per_100000_round_trips"), "capnp_packed", BY_TIME, _milliseconds),
        en=Said(
            "Cap'n Proto (packed) takes the least time.",
            "ms for 100,000 round trips: {en}",
            "Cap'n Proto packed the fastest",
        ),
        zh=Said("Cap'n Proto（packed）用时最少。", "10 万次往返的毫秒数：{zh}", "Cap'n Proto（packed）用时最少"),
    ),
    Conclusion(
        "smallest",
        ("protobuf",),
        _smallest,
        _least(_then("bytes"), "protobuf", BY_SIZE, "{:.0f}".format),
        en=Said("protobuf takes the fewest bytes.", "bytes: {en}", "protobuf the smallest"),
        zh=Said("protobuf 的字节数最少。", "字节数：{zh}", "protobuf 字节数最少"),
    ),
    Conclusion(
        "flatbuffers",
        ("flatbuffers",),
        _flatbuffers,
        en=Said(
            "FlatBuffers should be faster than all of them.",
            "in the article's loop in Python it takes {ours} times hayapack's time, {nth} of {count}; there it also builds its "
            "message, while those of protobuf and Cap'n Proto are prebuilt",
            "FlatBuffers the fastest",
        ),
        zh=Said(
            "FlatBuffers 的效率应该高于其他几种。",
            "在 Python 中按文章的循环它是 {count} 种里的第 {place} 名，用时是 hayapack 的 {ours} 倍；循环中它还要构建消息，而 protobuf 和 "
            "Cap'n Proto 的消息已预先构建",
            "FlatBuffers 最快",
        ),
    ),
]
