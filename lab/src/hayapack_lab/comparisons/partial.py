"""Partial decoding, LZ4 and the tool."""

from __future__ import annotations

from functools import partial

from .. import workloads
from . import part_tables
from .part_tables import Part, sections  # noqa: F401

TITLE = "Partial decoding, LZ4 and the tool"
DECODERS = ["hayapack_native", "msgspec_msgpack", "ormsgpack", "msgpack_c"]
PATHS = workloads.get("twitter_cached").PATHS

PARTS = {
    "get": Part(
        "One field of twitter.json, and decoding all of it.",
        "twitter_cached",
        1,
        DECODERS,
        (*(f"get {path}" for path in PATHS), "decode"),
        [("hayapack_native", f"get {path}") for path in (PATHS[1], PATHS[0], *PATHS[2:])],
        goal=15,
    ),
    "skip": Part(
        "Unpacker.skip: the end of twitter.json in a stream, found without decoding.",
        "twitter_cached",
        1,
        ["hayapack_native", "msgpack_c"],
        ("skip",),
        [("hayapack_native", "skip")],
    ),
    "columns": Part(
        "Of 100,000 maps of 8 keys, one float field as a numpy array (column), or three fields (columns). "
        "Without such a function, all is decoded.",
        "records8",
        100_000,
        [*DECODERS, "msgspec_column"],
        ("column", "columns"),
        [("hayapack_native", "column"), ("hayapack_native", "columns")],
        goal=8,
    ),
    "LZ4": Part(
        "100,000 maps of 8 keys, plain and compressed.",
        "records8",
        100_000,
        ["hayapack_native", "d_hayapack_lz4_array", "d_hayapack_lz4_block"],
        ("decode",),
        [("d_hayapack_lz4_array", "decode"), ("d_hayapack_lz4_block", "decode")],
        goal=1 / 1.3,
    ),
    "cat": Part(
        "A file of 200,000 maps of 8 keys as JSON, by a program.",
        "records8",
        200_000,
        ["cat_hayapack", "cat_orjson", "cat_ormsgpack", "cat_msgspec"],
        ("cat",),
        [("cat_hayapack", "cat")],
        goal=1,
    ),
}

keys = partial(list, PARTS)
sources = partial(part_tables.sources, PARTS)
