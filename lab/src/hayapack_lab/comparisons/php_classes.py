"""Your own classes in PHP: decoding into their objects and encoding them."""

from __future__ import annotations

from typing import NamedTuple, Optional

from ..measure.source import Source, Task
from . import part_tables
from .part_tables import sections  # noqa: F401

TITLE = "Your own classes in PHP"
IGBINARY = "php_igbinary"


class Part(NamedTuple):
    """A table of the page. The goal, set before the measurement, is that of ours[0] against `against` with the same values."""

    sentence: str
    workload: str
    task: str
    ours: list[str]
    others: list[str]
    goal: Optional[float] = None
    against: str = IGBINARY


FIELDS = "of an int, a string, a float, a bool, a nullable string, a list of 4 ints, an object of 3 fields, and"
MANY = f"10,000 objects {FIELDS} an int."
ONE = "One such object, in a list."
OURS, OTHERS = ["php_codec", "php_codec_array"], [IGBINARY, "php_by_hand", "php_symfony"]
DATES = f"10,000 objects {FIELDS} a DateTimeImmutable."
OPEN = "50,000 objects of the first table's fields, in classes without constructors, which JsonStreamer calls without arguments."
MAPS = "1,000 maps with the same 10 keys and ints, as list<map<string, int>> and list<array>; msgpack_unpack() checks nothing."
PAIRS = "5,000 pairs of floats, as list<list<float>>."
TEXTS = "300 texts of 10 to 31 bytes by key, as map<string, string>; msgpack_unpack() checks nothing."
SERIES = "500 lists of two floats by key, as map<string, list<float>>."
ORDERS = "1,000 orders with an address, 1 to 8 lines, two dates, two enums and a map of texts."
FEATURES = "1,000 features with a polygon of 24 points, properties and a bounding box."
PROFILES = "1,000 objects of 30 nullable fields, of which two thirds are set."
UNTYPED = "php_untyped"


def _typed(name: str, sentence: str, workload: str, ours: list[str]) -> dict[str, Part]:
    """Values of arrays only: at most 1.3 times as long as without types."""
    others = [UNTYPED, IGBINARY]
    return {
        f"{way} {name}": Part(sentence, workload, way, ours, others, 1 / 1.3, UNTYPED) for way in ("decode", "encode")
    }


def _model(name: str, sentence: str, goal: float) -> dict[str, Part]:
    ours, workload = [f"php_codec_{name}"], f"class_{name}"
    return {
        f"decode {name}": Part(sentence, workload, "decode", ours, [IGBINARY], goal),
        f"encode {name}": Part(sentence, workload, "encode", ours, [IGBINARY]),
    }


PARTS = {
    "decode": Part(MANY, "class_records", "decode", OURS, OTHERS, 1 / 0.20),
    "decode constructors": Part(MANY, "class_records", "decode", ["php_codec_constructor"], [IGBINARY, "php_by_hand"], 1 / 0.42),
    "decode dates": Part(DATES, "class_dates", "decode", ["php_codec_dates"], [IGBINARY], 1 / 0.30),
    "decode one": Part(ONE, "class_record", "decode", OURS, OTHERS),
    **_typed("maps", MAPS, "class_maps", ["php_codec_maps", "php_codec_arrays"]),
    **_typed("pairs", PAIRS, "class_floats", ["php_codec_floats"]),
    **_typed("texts", TEXTS, "class_texts", ["php_codec_texts"]),
    **_typed("series", SERIES, "class_series", ["php_codec_series"]),
    **_model("orders", ORDERS, 1 / 0.25),
    **_model("features", FEATURES, 1 / 0.45),
    **_model("profiles", PROFILES, 1 / 0.25),
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
        [Task(part.task)],
        group=key,  # ends the processes, whose memory the next part needs
        compress=False,
        seconds=60.0,
        facts=part_tables.facts([(codec, part.task) for codec in part.ours], part.goal, against=part.against),
    )
