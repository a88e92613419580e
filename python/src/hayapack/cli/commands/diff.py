"""`hayapack diff`: shows by path what differs between two inputs."""

from __future__ import annotations

import argparse
import contextlib
import struct
from collections import deque
from operator import itemgetter
from typing import Any, Callable, Iterator, Optional

from ... import Unpacker, UnpackException, packb, unpackb
from ..._core import tokens
from ..._core.tokens import ARRAY, EXT_TYPELESS, MAP
from .. import arguments, formats, sequence_alignment, terminal
from ..common.exit_status import STATUS_BAD_DATA, STATUS_GOOD, Stop, Usage
from ..events import events, lz4_content, msgpack_writer, nesting, paths
from ..events.events import MESSAGES, Run
from ..input import inputs
from ..input.inputs import Input
from ..json import to_json_exact
from ..json.from_json import Options
from ..reading import Reading
from ..terminal import GREEN, RED, YELLOW

DESCRIPTION = """\
Shows what differs between the values of two inputs: "~" changed, "-" only in A, "+" only
in B. The order of a map's keys and the widths of integers, floats and lengths do not matter.
Added or removed messages and array elements do not shift the others: equal ones are
matched first, then the most similar ones. JSON and JSON lines are read too. Status 0: no
difference, 1: differences, or bad data."""

EXAMPLES = """
hayapack diff old.msgpack new.msgpack
hayapack diff data.json data.msgpack
hayapack diff a.msgpack b.msgpack.zst | head
"""

SHOWN = 120  # characters shown of a value
# From the first difference on, this much of each input is read ahead to align its messages.
AHEAD_MESSAGES = 5000
AHEAD_BYTES = 32 << 20
FLOAT32, FLOAT64 = b"\xca", b"\xcb"
MOST_CHILDREN = 200  # children of a value that are compared for its similarity
ALIKE = 0.2  # similarity of two values of the same type with nothing in common


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "diff", "show what differs, by path", DESCRIPTION, EXAMPLES)
    parser.add_argument("a", metavar="A", help='a file, or "-" for standard input')
    parser.add_argument("b", metavar="B", help="the other input")
    arguments.add_reading(parser)
    arguments.add_colours(parser)


#: A path, and the values there in A and B.
Pair = tuple[str, Optional[bytes], Optional[bytes]]


class _Failed(Exception):
    def __init__(self, name: str, stop: Stop) -> None:
        super().__init__(name)
        self.name, self.stop = name, stop


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if args.a == args.b == "-":
        raise Usage("diff: A and B are both standard input")
    paint = terminal.Paint(terminal.colours_wanted(args.color))
    different = False
    reading = Reading.from_arguments(args)
    try:
        with contextlib.ExitStack() as stack:
            both = [_Messages(stack, name, reading) for name in (args.a, args.b)]
            for lines in _differences(*both, paint):
                different = True
                arguments.write("\n".join([*lines, ""]).encode("utf-8", "backslashreplace"))
    except _Failed as failed:
        arguments.complain(failed.name, failed.stop)
        return failed.stop.status
    return reading.status or (STATUS_BAD_DATA if different else STATUS_GOOD)


def _whole(input: Input, kind: str, reading: Reading) -> Iterator[bytes]:
    """The messages of an input, one by one, uncompressed."""
    parts: list[bytes] = []
    found = formats.events(input, kind, reading, Options(max_depth=reading.max_depth), alone=False)
    for cutter, event in found:
        if isinstance(event, Run) and event.kind is MESSAGES:
            for unit in event.units():
                yield (lz4_content.opened(unit) or unit).data
            continue
        parts.extend(msgpack_writer.pieces(event))
        if cutter and not cutter.depth:
            yield b"".join(parts)
            parts = []


class _Messages:
    """The messages of an input; some are read ahead."""

    def __init__(self, stack: contextlib.ExitStack, name: str, reading: Reading) -> None:
        self.json = False  # JSON or JSON lines; set when the first message is read
        self.done = 0  # messages returned so far
        self.ahead: deque[bytes] = deque()
        self._messages: Optional[Iterator[bytes]] = self._read(stack, name, reading)
        self._size = 0  # total bytes of those read ahead

    def _read(self, stack: contextlib.ExitStack, name: str, reading: Reading) -> Iterator[bytes]:
        input: Optional[Input] = None
        try:
            input = inputs.open_input(name)
            stack.callback(input.close)
            reading.begin(input)
            kind = reading.given_format or formats.of_name(name) or formats.of_content(input)
            self.json = kind in (formats.JSON, formats.LINES)
            yield from _whole(input, kind, reading)
        except Stop as stop:
            raise _Failed(input.name_for(stop) if input else inputs.shown(name), stop) from None

    def first(self) -> Optional[bytes]:
        """The next message; None at the end."""
        return self.ahead[0] if self.ahead or self._more() else None

    def fill(self) -> bool:
        """Reads ahead up to the limit; returns whether the end was reached."""
        while len(self.ahead) < AHEAD_MESSAGES and self._size < AHEAD_BYTES:
            if not self._more():
                return True
        return False

    def take(self, count: int = 1) -> None:
        for _ in range(count):
            self._size -= len(self.ahead.popleft())
        self.done += count

    def _more(self) -> bool:
        found = next(self._messages, None) if self._messages else None
        if found is None:
            self._messages = None
            return False
        self.ahead.append(found)
        self._size += len(found)
        return True


def _differences(a: _Messages, b: _Messages, paint: terminal.Paint) -> Iterator[list[str]]:
    """The lines for each message that differs."""
    while True:
        one, other = a.first(), b.first()
        if one is None and other is None:
            return
        if one == other:
            a.take()
            b.take()
            continue
        whole = a.fill() & b.fill()
        yield from _window(a, b, whole, paint)


def _window(a: _Messages, b: _Messages, whole: bool, paint: terminal.Paint) -> Iterator[list[str]]:
    """Aligns the messages read ahead; whole: no more follow.

    If more follow, messages after the last equal ones are kept until more are read.
    """
    left, right = list(a.ahead), list(b.ahead)
    found = list(_aligned(left, right))
    if not whole:
        last = max([n for n, (_, equal) in enumerate(found) if equal], default=-1)
        found = found[: last + 1] if last >= 0 else found[: max(len(found) // 2, 1)]
    for (i, j), equal in found:
        if not equal:
            pair = (None if i is None else left[i], None if j is None else right[j])
            numbers = a.done + (i or 0), b.done + (j or 0)
            lines = list(_of_messages(*pair, *numbers, paint, rounded=a.json != b.json))
            if lines:
                yield lines
    a.take(sum([i is not None for (i, _), _ in found]))
    b.take(sum([j is not None for (_, j), _ in found]))


def _of_messages(
    a: Optional[bytes], b: Optional[bytes], at_a: int, at_b: int, paint: terminal.Paint, rounded: bool
) -> Iterator[str]:
    """The lines for two messages. rounded: see _is_float()."""
    if a is None or b is None:
        if a is None:
            yield paint(f"+ message {at_b + 1}: {_text(b or b'')}", GREEN)
        else:
            yield paint(f"- message {at_a + 1}: {_text(a)}", RED)
        return
    lines = list(_compare(a, b, rounded))
    if lines and (at_a or at_b):
        yield f"message {at_a + 1}:" if at_a == at_b else f"message {at_a + 1} (in B {at_b + 1}):"
    for mark, text in lines:
        yield paint(f"{mark} {text}", {"~": YELLOW, "-": RED, "+": GREEN}[mark])


def _compare(a: bytes, b: bytes, rounded: bool) -> Iterator[tuple[str, str]]:
    """(mark, text) for each difference, in the order of A. rounded: see _is_float()."""
    # A stack of what remains to compare, the next on top: a path and the two values.
    waiting: list[Pair] = [("$", a, b)]
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
        elif not _is_float(one, other, rounded) and _text(one, 0) != _text(other, 0):
            yield "~", f"{path}: {_text(one)} -> {_text(other)}"


def _is_float(one: bytes, other: bytes, rounded: bool) -> bool:
    """Whether these are a float32 and a float64 of the same value.

    rounded: it suffices that the float64, a number in JSON, becomes the float32 when it is rounded to
    one: JSON has no float32, and 0.1 may stand for it.
    """
    single, double = sorted((one, other))
    if (single[:1], double[:1]) != (FLOAT32, FLOAT64):
        return False
    if struct.pack(">d", *struct.unpack(">f", single[1:])) == double[1:]:
        return True
    try:
        return rounded and struct.pack(">f", *struct.unpack(">d", double[1:])) == single[1:]
    except OverflowError:
        return False


def _untyped(value: bytes) -> bytes:
    """A typed map as an ordinary map with an entry for the name."""
    token = tokens.read(value, 0)
    if token.kind is tokens.EXT and token.ext == EXT_TYPELESS:
        name = to_json_exact.typeless_name(value[token.body : token.end])
        if name and name.end < token.end - token.body:
            inner = value[token.body + name.end :]
            map_token = tokens.read(inner, 0)
            if map_token.kind is MAP:
                start = events.head(MAP, map_token.value + 1) + b"\xa5$type"
                return start + value[token.body : token.body + name.end] + inner[map_token.body :]
    return value


def _children(value: bytes) -> list[bytes]:
    """The elements of an array; for a map its keys and values alternately."""
    token = tokens.read(value, 0)
    count = token.value * (2 if token.kind is MAP else 1)
    unpacker = Unpacker(max_buffer_size=len(value), max_depth=nesting.MOST, strict_map_key=False)
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


def _entries(path: str, one: list[bytes], other: list[bytes]) -> Iterator[Pair]:
    """The entries of two maps paired by their keys; repeated keys in order."""
    left, right = _by_key(one), _by_key(other)
    for key, (component, value) in left.items():
        yield path + component, value, right[key][1] if key in right else None
    for key, (component, value) in right.items():
        if key not in left:
            yield path + component, None, value


def _by_key(children: list[bytes]) -> dict[Any, tuple[str, bytes]]:
    found: dict[Any, tuple[str, bytes]] = {}
    for number, (key, value) in enumerate(zip(children[::2], children[1::2])):
        plain = tokens.key_of(key, tokens.read(key, 0), bins=True)
        same = (type(plain), plain) if plain is not None else to_json_exact.to_json(key)
        times = 0
        while (same, times) in found:
            times += 1
        found[(same, times)] = paths.key_component(plain, number), value
    return found


def _elements(path: str, one: list[bytes], other: list[bytes]) -> Iterator[Pair]:
    """The differing elements of two arrays, paired by alignment."""
    for (i, j), equal in _aligned(one, other):
        if not equal:
            # For an element that is only in B, the index in B is shown.
            at = j if i is None else i
            yield (
                f"{path}[{at}]",
                None if i is None else one[i],
                None if j is None else other[j],
            )


# --- alignment ------------------------------------------------------------------


def _aligned(one: list[bytes], other: list[bytes]) -> Iterator[tuple[sequence_alignment.Pair, bool]]:
    """sequence_alignment.align() of values; other encodings or another order of keys count as equal."""
    there = set(one) & set(other)
    left = [value if value in there else _canonical(value) for value in one]
    right = [value if value in there else _canonical(value) for value in other]
    return sequence_alignment.align(left, right, _similarity(one, other))


def _canonical(value: bytes) -> bytes:
    """Bytes that are equal exactly if the values do not differ; for a few values, such as those with
    repeated keys, the unchanged bytes."""
    try:
        return packb(unpackb(value, object_pairs_hook=_sorted, timestamp=0))
    except (UnpackException, TypeError, ValueError):
        return value


def _sorted(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    made = dict(sorted(pairs, key=itemgetter(0)))
    if len(made) != len(pairs):
        raise ValueError("a repeated key")
    return made


def _similarity(one: list[bytes], other: list[bytes]) -> Callable[[int, int], float]:
    """The similarity of two values by the number of their common children."""
    known: dict[bytes, tuple[str, frozenset[bytes]]] = {}

    def parts_of(value: bytes) -> tuple[str, frozenset[bytes]]:
        found = known.get(value)
        if found is None:
            inner = _untyped(value)
            kind = tokens.read(inner, 0).kind
            children: list[bytes] = []
            if kind is ARRAY:
                children = _children(inner)
            elif kind is MAP:
                flat = _children(inner)
                children = [key + item for key, item in zip(flat[::2], flat[1::2])]
            found = known[value] = kind, frozenset(children[:MOST_CHILDREN])
        return found

    def similar(i: int, j: int) -> float:
        (kind, left), (other_kind, right) = parts_of(one[i]), parts_of(other[j])
        if kind != other_kind:
            return ALIKE / 2
        if not (left or right):
            return ALIKE
        return ALIKE + (1 - ALIKE) * len(left & right) / max(len(left), len(right))

    return similar


def _text(value: bytes, shown: int = SHOWN) -> str:
    """A value as JSON, shortened to ``shown`` characters if that is not 0."""
    try:
        text = to_json_exact.to_json(value, texts=True).decode()
    except to_json_exact.BadValue as bad:
        text = f"({events.words(bad.error)})"
    return text if not shown or len(text) <= shown else text[: shown - 1] + "…"
