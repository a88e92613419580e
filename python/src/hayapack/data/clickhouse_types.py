"""Columns of Arrow as ClickHouse's format MsgPack has them: dates and times as numbers, UUIDs as text."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute as compute

from . import arrow
from .clickhouse_structure import Type

_NUMBERS = {
    **{f"Int{bits}": getattr(pyarrow, f"int{bits}")() for bits in (8, 16, 32, 64)},
    **{f"UInt{bits}": getattr(pyarrow, f"uint{bits}")() for bits in (8, 16, 32, 64)},
    "Float32": pyarrow.float32(), "Float64": pyarrow.float64(), "Bool": pyarrow.bool_(),
    "Enum8": pyarrow.int8(), "Enum16": pyarrow.int16(), "IPv4": pyarrow.uint32(),
}  # fmt: skip
_UNITS = {0: "s", 3: "ms", 6: "us", 9: "ns"}
_DIGITS = {unit: digits for digits, unit in _UNITS.items()}


def of_arrow(field: Any) -> Type:
    """The type for a column: Nullable, unless the column cannot have nulls or is an array or a map."""
    kind = _type_of(field.type, field.name)
    return Type("Nullable", ((None, kind),)) if field.nullable and kind.name not in ("Array", "Map") else kind


def _type_of(kind: Any, name: str) -> Type:
    types = pyarrow.types
    if types.is_dictionary(kind):
        return _type_of(kind.value_type, name)
    for found, number in _NUMBERS.items():
        if number == kind:
            return Type(found, ())
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return Type("String", ())
    if types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind):
        return Type("String", ())
    if types.is_date(kind):
        return Type("Date32", ())
    if types.is_timestamp(kind):
        return Type("DateTime64", (str(_DIGITS[kind.unit]), "'UTC'"))
    if types.is_decimal(kind) and kind.precision <= 18:
        return Type("Decimal", (str(kind.precision), str(kind.scale)))
    if isinstance(kind, pyarrow.UuidType):
        return Type("UUID", ())
    if types.is_list(kind) or types.is_large_list(kind):
        return Type("Array", ((None, of_arrow(kind.value_field)),))
    if types.is_map(kind):
        return Type("Map", ((None, _type_of(kind.key_type, name)), (None, of_arrow(kind.item_field))))
    raise arrow.SchemaError(f"{name}: no type of ClickHouse's MsgPack for the Arrow type {kind}: give the structure")


def converted(array: Any, kind: Type, name: str, nullable: bool = False) -> Any:
    """The values as ClickHouse reads them. Raises SchemaError for values that do not fit."""
    if isinstance(array, pyarrow.ChunkedArray):
        array = array.combine_chunks()
    if kind.name in ("Nullable", "LowCardinality"):
        return converted(array, kind.inner, name, nullable or kind.name == "Nullable")
    if array.null_count and not nullable:
        raise arrow.SchemaError(f"{name}: null in a column of {kind}, which is not Nullable")
    try:
        return _converted(array, kind, name)
    except pyarrow.ArrowException as error:
        raise arrow.SchemaError(f"{name}: {error}, in a column of {kind}") from None


def _converted(array: Any, kind: Type, name: str) -> Any:
    if pyarrow.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if kind.name in _NUMBERS:
        return array.cast(_NUMBERS[kind.name])
    if kind.name in ("String", "FixedString"):
        binary = pyarrow.types.is_binary(array.type) or pyarrow.types.is_large_binary(array.type)
        array = array if binary else array.cast(pyarrow.string())
        longest = compute.max(compute.binary_length(array)).as_py() or 0
        if kind.name == "FixedString" and longest > int(kind.arguments[0]):
            raise arrow.SchemaError(f"{name}: more bytes than a {kind} has")
        return array
    if kind.name in ("Date", "Date32"):
        days = array.cast(pyarrow.date32()).cast(pyarrow.int32())
        return days.cast(pyarrow.uint16()) if kind.name == "Date" else days
    if kind.name == "DateTime":
        return _ticks(array, "s").cast(pyarrow.uint32())
    if kind.name == "DateTime64":
        digits = int(kind.arguments[0])
        if digits not in _UNITS:
            raise arrow.SchemaError(f"{name}: {kind} has digits that Arrow has no unit for: 0, 3, 6 or 9")
        return _ticks(array, _UNITS[digits])
    if kind.name.startswith("Decimal"):
        return _decimal(array, kind)
    if kind.name == "UUID":
        return _uuid(array)
    if kind.name == "Array":
        items = converted(array.flatten(), kind.inner, name)
        return pyarrow.ListArray.from_arrays(_offsets(array), items)
    if kind.name == "Map":
        keys, values = array.keys, array.items
        start, stop = array.offsets[0].as_py(), array.offsets[-1].as_py()
        keys, values = keys[start:stop], values[start:stop]
        return pyarrow.MapArray.from_arrays(
            _offsets(array), converted(keys, kind.inner, name), converted(values, kind.arguments[1][1], name)
        )
    raise arrow.SchemaError(f"{name}: {kind} cannot be written")


def _offsets(array: Any) -> Any:
    """Of a list array that may be a slice: from 0 on."""
    offsets = array.offsets.cast(pyarrow.int32())
    return compute.subtract(offsets, offsets[0])


def _ticks(array: Any, unit: str) -> Any:
    zone = array.type.tz if pyarrow.types.is_timestamp(array.type) else "UTC"
    return array.cast(pyarrow.timestamp(unit, zone)).cast(pyarrow.int64())


def _decimal(array: Any, kind: Type) -> Any:
    digits = [int(argument) for argument in kind.arguments]
    widths = {"Decimal32": 9, "Decimal64": 18}
    precision, scale = (widths.get(kind.name, 0), digits[0]) if len(digits) == 1 else digits
    if not 0 < precision <= 18:
        raise arrow.SchemaError(f"{kind} cannot be written: at most 18 digits")
    array = array.cast(pyarrow.decimal128(precision, scale))
    whole = compute.multiply(array, pyarrow.scalar(10**scale, pyarrow.decimal128(19, 0)))
    return whole.cast(pyarrow.decimal128(38, 0)).cast(pyarrow.int64())


def _uuid(array: Any) -> Any:
    if pyarrow.types.is_string(array.type):
        return array
    if isinstance(array.type, pyarrow.UuidType):
        return pyarrow.array([None if value is None else str(value) for value in array.to_pylist()], pyarrow.string())
    raise arrow.SchemaError(f"a UUID must be text or Arrow's uuid, not {array.type}")


def from_wire(array: Any, kind: Type, to: Any) -> Any:
    """Values as ClickHouse writes them, as the Arrow type `to`."""
    if kind.name in ("Nullable", "LowCardinality"):
        return from_wire(array, kind.inner, to)
    if kind.name == "Array":
        items = from_wire(array.flatten(), kind.inner, to.value_type)
        return pyarrow.ListArray.from_arrays(_offsets(array), items, type=to, mask=_nulls(array))
    if kind.name == "Map":
        start, stop = array.offsets[0].as_py(), array.offsets[-1].as_py()
        keys = from_wire(array.keys[start:stop], kind.inner, to.key_type)
        values = from_wire(array.items[start:stop], kind.arguments[1][1], to.item_type)
        return pyarrow.MapArray.from_arrays(_offsets(array), keys, values, type=to, mask=_nulls(array))
    if kind.name == "DateTime64":
        return array.view(pyarrow.int64()).cast(to)
    return array.cast(to)


def _nulls(array: Any) -> Any:
    return array.is_null() if array.null_count else None
