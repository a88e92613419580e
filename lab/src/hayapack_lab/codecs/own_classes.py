"""Lists of records as objects of a program's classes: hayapack with a type, msgspec's Structs and dataclasses,
and libraries that make objects from plain values.

`wrap` and `unwrap` convert between the workload's dicts and objects, so every codec gets the same records.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import make_dataclass, replace
from functools import lru_cache, partial
from typing import Any, TypedDict

from ..data.missing import NotAvailable
from . import Contract, PythonCodec, hayapack_native
from .hayapack_native import LOSES

ADDRESS = {"street": str, "zip": int}


def _fields(address: Any) -> dict[str, Any]:
    return {
        "id": int,
        "name": str,
        "active": bool,
        "score": float,
        "city": str,
        "visits": int,
        "address": address,
        "tags": list[str],
    }


def _dataclasses(**options: Any) -> tuple[Any, Any]:
    if "slots" in options and sys.version_info < (3, 10):
        raise NotAvailable("dataclasses with slots need Python 3.10")
    address = make_dataclass("Address", ADDRESS.items(), **options)
    return make_dataclass("Record", _fields(address).items(), **options), address


def _structs() -> tuple[Any, Any]:
    import msgspec

    address = msgspec.defstruct("Address", list(ADDRESS.items()))
    return msgspec.defstruct("Record", list(_fields(address).items())), address


def _typed_dicts() -> tuple[Any, Any]:
    address = TypedDict("address", ADDRESS)  # type: ignore[misc]  # noqa: UP013
    return TypedDict("record", _fields(address)), address  # type: ignore[misc]  # noqa: UP013


def _pydantic_2() -> Any:
    import pydantic

    if not hasattr(pydantic, "TypeAdapter"):
        raise NotAvailable(f"pydantic {pydantic.VERSION} is older than 2")
    return pydantic


def _models() -> tuple[Any, Any]:
    pydantic = _pydantic_2()
    address = pydantic.create_model("Address", **ADDRESS)
    return pydantic.create_model("Record", **_fields(address)), address


def hayapack_coders(kind: Any, decoders: Any = None, encoders: Any = None, **options: Any) -> tuple[Callable, Callable]:
    hayapack_native.load(frozenset())  # raises NotAvailable without the native back end
    import hayapack

    encoder = hayapack.Encoder(kind, encoders=encoders, **options)
    return encoder.encode, hayapack.Decoder(kind, decoders=decoders).decode


def _records(classes: tuple[Any, Any], rows: list) -> list:
    record, address = classes
    return [record(**{**row, "address": address(**row["address"])}) for row in rows]


def _by_hand(classes: tuple[Any, Any]) -> tuple[Callable, Callable]:
    from hayapack import packb, unpackb

    def encode(value: list) -> bytes:
        return packb([{**vars(row), "address": vars(row.address)} for row in value])

    return encode, lambda data: _records(classes, unpackb(data))


def _extended(classes: tuple[Any, Any]) -> tuple[Callable, Callable]:
    from hayapack import packb, unpackb

    return partial(packb, extended=True), lambda data: _records(classes, unpackb(data))


def _ormsgpack(classes: tuple[Any, Any]) -> tuple[Callable, Callable]:
    import ormsgpack

    return ormsgpack.packb, lambda data: _records(classes, ormsgpack.unpackb(data))


def msgspec_coders(kind: Any) -> tuple[Callable, Callable]:
    import msgspec.msgpack

    return msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(kind).decode


def mashumaro_coders(kind: Any) -> tuple[Callable, Callable]:
    from mashumaro.codecs.msgpack import MessagePackDecoder, MessagePackEncoder

    return MessagePackEncoder(kind).encode, MessagePackDecoder(kind).decode


def cattrs_coders(kind: Any) -> tuple[Callable, Callable]:
    from cattrs.preconf.msgpack import make_converter

    converter = make_converter()
    return partial(converter.dumps, unstructure_as=kind), lambda data: converter.loads(data, kind)


def pydantic_coders(kind: Any) -> tuple[Callable, Callable]:
    from hayapack import packb, unpackb

    adapter = _pydantic_2().TypeAdapter(kind)
    return lambda value: packb(adapter.dump_python(value)), lambda data: adapter.validate_python(unpackb(data))


def _of_list(coder: Callable) -> Callable:
    """The coder for lists of the first class."""
    return lambda classes, **options: coder(list[classes[0]], **options)  # type: ignore[valid-type]


_hayapack, _msgspec, _mashumaro, _cattrs, _pydantic = map(
    _of_list, (hayapack_coders, msgspec_coders, mashumaro_coders, cattrs_coders, pydantic_coders)
)


def of_objects(name: str, package: str, kind: str, **more: Any) -> PythonCodec:
    """A codec whose objects are called `kind`."""
    contract = Contract(utf8="checked", reuse="Encoder, Decoder", schema=kind, takes=kind, gives=kind)
    return PythonCodec(name, "MessagePack", package, LOSES, contract, **more)


def _codec(name: str, package: str, make: Callable, coder: Callable, kind: str, **options: Any) -> PythonCodec:
    """A codec. make: its two classes; coder: encode and decode for them; kind: what its objects are called."""
    made = lru_cache(maxsize=1)(make)

    def unwrap(value: list) -> list:
        def plain(row: Any) -> dict:
            return dict(row) if isinstance(row, dict) else {field: getattr(row, field) for field in _fields(None)}

        rows = [plain(row) for row in value]
        for row in rows:
            address = row["address"]
            row["address"] = (
                {field: getattr(address, field) for field in ADDRESS} if address.__class__ is not dict else address
            )
        return rows

    return of_objects(
        name,
        package,
        kind,
        workloads=("records8",),
        load=lambda needs: coder(made(), **options),
        wrap=lambda value: _records(made(), value),
        unwrap=unwrap,
    )


_PLAIN = partial(_codec, make=_dataclasses, kind="dataclasses")
_SLOTS = partial(_codec, make=partial(_dataclasses, slots=True), kind="dataclasses")
CODECS = {
    "classes_slots": _SLOTS("hayapack, dataclass with slots", "hayapack", coder=_hayapack),
    "classes_public": replace(_SLOTS("hayapack public API, dataclass with slots", "hayapack", coder=_hayapack), env=hayapack_native.CODECS["hayapack_public"].env),
    "classes_plain": _PLAIN("hayapack, dataclass", "hayapack", coder=_hayapack),
    "classes_array": _SLOTS("hayapack, dataclass with slots as array", "hayapack", coder=_hayapack, keys="array"),
    "classes_typeddict": _codec("hayapack, TypedDict", "hayapack", _typed_dicts, _hayapack, "dicts"),
    "classes_struct": _codec("msgspec, Struct", "msgspec", _structs, _msgspec, "Structs"),
    "classes_msgspec": _PLAIN("msgspec, dataclass", "msgspec", coder=_msgspec),
    "classes_by_hand": _PLAIN("hayapack, dicts, then a dataclass by hand", "hayapack", coder=_by_hand),
    "classes_extended": _PLAIN("hayapack, extended=True, dataclass", "hayapack", coder=_extended),
    "classes_extended_slots": _SLOTS("hayapack, extended=True, dataclass with slots", "hayapack", coder=_extended),
    "classes_ormsgpack": _PLAIN("ormsgpack, dataclass", "ormsgpack", coder=_ormsgpack),
    "classes_ormsgpack_slots": _SLOTS("ormsgpack, dataclass with slots", "ormsgpack", coder=_ormsgpack),
    "classes_mashumaro": _PLAIN("mashumaro, dataclass", "mashumaro", coder=_mashumaro),
    "classes_cattrs": _PLAIN("cattrs, dataclass", "cattrs", coder=_cattrs),
    "classes_pydantic": _codec("pydantic, model of hayapack's dicts", "pydantic", _models, _pydantic, "models"),
}  # fmt: skip
