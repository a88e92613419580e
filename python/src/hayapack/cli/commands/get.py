"""`hayapack get`: prints one value, by its path."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from typing import Any, Iterator, Union

from ..._core import tokens
from ..._errors.make_errors import counted
from .. import arguments, outputs
from ..common.exit_status import STATUS_BAD_DATA, STATUS_GOOD, BadData, Usage
from ..events import msgpack_writer
from ..events import paths as stream_paths
from ..events.cutter import Cutter
from ..events.events import FOUND, MESSAGES, Event, Huge, Open, Run, first_units, numbered
from ..input.inputs import Input
from ..json import to_json_exact
from ..json.path_seeker import Seeker
from ..reading import Reading
from . import cat

PIECE = 64 << 10  # bytes of output that are written at once

DESCRIPTION = """\
Writes one value of the first message, as JSON or unchanged (--raw), without decoding the
others. Paths are written as in error messages: $.items[7].name, $["any text"], ${-7} for
an integer key, ${#3} for the value of entry 3, ${key #3} for its key. [-1] is the last
element; $['any text'] is accepted too, and the $ may be left out; [b"any text"] is a bin key.
With --all, messages without the value are counted on standard error; status 1 if no message
has it.

The paths of `hayapack stats` are accepted: [] stands for all elements of an array, and {} for
the values of all entries of a map. Each value is written on its own; places without it are
counted like messages.

--payload writes the content of a str, bin or ext without its header.

A single word is the PATH, and standard input is read. It is an error if standard input is
a terminal, or if the word begins with neither $ nor [ and is the name of a file."""

EXAMPLES = """
hayapack get data.msgpack '$.a[2].b'
hayapack get big.msgpack.zst 'statuses[-1].user'
hayapack get '$.name' < data.msgpack
hayapack get --all events.msgpack '$.id'       from every message
hayapack get data.msgpack '$.items[].price'    of all items
hayapack get --raw data.msgpack '$.items' > items.msgpack
hayapack get --payload data.msgpack '$.photo' > photo.jpg
"""


def add_parser(subparsers: Any) -> None:
    parser = arguments.add_parser(subparsers, "get", "print one value by its path", DESCRIPTION, EXAMPLES)
    parser.add_argument("words", nargs="*", metavar="[FILE] PATH", help=arguments.FILE_HELP)
    parser.add_argument("-a", "--all", action="store_true", help="from every message of the stream")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--raw", action="store_true", help="MessagePack, the bytes as in the file")
    form.add_argument(
        "--payload", action="store_true", help="the content of a str, bin or ext, without the header before it"
    )
    parser.add_argument(
        "--unchecked", action="store_true",
        help="stop at the value, without checking the rest of the input",
    )  # fmt: skip
    arguments.add_reading(parser)
    cat.add_json(parser)


def run(args: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    name, path = _file_and_path(args.words)
    steps = stream_paths.parse(path)
    cat.check_options(args)
    unchanged = args.raw or args.payload
    if unchanged:
        outputs.refuse_terminal("MessagePack" if args.raw else "binary data")

    def work(input: Input, reading: Reading) -> int:
        invalid = "fail" if unchanged else args.invalid
        seeker = Seeker(steps, skips=args.all, invalid=invalid)
        output = _Output()
        writer = cat.json_writer(args, output.write, cat.look_of(args))
        found = False
        cutter = reading.cutter(input)
        for event in reading.events(cutter, alone=True, repaired=not unchanged, may_be_empty=False):
            if found and not args.all:
                continue  # to check that the input is complete
            if isinstance(event, Run) and event.kind is MESSAGES and not args.all:
                event = first_units(event, 1)
            if args.all and not unchanged and isinstance(event, Run) and event.kind is MESSAGES:
                with output:
                    writer.found(cutter, event, seeker)
                found = True
                continue
            with output:
                for part in seeker.take(cutter, event):
                    if unchanged:
                        for piece in _payload(cutter, part) if args.payload else msgpack_writer.pieces(part):
                            output.write(piece)
                    elif isinstance(part, Run) and part.kind is FOUND:
                        writer.messages(part)
                    else:
                        writer.take(cutter, part)
            found = not cutter.depth
            if args.unchecked and not args.all and (found or seeker.whole):
                break
        if found and not args.all and cutter.messages > 1 and sys.stderr.isatty():
            arguments.complain(input.name, f"this is of the first of {cutter.messages} messages; --all shows all")
        return without_value(seeker, input.name)

    return arguments.one(args, name, work)


class _Output:
    """Standard output: flushed at the end of a with statement rather than for each of many small values."""

    def __init__(self) -> None:
        self._waiting = bytearray()

    def write(self, data: bytes) -> None:
        if len(self._waiting) + len(data) < PIECE:
            self._waiting += data
            return
        self._flush()
        arguments.write(data)

    def _flush(self) -> None:
        data, self._waiting = bytes(self._waiting), bytearray()
        if data:
            arguments.write(data)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:  # also what was found before an error
        self._flush()


def _payload(cutter: Cutter, part: Union[Run, Event]) -> Iterator[bytes]:
    """The content of a str, bin or ext. Raises BadData for other values."""
    if isinstance(part, Huge):
        yield from part.pieces
        return
    if isinstance(part, Run) and part.kind is FOUND:
        token = tokens.read(part.data, 0)
        if token.kind in (tokens.STR, tokens.BIN, tokens.EXT):
            yield part.data[token.body :]
            return
        raise BadData(part.blame(f"{to_json_exact.named(token)} has no payload: --raw writes its bytes", 0))
    assert isinstance(part, Open)  # the first event of a large container
    text = f"{to_json_exact.named(tokens.read(part.head, 0))} has no payload: --raw writes its bytes"
    path = stream_paths.shortened(cutter.path_of(part))
    raise BadData(f"byte {part.offset}: {text}, at {path}{numbered(cutter.messages)}")


def _file_and_path(words: list[str]) -> tuple[str, str]:
    """The input and the path in it. Raises Usage if one is missing, before any input is read."""
    if len(words) == 2:
        return _in_order(*words)
    if len(words) > 2:
        raise Usage(f"get: one FILE and one PATH are expected, not {len(words)} words; quote a PATH that has spaces")
    if not words:
        raise Usage("get: the PATH is missing: hayapack get [FILE] PATH, with a PATH such as '$.name', or '$' for all")
    word = words[0]
    is_path = word.startswith(("$", "["))
    if word == "-" or (not is_path and os.path.exists(word) and not os.path.isdir(word)):
        text = f"get: the PATH is missing: hayapack get {word} PATH, with a PATH such as '$.name', or '$' for all"
        if word.isidentifier():
            text += f" (to get the key {word} of standard input: '$.{word}')"
        raise Usage(text)
    if sys.stdin.isatty():
        raise Usage(
            f"get: the FILE is missing: hayapack get FILE PATH ({word} is taken as the PATH, and standard input is"
            " a terminal)"
        )
    return "-", word


def _in_order(first: str, second: str) -> tuple[str, str]:
    """FILE and PATH; the reverse order is accepted if only the first word can be the path."""
    surely_path = first.startswith(("$", "["))
    if first == "-" or os.path.exists(first):
        return first, second
    there = second == "-" or os.path.exists(second)
    if there and (surely_path or (_is_path(first) and not _is_path(second))):
        return second, first
    if not (surely_path or (there and _is_path(first))):
        return first, second
    file = "FILE" if second.startswith(("$", "[")) else shlex.quote(second)
    raise Usage(f"get: no such file: {first}; FILE comes before PATH: hayapack get {file} {shlex.quote(first)}")


def _is_path(word: str) -> bool:
    try:
        stream_paths.parse(word)
    except Usage:
        return False
    return True


def without_value(seeker: Seeker, name: str) -> int:
    """Reports how many messages do not have the value; returns the status."""
    if not seeker.missing:
        return STATUS_GOOD
    if seeker.wild and not seeker.found and seeker.missing == 1:
        arguments.complain(name, seeker.first_missing)
        return STATUS_BAD_DATA
    without = counted(seeker.missing, "place" if seeker.wild else "message")
    arguments.complain(name, f"{without} without it; in the first: {seeker.first_missing}")
    return STATUS_GOOD if seeker.found else STATUS_BAD_DATA
