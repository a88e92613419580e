"""The buffers of a batch for the nodes of its schema. As python/ext/columns/arrow/bind_buffers.c, which says what is
checked."""

from __future__ import annotations

import ctypes

from .schema_nodes import (
    BIN,
    BIN_FIXED,
    BIN_VIEW,
    BOOL,
    DECIMAL,
    DICTIONARY,
    FLOAT,
    LIST,
    LIST_FIXED,
    LIST_VIEW,
    MAP,
    NULL,
    RUNS,
    STRUCT,
    TEXT,
    TEXT_VIEW,
    UINT,
    UNION,
    UUID,
    Fault,
    Node,
)
from .structs import children

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn

#: Lengths and offsets above it are damaged.
_MOST = (2**63 - 1) // 64

#: Buffers of a kind, the validity included; for views without those of long values. Others have two.
_BUFFERS = {
    NULL: 0,
    RUNS: 0,
    STRUCT: 1,
    LIST_FIXED: 1,
    TEXT: 3,
    BIN: 3,
    LIST_VIEW: 3,
    TEXT_VIEW: 3,
    BIN_VIEW: 3,
}
_SIGNED = {1: ctypes.c_int8, 2: ctypes.c_int16, 4: ctypes.c_int32, 8: ctypes.c_int64}
_UNSIGNED = {1: ctypes.c_uint8, 2: ctypes.c_uint16, 4: ctypes.c_uint32, 8: ctypes.c_uint64}
_MISSING = "a buffer of an Arrow array is missing"
_SHORT = "a child of an Arrow array is too short"


def _fail(node: Node, text: str) -> NoReturn:
    raise Fault("invalid_value", text, node)


def bind(nodes: list[Node], array: Any) -> None:
    """Binds an array and its children. Raises Fault."""
    arrays: dict[Node, Any] = {nodes[0]: ctypes.pointer(array)}
    for node in nodes:
        _bind_one(node, arrays[node], arrays)
    for node in nodes:
        _check_children(node)


def _bind_one(node: Node, pointer: Any, arrays: dict[Node, Any]) -> None:
    if not pointer or not pointer[0].release:
        _fail(node, "an Arrow array has no content")
    array = pointer[0]
    if not (0 <= array.length <= _MOST and 0 <= array.offset <= _MOST):
        _fail(node, "the length or offset of an Arrow array is out of range")
    count = 0 if node.kind == DICTIONARY else len(node.children)
    if array.n_children != count or (count and not array.children):
        _fail(node, "the number of an Arrow array's children is wrong")
    node.length, node.offset = array.length, array.offset
    below = [array.dictionary] if node.kind == DICTIONARY else children(array)
    arrays.update(zip(node.children, below))
    _buffers(node, array)
    _offsets(node)


def _buffers(node: Node, array: Any) -> None:
    kind = node.kind
    node.valid = node.data = node.offsets = node.sizes = None
    expected = _BUFFERS.get(kind, 2 if kind != UNION or node.width else 1)
    if array.n_buffers < expected:
        _fail(node, _MISSING)
    if not expected or not node.length:
        return
    if not array.buffers:
        _fail(node, _MISSING)
    end = node.offset + node.length
    first = array.buffers[0]
    if kind != UNION:
        if array.null_count > 0 and not first:
            _fail(node, "an Arrow array with nulls has no validity")
        if array.null_count and first:
            node.valid = _items(first, ctypes.c_uint8, (end + 7) // 8)
    if kind in (STRUCT, LIST_FIXED):
        return
    second = array.buffers[1] if kind != UNION else first
    if kind == UNION and node.width:
        second = second and array.buffers[1]
    if not second and not (kind == BIN_FIXED and not node.size):
        _fail(node, _MISSING)
    if kind in (TEXT, BIN, LIST, MAP):
        node.offsets = _items(second, _SIGNED[node.width], end + 1)
        node.data = array.buffers[2] if kind in (TEXT, BIN) else None
    elif kind == LIST_VIEW:
        if not array.buffers[2]:
            _fail(node, _MISSING)
        node.offsets = _items(second, _SIGNED[node.width], end)
        node.sizes = _items(array.buffers[2], _SIGNED[node.width], end)
    elif kind == UNION:
        node.data = _items(first, ctypes.c_int8, end)
        node.offsets = _items(second, ctypes.c_int32, end) if node.width else None
    elif kind in (TEXT_VIEW, BIN_VIEW):
        n = array.n_buffers - 3
        if n and not array.buffers[n + 2]:
            _fail(node, _MISSING)
        sizes = _items(array.buffers[n + 2], ctypes.c_int64, n) if n else ()
        node.parts = [(array.buffers[i + 2], sizes[i]) for i in range(n)]
        node.data = second
    elif kind == BOOL:
        node.data = _items(second, ctypes.c_uint8, (end + 7) // 8)
    elif kind in (BIN_FIXED, UUID, DECIMAL, FLOAT):
        node.data = second or 0
    else:
        unsigned = kind == UINT or (kind == DICTIONARY and not node.signed)
        node.data = _items(second, (_UNSIGNED if unsigned else _SIGNED)[node.width or 1], end)


def _items(address: int, kind: Any, n: int) -> Any:
    return (kind * n).from_address(address)


def _offsets(node: Node) -> None:
    """The first and the last offset of texts, lists and maps."""
    node.top = 0
    if node.kind not in (TEXT, BIN, LIST, MAP) or not node.length:
        return
    first = node.offsets[node.offset]
    node.top = node.offsets[node.offset + node.length]
    if not 0 <= first <= node.top <= _MOST:
        _fail(node, "the offsets of an Arrow array are negative or go back")
    if node.kind in (TEXT, BIN) and node.top > first and not node.data:
        _fail(node, _MISSING)


def _check_children(node: Node) -> None:
    """Whether the children are long enough, where that need not be checked for each value."""
    kind = node.kind
    if not node.length or kind not in (LIST_FIXED, STRUCT, UNION, LIST, MAP, RUNS) or (kind == UNION and node.width):
        return
    need, each = node.offset + node.length, 1
    if kind == RUNS:
        _check_runs(node, need)
        return
    if kind == LIST_FIXED:
        each = node.size
    elif kind in (LIST, MAP):
        need = node.top
    for child in node.children:
        if each and child.length // each < need:
            _fail(node, _SHORT)
    if kind == MAP:
        entries = node.children[0]
        for child in entries.children:
            if child.length < entries.offset + entries.length:
                _fail(node, _SHORT)


def _check_runs(node: Node, need: int) -> None:
    ends, values = node.children
    uncovered = "the runs of an Arrow array do not cover it"
    if not ends.length or ends.length > values.length or ends.valid is not None:
        _fail(node, uncovered)
    last = 0
    for end in ends.data[ends.offset : ends.offset + ends.length]:
        if end <= last:
            _fail(node, "the ends of runs go back")
        last = end
    if last < need:
        _fail(node, uncovered)
