"""What article B's author wanted to choose: a serializer for a message queue, in five lines from the record."""

from __future__ import annotations

from typing import Optional

from ..measure.record import Record
from ..text.number_formats import byte_size, duration, listed, times
from ..text.report_elements import Section, Text
from .answers import serializers_answers
from .answers.figures import NotMeasured, bytes_of

TITLE = "Which one for a queue?"
SAFE = ("hayapack_native", "msgpack_c", "msgspec_msgpack", "ormsgpack", "amsgpack", "orjson", "ujson", "json_std")
JSONS = ("orjson", "ujson", "json_std")
OURS, PICKLE = "hayapack_native", "pickle_std"


def section(record: Record) -> Optional[Section]:
    """None: article B was not measured."""
    found = parts(record)
    return Section("b-queue", TITLE, found) if found else None


def parts(record: Record) -> list[Text]:
    """Five lines on a message of `serializers_answers.QUEUE` records; fewer where codecs were not measured."""
    trips, sizes = _measured(record)
    if OURS not in trips:
        return []
    trip = {codec: f"{record.name(codec)} {duration(ns)}" for codec, ns in trips.items()}
    lines = {
        f"A message of {serializers_answers.QUEUE:,} records, dumps and loads:": listed(
            [trip[codec] for codec in sorted(trips, key=trips.get)]
        )
    }
    safe = [codec for codec in SAFE if codec in trips]
    fastest = min(safe, key=trips.__getitem__)
    lines["Senders that you do not trust, or other languages:"] = (
        f"{record.name(fastest)} takes the least time, {duration(trips[fastest])} and {byte_size(sizes[fastest])}"
        + _versus(record, trips, sizes, fastest, "msgpack_c")
    )
    if PICKLE in trips:
        lines["Python on both sides, and senders that you trust:"] = (
            f"pickle takes {times(trips[PICKLE] / trips[OURS])} times hayapack's time and "
            f"{times(sizes[PICKLE] / sizes[OURS])} times its bytes. Its memo writes an object that records share once: here "
            "the text. It keeps every Python type, and what it reads can run code"
        )
    smallest = min(sizes, key=sizes.__getitem__)
    least = min(safe, key=sizes.__getitem__)
    lines["The fewest bytes:"] = f"{record.name(smallest)}, {byte_size(sizes[smallest])}" + (
        ""
        if smallest == least
        else f"; of those that only make values, {record.name(least)}, {byte_size(sizes[least])}"
    )
    readable = [codec for codec in JSONS if codec in trips]
    if readable:
        best = min(readable, key=trips.__getitem__)
        lines["People read the messages:"] = (
            f"{record.name(best)} takes the least time of JSON, {times(trips[best] / trips[OURS])} times hayapack's and "
            f"{times(sizes[best] / sizes[OURS])} times its bytes; keys that are integers become text"
        )
    return [Text(f"{said}.", label=label) for label, said in lines.items()]


def _measured(record: Record) -> tuple[dict[str, float], dict[str, float]]:
    """Nanoseconds of one dumps and one loads, and bytes, by codec."""
    trips, sizes = {}, {}
    for codec in (*SAFE, PICKLE):
        try:
            trips[codec] = 1e6 * sum(
                serializers_answers.ms(record, serializers_answers.QUEUE, op, codec) for op in serializers_answers.OPS
            )
            sizes[codec] = bytes_of(record, f"b_{serializers_answers.QUEUE}", codec, "post_size")
        except NotMeasured:
            trips.pop(codec, None)
    return trips, sizes


def _versus(record: Record, trips: dict[str, float], sizes: dict[str, float], fastest: str, usual: str) -> str:
    if usual not in trips or usual == fastest:
        return ""
    return (
        f"; {record.name(usual)} takes {times(trips[usual] / trips[fastest])} times its time and "
        f"{times(sizes[usual] / sizes[fastest])} times its bytes"
    )
