"""The record of reference article E as a declared class, whose fields are written as an array: as formats with a schema
do, without the fields' names.

The tasks are those of the other formats with a schema (`protobuf`): a message is an object of the class, which programs
have before encoding; "encode" makes it from a dict, and "decode" makes a dict of every field.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import make_dataclass
from functools import lru_cache, partial
from typing import Any

from ..data.missing import NotAvailable
from ..schemas.record import AS_DICT, EVERY_FIELD, ONE_FIELD, TAKES, function, unwrap, wrap
from . import Contract, PythonCodec, Way, own_classes

FIELDS = {"f01": float, "f02": float, **dict.fromkeys(("f03", "f04", "f05", "f06"), int), "f07": bool, "f08": str}
ENCODE = "value = encode(Record(**{**item, 'f10': Nested(**item['f10'])}))"
DECODE = f"record = decode(item)\n{AS_DICT}"


def _fields(nested: Any) -> list[tuple[str, Any]]:
    return [*FIELDS.items(), ("f09", bytes), ("f10", nested)]


@lru_cache(maxsize=1)
def _dataclasses() -> tuple[Any, Any]:
    if sys.version_info < (3, 10):
        raise NotAvailable("dataclasses with slots need Python 3.10")
    import hayapack

    nested = make_dataclass("Nested", [("f11", list[str])], slots=True)
    record = make_dataclass("Record", _fields(nested), slots=True)
    return hayapack.model(keys="array")(record), hayapack.model(keys="array")(nested)


@lru_cache(maxsize=1)
def _structs() -> tuple[Any, Any]:
    import msgspec

    nested = msgspec.defstruct("Nested", [("f11", list[str])], array_like=True)
    return msgspec.defstruct("Record", _fields(nested), array_like=True), nested


def _codec(name: str, package: str, classes: Callable, coder: Callable, kind: str, loses: str) -> PythonCodec:
    def names() -> dict[str, Any]:
        record, nested = classes()
        encode, decode = coder(record)
        return {"Record": record, "Nested": nested, "encode": encode, "decode": decode}

    def build(value: dict) -> Any:
        record, nested = classes()
        return record(**{**value, "f10": nested(**value["f10"])})

    def ways(needs: frozenset) -> dict[str, Way]:
        known = names()
        return {
            "encode": Way("value", ENCODE, known),
            "encode prebuilt": Way("built", "encode(item)", known),
            "open": Way("packed", "decode(item)", known),
            "one field": Way("packed", f"record = decode(item); {ONE_FIELD}", known),
            "every field": Way("packed", f"record = decode(item); {EVERY_FIELD}", known),
            "decode": Way("packed", DECODE, known),
            "reference round trip": Way("built", "decode(encode(item))", known),
        }

    return PythonCodec(
        name,
        "MessagePack",
        package,
        loses,
        Contract(utf8="checked", reuse="Encoder, Decoder", schema=kind, takes=TAKES, gives="a dict of every field"),
        workloads=("record_e",),
        load=lambda needs: (function(ENCODE, names()), function(DECODE, names())),
        wrap=wrap,
        unwrap=unwrap,
        build=build,
        ways=ways,
    )


_EXACT = "fields that the class does not name"
_FLOATS = "fields that the class does not name; every float keeps 6 digits"
CODECS = {
    "record_hayapack_array": _codec(
        "hayapack, dataclass as array", "hayapack", _dataclasses, own_classes.hayapack_coders, "a dataclass", _EXACT
    ),
    "record_hayapack_float32": _codec(
        "hayapack, dataclass as array, float32",
        "hayapack",
        _dataclasses,
        partial(own_classes.hayapack_coders, use_single_float=True),
        "a dataclass",
        _FLOATS,
    ),
    "record_msgspec_array": _codec(
        "msgspec, Struct as array", "msgspec", _structs, own_classes.msgspec_coders, "a Struct", _EXACT
    ),
}  # fmt: skip
