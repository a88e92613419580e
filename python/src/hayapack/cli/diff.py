"""`hayapack diff`: what differs between two inputs, by path."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import itertools
from typing import Any, Iterator, Optional, Sequence

from .. import Unpacker
from . import commands, exact, formats, paths, raw, runs, sources, terminal, tokens, unwrap
from .outcome import STATUS_BAD_DATA, STATUS_GOOD, Stop
from .runs import MESSAGES, Run
from .sources import Source
from .terminal import GREEN, RED, YELLOW
from .tokens import ARRAY, EXT_TYPELESS, MAP

DESCRIPTION = """\
Shows what differs between the values of two inputs: "~" changed, "-" only in A, "+" only
in B. The order of a map's keys and the forms of integers and lengths make no difference.
JSON and JSON lines are read too. Status 0: no difference, 1: some, or bad data."""

EXAMPLES = """
hayapack diff old.msgpack new.msgpack
hayapack diff data.json data.msgpack
hayapack diff a.msgpack b.msgpack.zst | head
"""

SHOWN = 120  # characters of a value
MOST_ALIGNED = 2000  # elements of an array that are matched with each other


def add_parser(subparsers: Any) -> None:
    parser = commands.add_parser(subparsers, "diff", "what differs, by path", DESCRIPTION, EXAMPLES)
    parser.add_argument("a", metavar="A", help='a file, or "-" for standard input')
    parser.add_argument("b", metavar="B", help="the other one")
    commands.add_colours(parser)
    parser.set_defaults(run=run)


class _Failed(Exception):
    def __init__(self, name: str, stop: Stop) -> None:
        super().__init__(name)
        self.name, self.stop = name, stop


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if args.a == args.b == "-":
        parser.error("A and B are both standard input")
    paint = terminal.Paint(terminal.colours_wanted(args.color))
    different = False
    try:
        with contextlib.ExitStack() as stack:
            both = [_messages(stack, name) for name in (args.a, args.b)]
            for number, (a, b) in enumerate(itertools.zip_longest(*both)):
                lines = list(_of_messages(a, b, number, paint))
                if lines:
                    different = True
                    commands.write("\n".join([*lines, ""]).encode("utf-8", "backslashreplace"))
    except _Failed as failed:
        commands.complain(failed.name, failed.stop)
        return failed.stop.status
    return STATUS_BAD_DATA if different else STATUS_GOOD


def _messages(stack: contextlib.ExitStack, name: str) -> Iterator[bytes]:
    """The messages of an input, one by one, uncompressed."""
    try:
        source = sources.open_source(name)
        stack.callback(source.close)
        yield from _whole(source, name)
    except Stop as stop:
        raise _Failed(sources.shown(name), stop) from None


def _whole(source: Source, name: str) -> Iterator[bytes]:
    kind = formats.of_name(name) or formats.of_content(source)
    parts: list[bytes] = []
    for cutter, event in formats.events(source, kind, plain=False, alone=False):
        if isinstance(event, Run) and event.kind is MESSAGES:
            for unit in event.units():
                lz4 = runs.is_lz4(unit.data)
                yield unwrap.opened(unit).data if lz4 else unit.data
            continue
        parts.extend(raw.pieces(event))
        if cutter and not cutter.depth:
            yield b"".join(parts)
            parts = []


def _of_messages(
    a: Optional[bytes], b: Optional[bytes], number: int, paint: terminal.Paint
) -> Iterator[str]:
    if a == b:
        return
    if a is None or b is None:
        mark, value, style = ("+", b, GREEN) if a is None else ("-", a, RED)
        yield paint(f"{mark} message {number + 1}: {_text(value or b'')}", style)
        return
    lines = _compare(a, b)
    first = next(lines, None)
    if first and number:
        yield f"message {number + 1}:"
    for mark, text in itertools.chain([first] if first else [], lines):
        yield paint(f"{mark} {text}", {"~": YELLOW, "-": RED, "+": GREEN}[mark])


def _compare(a: bytes, b: bytes) -> Iterator[tuple[str, str]]:
    """(mark, text) for each difference, in the order of A."""
    # What is left to compare, the next on top: a path and the value on either side.
    waiting: list[tuple[str, Optional[bytes], Optional[bytes]]] = [("$", a, b)]
    while waiting:
        path, one, other = waiting.pop()
        if one == other:
            continue
        if one is None or other is None:
            mark, value = ("+", other) if one is None else ("-", one)
            yield mark, f"{path}: {_text(value or b'')}"
            continue
        one, other = _untyped(one), _untyped(other)
        kinds = tokens.read(one, 0).kind, tokens.read(other, 0).kind
        if kinds == (ARRAY, ARRAY):
            waiting.extend(reversed(list(_elements(path, _children(one), _children(other)))))
        elif kinds == (MAP, MAP):
            waiting.extend(reversed(list(_entries(path, _children(one), _children(other)))))
        elif _text(one, 0) != _text(other, 0):
            yield "~", f"{path}: {_text(one)} -> {_text(other)}"


def _untyped(value: bytes) -> bytes:
    """A typeless map as an ordinary one with an entry for the name."""
    token = tokens.read(value, 0)
    if token.kind is tokens.EXT and token.ext == EXT_TYPELESS:
        name = exact.typeless_name(value[token.body : token.end])
        if name:
            inner = value[token.body + name.end :]
            map_token = tokens.read(inner, 0)
            if map_token.kind is MAP:
                start = runs.head(MAP, map_token.value + 1) + b"\xa5$type"
                return start + value[token.body : token.body + name.end] + inner[map_token.body :]
    return value


def _children(value: bytes) -> list[bytes]:
    """The elements of an array; of a map its keys and values in turn."""
    token = tokens.read(value, 0)
    count = token.value * (2 if token.kind is MAP else 1)
    unpacker = Unpacker(max_buffer_size=len(value), strict_map_key=False)
    unpacker.feed(value)
    unpacker.read_bytes(token.body)
    found = []
    start = token.body
    for _ in range(count):
        unpacker.skip()
        end = unpacker.tell()
        found.append(value[start:end])
        start = end
    return found


Pair = tuple[str, Optional[bytes], Optional[bytes]]


def _entries(path: str, one: list[bytes], other: list[bytes]) -> Iterator[Pair]:
    """The entries of two maps, by their keys; keys that repeat in their order."""
    left, right = _by_key(one), _by_key(other)
    for key, (component, value) in left.items():
        yield path + component, value, right[key][1] if key in right else None
    for key, (component, value) in right.items():
        if key not in left:
            yield path + component, None, value


def _by_key(children: list[bytes]) -> dict[Any, tuple[str, bytes]]:
    found: dict[Any, tuple[str, bytes]] = {}
    for number, (key, value) in enumerate(zip(children[::2], children[1::2])):
        plain = tokens.key_of(key, tokens.read(key, 0))
        same = (type(plain), plain) if plain is not None else exact.to_json(key)
        times = 0
        while (same, times) in found:
            times += 1
        found[(same, times)] = paths.key_component(plain, number), value
    return found


def _elements(path: str, one: list[bytes], other: list[bytes]) -> Iterator[Pair]:
    """The elements of two arrays, those that are equal matched with each other."""
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(one), len(other)) - start and one[-1 - end] == other[-1 - end]:
        end += 1
    left, right = one[start : len(one) - end], other[start : len(other) - end]
    blocks: Sequence[tuple[str, int, int, int, int]]
    blocks = [("replace", 0, len(left), 0, len(right))]
    if len(left) != len(right) and max(len(left), len(right)) <= MOST_ALIGNED:
        blocks = difflib.SequenceMatcher(None, left, right, autojunk=False).get_opcodes()
    for kind, a, a_end, b, b_end in blocks:
        if kind == "equal":
            continue
        for i in range(max(a_end - a, b_end - b)):
            # An element that is only in B has its place there.
            only_b = a + i >= a_end
            at = start + (b + i if only_b else a + i)
            yield (
                f"{path}[{at}]",
                None if only_b else left[a + i],
                right[b + i] if b + i < b_end else None,
            )


def _text(value: bytes, shown: int = SHOWN) -> str:
    """A value as JSON; shortened to so many characters, if not 0."""
    try:
        text = exact.to_json(value).decode()
    except exact.BadValue as bad:
        text = f"({runs.words(bad.error)})"
    return text if not shown or len(text) <= shown else text[: shown - 1] + "…"
