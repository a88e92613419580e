"""Reads the values of a plan that are no containers: a function for each kind of node.

Each takes the reader, the node and the offset, and returns the value and the offset after it.
"""

from __future__ import annotations

from ..._errors import TimestampRangeError
from ..._errors.make_errors import shortened
from ..._plan import nodes, stdlib_values
from ..._plan.limits import fault_of
from ..._wire.format import KINDS, ONE_BYTE_VALUES, SCALAR, SIZES, TYPES, head_size
from ..._wire.reading import NUMBERS
from ..._wire.scan import Fault, LateFault
from ...ext import ExtType, Fragment, Timestamp

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Callable

    from ..._plan.nodes import Node


class Invalid(Exception):
    """A value that does not fit its node; see _errors.make_errors.validation_error."""

    def __init__(self, name: str, offset: int, node: Node, facts: Any = None, twin: str = "") -> None:
        super().__init__(name, offset, node, facts, twin)
        self.name = name
        self.offset = offset
        self.node = node
        self.facts = facts
        self.twin = twin


def _expect(reader: Any, node: Node, at: int, *kinds: str) -> str:
    """The type of the value at ``at``. Raises Invalid if it is none of these."""
    kind = TYPES[reader.buf[at]]
    if kind not in kinds:
        raise Invalid("wrong_type", at, node)
    return kind


def _scalar(reader: Any, at: int) -> tuple[Any, int]:
    """The nil, bool, integer or float at ``at``."""
    format_byte = reader.buf[at]
    end = at + SIZES[format_byte]
    if end > reader.end:
        raise Fault("truncated", at)
    number = NUMBERS[format_byte]
    return ONE_BYTE_VALUES[format_byte] if number is None else number(reader.buf, at + 1)[0], end


def _is_text(reader: Any, at: int) -> bool:
    """Whether the value at ``at`` is read as text: with strict=False a bin too."""
    return TYPES[reader.buf[at]] == "str" or (TYPES[reader.buf[at]] == "bin" and not reader.strict)


def _text(reader: Any, node: Node, at: int) -> tuple[str, int]:
    """The content of the str, or bin that is read as text, at ``at``."""
    payload, end = reader.payload(at)
    if TYPES[reader.buf[at]] == "str":
        return text_of(reader, payload, at), end
    try:
        return reader.options.bin_text(payload), end
    except UnicodeDecodeError:
        raise Invalid("invalid_value", at, node, "not UTF-8") from None


def text_of(reader: Any, payload: bytes, at: int) -> str:
    """The content of the str at ``at``; what is not UTF-8 as the option unicode_errors says."""
    try:
        return reader.options.text(payload)  # type: ignore[no-any-return]
    except UnicodeDecodeError:
        raise Fault("invalid_utf8", at, payload) from None


def _bounded(reader: Any, node: Node, at: int, value: Any) -> Any:
    """The value, if it is within the node's limits."""
    if node.limits is not None:
        fault = fault_of(node.limits, value)
        if fault:
            raise Invalid("out_of_bounds", at, node, fault)
    return value


def _lax(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """A value of another type that strict=False converts. Raises Invalid if it does not."""
    if not reader.strict:
        convert = _CONVERSIONS.get(node.kind)
        if convert is not None:
            return convert(reader, node, at)
        if node.kind in _MADE_OF:
            make, kinds = _MADE_OF[node.kind]
            given, end = _given(reader, node, at, *kinds)
            return _converted(make(given), given, node, at), end
    raise Invalid("wrong_type", at, node)


def _none(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    _expect(reader, node, at, "nil")
    return None, at + 1


def _bool(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if TYPES[reader.buf[at]] != "bool":
        return _lax(reader, node, at)
    return _scalar(reader, at)


def _int(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if TYPES[reader.buf[at]] != "int":
        value, end = _lax(reader, node, at)
    else:
        value, end = _scalar(reader, at)
    return _bounded(reader, node, at, value), end


def _float(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    kind = TYPES[reader.buf[at]]
    if kind not in ("float", "int"):
        value, end = _lax(reader, node, at)
    else:
        value, end = _scalar(reader, at)
        if kind == "int":
            if reader.strict and float(value) != value:
                raise Invalid("out_of_bounds", at, node, f"{value} is no float")
            value = float(value)
    return _bounded(reader, node, at, value), end


def _str(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if not _is_text(reader, at):
        raise Invalid("wrong_type", at, node)
    value, end = _text(reader, node, at)
    return _bounded(reader, node, at, value), end


def _bytes(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if TYPES[reader.buf[at]] != "bin":
        value, end = _lax(reader, node, at)
    else:
        value, end = reader.payload(at)
    value = _bounded(reader, node, at, value)
    return bytearray(value) if node.kind == nodes.BYTEARRAY else value, end


def _ext(reader: Any, node: Node, at: int) -> tuple[int, bytes, int]:
    payload, end = reader.payload(at)
    code = reader.buf[at + head_size(reader.buf[at]) - 1]
    return code - 256 if code >= 0x80 else code, payload, end


def _exttype(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    _expect(reader, node, at, "ext")
    code, payload, end = _ext(reader, node, at)
    if code == -1:
        raise Invalid("wrong_type", at, node)
    return ExtType(code, payload), end


def _stamp(reader: Any, node: Node, at: int) -> tuple[Timestamp, int]:
    """A Timestamp."""
    _expect(reader, node, at, "ext")
    place = at + head_size(reader.buf[at]) - 1
    if place >= reader.end:
        raise Fault("truncated", at)
    if reader.buf[place] != 0xFF:
        raise Invalid("wrong_type", at, node)
    _, payload, end = _ext(reader, node, at)
    try:
        return Timestamp.from_bytes(payload), end
    except ValueError:
        raise Fault("invalid_timestamp", at) from None


def _datetime(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if TYPES[reader.buf[at]] == "ext":
        stamp, end = _stamp(reader, node, at)
        try:
            return stamp.to_datetime(), end
        except TimestampRangeError:
            raise LateFault("timestamp_range", at, stamp, end) from None
    return _from_text(reader, node, at)


def _from_text(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """A value of the standard library from its text."""
    if not _is_text(reader, at):
        return _lax(reader, node, at)
    text, end = _text(reader, node, at)
    value = getattr(stdlib_values, _PARSERS[node.kind])(text)
    if value is None and not reader.strict and node.kind in _MADE_OF:
        seconds = stdlib_values.float_of(text)
        value = None if seconds is None else _MADE_OF[node.kind][0](seconds)
    if value is None:
        raise Invalid("invalid_value", at, node, shortened(text))
    return _bounded(reader, node, at, value), end


_PARSERS = {
    nodes.DATETIME: "datetime_of",
    nodes.DATE: "date_of",
    nodes.TIME: "time_of",
    nodes.TIMEDELTA: "timedelta_of",
    nodes.UUID: "uuid_of",
    nodes.DECIMAL: "decimal_of",
}


#: What strict=False makes of which other types; datetimes and timedeltas of a number of seconds.
_MADE_OF: dict[int, tuple[Callable[[Any], Any], tuple[str, ...]]] = {
    nodes.FLOAT: (stdlib_values.float_of, ("str",)),
    nodes.BOOL: (stdlib_values.bool_of, ("str", "int")),
    nodes.DATETIME: (stdlib_values.datetime_of_seconds, ("int", "float")),
    nodes.TIMEDELTA: (stdlib_values.timedelta_of_seconds, ("int", "float")),
}


def _path(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    if not _is_text(reader, at):
        raise Invalid("wrong_type", at, node)
    text, end = _text(reader, node, at)
    return node.cls(text), end


def _member(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """A member of an enum or a literal; of a tag, which has no list of members, the int or str itself."""
    kind = TYPES[reader.buf[at]]
    kinds = {_WIRE[type_] for type_, _ in node.values} or {"str", "int"}
    if not reader.strict:
        kind = other_text(kind, kinds)
    if kind not in kinds and (node.values or node.cls is None):
        raise Invalid("wrong_type", at, node)
    if kind == "str":
        value, end = _text(reader, node, at)
    elif kind == "bin":
        value, end = reader.payload(at)
    elif KINDS[reader.buf[at]] == SCALAR:
        value, end = _scalar(reader, at)
    else:
        raise Invalid("wrong_type", at, node)
    if not node.values and node.cls is None:
        return value, end
    found = node.values.get((type(value), value), reader)
    if found is reader:
        if node.cls is None:
            raise Invalid("unknown_member", at, node, value)
        found = _missing(node, at, value)
    return found, end


def other_text(kind: str, kinds: Collection[str]) -> str:
    """What strict=False reads a str or bin as, where the type takes values of these kinds."""
    other = {"bin": "str", "str": "bin"}.get(kind, kind)
    return other if kind not in kinds and other in kinds else kind


_WIRE = {int: "int", str: "str", bytes: "bin", bool: "bool", float: "float", type(None): "nil"}


def _missing(node: Node, at: int, value: Any) -> Any:
    """What the enum makes of a value that no member has: flags, ``_missing_``."""
    try:
        return node.cls(value)
    except (ValueError, TypeError) as error:
        raise Invalid("unknown_member", at, node, value) from error


def _fragment(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    reader._skip(at)
    return Fragment(reader.buf[at : reader.pos], check=False), reader.pos


# --- strict=False ------------------------------------------------------------


def _lax_int(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """From text, and from a float without a fraction."""
    given, end = _given(reader, node, at, "str", "float")
    value = stdlib_values.int_of(given)
    if value is None and stdlib_values.is_integer(given):
        raise Invalid("invalid_value", at, node, f"{shortened(given)} is not in -2**63 to 2**64-1")
    return _converted(value, given, node, at), end


def _lax_bytes(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """The bytes of a str, which need not be UTF-8."""
    _expect(reader, node, at, "str")
    return reader.payload(at)


def _lax_decimal(reader: Any, node: Node, at: int) -> tuple[Any, int]:
    """From a number, as its shortest decimal."""
    given, end = _given(reader, node, at, "int", "float")
    return _bounded(reader, node, at, stdlib_values.decimal_of_number(given)), end


def _given(reader: Any, node: Node, at: int, *kinds: str) -> tuple[Any, int]:
    if "str" in kinds and _is_text(reader, at):
        return _text(reader, node, at)
    _expect(reader, node, at, *kinds)
    return _scalar(reader, at)


def _converted(value: Any, given: Any, node: Node, at: int) -> Any:
    if value is None:
        raise Invalid("invalid_value", at, node, shortened(given))
    return value


_CONVERSIONS: dict[int, Callable[[Any, Node, int], tuple[Any, int]]] = {
    nodes.INT: _lax_int,
    nodes.BYTES: _lax_bytes,
    nodes.BYTEARRAY: _lax_bytes,
    nodes.DECIMAL: _lax_decimal,
}

READERS: dict[int, Callable[[Any, Node, int], tuple[Any, int]]] = {
    nodes.NONE: _none,
    nodes.BOOL: _bool,
    nodes.INT: _int,
    nodes.FLOAT: _float,
    nodes.STR: _str,
    nodes.BYTES: _bytes,
    nodes.BYTEARRAY: _bytes,
    nodes.DATETIME: _datetime,
    nodes.DATE: _from_text,
    nodes.TIME: _from_text,
    nodes.TIMEDELTA: _from_text,
    nodes.UUID: _from_text,
    nodes.DECIMAL: _from_text,
    nodes.PATH: _path,
    nodes.ENUM: _member,
    nodes.LITERAL: _member,
    nodes.TIMESTAMP: _stamp,
    nodes.EXT: _exttype,
    nodes.FRAGMENT: _fragment,
}

__all__ = ["READERS", "Invalid"]
