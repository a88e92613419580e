"""An Arrow schema -> the nodes by which its arrays are encoded. As python/ext/columns/arrow/schema_nodes.c."""

from __future__ import annotations

import ctypes
import re

from ...._wire.writing import str_head
from .structs import DEPTH, children

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional

#: Together with DEPTH it bounds the work for a damaged schema, whose children may form a cycle.
_MOST = 1 << 20

(
    NULL,
    BOOL,
    INT,
    UINT,
    FLOAT,
    TEXT,
    TEXT_VIEW,
    BIN,
    BIN_VIEW,
    BIN_FIXED,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    DURATION,
    UUID,
    BOOL_BYTE,
    LIST,
    LIST_FIXED,
    LIST_VIEW,
    MAP,
    STRUCT,
    DICTIONARY,
    RUNS,
    UNION,
) = range(25)

#: (kind, bytes of a value, an offset or an index, signed) of the formats that have no parameters.
_TYPES = {
    b"n": (NULL, 0, False),
    b"b": (BOOL, 0, False),
    b"c": (INT, 1, True),
    b"C": (UINT, 1, False),
    b"s": (INT, 2, True),
    b"S": (UINT, 2, False),
    b"i": (INT, 4, True),
    b"I": (UINT, 4, False),
    b"l": (INT, 8, True),
    b"L": (UINT, 8, False),
    b"e": (FLOAT, 2, False),
    b"f": (FLOAT, 4, False),
    b"g": (FLOAT, 8, False),
    b"u": (TEXT, 4, False),
    b"U": (TEXT, 8, False),
    b"z": (BIN, 4, False),
    b"Z": (BIN, 8, False),
    b"vu": (TEXT_VIEW, 16, False),
    b"vz": (BIN_VIEW, 16, False),
    b"tdD": (DATE, 4, False),
    b"tdm": (DATE, 8, False),
    b"tts": (TIME, 4, False),
    b"ttm": (TIME, 4, False),
    b"ttu": (TIME, 8, False),
    b"ttn": (TIME, 8, False),
    b"tDs": (DURATION, 8, False),
    b"tDm": (DURATION, 8, False),
    b"tDu": (DURATION, 8, False),
    b"tDn": (DURATION, 8, False),
    b"+l": (LIST, 4, False),
    b"+L": (LIST, 8, False),
    b"+vl": (LIST_VIEW, 4, False),
    b"+vL": (LIST_VIEW, 8, False),
    b"+s": (STRUCT, 0, False),
    b"+m": (MAP, 4, False),
    b"+r": (RUNS, 0, False),
}
#: Children of a kind; others have none.
_CHILDREN = {LIST: 1, LIST_FIXED: 1, LIST_VIEW: 1, MAP: 1, RUNS: 2}

_decimal = re.compile(rb"d:(\d{1,9}),(-?\d{1,9})(?:,(32|64|128|256))?").fullmatch
_bytes = re.compile(rb"w:(\d{1,9})").fullmatch
_items = re.compile(rb"\+w:(\d{1,9})").fullmatch
_timestamp = re.compile(rb"ts[smun]:.*", re.DOTALL).fullmatch
_union = re.compile(rb"\+u[ds]:((?:\d{1,9}(?:,|\Z))*)").fullmatch
_UNITS = {b"s": 0, b"m": 3, b"u": 6, b"n": 9}


class Fault(Exception):
    """What is wrong with a field, or with its array: the error's name, a text, the node."""

    def __init__(self, name: str, text: str, node: Optional[Node]) -> None:
        super().__init__(name, text, node)
        self.name, self.text, self.node = name, text, node


class Node:
    """A field. What an array has is set by bind_buffers.py."""

    kind = width = unit = scale = size = 0
    signed = False
    key = b""  # the packed name
    types: Any = None  # of a union: the child of each type number

    valid: Any = None
    data: Any = None
    offsets: Any = None
    sizes: Any = None
    parts: Any = ()
    offset = length = top = 0

    def __init__(self, schema: Any, parent: Optional[Node]) -> None:
        self.schema = schema
        self.parent = parent
        self.depth: int = 1 if parent is None else parent.depth + 1
        self.name = schema.name or b""
        self.children: list[Node] = []


def nodes_of(schema: Any, rows_keyed: bool) -> list[Node]:
    """The nodes of a schema, that of the rows first. rows_keyed: the names of the rows' fields have to differ."""
    nodes: list[Node] = []
    _append(nodes, ctypes.pointer(schema), None)
    for node in nodes:  # which grows meanwhile
        _type(node)
        _expand(nodes, node)
    for node in nodes:
        _check(node, rows_keyed or node.parent is not None)
    return nodes


def _append(nodes: list[Node], pointer: Any, parent: Optional[Node]) -> None:
    if not pointer or pointer[0].format is None or not pointer[0].release:
        raise Fault("invalid_value", "a schema has no content", parent)
    node = Node(pointer[0], parent)
    nodes.append(node)
    if parent is not None:
        parent.children.append(node)
    if node.depth > DEPTH:
        raise Fault("too_deep", "the fields are nested too deeply", node)
    if len(nodes) > _MOST:
        raise Fault("invalid_value", "there are too many fields", None)


def _type(node: Node) -> None:
    schema = node.schema
    form = schema.format
    if form in _TYPES:
        node.kind, node.width, node.signed = _TYPES[form]
    else:
        _parameters(node, form)
    if node.kind in (TIME, TIMESTAMP, DURATION):
        node.unit = _UNITS[form[2:3]]
    if node.kind == BIN_FIXED and node.size == 16 and _extension(schema) == b"arrow.uuid":
        node.kind = UUID
    elif node.kind == INT and node.width == 1 and _extension(schema) == b"arrow.bool8":
        node.kind = BOOL_BYTE
    if schema.dictionary:
        if node.kind not in (INT, UINT):
            raise Fault("invalid_value", "the indexes of a dictionary are no integers", node)
        node.kind = DICTIONARY


def _parameters(node: Node, form: bytes) -> None:
    match: Any
    if form.startswith(b"d:"):
        match = _decimal(form)
        if match:
            node.kind, node.scale, node.width = DECIMAL, int(match[2]), int(match[3] or 128) // 8
    elif form.startswith(b"w:"):
        match = _bytes(form)
        if match:
            node.kind, node.size = BIN_FIXED, int(match[1])
    elif form.startswith(b"+w:"):
        match = _items(form)
        if match:
            node.kind, node.size = LIST_FIXED, int(match[1])
    elif form.startswith(b"ts") and form[3:4] == b":":  # and the zone
        match = _timestamp(form)
        node.kind, node.width = TIMESTAMP, 8
    elif form.startswith((b"+ud:", b"+us:")):
        node.kind, node.width = UNION, 4 if form.startswith(b"+ud") else 0
        match = _union(form)
        if match:
            numbers = [int(number) for number in match[1].split(b",") if number]
            node.types = {number: child for child, number in enumerate(numbers)}
            most = max(numbers, default=0)
            match = most < 128 and len(node.types) == len(numbers) == node.schema.n_children
    else:
        text = "the Arrow type has no form in MessagePack"
        if form.startswith(b"ti"):
            text = "intervals of months, days and time have no form in MessagePack"
        raise Fault("unsupported_type", text, node)
    if not match:
        raise Fault("unsupported_type", "the Arrow type's format is malformed", node)


def _extension(schema: Any) -> Optional[bytes]:
    """The extension type that the field's metadata name. They are pairs of texts, each after its length as an int32; a
    count stands before them."""
    at = schema.metadata
    if not at:
        return None
    count = ctypes.c_int32.from_address(at).value
    at += 4
    key = b""
    for i in range(2 * count):
        n = ctypes.c_int32.from_address(at).value
        if n < 0:
            return None
        text = ctypes.string_at(at + 4, n)
        at += 4 + n
        if i % 2 == 0:
            key = text
        elif key == b"ARROW:extension:name":
            return text
    return None


def _expand(nodes: list[Node], node: Node) -> None:
    schema = node.schema
    n = schema.n_children
    expected = n if node.kind in (STRUCT, UNION) else _CHILDREN.get(node.kind, 0)
    if n < 0 or n != expected or (n and not schema.children):
        raise Fault("invalid_value", "the number of a field's children is wrong", node)
    if n > _MOST:
        raise Fault("invalid_value", "there are too many fields", node)
    for pointer in [schema.dictionary] if node.kind == DICTIONARY else children(schema):
        _append(nodes, pointer, node)
    if node.kind == STRUCT:
        for child in node.children:
            _key(child)


def _key(node: Node) -> None:
    try:
        node.name.decode()
    except UnicodeDecodeError:
        raise Fault("invalid_value", "the name of the field is not UTF-8", node) from None
    node.key = str_head(len(node.name)) + node.name


def _check(node: Node, keyed: bool) -> None:
    """What can be checked when the types of a node's children are known."""
    below = node.children
    if node.kind == STRUCT:
        entries = node.parent is not None and node.parent.kind == MAP
        # A map with two equal keys would lose one of the values in most readers.
        if keyed and not entries and len({child.name for child in below}) != len(below):
            raise Fault("unsupported_type", "two fields have the same name", node)
    elif node.kind == MAP and (below[0].kind != STRUCT or len(below[0].children) != 2):
        _wrong(node, "the entries of a map are no struct of two fields")
    elif node.kind == RUNS and (below[0].kind != INT or below[0].width == 1):
        _wrong(node, "the ends of runs are no integers")


def _wrong(node: Node, text: str) -> NoReturn:
    raise Fault("invalid_value", text, node)
