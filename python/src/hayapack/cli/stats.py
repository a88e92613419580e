"""`hayapack stats`: counts values and bytes by path."""

from __future__ import annotations

import argparse
from typing import Any, Optional, Union

from .. import packb
from . import commands, exact, jsonlib, paths, terminal, tokens, unwrap, wasteful
from .cutting import Cutter
from .outcome import STATUS_GOOD, Usage
from .reading import Reading
from .runs import KEY, MESSAGES, VALUE, Event, Huge, Open, Run
from .sources import Source
from .terminal import BOLD, DIM
from .tokens import (
    ARRAY,
    BOOL,
    EXT,
    EXT_TYPELESS,
    FLOAT32,
    FLOAT64,
    INT,
    MAP,
    NIL,
    STR,
    Token,
)
from .wording import counted

DESCRIPTION = """\
Counts values and bytes for each path (the elements of an array together, as []), and
shows the share of the keys, the cost of encodings longer than necessary, and what LZ4
would save. The bytes of a path include nested values."""

EXAMPLES = """
hayapack stats data.msgpack
hayapack stats --top 100 data.msgpack
hayapack stats --json events.msgpack.zst | jq .keys
"""

MOST_CHILDREN = 1000  # distinct keys counted per map; more rows than that are not readable
OTHER = "{other keys}"
LONGEST_KEY = 64  # largest key, in bytes, that is looked up by its packed form
LZ4_BLOCK = 1 << 16


class Node:
    """All values at one path."""

    __slots__ = ("by_key", "bytes", "children", "count", "elements", "keys", "kinds", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = self.bytes = self.keys = 0  # bytes: without nested values
        self.kinds: dict[str, int] = {}
        self.children: dict[str, Node] = {}
        self.by_key: dict[bytes, Node] = {}  # children by the bytes of their keys
        self.elements: Optional[Node] = None

    def child_of_array(self) -> Node:
        self.elements = self.child("[]")
        return self.elements

    def child(self, name: str) -> Node:
        found = self.children.get(name)
        if found is None:
            if len(self.children) >= MOST_CHILDREN:
                name = OTHER
            found = self.children.setdefault(name, Node(name))
        return found

    def add(self, token: Token, size: int) -> None:
        self.count += 1
        self.bytes += size
        kind = token.kind
        if kind is EXT:
            kind = NAMED_EXT.get(token.ext, f"ext {token.ext}")
        self.kinds[kind] = self.kinds.get(kind, 0) + 1



def _quick() -> list[tuple[int, str]]:
    """Indexed by the format byte: size and kind of values that need no further reading; (0, "")
    for others."""
    found = [(0, "")] * 256
    for lead in (*range(128), *range(0xE0, 0x100)):
        found[lead] = (1, INT)
    for lead in range(0xA0, 0xC0):
        found[lead] = (lead - 0x9F, STR)
    found[0xC0], found[0xC2], found[0xC3] = (1, NIL), (1, BOOL), (1, BOOL)
    found[0xCA], found[0xCB] = (5, FLOAT32), (9, FLOAT64)
    return found


QUICK = _quick()
NAMED_EXT = {-1: "timestamp", EXT_TYPELESS: "typeless"}


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(
        subparsers, "stats", "count types and bytes for each path", DESCRIPTION, EXAMPLES
    )
    commands.add_file(parser)
    commands.add_reading(parser)
    parser.add_argument(
        "--top", type=commands.positive, default=40, metavar="N",
        help="the paths with the most bytes (default 40)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print all paths as JSON, for programs")
    commands.add_colours(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source, reading: Reading) -> int:
        stats = Stats()
        cutter = reading.cutter(source)
        for event in reading.events(cutter, alone=True, repaired=False):
            # The bytes of a huge value can be read only once.
            if not (isinstance(event, Huge) or reading.keep_going):
                reading.check(cutter, event)
            stats.take(cutter, event)
        facts = stats.facts(cutter)
        if args.json:
            commands.write(jsonlib.dumps(facts) + b"\n")
        else:
            paint = terminal.Paint(terminal.colours_wanted(args.color))
            commands.write(table(facts, args.top, paint).encode("utf-8", "backslashreplace"))
        return STATUS_GOOD

    return commands.one(args, args.file, work)


class Stats:
    """Adds up the events of an input."""

    def __init__(self) -> None:
        self.root = Node("$")
        self.values = self.keys = self.key_bytes = self.spare = 0
        self.size = 0  # of all messages, decompressed
        self.lz4_size: Optional[int] = 0  # of all messages if each was LZ4; None: LZ4 is not available
        self.lz4_messages = 0
        self._open: list[Node] = []
        self._waiting = bytearray()  # bytes of a large message for the next LZ4 block

    def take(self, cutter: Cutter, event: Event) -> None:
        if isinstance(event, Run):
            self._run(event)
        elif isinstance(event, (Open, Huge)):
            self._big(cutter, event)
        else:
            self._open.pop()
        if not cutter.depth:
            self._compress(b"", rest=True)

    def _big(self, cutter: Cutter, event: Union[Open, Huge]) -> None:
        node = self.root
        if self._open:
            component = cutter.component_of(event)
            node = self._open[-1]
            if not event.is_key:
                node = node.child("[]" if component.startswith("[") else component)
        self._compress(event.head)
        if isinstance(event, Open):
            self._count(node, tokens.read(event.head, 0), len(event.head), event.is_key)
            self._open.append(node)
        else:
            size = len(event.head) + event.token.value
            self._count(node, event.token, size, event.is_key)
            for piece in event.pieces:
                self._compress(piece)

    def _run(self, run: Run) -> None:
        if run.kind is not MESSAGES:
            self._compress(run.data)
            self._part(run, self._open[-1])
            return
        for unit in run.units():
            inner = unwrap.opened(unit)
            if inner:
                self.lz4_messages += 1
                unit = inner
            self.size += len(unit.data)
            self._lz4(unit.data)
            self._walk(unit.data, None)

    def _part(self, run: Run, node: Node) -> None:
        """Counts part of a large message; node: the open container."""
        if run.kind is KEY:
            self._count(node, tokens.read(run.data, 0), len(run.data), True)
        elif run.kind is VALUE:
            self._walk(run.data, None, node.child(OTHER))
        else:
            self._walk(run.wrapped(), node)

    def _walk(self, data: bytes, wrapping: Optional[Node], typed: Optional[Node] = None) -> None:
        """Counts the values of a message, or those in a wrapping array or map, or in a typed
        value.

        One loop over the bytes: headers of one byte and floats are counted without a Token.
        """
        node = wrapping or typed or self.root
        at, have = (tokens.read(data, 0).body if wrapping else 0), len(data)
        # The open container: its node, its remaining values (None: no container), whether it is a
        # map. `target`: the node of the next value.
        left: Optional[int] = None
        is_map, target = False, node
        around: list[tuple[Node, Optional[int], bool]] = []
        if wrapping:
            token = tokens.read(data, 0)
            is_map, left = token.kind is MAP, token.value * (2 if token.kind is MAP else 1)
        values = keys = key_bytes = 0
        while at < have:
            is_key = is_map and not left & 1  # type: ignore[operator]
            size, kind = QUICK[data[at]]
            if left is not None:
                left -= 1
                if is_key:
                    target = node
                elif not is_map:
                    target = node.elements or node.child_of_array()
            values += 1
            token = None
            if size and at + size <= have:
                end = at + size
            else:
                token = tokens.read(data, at)
                end, kind = token.end, token.kind
                size = end - at
                self.spare += wasteful.spare(data, at, token)
            if is_key:
                keys += 1
                key_bytes += size
                node.keys += size
                child = node.by_key.get(data[at:end])
                target = child or self._child(node, data, at, end)
            else:
                target.count += 1
                target.bytes += size
                if kind is EXT and token:
                    kind = NAMED_EXT.get(token.ext, f"ext {token.ext}")
                target.kinds[kind] = target.kinds.get(kind, 0) + 1
            at = end
            if token and (kind is ARRAY or kind is MAP):
                around.append((node, left, is_map))
                # The elements of a key are counted for the map itself.
                node = node if is_key else target
                is_map = kind is MAP
                left = token.value * (2 if is_map else 1)
            elif token and token.ext == EXT_TYPELESS and token.kind is EXT:
                self._typeless(data, token, node if is_key else target)
            while left == 0 and around:
                node, left, is_map = around.pop()
                if is_map and left & 1:  # type: ignore[operator]
                    target = node.child(OTHER)  # the closed container was a key
        self.values += values
        self.keys += keys
        self.key_bytes += key_bytes

    def _child(self, node: Node, data: bytes, at: int, end: int) -> Node:
        """The node of the value after the key at this offset."""
        key = tokens.key_of(data, tokens.read(data, at))
        child = node.child(OTHER if key is None else paths.key_component(key, 0))
        if end - at <= LONGEST_KEY and len(node.by_key) < MOST_CHILDREN:
            node.by_key[data[at:end]] = child
        return child

    def _typeless(self, data: bytes, token: Token, node: Node) -> None:
        payload = data[token.body : token.end]
        name = exact.typeless_name(payload)
        if name and name.end < len(payload):
            inner = payload[name.end :]
            node.bytes -= len(inner)
            node.count -= 1
            self._walk(inner, None, node)

    def _count(self, node: Node, token: Token, size: int, is_key: bool) -> None:
        self.values += 1
        if is_key:
            node.keys += size
            self.keys += 1
            self.key_bytes += size
        else:
            node.add(token, size)

    def _compress(self, data: bytes, rest: bool = False) -> None:
        """Adds the LZ4 size of a message that comes in pieces."""
        self.size += len(data)
        self._waiting += data
        while len(self._waiting) >= LZ4_BLOCK or (rest and self._waiting):
            self._lz4(packb(bytes(self._waiting[:LZ4_BLOCK])))
            del self._waiting[:LZ4_BLOCK]

    def _lz4(self, message: bytes) -> None:
        if self.lz4_size is not None:
            try:
                self.lz4_size += len(unwrap.compress(message, "block-array"))
            except Usage:
                self.lz4_size = None

    def facts(self, cutter: Cutter) -> dict[str, Any]:
        """The results, as --json prints them."""
        return {
            "messages": cutter.messages,
            "bytes": cutter.position,
            "values": self.values,
            "lz4_messages": self.lz4_messages,
            "uncompressed": self.size,
            "keys": {"count": self.keys, "bytes": self.key_bytes},
            "longer_than_needed": self.spare,
            "with_lz4": self.lz4_size,
            "paths": rows_of(self.root),
        }


def rows_of(root: Node) -> list[dict[str, Any]]:
    """One row per path, in the order in which the paths were found."""
    rows: list[dict[str, Any]] = []
    # Each entry: a node, its path, the rows of the containers around it.
    waiting: list[tuple[Node, str, list[dict[str, Any]]]] = [(root, "$", [])]
    while waiting:
        node, path, around = waiting.pop()
        row = {
            "path": path,
            "count": node.count,
            "types": node.kinds,
            "bytes": 0,
            "keys": node.keys,
        }
        rows.append(row)
        for outer in [*around, row]:
            outer["bytes"] += node.bytes + node.keys
        inner = [*around, row]
        for child in reversed(list(node.children.values())):
            waiting.append((child, path + child.name, inner))
    return rows


def table(facts: dict[str, Any], top: int, paint: terminal.Paint) -> str:
    """The results as a table."""
    size = facts["uncompressed"]
    lines = [
        f"{counted(facts['messages'], 'message')}, {counted(facts['bytes'], 'byte')},"
        f" {counted(facts['values'], 'value')}",
        f"keys: {facts['keys']['count']}, {_share(facts['keys']['bytes'], size)}",
        f"forms longer than needed: {_share(facts['longer_than_needed'], size)}",
    ]
    if facts["with_lz4"] is None:
        lines.append("LZ4: the package lz4 is not installed, so its savings are not shown")
    else:
        saved = size - facts["with_lz4"]
        gain = _share(saved, size) if saved > 0 else "nothing"
        lines.append(f"LZ4 would leave {counted(facts['with_lz4'], 'byte')}, and save {gain}")
    if facts["lz4_messages"]:
        opened = counted(facts["lz4_messages"], "message")
        lines.append(f"LZ4 is used in {opened}: {counted(facts['bytes'], 'byte')} hold {size}")
    rows = sorted(facts["paths"], key=lambda row: -row["bytes"])
    lines += ["", paint(f"{'bytes':>12}  {'share':>7}  {'count':>9}  path", BOLD)]
    for row in rows[:top]:
        kinds = ", ".join(
            kind if count == row["count"] else f"{kind} {count}"
            for kind, count in sorted(row["types"].items(), key=lambda item: -item[1])
        )
        share = f"{100 * row['bytes'] / size:.1f} %"
        path = f"{row['bytes']:>12}  {share:>7}  {row['count']:>9}  {row['path']}"
        lines.append(f"{path}  {paint(kinds, DIM)}")
    if len(rows) > top:
        lines.append(f"and {counted(len(rows) - top, 'path')} more: --top {len(rows)}")
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{counted(part, 'byte')}, {100 * part / whole:.1f} %"
