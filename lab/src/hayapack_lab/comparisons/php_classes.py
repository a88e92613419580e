"""Your own classes in PHP: decoding into their objects and encoding them."""

from __future__ import annotations

from typing import NamedTuple, Optional

from ..measure.engine import Source
from . import parts
from .parts import sections  # noqa: F401

TITLE = "Your own classes in PHP"
IGBINARY = "php_igbinary"


class Part(NamedTuple):
    """A table of the page. The goal, set before the measurement, is that of ours[0] against igbinary with the same objects."""

    sentence: str
    workload: str
    task: str
    ours: list[str]
    others: list[str]
    goal: Optional[float] = None


FIELDS = "of an int, a string, a float, a bool, a nullable string, a list of 4 ints, an object of 3 fields, and"
MANY = f"10,000 objects {FIELDS} an int."
ONE = "One such object, in a list."
OURS, OTHERS = ["php_codec", "php_codec_array"], [IGBINARY, "php_by_hand", "php_symfony"]
DATES = f"10,000 objects {FIELDS} a DateTimeImmutable."
OPEN = "50,000 objects of the first table's fields, in classes without constructors, which JsonStreamer calls without arguments."
MAPS = "1,000 maps with the same 10 keys and ints, as list<map<string, int>>; msgpack_unpack() checks nothing."
PAIRS = "5,000 pairs of floats, as list<list<float>>."
PARTS = {
    "decode": Part(MANY, "class_records", "decode", OURS, OTHERS, 1 / 0.20),
    "decode constructors": Part(MANY, "class_records", "decode", ["php_codec_constructor"], [IGBINARY, "php_by_hand"], 1 / 0.42),
    "decode dates": Part(DATES, "class_dates", "decode", ["php_codec_dates"], [IGBINARY], 1 / 0.30),
    "decode one": Part(ONE, "class_record", "decode", OURS, OTHERS),
    "decode maps": Part(MAPS, "class_maps", "decode", ["php_codec_maps"], ["php_untyped", IGBINARY]),
    "decode pairs": Part(PAIRS, "class_floats", "decode", ["php_codec_floats"], ["php_untyped", IGBINARY]),
    "encode maps": Part(MAPS, "class_maps", "encode", ["php_codec_maps"], ["php_untyped", IGBINARY]),
    "encode pairs": Part(PAIRS, "class_floats", "encode", ["php_codec_floats"], ["php_untyped", IGBINARY]),
    "encode": Part(MANY, "class_records", "encode", OURS, OTHERS, 1 / 0.65),
    "encode dates": Part(DATES, "class_dates", "encode", ["php_codec_dates"], [IGBINARY], 1 / 0.65),
    "encode one": Part(ONE, "class_record", "encode", OURS, OTHERS),
    "decode, JsonStreamer": Part(OPEN, "class_open", "decode", ["php_codec_open"], ["php_json_streamer", IGBINARY]),
    "encode, JsonStreamer": Part(OPEN, "class_open", "encode", ["php_codec_open"], ["php_json_streamer", IGBINARY]),
}  # fmt: skip


def keys() -> list[str]:
    return list(PARTS)


def sources(only: Optional[list[str]], codecs: Optional[list[str]], seed: int) -> tuple[list[Source], dict[str, str]]:
    return [_source(key, PARTS[key], codecs, seed) for key in only or PARTS], {}


def _source(key: str, part: Part, codecs: Optional[list[str]], seed: int) -> Source:
    return Source(
        key,
        key,
        part.sentence,
        {"workload": part.workload, "seed": seed, "size": 0},
        [codec for codec in (*part.ours, *part.others) if not codecs or codec in codecs],
        [(part.task, True)],
        group=key,  # ends the processes, whose memory the next part needs
        compress=False,
        seconds=60.0,
        facts=parts.facts([(codec, part.task) for codec in part.ours], part.goal, against=IGBINARY),
    )
