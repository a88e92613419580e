"""The counts of `hayapack stats`: values and bytes by path."""

from __future__ import annotations

from typing import Any, Callable, Optional

from ..._core import minimal
from ..._core.tokens import (
    ARRAY,
    BIN,
    BOOL,
    EXT,
    EXT_TYPELESS,
    FLOAT32,
    FLOAT64,
    INT,
    MAP,
    MAX_DEPTH,
    NIL,
    READERS,
    STR,
    Token,
    is_text,
    key_component,
    key_of,
    read,
)

MOST_CHILDREN = 1000  # distinct keys counted per map; more rows than that are not readable
OTHER = "{other keys}"
BIN_TEXT = "bin text"  # the kind of a bin that is_text(); add() does not know the bytes, and counts it as bin
LONGEST_KEY = 64  # largest key, in bytes, that is looked up by its packed form
NAMED_EXT = {-1: "timestamp", EXT_TYPELESS: "typeless"}

#: (name, count, bytes without nested values, bytes of keys, values by type, indices of the children)
Row = "tuple[str, int, int, int, dict[str, int], list[int]]"


class _Node:
    """All values at one path."""

    __slots__ = ("by_key", "bytes", "children", "count", "elements", "keys", "kinds", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = self.bytes = self.keys = 0
        self.kinds: dict[str, int] = {}
        self.children: dict[str, int] = {}
        self.by_key: dict[bytes, int] = {}  # children by the bytes of their keys
        self.elements: Optional[int] = None

    def add(self, kind: str, ext: int, size: int) -> None:
        if kind is EXT:
            kind = NAMED_EXT.get(ext, f"ext {ext}")
        self.count += 1
        self.bytes += size
        self.kinds[kind] = self.kinds.get(kind, 0) + 1


class _Level:
    """An open container; kind: ARRAY, MAP, or "" for values that belong to the node itself."""

    __slots__ = ("kind", "left", "node", "value")

    def __init__(self, kind: str, left: int, node: int) -> None:
        self.kind, self.left, self.node = kind, left, node
        self.value = node  # in a map: the node of the value after the current key


def _quick() -> list[tuple[int, str]]:
    """Indexed by the format byte: size and kind of values that need no further reading; (0, "")
    for others."""
    found = [(0, "")] * 256
    for format_byte in (*range(128), *range(0xE0, 0x100)):
        found[format_byte] = (1, INT)
    for format_byte in range(0xA0, 0xC0):
        found[format_byte] = (format_byte - 0x9F, STR)
    found[0xC0], found[0xC2], found[0xC3] = (1, NIL), (1, BOOL), (1, BOOL)
    found[0xCA], found[0xCB] = (5, FLOAT32), (9, FLOAT64)
    return found


def _kinds() -> list[str]:
    """The kind of each format byte; "" for c1."""
    enough = bytes(9)
    return [
        reader(bytes([format_byte]) + enough, 0, 1 << 62).kind if reader else ""
        for format_byte, reader in enumerate(READERS)
    ]


QUICK = _quick()
KINDS = _kinds()


class Tally:
    """Adds up values. Nodes are given by their index; 0 is the root, `$`."""

    def __init__(self) -> None:
        self._nodes = [_Node("$")]
        self.values = self.keys = self.key_bytes = 0
        self.spare = 0  # bytes more than the shortest forms have

    def child(self, node: int, name: str) -> int:
        """The child of this name, a component of a path; creates it. Beyond MOST_CHILDREN all are
        the child OTHER."""
        children = self._nodes[node].children
        found = children.get(name)
        if found is None and len(children) >= MOST_CHILDREN:
            name = OTHER
            found = children.get(name)
        if found is None:
            found = children[name] = len(self._nodes)
            self._nodes.append(_Node(name))
        return found

    def add(self, node: int, format_byte: int, ext: int, size: int, is_key: bool) -> None:
        """Counts one value by its format byte, ext type and size in bytes; a key for its map."""
        self.values += 1
        if is_key:
            self.keys += 1
            self.key_bytes += size
            self._nodes[node].keys += size
        else:
            self._nodes[node].add(KINDS[format_byte], ext, size)

    def walk(self, data: bytes, node: int, wrapped: bool, typed: Callable[[bytes], int]) -> None:
        """Counts consecutive values of this node; or if wrapped, the content of the array or map
        `data` as that of the node. typed: the offset of the value in the payload of an ext 100, 0
        if it has none. The structure must be valid.

        Headers of one byte and floats are counted without a Token.
        """
        at, have = 0, len(data)
        root = _Level("", 1 << 63, node)
        if wrapped:
            root, at = _opened(read(data, 0), node), read(data, 0).body
        levels = [root]
        nodes = self._nodes
        open_typed = values = 0
        while at < have:
            level = levels[-1]
            kind_around = level.kind
            is_key = kind_around is MAP and not level.left & 1
            level.left -= 1
            target = level.node
            if kind_around is ARRAY:
                elements = nodes[target].elements
                target = self._elements(target) if elements is None else elements
            elif kind_around is MAP and not is_key:
                target = level.value
            values += 1
            token = None
            size, kind = QUICK[data[at]]
            end = at + size
            if not size or end > have:
                token = read(data, at)
                end, kind = token.end, token.kind
                size = end - at
                self.spare += minimal.spare(data, at, token)
                if kind is BIN and token.value and not is_key and is_text(data[token.body : end]):
                    kind = BIN_TEXT
            if is_key:
                self.keys += 1
                self.key_bytes += size
                nodes[target].keys += size
                child = nodes[target].by_key.get(data[at:end])
                level.value = self._key_child(target, data, at, end) if child is None else child
            else:
                nodes[target].add(kind, token.ext if token else 0, size)
            at = end
            if token and (kind is ARRAY or kind is MAP):
                levels.append(_opened(token, target))
            elif token and kind is EXT and token.ext == EXT_TYPELESS and open_typed < MAX_DEPTH:
                inside = typed(data[token.body : token.end])
                if 0 < inside < token.value:
                    at = token.body + inside
                    nodes[target].bytes -= token.end - at
                    nodes[target].count -= 1
                    open_typed += 1
                    levels.append(_Level("", 1, target))
            while len(levels) > 1 and not levels[-1].left:
                open_typed -= not levels.pop().kind
        self.values += values

    def _elements(self, node: int) -> int:
        found = self._nodes[node].elements = self.child(node, "[]")
        return found

    def _key_child(self, node: int, data: bytes, at: int, end: int) -> int:
        """The node of the value after the key at this offset."""
        key = key_of(data, read(data, at), bins=True)
        child = self.child(node, OTHER if key is None else key_component(key, 0))
        by_key = self._nodes[node].by_key
        if end - at <= LONGEST_KEY and len(by_key) < MOST_CHILDREN:
            by_key[data[at:end]] = child
        return child

    def rows(self) -> list[Any]:
        """A Row for each node, by index."""
        return [(n.name, n.count, n.bytes, n.keys, dict(n.kinds), list(n.children.values())) for n in self._nodes]


def _opened(token: Token, node: int) -> _Level:
    return _Level(token.kind, token.value * (2 if token.kind is MAP else 1), node)
