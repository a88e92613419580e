"""columns: the fields of an array of maps, each as one buffer."""

from __future__ import annotations

import math
from array import array

from ..._values.columns import (
    FORMATS,
    ColumnFace,
    announce,
    arguments,
    column_error,
    make_columns,
    missing_field,
)
from ..._values.dtypes import BOOL, BYTES, FLOAT64, INT64, STR, UNKNOWN
from ..._wire import format as wire
from ..._wire.format import head_count, head_size
from ..._wire.reading import NUMBERS
from ..._wire.scan import Fault
from ..partial.get import steps_of, walk
from ..partial.partial import START, Lazy, Place, check_names, inside, text_bytes
from ..partial.view import View

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

_MISSING = -1


class Column(ColumnFace):
    """One field of all rows, in one buffer: see columns()."""

    __slots__ = ("__weakref__", "_code", "_data", "_length", "_offsets", "null_count", "validity")

    _length: int

    def __new__(cls, *args: Any, **options: Any) -> Column:
        raise TypeError("columns() makes Columns")

    def __len__(self) -> int:
        return self._length

    def __buffer__(self, flags: int, /) -> memoryview:  # from Python 3.12 on
        if self._offsets is not None:
            raise BufferError("a column of str or bytes has two buffers: data and offsets")
        return self.data

    def __arrow_c_schema__(self) -> Any:
        """The type, as an Arrow C capsule."""
        from . import arrow

        return arrow.schema(self)

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The type and the values, as Arrow C capsules."""
        from . import arrow

        return arrow.schema(self), arrow.array(self)


announce(Column)


def columns(
    buf: Any, fields: Any, dtypes: Any = None, path: Any = None, *, missing: Any = "error",
    **options: Any,
) -> dict[Any, Column]:  # fmt: skip
    """Fields of an array of maps, each as one Column: {field: Column}.

    buf: any buffer of bytes, or a View. fields: the keys, str or (for bin keys) bytes. dtypes: int64, float64, bool,
    str or bytes, one for all fields, a list with one per field, or a dict for some; otherwise a
    column has the type of its first value. path: where the array is. A missing or nil value is
    null; a value of another type is a ColumnTypeError. A field that no map has is a KeyError, or
    with missing="null" a column of nulls; if there are no maps, always the latter. Options: the
    limits of unpackb.
    """
    _, planned, _, _, strict, stream, layout, errors = arguments(buf, fields, dtypes, path, missing=missing, **options)
    for name in ("stream", "rows", "errors"):
        options.pop(name, None)
    plan = tuple((name, node[0]) for name, _, _, node in planned)
    if stream or layout or errors or any(code > BYTES for _, code in plan):
        raise NotImplementedError("not in the pure back end yet")
    if isinstance(buf, View):
        if options:
            raise TypeError("a View already has its options")
        message, place = buf._lazy, buf._place
    else:
        check_names("columns", options)
        message, place = Lazy(buf, options), START
    if path is not None:
        found = walk(message, place, steps_of(path), False)
        assert found is not None
        place = found
    return _fill(message, place, plan, strict)


def _fill(message: Lazy, place: Place, plan: tuple[tuple[Any, int], ...], strict: bool) -> dict[Any, Column]:
    kind, head, count = message.look(*place)
    if kind != wire.ARRAY:
        _refuse(message, -2, place[0])
    filling = [_Filling(message, code) for _, code in plan]
    wanted = {
        (wire.BIN, name) if isinstance(name, bytes) else (wire.STR, text_bytes(name)): number
        for number, (name, _) in enumerate(plan)
    }
    at, pending, depth = inside(place, kind, head, count)
    maps, first_map = 0, -1
    for _ in range(count):
        kind, head, entries = message.look(at, pending, depth)
        found = [_MISSING] * len(plan)
        if kind == wire.MAP:
            maps += 1
            first_map = at if first_map < 0 else first_map
            first = inside((at, pending, depth), kind, head, entries)
            at = message.find_all(*first, entries, wanted, found)
        elif message.buf[at] == 0xC0:
            at += 1
        else:
            _refuse(message, -1, at)
        pending -= 1
        for column, value_at in zip(filling, found):
            column.take(value_at)
    for (name, _), column in zip(plan, filling):
        if strict and maps and not column.found:
            raise missing_field(name, _keys(message, first_map), maps, message.path(place[0]))
    made = make_columns(None, count, 0, 0)
    made.update({name: column.finish(count) for (name, _), column in zip(plan, filling)})
    return made


def _keys(message: Lazy, at: int) -> Any:
    """The map at this offset, for its keys; None if it can't be decoded."""
    try:
        return message.value(at, 1, 0)[0]
    except Exception:
        return None


def _refuse(message: Lazy, wanted: int, at: int) -> None:
    raise column_error(wanted, bytes(message.buf[at : at + 16]), at, message.path(at))


class _Filling:
    """A column under construction: plain values, None for a null."""

    def __init__(self, message: Lazy, code: int) -> None:
        self._message = message
        self._code = code
        self._asked = code != UNKNOWN
        self.found = False  # some map has the field
        self._values: list[Any] = []

    def take(self, at: int) -> None:
        self.found = self.found or at != _MISSING
        self._values.append(None if at == _MISSING else self._value(at))

    def _value(self, at: int) -> Any:
        buf = self._message.buf
        format_byte = buf[at]
        kind = wire.KINDS[format_byte]
        if kind == wire.STR or kind == wire.BIN:
            return self._text(at, kind)
        if kind != wire.SCALAR:
            _refuse(self._message, self._code, at)
        number = NUMBERS[format_byte]
        value = wire.ONE_BYTE_VALUES[format_byte] if number is None else number(buf, at + 1)[0]
        if value is None:
            return None
        if isinstance(value, bool):
            return self._typed(BOOL, value, at)
        return self._float(value, at) if isinstance(value, float) else self._int(value, at)

    def _typed(self, code: int, value: Any, at: int) -> Any:
        if self._code == UNKNOWN:
            self._code = code
        elif self._code != code:
            _refuse(self._message, self._code, at)
        return value

    def _text(self, at: int, kind: int) -> Any:
        message = self._message
        head = head_size(message.buf[at])
        payload = bytes(message.buf[at + head : at + head + head_count(message.buf, at)])
        self._typed(STR if kind == wire.STR else BYTES, payload, at)
        if kind == wire.STR:
            try:
                payload.decode()
            except UnicodeDecodeError:
                message.raise_fault(Fault("invalid_utf8", at, payload))
        return payload

    def _float(self, value: float, at: int) -> float:
        if self._code == INT64 and not self._asked:
            if not all(each is None or float(each) == each for each in self._values):
                _refuse(self._message, INT64, at)
            self._code = FLOAT64
        self._typed(FLOAT64, value, at)
        return value

    def _int(self, value: int, at: int) -> int:
        code = INT64 if self._code == UNKNOWN else self._code
        if code == INT64 and value < 2**63:
            self._code = INT64
        elif code != FLOAT64 or float(value) != value:
            _refuse(self._message, code, at)
        return value

    def finish(self, length: int) -> Column:
        values, code = self._values, self._code or FLOAT64
        column: Any = object.__new__(Column)
        column._code = code
        column._length = length
        column.null_count = values.count(None)
        column.validity = _bits(values) if column.null_count else None
        column._offsets = None
        if code == STR or code == BYTES:
            offsets = array("q", bytes(8 * (length + 1)))
            end = 0
            for row, value in enumerate(values, 1):
                end += len(value or b"")
                offsets[row] = end
            column._offsets = offsets.tobytes()
            column._data = b"".join([value for value in values if value is not None])
        elif code == BOOL:
            column._data = bytes([bool(value) for value in values])
        else:
            nothing = math.nan if code == FLOAT64 else 0
            numbers = [nothing if value is None else value for value in values]
            column._data = array(FORMATS[code], numbers).tobytes()
        return column  # type: ignore[no-any-return]


def _bits(values: list[Any]) -> bytes:
    """One bit per value, lowest bit first: set if the value is not None."""
    bits = bytearray((len(values) + 7) // 8)
    for row, value in enumerate(values):
        if value is not None:
            bits[row >> 3] |= 1 << (row & 7)
    return bytes(bits)
