"""The messages as objects of the type of `hayapack compare --type` (see `data.own_type`).

hayapack makes the objects that all codecs encode, and plain values of those that they decoded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..data import own_type
from . import Contract, PythonCodec, own_classes
from .hayapack_native import LOSES

LIST = "list of the type"  # in `needs`: a message is a list of objects


def _kind(needs: frozenset[str]) -> Any:
    return own_type.type_of([]) if LIST in needs else own_type.selected()


def _hayapack(kind: Any) -> tuple[Callable, Callable]:
    return own_classes.hayapack_coders(kind, **own_type.hooks("decoders"), **own_type.hooks("encoders"))


def _codec(name: str, package: str, coder: Callable, **more: Any) -> PythonCodec:
    return PythonCodec(
        name,
        "MessagePack",
        package,
        LOSES,
        Contract(utf8="checked", reuse="Encoder, Decoder", schema="the type", takes="objects", gives="objects"),
        workloads=(),  # only the messages of a comparison, if a type was given
        load=lambda needs: coder(_kind(needs)),
        wrap=own_type.to_object,
        unwrap=own_type.to_plain,
        **more,
    )


CODECS = {
    "type_hayapack": _codec("hayapack typed", "hayapack", _hayapack),
    "type_hayapack_again": _codec("hayapack typed, again", "hayapack", _hayapack, twin_of="type_hayapack"),
    "type_msgspec": _codec("msgspec typed", "msgspec", own_classes.msgspec_coders),
    "type_mashumaro": _codec("mashumaro", "mashumaro", own_classes.mashumaro_coders),
    "type_cattrs": _codec("cattrs", "cattrs", own_classes.cattrs_coders),
    "type_pydantic": _codec("pydantic", "pydantic", own_classes.pydantic_coders),
}
