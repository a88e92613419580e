"""The class Column, and the columns of what was read."""

from __future__ import annotations

import math
import struct
from array import array

from ..._values.codes import BOOL, BYTES, DICTIONARY, FLOAT32, FLOAT64, LIST, MAP, NULL, RAW, STR, STRUCT, UNKNOWN
from ..._values.shared_columns import FORMATS, ColumnFace

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

    from .column_builders import ColumnBuilder


class Column(ColumnFace):
    """One field of all rows, in buffers of its own: see columns()."""

    __slots__ = (
        "__weakref__", "_children", "_code", "_data", "_length", "_names", "_offsets", "_unit", "null_count",
        "validity",
    )  # fmt: skip

    _length: int

    def __new__(cls, *args: Any, **options: Any) -> Column:
        raise TypeError("columns() makes Columns")

    @classmethod
    def _struct(cls, rows: int, names: tuple[str, ...], columns: tuple[Column, ...]) -> Column:
        """Columns as one, a struct."""
        for column in columns:
            if type(column) is not cls or len(column) != rows:
                raise TypeError("a value of Columns is no Column of its rows")
        made = _new(STRUCT, 0, rows)
        made._names = names
        made._children = columns
        return made

    def __len__(self) -> int:
        return self._length

    def __buffer__(self, flags: int, /) -> memoryview:  # from Python 3.12 on
        if not FORMATS[self._code] or self._code == DICTIONARY:
            raise BufferError("a column of this type is no array of numbers: use data, offsets, children")
        return self.data

    def __arrow_c_schema__(self) -> Any:
        """The type, as an Arrow C capsule."""
        from .arrow import export_columns

        return export_columns.schema(self)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The type and the values, as Arrow C capsules."""
        from .arrow import export_columns

        return export_columns.schema(self), export_columns.array(self)


def column_of(builder: ColumnBuilder, *, inside: bool = False) -> Column:
    """The Column of what was read. inside: it is a child, which without values has no type."""
    code, values = builder.code, builder.values
    if code == UNKNOWN:
        code = NULL if inside else FLOAT64
    made = _new(code, builder.unit, len(values))
    if code == NULL:
        made.null_count = len(values)
        return made
    made.null_count = values.count(None)
    made.validity = _bits(values) if made.null_count else None
    if code in (STR, BYTES, RAW):
        made._offsets, made._data = _texts(values)
    elif code in (LIST, MAP):
        made._offsets = array("i", [0, *builder.ends]).tobytes()
    elif code == BOOL:
        made._data = bytes([bool(value) for value in values])
    elif code != STRUCT:
        made._data = _numbers(code, values)
    if code == DICTIONARY:
        made._names = ("values",)
        inner = _new(STR, 0, len(builder.numbers))
        inner._offsets, inner._data = _texts(list(builder.numbers))
        made._children = (inner,)
    else:
        made._names = builder.names
        made._children = tuple([column_of(child, inside=True) for child in builder.children])
    return made


def _new(code: int, unit: int, length: int) -> Column:
    made: Any = object.__new__(Column)
    made._code = code
    made._unit = unit
    made._length = length
    made._data = made._offsets = made.validity = None
    made._children = made._names = ()
    made.null_count = 0
    return made  # type: ignore[no-any-return]


def _texts(values: list[Any]) -> tuple[bytes, bytes]:
    """(the offsets, all bytes)"""
    offsets = array("q", bytes(8 * (len(values) + 1)))
    end = 0
    for row, value in enumerate(values, 1):
        if value is not None:
            end += len(value)
        offsets[row] = end
    return offsets.tobytes(), b"".join([value for value in values if value is not None])


def _numbers(code: int, values: list[Any]) -> bytes:
    nothing = math.nan if code in (FLOAT32, FLOAT64) else 0
    numbers = [nothing if value is None else value for value in values] if None in values else values
    if code == FLOAT32:
        return array("f", map(_single, numbers)).tobytes()
    return array(FORMATS[code], numbers).tobytes()


def _single(value: float) -> float:
    """Rounded to a float32; beyond its range an infinity."""
    try:
        return _float32.unpack(_float32.pack(value))[0]  # type: ignore[no-any-return]
    except OverflowError:
        return math.copysign(math.inf, value)


_float32 = struct.Struct("f")


def _bits(values: list[Any]) -> bytes:
    """One bit per value, lowest bit first: set if the value is not None."""
    bits = bytearray((len(values) + 7) // 8)
    for row, value in enumerate(values):
        if value is not None:
            bits[row >> 3] |= 1 << (row & 7)
    return bytes(bits)
