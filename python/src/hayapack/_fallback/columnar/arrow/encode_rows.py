"""Rows of bound arrays -> MessagePack. As python/ext/columns/arrow/encode_rows.c."""

from __future__ import annotations

import ctypes
import sys

from ...._wire.writing import MAX_LENGTH, array_head, bin_head, map_head, pack_int, str_head
from ....ext import Timestamp
from . import schema_nodes as kinds
from .arrow_texts import date_text, decimal_text, duration_text, time_text, uuid_text

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

    from .schema_nodes import Node

_GO_BACK = "the offsets of an Arrow array are negative or go back"
_LEAVES = "a view of an Arrow array leaves its buffer"


class Misfit(Exception):
    """A value that can't be packed: the error's name and a text."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name, text)
        self.name, self.text = name, text


class Frame:
    """An open list, map or struct."""

    __slots__ = ("at", "begin", "child", "end", "keyed", "node")

    def __init__(self, node: Node, begin: int, end: int, keyed: bool = True) -> None:
        self.node, self.begin, self.at, self.end, self.keyed = node, begin, begin, end, keyed
        self.child = 0


class Encoder:
    """Packs the rows of the nodes' array, from `row` on."""

    def __init__(self, nodes: list[Node], layout: str, block: int) -> None:
        self.nodes, self.layout, self.block = nodes, layout, block
        self.row = 0
        self.frames: list[Frame] = []

    def run(self, out: bytearray) -> None:
        """Writes rows until the array ends or the block is complete. Raises Misfit."""
        node = self.nodes[0]
        while self.row < node.length and len(out) < self.block:
            del self.frames[:]
            if node.kind == kinds.STRUCT:
                self.open_row(node, out)
            else:
                self.value(node, self.row, out)
            self.rest(out)
            self.row += 1

    def open_row(self, node: Node, out: bytearray) -> None:
        at = node.offset + self.row
        n = len(node.children)
        if node.valid is not None and not _bit(node.valid, at):
            out += b"\xc0" * (n if self.layout == "values" else 1)
            return
        if self.layout == "maps":
            out += map_head(n)
        elif self.layout == "arrays":
            out += array_head(n)
        self.frames.append(Frame(node, at, at, self.layout == "maps"))

    def rest(self, out: bytearray) -> None:
        """Writes what the open containers still have."""
        frames = self.frames
        while frames:
            frame = frames[-1]
            at = frame.at
            if frame.node.kind == kinds.STRUCT:
                if frame.child == len(frame.node.children):
                    frames.pop()
                    continue
                child = frame.node.children[frame.child]
                frame.child += 1
                if frame.keyed:
                    out += child.key
            elif at == frame.end:
                frames.pop()
                continue
            elif frame.node.kind == kinds.MAP:
                entries = frame.node.children[0]
                at += entries.offset
                child = entries.children[frame.child]
                frame.at += frame.child
                frame.child ^= 1
            else:
                child = frame.node.children[0]
                frame.at += 1
            self.value(child, at, out)

    def value(self, node: Node, i: int, out: bytearray) -> None:
        """Writes a value that is no container, or opens the container."""
        while True:
            at = node.offset + i
            if node.kind == kinds.NULL or (node.valid is not None and not _bit(node.valid, at)):
                out += b"\xc0"
                return
            if node.kind < kinds.LIST:
                out += _SCALARS[node.kind](node, at)
                return
            if node.kind < kinds.DICTIONARY:
                self.open(node, at, out)
                return
            found, i = _aliased(node, at)
            if found is None or not 0 <= i < found.length:
                raise Misfit("invalid_value", "an index of an Arrow array is out of range")
            node = found

    def open(self, node: Node, at: int, out: bytearray) -> None:
        """Writes the header of a list, map or struct, and opens it."""
        if node.kind == kinds.STRUCT:
            out += map_head(len(node.children))
            self.frames.append(Frame(node, at, at))
            return
        start, end = _elements(node, at)
        if end - start > MAX_LENGTH:
            raise Misfit("too_long", "a list has more than 2**32-1 items")
        out += (map_head if node.kind == kinds.MAP else array_head)(end - start)
        self.frames.append(Frame(node, start, end))


def _bit(bits: Any, at: int) -> int:
    return int(bits[at >> 3]) >> (at & 7) & 1


def _elements(node: Node, at: int) -> tuple[int, int]:
    """The elements of a list or map."""
    if node.kind == kinds.LIST_FIXED:
        return at * node.size, (at + 1) * node.size
    start = node.offsets[at]
    if node.kind == kinds.LIST_VIEW:
        end, most = start + node.sizes[at], node.children[0].length
    else:
        end, most = node.offsets[at + 1], node.top
    if not 0 <= start <= end <= most:
        raise Misfit("invalid_value", _GO_BACK)
    return start, end


def _aliased(node: Node, at: int) -> tuple[Optional[Node], int]:
    """The child, and its element, that an element of a dictionary, a run or a union is."""
    if node.kind == kinds.DICTIONARY:
        return node.children[0], node.data[at]
    if node.kind == kinds.RUNS:
        return node.children[1], _run(node.children[0], at)
    child = node.types.get(node.data[at])
    if child is None:
        return None, 0
    return node.children[child], node.offsets[at] if node.width else at


def _run(ends: Node, at: int) -> int:
    low, high = 0, ends.length - 1
    while low < high:
        middle = (low + high) // 2
        if ends.data[ends.offset + middle] > at:
            high = middle
        else:
            low = middle + 1
    return low


# --- values that are no containers -------------------------------------------------


def _bool(node: Node, at: int) -> bytes:
    return b"\xc3" if _bit(node.data, at) else b"\xc2"


def _bool_byte(node: Node, at: int) -> bytes:
    return b"\xc3" if node.data[at] else b"\xc2"


def _int(node: Node, at: int) -> Any:
    return pack_int(node.data[at])


def _float(node: Node, at: int) -> bytes:
    data = _fixed(node, at, node.width)
    if sys.byteorder == "little":
        data = data[::-1]
    if node.width == 8:
        return b"\xcb" + data
    return b"\xca" + (_half(int.from_bytes(data, "big")) if node.width == 2 else data)


def _half(bits: int) -> bytes:
    """The big-endian float32 of a float16. By its bits, so that those of a NaN stay."""
    sign, exponent, fraction = bits >> 15, bits >> 10 & 31, bits & 0x3FF
    if exponent == 0 and fraction:  # subnormal: as a float32 it is not
        shift = 11 - fraction.bit_length()
        exponent, fraction = 1 - shift, fraction << shift & 0x3FF
        exponent += 112
    elif exponent == 31:
        exponent = 255
    elif exponent:
        exponent += 112
    return (sign << 31 | exponent << 23 | fraction << 13).to_bytes(4, "big")


def _fixed(node: Node, at: int, size: int) -> bytes:
    return ctypes.string_at(node.data + at * size, size) if size else b""


def _packed_bytes(node: Node, data: bytes) -> bytes:
    if len(data) > MAX_LENGTH:
        raise Misfit("too_long", "a value has more than 2**32-1 bytes")
    if node.kind not in (kinds.TEXT, kinds.TEXT_VIEW):
        return bin_head(len(data)) + data
    try:
        data.decode()
    except UnicodeDecodeError:
        raise Misfit("invalid_value", "a text is not UTF-8") from None
    return str_head(len(data)) + data


def _bytes(node: Node, at: int) -> bytes:
    start, end = node.offsets[at], node.offsets[at + 1]
    if not 0 <= start <= end <= node.top:
        raise Misfit("invalid_value", _GO_BACK)
    return _packed_bytes(node, ctypes.string_at(node.data + start, end - start) if end > start else b"")


def _view(node: Node, at: int) -> bytes:
    view = ctypes.string_at(node.data + at * 16, 16)
    n, _, part, start = memoryview(view).cast("i")
    if n > 12:
        if not (0 <= part < len(node.parts) and node.parts[part][0] and 0 <= start <= node.parts[part][1] - n):
            raise Misfit("invalid_value", _LEAVES)
        return _packed_bytes(node, ctypes.string_at(node.parts[part][0] + start, n))
    if n < 0:
        raise Misfit("invalid_value", _LEAVES)
    return _packed_bytes(node, view[4 : 4 + n])


def _bin_fixed(node: Node, at: int) -> bytes:
    data = _fixed(node, at, node.size)
    return bin_head(len(data)) + data


def _str(text: Optional[str], fault: str = "") -> bytes:
    if text is None:
        raise Misfit("invalid_value", fault)
    return str_head(len(text)) + text.encode()


def _decimal(node: Node, at: int) -> bytes:
    value = int.from_bytes(_fixed(node, at, node.width), sys.byteorder, signed=True)
    return _str(decimal_text(value, node.scale))


def _date(node: Node, at: int) -> bytes:
    days = node.data[at] // 86400000 if node.width == 8 else node.data[at]
    return _str(date_text(days), "a date is outside the years 1 to 9999")


def _time(node: Node, at: int) -> bytes:
    return _str(time_text(node.data[at], node.unit), "a time is outside of a day")


def _timestamp(node: Node, at: int) -> bytes:
    seconds, rest = divmod(node.data[at], 10**node.unit)
    data = Timestamp(seconds, rest * 10 ** (9 - node.unit)).to_bytes()
    return (b"\xc7\x0c\xff" if len(data) == 12 else b"\xd7\xff" if len(data) == 8 else b"\xd6\xff") + data


def _duration(node: Node, at: int) -> bytes:
    return _str(duration_text(node.data[at], node.unit))


def _uuid(node: Node, at: int) -> bytes:
    return _str(uuid_text(_fixed(node, at, 16)))


_SCALARS = {
    kinds.BOOL: _bool,
    kinds.INT: _int,
    kinds.UINT: _int,
    kinds.FLOAT: _float,
    kinds.TEXT: _bytes,
    kinds.TEXT_VIEW: _view,
    kinds.BIN: _bytes,
    kinds.BIN_VIEW: _view,
    kinds.BIN_FIXED: _bin_fixed,
    kinds.DECIMAL: _decimal,
    kinds.DATE: _date,
    kinds.TIME: _time,
    kinds.TIMESTAMP: _timestamp,
    kinds.DURATION: _duration,
    kinds.UUID: _uuid,
    kinds.BOOL_BYTE: _bool_byte,
}
