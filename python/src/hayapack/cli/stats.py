"""`hayapack stats`: where the bytes are."""

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
from .tokens import EXT, EXT_TYPELESS, Token
from .wording import counted

DESCRIPTION = """\
Counts values and bytes for each path, elements of an array together as [], and tells
the share of the keys, what longer forms than needed cost, and what LZ4 would save. The
bytes of a path are its values with all that is in them."""

EXAMPLES = """
hayapack stats data.msgpack
hayapack stats --top 100 data.msgpack
hayapack stats --json events.msgpack.zst | jq .keys
"""

MOST_CHILDREN = 1000  # keys of one map that are told apart; a table has more than people read
OTHER = "{other keys}"
LZ4_BLOCK = 1 << 16


class Node:
    """All values at one path."""

    __slots__ = ("bytes", "children", "count", "keys", "kinds", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = self.bytes = self.keys = 0  # bytes: without what is inside
        self.kinds: dict[str, int] = {}
        self.children: dict[str, Node] = {}

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


NAMED_EXT = {-1: "timestamp", EXT_TYPELESS: "typeless"}


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(
        subparsers, "stats", "types and bytes for each path", DESCRIPTION, EXAMPLES
    )
    commands.add_file(parser)
    commands.add_reading(parser)
    parser.add_argument(
        "--top", type=commands.positive, default=40, metavar="N",
        help="the paths with the most bytes (default 40)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="all paths, for programs")
    commands.add_colours(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(source: Source, reading: Reading) -> int:
        stats = Stats()
        cutter = reading.cutter(source)
        for event in reading.events(cutter, alone=True, repaired=False):
            # The bytes of a huge value can be had only once.
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
    """Takes events and adds up."""

    def __init__(self) -> None:
        self.root = Node("$")
        self.values = self.keys = self.key_bytes = self.spare = 0
        self.size = 0  # of all messages, those that were LZ4 uncompressed
        self.lz4_size: Optional[int] = 0  # of all messages, if each was LZ4; None: no LZ4 here
        self.lz4_messages = 0
        self._open: list[Node] = []
        self._waiting = bytearray()  # of a big message, for the next LZ4 block

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
        """Of a big message; node: the container that is open."""
        if run.kind is KEY:
            self._count(node, tokens.read(run.data, 0), len(run.data), True)
        elif run.kind is VALUE:
            self._walk(run.data, None, node.child(OTHER))
        else:
            self._walk(run.wrapped(), node)

    def _walk(self, data: bytes, wrapping: Optional[Node], typed: Optional[Node] = None) -> None:
        """Counts the values of a message; or those in a wrapping, or in a typeless value."""
        walk = tokens.walk(data)
        node = wrapping or typed or self.root
        if wrapping:
            next(walk)
        for at, token, levels in walk:
            if levels:
                level = levels[-1]
                if level.note is None:  # just opened
                    level.note = node
                node = level.note if level.in_key else level.note.child(_name(level))
            self._count(node, token, token.end - at, bool(levels) and levels[-1].in_key)
            self.spare += wasteful.spare(data, at, token)
            if token.kind is EXT and token.ext == EXT_TYPELESS:
                self._typeless(data, token, node)

    def _typeless(self, data: bytes, token: Token, node: Node) -> None:
        payload = data[token.body : token.end]
        name = exact.typeless_name(payload)
        if name:
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
        """What LZ4 would make of a message that comes in pieces."""
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
        """All that was found, as --json prints it."""
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


def _name(level: tokens.Level) -> str:
    if not level.is_map:
        return "[]"
    if level.key is None:
        return OTHER
    return paths.key_component(level.key, 0)


def rows_of(root: Node) -> list[dict[str, Any]]:
    """One row a path, in the order in which they were met."""
    rows: list[dict[str, Any]] = []
    # Each entry: a node, its path, the rows that it lies in.
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
    """The facts for people."""
    size = facts["uncompressed"]
    lines = [
        f"{counted(facts['messages'], 'message')}, {counted(facts['bytes'], 'byte')},"
        f" {counted(facts['values'], 'value')}",
        f"keys: {facts['keys']['count']}, {_share(facts['keys']['bytes'], size)}",
        f"forms longer than needed: {_share(facts['longer_than_needed'], size)}",
    ]
    if facts["with_lz4"] is None:
        lines.append("LZ4: the package lz4 is not here to tell what it would save")
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
