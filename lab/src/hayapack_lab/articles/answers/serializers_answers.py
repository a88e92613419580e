"""Article B: msgpack against pickle, json and ujson, and which of them suits a queue."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import sqrt

from ...measure.record import Record
from ...measure.source import task_name
from ...text.report_elements import Text
from ...text.report_tables import TODAYS
from .. import published
from .conclusions import Conclusion, Finding, Said
from .figures import NotMeasured, below, bytes_of, known, multiples, ns_of, percents, source_of
from .points import Answer, Point, fastest

SIZES = (10, 100, 1000, 10_000, 100_000)
OPS = {"dumps": "encode", "loads": "decode"}
RIVALS = {"pickle": "pickle_std", "json": "json_std", "ujson": "ujson"}
THEN = {"pickle": "cPickle", "json": "json", "ujson": "ujson", "msgpack": "msgpack"}
OURS = "hayapack_native"
QUEUE = 1000  # records of the message by which a format for a queue is chosen
TEN_TIMES = sqrt(10)  # nearer to ten times than to the same, on a logarithmic scale
SAVED = 0.6  # the article's part of the rivals' size
STEADY = 2.0  # a record of the largest list may cost so many times one of the smallest

QUESTION = {"en": "Which serializer for a queue: pickle, json, ujson or msgpack?"}
LIMITS = {
    "en": f"“Consistent” is at most {multiples([STEADY])} times the time of a record, and a saving of 40 % at most "
    f"{percents([SAVED])} of the bytes."
}


def more(record: Record, language: str) -> list:
    """What a record is, and the libraries that the article did not know."""
    said = (
        "a map of a text (one object, which all records share), a list of 100 integers, a map of 100 integers to floats, an "
        "integer and a float."
    )
    return [Text(said, label="A record:"), *fastest(record, TODAYS, [f"b_{QUEUE}"], OURS, language)]


def ms(record: Record, size: int, op: str, codec: str) -> float:
    return ns_of(record, f"b_{size}", codec, task_name(f"reference {OPS[op]}")) / 1e6


def then(size: int, codec: str, column: str) -> float:
    for row in published.rows("serializers"):
        if (row["records"], row["codec"]) == (str(size), THEN[codec]):
            return float(row[column])
    raise NotMeasured(codec)


def _measured(record: Record, codec: str) -> list[int]:
    """The sizes of which there are times of the codec."""
    found = known(lambda size: ms(record, size, "dumps", codec), SIZES)
    if not found:
        raise NotMeasured(codec)
    return list(found)


def _faster(rival: str, least: float) -> tuple[Callable[[Record, str], Finding], Finding]:
    """today and then of "the codec is at least so many times as fast as the rival"."""

    def finding(figure: Callable[[int, str, bool], float], sizes: Iterable[int]) -> Finding:
        found = {op: [figure(size, op, True) / figure(size, op, False) for size in sizes] for op in OPS}
        parts = [1 / value for values in found.values() for value in values]
        return Finding(below(parts, 1 / least), {op: multiples(values) for op, values in found.items()})

    def today(record: Record, codec: str) -> Finding:
        other = RIVALS[rival]
        shared = set(_measured(record, codec)) & set(_measured(record, other))
        return finding(lambda size, op, theirs: ms(record, size, op, other if theirs else codec), sorted(shared))

    def printed(size: int, op: str, theirs: bool) -> float:
        return then(size, rival if theirs else "msgpack", f"{op}_ms")

    return today, finding(printed, SIZES)


def _loads_of_dumps(record: Record, codec: str) -> list[float]:
    return [ms(record, size, "loads", codec) / ms(record, size, "dumps", codec) for size in _measured(record, codec)]


def _then_loads(codec: str) -> list[float]:
    return [then(size, codec, "loads_ms") / then(size, codec, "dumps_ms") for size in SIZES]


def _quicker_loads(record: Record, codec: str) -> Finding:
    parts = _loads_of_dumps(record, codec)
    return Finding(below(parts), {"part": multiples(parts)})


def _slower_loads(record: Record, codec: str) -> Finding:
    parts = _loads_of_dumps(record, codec)
    return Finding(below([1 / part for part in parts]), {"part": multiples(parts)})


def _steady(record: Record, codec: str) -> Finding:
    sizes = _measured(record, codec)
    grown = {
        op: ms(record, sizes[-1], op, codec) / sizes[-1] / (ms(record, sizes[0], op, codec) / sizes[0]) for op in OPS
    }
    figures = {op: multiples([value]) for op, value in grown.items()}
    return Finding(below(grown.values(), STEADY), {**figures, "least": f"{sizes[0]:,}", "most": f"{sizes[-1]:,}"})


def _then_steady() -> Finding:
    least, most = SIZES[0], SIZES[-1]
    grown = {op: then(most, "msgpack", f"{op}_ms") / most / (then(least, "msgpack", f"{op}_ms") / least) for op in OPS}
    figures = {op: multiples([value]) for op, value in grown.items()}
    return Finding(below(grown.values(), STEADY), {**figures, "least": f"{least:,}", "most": f"{most:,}"})


def _saved(record: Record, codec: str) -> Finding:
    size = max(_measured(record, codec))
    ours = bytes_of(record, f"b_{size}", codec, "post_size")
    parts = {rival: ours / bytes_of(record, f"b_{size}", other, "post_size") for rival, other in RIVALS.items()}
    figures = {rival: percents([part]) for rival, part in parts.items()}
    return Finding(below(parts.values(), SAVED), {**figures, "size": f"{size:,}"})


def _then_saved() -> Finding:
    size = SIZES[-1]
    parts = {rival: then(size, "msgpack", "size_kb") / then(size, rival, "size_kb") for rival in RIVALS}
    figures = {rival: percents([part]) for rival, part in parts.items()}
    return Finding(below(parts.values(), SAVED), {**figures, "size": f"{size:,}"})


def _bytes(record: Record, codec: str) -> float:
    return bytes_of(record, f"b_{QUEUE}", codec, "post_size")


_CODECS = {**RIVALS, "msgpack": "msgpack_c", "hayapack": OURS}


def _ranked(figure: Callable[[Record, str], float]) -> Callable[[Record, str], dict[str, str]]:
    """Each codec with its figure as a multiple of hayapack's, the least first."""

    def figures(record: Record, language: str) -> dict[str, str]:
        found = {who: figure(record, codec) / figure(record, OURS) for who, codec in _CODECS.items()}
        return {"each": ", ".join(f"{who} {multiples([found[who]])}" for who in sorted(found, key=found.__getitem__))}

    return figures


def _time(op: str) -> Callable[[Record, str], float]:
    return lambda record, codec: ms(record, QUEUE, op, codec)


def _message(record: Record, language: str) -> dict[str, str]:
    source_of(record, f"b_{QUEUE}")
    return {"records": f"{QUEUE:,}"}


ANSWER = Answer(
    Point(_message, en=("", "{records} records, the article's method, multiples of hayapack's:")),
    Point(_ranked(_time("dumps")), en=("Time of dumps:", "{each}.")),
    Point(_ranked(_time("loads")), en=("Time of loads:", "{each}.")),
    Point(_ranked(_bytes), en=("Bytes:", "{each}.")),
    Point(_message, en=("Safety:", "only Python reads pickle, and reading it can run code.")),
)


def _than(rival: str, least: float, claim: str, brief: str) -> Conclusion:
    """msgpack is so many times as fast as a rival."""
    today, printed = _faster(rival, least)
    figures = f"{rival} takes {{dumps}} times its time to dump and {{loads}} times to load"
    took = f"{THEN[rival]} took {{dumps}} times msgpack's time to dump and {{loads}} times to load"
    return Conclusion(rival, ("msgpack_c", OURS), today, printed, en=Said(claim, figures, brief, took))


ORDER = f"an order of magnitude (here {multiples([TEN_TIMES])} times or more)"
CONCLUSIONS = [
    _than(
        "pickle",
        TEN_TIMES,
        f"msgpack is {ORDER} faster than pickle.",
        "far faster than pickle",
    ),
    _than("json", TEN_TIMES, f"msgpack is {ORDER} faster than json.", "far faster than json"),
    _than("ujson", 2.0, "msgpack is at least twice as fast as ujson.", "twice ujson"),
    Conclusion(
        "quicker",
        ("pickle_std", "json_std"),
        _quicker_loads,
        Finding(
            below([*_then_loads("pickle"), *_then_loads("json")]),
            {codec: multiples(_then_loads(codec)) for codec in ("pickle", "json")},
        ),
        en=Said(
            "pickle and json load faster than they dump.",
            "loads takes {part} times dumps",
            "loads faster: pickle, json",
            "loads took {pickle} times dumps in cPickle and {json} times in json",
        ),
    ),
    Conclusion(
        "slower",
        ("msgpack_c", "ujson", OURS),
        _slower_loads,
        Finding(
            below(1 / part for codec in ("msgpack", "ujson") for part in _then_loads(codec)),
            {codec: multiples(_then_loads(codec)) for codec in ("msgpack", "ujson")},
        ),
        en=Said(
            "msgpack and ujson load more slowly than they dump.",
            "loads takes {part} times dumps",
            "loads slower: msgpack, ujson",
            "loads took {msgpack} times dumps in msgpack and {ujson} times in ujson",
        ),
    ),
    Conclusion(
        "steady",
        ("msgpack_c", OURS),
        _steady,
        _then_steady(),
        en=Said(
            "msgpack is consistent over the sizes of the list.",
            "a record in the list of {most} takes {dumps} times as long to dump as one in the list of {least}, and {loads} times "
            "as long to load",
            "consistent",
            "a record in the list of {most} took {dumps} times as long to dump as one in the list of {least}, and {loads} "
            "times as long to load",
        ),
    ),
    Conclusion(
        "saved",
        ("msgpack_c", OURS),
        _saved,
        _then_saved(),
        en=Said(
            "msgpack saves 40 % of the size.",
            "{pickle} of pickle's bytes, {json} of json's, {ujson} of ujson's, with {size} records",
            "40 % smaller",
        ),
    ),
]
