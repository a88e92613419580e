"""`hayapack stats`: counts values and bytes by path."""

from __future__ import annotations

import argparse
import heapq
import itertools
from operator import itemgetter
from typing import Any, Callable, Iterator, Optional, Union

from ... import _survey, packb
from ..._core import tokens
from ..._errors import make_errors
from ..._errors.make_errors import counted
from .. import arguments, terminal
from ..common.exit_status import STATUS_GOOD, Usage
from ..events import lz4_content
from ..events.cutter import Cutter
from ..events.events import KEY, MESSAGES, VALUE, Event, Huge, Open, Run
from ..input.inputs import Input
from ..json import library, to_json_exact
from ..reading import Reading, extent
from ..terminal import BOLD, DIM

DESCRIPTION = """\
Counts values and bytes for each path (the elements of an array together, as []), and
shows the share of the keys, the cost of non-minimal encodings, and what LZ4
of each message would save. The bytes of a path include nested values."""

EXAMPLES = """
hayapack stats data.msgpack
hayapack stats --top 100 data.msgpack
hayapack stats --json events.msgpack.zst | jq .keys
"""

LZ4_BLOCK = 1 << 16
PIECE = 256 << 10  # bytes of JSON that are written at once
ROOT = 0  # the node of whole messages


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "stats", "count types and bytes for each path", DESCRIPTION, EXAMPLES)
    arguments.add_file(parser)
    arguments.add_reading(parser)
    parser.add_argument(
        "--top", type=arguments.positive, default=40, metavar="N",
        help="the paths with the most bytes (default 40)",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print all paths as JSON, for programs")
    arguments.add_colours(parser)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    def work(input: Input, reading: Reading) -> int:
        stats = Stats()
        cutter = reading.cutter(input)
        for event in reading.events(cutter, alone=True, repaired=False):
            # The bytes of a huge value can be read only once.
            if not (isinstance(event, Huge) or reading.keep_going):
                reading.check(cutter, event)
            stats.take(cutter, event)
        facts = stats.facts(cutter)
        if args.json:
            write_json(facts, stats.rows(), arguments.write)
        else:
            paint = terminal.Paint(terminal.colours_wanted(args.color))
            write = terminal.folding(arguments.write)
            write(table(extent(cutter), facts, stats.rows(), args.top, paint).encode("utf-8", "backslashreplace"))
        return STATUS_GOOD

    return arguments.one(args, args.file, work)


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
            inner = lz4_content.opened(part) if lz4 else None
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
                self.lz4_size += len(lz4_content.compress(message, "block-array"))
            except Usage:
                self.lz4_size = None

    def facts(self, cutter: Cutter) -> dict[str, Any]:
        """The results, as --json prints them before the rows."""
        input = cutter.input
        return {
            "messages": cutter.messages - cutter.skipped,
            **({"left_out": cutter.skipped} if cutter.skipped else {}),
            "bytes": cutter.position,
            **({"compression": input.compression, "compressed": input.done} if input.compression else {}),
            "values": self._tally.values,
            "lz4_messages": self.lz4_messages,
            "uncompressed": self.size,
            "keys": {"count": self._tally.keys, "bytes": self._tally.key_bytes},
            "longer_than_needed": self._tally.spare,
            "with_lz4": self.lz4_size,
        }

    def rows(self) -> Iterator[dict[str, Any]]:
        return rows_of(self._tally)


def _typed(payload: bytes) -> int:
    """The offset of the value in a typed value's payload; 0 if it is another ext or has no value."""
    name = to_json_exact.typeless_name(payload)
    return name.end if name and name.end < len(payload) else 0


def rows_of(tally: _survey.Tally) -> Iterator[dict[str, Any]]:
    """Yields one row per path, in the order in which the paths were found."""
    nodes = tally.rows()
    order: list[tuple[int, int]] = []  # nodes, and the number of components around each
    parents: list[int] = []  # for each, the index of the one around it
    waiting = [(ROOT, 0, 0)]
    while waiting:
        node, depth, parent = waiting.pop()
        waiting += [(child, depth + 1, len(order)) for child in reversed(nodes[node][5])]
        order.append((node, depth))
        parents.append(parent)
    totals = [nodes[node][2] + nodes[node][3] for node, _ in order]
    for at in range(len(order) - 1, 0, -1):  # a container comes before its content
        totals[parents[at]] += totals[at]
    path: list[bytes] = []  # components
    sizes = [0]  # the bytes of the first 0, 1, 2, ... of them
    cut = [False]  # whether one of these is shortened
    for (node, depth), total in zip(order, totals):
        name, count, _, keys, kinds, _ = nodes[node]
        del path[depth:], sizes[depth + 1 :], cut[depth + 1 :]
        path.append(name.encode())
        sizes.append(sizes[-1] + len(path[-1]))
        cut.append(cut[-1] or (len(path[-1]) > make_errors.KEY_TEXT_MAX and name.endswith(("…", '…"]'))))
        shown = make_errors.join_texts(path, sizes[-1])
        row = {"path": shown, "count": count, "types": kinds, "bytes": total, "keys": keys}
        if cut[-1] or sizes[-1] > make_errors.PATH_MAX:
            row["shortened"] = True
        yield row


def _for_programs(row: dict[str, Any]) -> dict[str, Any]:
    """The row as --json prints it: a type is MessagePack's, and bin_text says how many bin are text."""
    kinds = dict(row["types"])
    texts = kinds.pop(_survey.BIN_TEXT, 0)
    if not texts:
        return row
    kinds["bin"] = kinds.get("bin", 0) + texts
    return {**row, "types": kinds, "bin_text": texts}


def write_json(facts: dict[str, Any], rows: Iterator[dict[str, Any]], write: Callable[[bytes], Any]) -> None:
    """The results as one JSON object, in pieces of bounded size."""
    piece = bytearray(library.dumps({**facts, "paths": []})[:-2])
    for number, row in enumerate(rows):
        piece += b"," * bool(number) + library.dumps(_for_programs(row))
        if len(piece) >= PIECE:
            write(bytes(piece))
            piece.clear()
    write(bytes(piece) + b"]}\n")


def table(read: str, facts: dict[str, Any], rows: Iterator[dict[str, Any]], top: int, paint: terminal.Paint) -> str:
    """The results as a table. read: see reading.extent()."""
    size = facts["uncompressed"]
    lines = [
        f"{read}, {counted(facts['values'], 'value')}",
        f"keys: {facts['keys']['count']}, {_share(facts['keys']['bytes'], size)}",
        f"non-minimal encodings: {_share(facts['longer_than_needed'], size)}",
    ]
    if facts["with_lz4"] is None:
        lines.append("LZ4: the package lz4 is not installed, so its savings are not shown")
    else:
        saved = size - facts["with_lz4"]
        gain = _share(saved, size) if saved > 0 else "nothing"
        lines.append(f"LZ4 of each message would leave {counted(facts['with_lz4'], 'byte')}, and save {gain}")
    if facts["lz4_messages"]:
        opened = counted(facts["lz4_messages"], "message")
        lines.append(f"LZ4 is used in {opened}: {counted(facts['bytes'], 'byte')} hold {size}")
    found = itertools.count()
    largest = heapq.nlargest(top, (row for row, _ in zip(rows, found)), key=itemgetter("bytes"))
    lines += ["", paint(f"{'bytes':>12}  {'share':>7}  {'count':>9}  path", BOLD)]
    for row in largest:
        kinds = ", ".join(
            kind if count == row["count"] else f"{kind} {count}"
            for kind, count in sorted(row["types"].items(), key=lambda item: -item[1])
        )
        share = f"{_percent(row['bytes'], size)} %"
        path = f"{row['bytes']:>12}  {share:>7}  {row['count']:>9}  {row['path']}"
        lines.append(f"{path}  {paint(kinds, DIM)}")
    count = next(found)
    if count > top:
        lines.append(f"and {counted(count - top, 'path')} more: --top {count}")
    return "\n".join(lines) + "\n"


def _share(part: int, whole: int) -> str:
    return f"{counted(part, 'byte')}, {_percent(part, whole)} %"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole if whole else 0:.1f}"
