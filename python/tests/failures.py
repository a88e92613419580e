"""Calls that fail, in every way that a caller can meet: for tests of what is left after an error.

FAILURES: {name: function(backend)}; the function prepares, and returns the call, which raises an exception.
"""

from __future__ import annotations

import datetime
import enum
import gzip
import io
import os
import sys
import tempfile
import uuid
from dataclasses import dataclass, field
from typing import Any, Dict, List, Literal, Set, Tuple, Union

import hayapack
from hayapack import ExtType, Key, Limit, model, packb, stream
from hayapack.data import arrow

if sys.version_info >= (3, 9):
    from typing import Annotated

#: Before or after the fault, so that a message that is kept can be seen.
REST = "x" * 5000
FAILURES: Dict[str, Any] = {}


def failure(function):
    FAILURES[function.__name__] = function
    return function


class Refused(Exception):
    """What a function of the program raises that is no ValueError or TypeError: it passes through."""


def refuse(*_: Any, **__: Any) -> Any:
    raise Refused("no")


def doubt(*_: Any, **__: Any) -> Any:
    raise ValueError("no")


# --- classes and messages that do not fit them, by the name of the error ------------------------


class Color(enum.Enum):
    RED = 1


@model(tag="kind")
@dataclass
class Cat:
    lives: int


@model(tag="kind")
@dataclass
class Dog:
    name: str


@model(tag="kind")
@dataclass
class Nest:
    inner: "Union[Nest, Cat, None]" = None


def nested():
    """The tags are behind the objects that they are for."""
    plain = {"lives": 1, "kind": "Cat"}
    for _ in range(60):
        plain = {"inner": plain, "kind": "Nest"}
    return packb(plain)


@model(unknown="error")
@dataclass
class Row:
    a: int
    b: Annotated[int, Limit(ge=0)] = 0
    c: List[str] = field(default_factory=list)
    d: Any = None


@dataclass
class Late:
    a: int
    rest: str = ""

    def __post_init__(self) -> None:
        doubt()


@dataclass
class LateOther:
    a: int
    rest: str = ""

    def __post_init__(self) -> None:
        refuse()


@dataclass
class Hooked:
    a: Annotated[int, Key(decoder=doubt, encoder=doubt)]
    rest: str = ""


@dataclass
class HookedOther:
    a: Annotated[int, Key(decoder=refuse, encoder=refuse)]
    rest: str = ""


ROW = {"a": 1, "b": 2, "c": ["x"], "d": REST}
MISFITS: Dict[str, Tuple[Any, bytes]] = {
    "wrong_type": (List[Row], packb([ROW, {**ROW, "a": "x"}])),
    "wrong_type in a dict": (Dict[str, Dict[str, int]], packb({"x": {"y": 1, REST: 1.5}})),
    "wrong_type in any": (Dict[str, Any], packb([REST])),
    "wrong_type in a tuple": (Tuple[int, str], packb([REST, 1])),
    "missing_field": (List[Row], packb([ROW, {"c": [REST]}])),
    "unknown_field": (List[Row], packb([{**ROW, "e": REST}])),
    "duplicate_field": (Row, b"\x82\xa1a\x01\xa1a" + packb(5)),
    "out_of_bounds": (List[Row], packb([ROW, {**ROW, "b": -1}])),
    "unknown_tag": (List[Union[Cat, Dog]], packb([{"kind": "Cow", "rest": REST}])),
    "late_tag": (Union[Nest, Cat], nested()),
    "unknown_member": (List[Literal["a"]], packb([REST])),
    "unknown_member of an enum": (List[Color], packb([1, 2, REST])),
    "invalid_value": (List[uuid.UUID], packb([REST])),
    "invalid_value of a date": (List[datetime.date], packb(["2026-01-01", REST])),
    "invalid_value in a set": (Set[Any], packb([1, [REST]])),
    "a class raises": (List[Late], packb([{"a": 1, "rest": REST}])),
    "a class raises another": (List[LateOther], packb([{"a": 1, "rest": REST}])),
    "a hook raises": (List[Hooked], packb([{"rest": REST, "a": 1}])),
    "a hook raises another": (List[HookedOther], packb([{"rest": REST, "a": 1}])),
    "truncated": (List[Row], packb([ROW, ROW])[:-3]),
    "reserved_byte": (List[Any], b"\x92" + packb(REST) + b"\xc1"),
    "extra_data": (List[str], packb([REST]) + b"\x01"),
    "invalid_utf8": (List[str], b"\x92" + packb(REST) + b"\xa1\xff"),
    "invalid_key": (Dict[str, Any], b"\x81\xa1a\x81" + packb([1]) + packb(REST)),
    "timestamp_range": (List[datetime.datetime], b"\x91\xc7\x0c\xff\0\0\0\0\x7f" + b"\xff" * 7),
    "too_deep": (List[Any], b"\x91" * 1100 + packb(REST)),
}


def of_stream(backend, packed, **options):
    unpacker = backend.Unpacker(max_buffer_size=2**30, **options)
    unpacker.feed(packed)
    unpacker.feed(packb(REST))
    return unpacker.unpack()


def _misfit(name, kind, packed):
    def decode(backend):
        decoder = backend.Decoder(kind)
        return lambda: decoder.decode(packed)

    def whole(backend):
        return lambda: backend.unpackb(packed, type=kind)

    def everything(backend):
        decoder = backend.Decoder(kind, errors="all")
        return lambda: decoder.decode(packed)

    def of_a_stream(backend):
        return lambda: of_stream(backend, packed, type=kind)

    def file(backend):
        return lambda: list(backend.Unpacker(io.BytesIO(packed + b"\xc1"), type=kind, errors="all"))

    def buffer(backend):
        decoder = backend.Decoder(kind)
        return lambda: decoder.decode(bytearray(packed))

    ways = [decode, whole, everything, buffer]
    if name != "truncated":
        ways.append(file)
    if name != "extra_data":  # of a stream, the next message
        ways.append(of_a_stream)
    for way in ways:
        FAILURES[f"{way.__name__}: {name}"] = way


for _name, (_kind, _packed) in MISFITS.items():
    _misfit(_name, _kind, _packed)


@failure
def convert(backend):
    plain = [{**ROW, "a": REST}]
    return lambda: backend.Decoder(List[Row]).decode(backend.packb(plain, extended=True))


# --- without a type -------------------------------------------------------------------------------

FAULTS = {
    "truncated": (packb([REST])[:-1], {}),
    "reserved_byte": (b"\x92" + packb(REST) + b"\xc1", {}),
    "extra_data": (packb([REST]) + b"\1", {}),
    "too_deep": (b"\x91" * 1100, {}),
    "invalid_utf8": (b"\x92" + packb(REST) + b"\xa1\xff", {}),
    "invalid_timestamp": (b"\x92" + packb(REST) + b"\xd5\xff\0\0", {}),
    "invalid_key": (b"\x81\x01" + packb(REST), {}),
    "str_limit": (packb([REST]), {"max_str_len": 5}),
    "bin_limit": (packb([REST, b"123456"]), {"max_bin_len": 5}),
    "ext_limit": (packb([REST, ExtType(1, b"123456")]), {"max_ext_len": 5}),
    "array_limit": (packb([REST, [1] * 6]), {"max_array_len": 5}),
    "map_limit": (packb([REST, {"a": 1, "b": 2}]), {"max_map_len": 1}),
    "size_limit": (packb([REST]), {"max_buffer_size": 10}),
    "invalid_lz4": (b"\xd5\x63\0\0", {"lz4": True}),
    "lz4_limit": (b"\xc7\x04\x63\xcc\xfe\0\0", {"lz4": True, "max_lz4_size": 100}),
    "invalid_typed": (b"\x92" + packb(REST) + b"\xd5\x64\xc0\xc0", {"types": hayapack.TypeRegistry()}),
    "timestamp_range": (b"\x91\xc7\x0c\xff\0\0\0\0\x7f" + b"\xff" * 7, {"timestamp": 3}),
    "object_hook": (packb([{"a": REST}]), {"object_hook": doubt}),
    "object_pairs_hook": (packb([{"a": REST}]), {"object_pairs_hook": refuse}),
    "list_hook": (packb([{"a": REST}]), {"list_hook": refuse}),
    "ext_hook": (packb([{"a": REST, "b": ExtType(4, b"x")}]), {"ext_hook": doubt}),
}


def _fault(name, packed, options):
    def untyped(backend):
        return lambda: backend.unpackb(packed, **options)

    def untyped_stream(backend):
        return lambda: of_stream(backend, packed, **{k: v for k, v in options.items() if k != "max_buffer_size"})

    FAILURES[f"untyped: {name}"] = untyped
    if name not in ("truncated", "size_limit", "extra_data"):
        FAILURES[f"untyped stream: {name}"] = untyped_stream


for _name, (_packed, _options) in FAULTS.items():
    _fault(_name, _packed, _options)


# --- packing ---------------------------------------------------------------------------------------


class Changing:
    """Empties the list that it is in while it is packed."""

    def __init__(self, within):
        self.within = within

    def changed(self, _):
        self.within.clear()
        return 1


def changing():
    values: List[Any] = [REST]
    values += [Changing(values), 2, 3]
    return values


UNPACKABLE: Dict[str, Tuple[Any, Dict[str, Any]]] = {
    "too_deep": ([[[[REST]]]], {"max_depth": 2}),
    "int_range": ([REST, 2**64], {}),
    "float_range": ([REST, 1e300], {"use_single_float": True}),
    "unsupported_type": ([REST, {"a": object()}], {}),
    "unsorted_keys": ({1: REST, "a": 3}, {"sort_keys": True}),
    "lone_surrogate": ({"a": [REST, "\ud800"]}, {}),
    "naive": ([REST, datetime.datetime(2026, 1, 1)], {"datetime": True}),
    "default": ([REST, object()], {"default": refuse}),
    "default raises": ([REST, object()], {"default": doubt}),
    "types": ([REST, object()], {"types": hayapack.TypeRegistry()}),
    "extended": ([REST, object()], {"extended": True}),
}


def _unpackable(name, obj, options):
    def pack(backend):
        return lambda: backend.packb(obj, **options)

    def packer(backend):
        one = backend.Packer(autoreset=False, **options)
        return lambda: one.pack(obj)

    def encoder(backend):
        chosen = {k: v for k, v in options.items() if k in ("max_depth", "default", "use_single_float", "sort_keys")}
        one = backend.Encoder(Any, **chosen)
        return lambda: one.encode(obj)

    FAILURES[f"pack: {name}"] = pack
    FAILURES[f"packer: {name}"] = packer
    if name not in ("naive",):
        FAILURES[f"encoder: {name}"] = encoder


for _name, (_obj, _options) in UNPACKABLE.items():
    _unpackable(_name, _obj, _options)


@failure
def mutated(backend):
    def call():
        values = changing()
        return backend.packb(values, default=values[1].changed)

    return call


@failure
def encoder_hook(backend):
    one = backend.Encoder(List[Hooked])
    return lambda: one.encode([Hooked(1, REST)])


@failure
def encoder_hook_other(backend):
    one = backend.Encoder(List[Hooked], encoders={Row: refuse})
    return lambda: one.encode([Row(1), REST])


@failure
def encoder_of_a_class(backend):
    one = backend.Encoder(List[Row])
    return lambda: one.encode([Row(1), Row(2, d=[REST, object()])])


@failure
def encoder_of_an_incomplete_object(backend):
    one = backend.Encoder(List[Row])
    return lambda: one.encode([Row.__new__(Row), REST])  # AttributeError, as reading it raises


# --- parts, columns, Arrow, files --------------------------------------------------------------------

DAMAGED = packb([ROW, ROW])[:-3]


@failure
def get_damaged(backend):
    return lambda: backend.get(DAMAGED, "$[1].c[5]")


@failure
def get_missing(backend):
    packed = packb([ROW])
    return lambda: backend.get(packed, "$[0].z")


@failure
def view_damaged(backend):
    return lambda: backend.View(DAMAGED)[1]["d"]


@failure
def view_walked(backend):
    return lambda: [one["a"] for one in backend.View(b"\x93" + packb(ROW) + packb(ROW) + b"\xc1")]


def _columns(name, packed, fields, *arguments, **options):
    def column(backend):
        return lambda: backend.columns(packed, fields, *arguments, **options)

    FAILURES[f"columns: {name}"] = column


_columns("misfit", packb([ROW, {**ROW, "a": "x"}]), ["a", "d"], "int64")
_columns("misfits", packb([ROW, {**ROW, "a": "x"}]), ["d", "a"], ["str", "int64"])
_columns("missing", packb([ROW, {}]), ["a", "z"])
_columns("truncated", DAMAGED, ["a", "d"])
_columns("reserved_byte", b"\x92" + packb(ROW) + b"\xc1", ["a"])
_columns("stream", packb(ROW) + packb({"a": "x"}), ["a"], "int64", stream=True)
_columns("list", [packb(ROW), packb(ROW)[:-2]], ["a"], "int64")
_columns("a function", packb([ROW, {**ROW, "a": "x"}]), ["a"], "int64", errors=refuse)
_columns("nested", packb([{"a": {"b": [1, REST]}}]), ["a"], "struct{b: list[int64]}")
_columns("utf8", b"\x91\x81\xa1a\xa1\xff", ["a"], "str")


def _reader(name, packed, schema, **options):
    def reader(backend):
        return lambda: [dict(one) for one in arrow.reader(packed, schema, **options)]

    FAILURES[f"reader: {name}"] = reader


if sys.implementation.name == "cpython":
    _reader("misfit", packb({"a": 1}) + packb({"a": REST}), {"a": "int64"}, errors="raise")
    _reader("damage", packb({"a": 1}) + b"\xc1" + packb({"a": 1}), {"a": "int64"}, errors="raise")
    _reader("cut", packb({"a": 1}) * 100 + packb({"a": REST})[:-4], {"a": "int64"}, errors="raise")


@failure
def file_that_raises(backend):
    class File(io.BytesIO):
        def read(self, *_):
            return refuse()

        read1 = read

    return lambda: list(backend.Unpacker(File(b"x")))


ZIPPED = gzip.compress(packb(ROW) * 100)


def _stream(name, data, suffix, read):
    def call(backend):
        folder = tempfile.TemporaryDirectory()
        path = os.path.join(folder.name, "x" + suffix)
        with open(path, "wb") as file:
            file.write(data)
        return lambda folder=folder: read(path)

    FAILURES[f"stream: {name}"] = call


_stream("blocks", packb(ROW) * 10 + b"\xc1", ".msgpack", lambda path: list(stream.blocks(path)))
_stream("records", packb(ROW) * 10 + b"\xc1", ".msgpack", lambda path: list(stream.records(path)))
_stream("cut blocks", ZIPPED[:-20], ".gz", lambda path: list(stream.blocks(path)))
_stream("cut records", ZIPPED[:-20], ".gz", lambda path: list(stream.records(path)))
_stream("a plan", packb(ROW) * 10 + b"\xc1", ".msgpack", lambda path: stream.Splitter(path).plan())
_stream("a part", packb(ROW) * 10 + b"\xc1", ".msgpack", lambda path: stream.Splitter(path).read(0))
_stream("a compressed part", ZIPPED[:-20], ".gz", lambda path: stream.Splitter(path).read(0))


def raised(call):
    """The class of what the call raises, and the error's name."""
    try:
        call()
    except Exception as error:
        return type(error), getattr(error, "name", None)
    return None, None
