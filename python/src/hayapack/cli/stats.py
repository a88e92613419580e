"""`hayapack stats`: counts values and bytes by path."""

from __future__ import annotations

import argparse
from typing import Any, Optional, Union

from .. import _errors, _survey, packb
from .._fallback import tokens
from .._wording import counted
from . import commands, exact, jsonlib, terminal, unwrap
from .cutting import Cutter
from .outcome import STATUS_GOOD, Usage
from .reading import Reading
from .runs import KEY, MESSAGES, VALUE, Event, Huge, Open, Run
from .sources import Source
from .terminal import BOLD, DIM

DESCRIPTION = """\
Counts values and bytes for each path (the elements of an array together, as []), and
shows the share of the keys, the cost of encodings longer than necessary, and what LZ4
would save. The bytes of a path include nested values."""

EXAMPLES = """
hayapack stats data.msgpack
hayapack stats --top 100 data.msgpack
hayapack stats --json events.msgpack.zst | jq .keys
"""

LZ4_BLOCK = 1 << 16
ROOT = 0  # the node of whole messages


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
            write = terminal.folding(commands.write)
            write(table(facts, args.top, paint).encode("utf-8", "backslashreplace"))
        return STATUS_GOOD

    return commands.one(args, args.file, work)


class Stats:
    """Adds up the events of an input."""

    def __init__(self) -> None:
        self._tally = _survey.Tally()
        self.size = 0  # of all messages, decompressed
        self.lz4_size: Optional[int] = 0  # of all messages if each was LZ4; None: LZ4 is not available
        self.lz4_messages = 0
        self._open: list[int] = []  # nodes of the opened containers
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
        node = ROOT
        if self._open:
            component = cutter.component_of(event)
            node = self._open[-1]
            if not event.is_key:
                element = component.startswith("[") and not component.startswith('["')
                node = self._tally.child(node, "[]" if element else component)
        self._compress(event.head)
        if isinstance(event, Open):
            self._tally.add(node, event.head[0], 0, len(event.head), event.is_key)
            self._open.append(node)
        else:
            size = len(event.head) + event.token.value
            self._tally.add(node, event.head[0], event.token.ext, size, event.is_key)
            for piece in event.pieces:
                self._compress(piece)

    def _run(self, run: Run) -> None:
        if run.kind is not MESSAGES:
            self._compress(run.data)
            self._part(run, self._open[-1])
            return
        for part, lz4 in run.parts():
            inner = unwrap.opened(part) if lz4 else None
            if inner:
                self.lz4_messages += 1
                part = inner
            self.size += len(part.data)
            self._tally.walk(part.data, ROOT, False, _typed)
            for message in part.messages():
                self._lz4(message)

    def _part(self, run: Run, node: int) -> None:
        """Counts part of a large message; node: the open container."""
        if run.kind is KEY:
            token = tokens.read(run.data, 0)
            self._tally.add(node, run.data[0], token.ext, len(run.data), True)
        elif run.kind is VALUE:
            self._tally.walk(run.data, self._tally.child(node, _survey.OTHER), False, _typed)
        else:
            self._tally.walk(run.wrapped(), node, True, _typed)

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
            "values": self._tally.values,
            "lz4_messages": self.lz4_messages,
            "uncompressed": self.size,
            "keys": {"count": self._tally.keys, "bytes": self._tally.key_bytes},
            "longer_than_needed": self._tally.spare,
            "with_lz4": self.lz4_size,
            "paths": rows_of(self._tally),
        }


def _typed(payload: bytes) -> int:
    """The offset of the value in a typed value's payload; 0 if it is another ext or has no value."""
    name = exact.typeless_name(payload)
    return name.end if name and name.end < len(payload) else 0


def rows_of(tally: _survey.Tally) -> list[dict[str, Any]]:
    """One row per path, in the order in which the paths were found."""
    nodes = tally.rows()
    rows: list[dict[str, Any]] = []
    parents: list[int] = []  # for each row, the index of the row around it; of the first, its own
    path: list[bytes] = []  # the components of the row's path
    sizes = [0]  # the bytes of the first 0, 1, 2, ... of them
    waiting = [(ROOT, 0, 0)]  # a node, its parent, and the number of components around it
    while waiting:
        node, parent, depth = waiting.pop()
        name, count, size, keys, kinds, children = nodes[node]
        del path[depth:], sizes[depth + 1 :]
        path.append(name.encode())
        sizes.append(sizes[-1] + len(path[-1]))
        waiting += [(child, len(rows), depth + 1) for child in reversed(children)]
        parents.append(parent)
        shown = _errors.join_texts(path, sizes[-1])
        rows.append({"path": shown, "count": count, "types": kinds, "bytes": size + keys, "keys": keys})
    for at in range(len(rows) - 1, 0, -1):  # a row comes after that of its container
        rows[parents[at]]["bytes"] += rows[at]["bytes"]
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
