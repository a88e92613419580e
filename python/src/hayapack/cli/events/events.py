"""The events of a Cutter: runs of complete values, and the parts of larger values."""

from __future__ import annotations

import itertools
import re
from typing import Any, Iterator, NamedTuple, Optional, Union

from ... import Packer, Unpacker, UnpackException, unpackb
from ..._core import tokens
from ..._core.first_error import Walk
from ..._core.tokens import ARRAY, EXT_LZ4_ARRAY, EXT_LZ4_BLOCK, MAP
from ..._errors import make_errors
from ..._wire.scan import Limits
from . import nesting, paths

MESSAGES, ITEMS, PAIRS, KEY, VALUE = "messages", "items", "pairs", "key", "value"
FOUND = "found"
LZ4_LEADS = frozenset([0xC7, 0xC8, 0xC9, *range(0xD4, 0xD9), *range(0x91, 0xA0), 0xDC, 0xDD])
EXT_98_OR_99 = re.compile(rb"(?:[\xd4-\xd8]|\xc7.|\xc8..|\xc9....)[bc]", re.DOTALL)


class Run(NamedTuple):
    """Consecutive complete values.

    data: their bytes; offset: of data in the input; kind: messages, items of the opened array,
    pairs of the opened map (two values each), one key of it, the value after a key that was opened
    itself, or one value found by its path (path is then its own); count: how many there are;
    first: the number of the first, from 0; depth: number of open containers around them; path: of
    the innermost of these; message: the number of the (first) message; outer: beginning of an
    error's text if this is the content of another value; lz4: messages of ext 98 and 99 are LZ4; max_depth:
    the most containers inside each other, for the content of LZ4 and typed values, which was not checked yet.
    """

    data: bytes
    offset: int
    kind: str
    count: int  # type: ignore[assignment]  # tuple.count is not used
    first: int
    depth: int
    path: str
    message: int
    outer: str = ""
    lz4: bool = True
    max_depth: int = nesting.MAX_DEPTH

    def units(self) -> Iterator[Run]:
        """Its messages (items, pairs) as runs of one."""
        unpacker = new_unpacker()
        unpacker.feed(self.data)
        start = 0
        for number in range(self.count):
            unpacker.skip()
            if self.kind is PAIRS:
                unpacker.skip()
            end = unpacker.tell()
            message = self.message + number if self.kind is MESSAGES else self.message
            yield self._replace(
                data=self.data[start:end], offset=self.offset + start, count=1,
                first=self.first + number, message=message,
            )  # fmt: skip
            start = end

    def messages(self) -> Iterator[bytes]:
        """The bytes of each of its messages."""
        unpacker = new_unpacker()
        unpacker.feed(self.data)
        data, skip, tell, start = self.data, unpacker.skip, unpacker.tell, 0
        for _ in range(self.count):
            skip()
            end = tell()
            yield data[start:end]
            start = end

    def parts(self) -> Iterator[tuple[Run, bool]]:
        """(run, may be LZ4): its messages, separate runs for each that may be LZ4."""
        if not self.lz4 or self.outer or EXT_98_OR_99.search(self.data) is None:
            yield self, False
            return
        unpacker = new_unpacker()
        unpacker.feed(self.data)
        data, skip, tell = self.data, unpacker.skip, unpacker.tell
        start = end = first = 0
        for number in range(self.count):
            at = end
            skip()
            end = tell()
            if data[at] in LZ4_LEADS and is_lz4(data, at):
                if number > first:
                    yield self._part(start, at, first, number), False
                yield self._part(at, end, number, number + 1), True
                start, first = end, number + 1
        if self.count > first:
            yield self._part(start, end, first, self.count), False

    def _part(self, start: int, end: int, first: int, after: int) -> Run:
        """The messages with these numbers; data[start:end] has their bytes."""
        return self._replace(
            data=self.data[start:end], offset=self.offset + start, count=after - first,
            first=self.first + first, message=self.message + first,
        )  # fmt: skip

    def halves(self) -> tuple[Run, Run]:
        """Its first and second half; it must have at least two units."""
        count = self.count // 2
        start = head(ARRAY, count * (2 if self.kind is PAIRS else 1))
        unpacker = new_unpacker()
        unpacker.feed(start)
        unpacker.feed(self.data)
        unpacker.skip()
        size = unpacker.tell() - len(start)
        message = self.message + count if self.kind is MESSAGES else self.message
        return self._replace(data=self.data[:size], count=count), self._replace(
            data=self.data[size:], offset=self.offset + size, count=self.count - count,
            first=self.first + count, message=message,
        )  # fmt: skip

    def wrapped(self) -> bytes:
        """The values as one message: an array, or a map for pairs."""
        return head(MAP if self.kind is PAIRS else ARRAY, self.count) + self.data

    def blame(self, text: str, offset: int) -> str:
        """The message for an error at this offset of the data."""
        place = f"byte {self.offset + offset}: {text}, at {paths.shortened(self._path_at(offset))}"
        return self.outer + place + numbered(self.message)

    def blame_error(self, error: UnpackException, offset: Optional[int] = None) -> str:
        """The same for an error of the library in the data."""
        return self.blame(words(error), error.offset if offset is None else offset)

    def _path_at(self, offset: int) -> str:
        wrapped = self.wrapped()
        offset += len(wrapped) - len(self.data)
        path = self.path
        try:
            for at, _, levels in tokens.walk(wrapped):
                if at > offset:
                    break
                if levels:
                    levels[0].first = self.first
                    path = self.path_of(levels)
        except (tokens.Truncated, ValueError):
            pass  # the path up to the damaged value
        return path

    def path_of(self, levels: list[tokens.Level]) -> str:
        """The path of the current value of walk(wrapped())."""
        inner = tokens.path_of(levels[1:])[1:]
        if self.kind in (MESSAGES, FOUND):
            return self.path + inner
        if self.kind is KEY:
            return f"{self.path}{{key #{self.first}}}{inner}"
        if self.kind is VALUE:
            return f"{self.path}{{#{self.first}}}{inner}"
        return self.path + levels[0].component() + inner


def first_units(run: Run, count: int) -> Run:
    """The first messages (items, pairs) of a run."""
    size = sum([len(unit.data) for unit in itertools.islice(run.units(), count)])
    return run._replace(data=run.data[:size], count=count)


def numbered(message: int) -> str:
    """The end of an error's text: the number of the message, from the second on."""
    return f", in message {message + 1}" if message else ""


class Open(NamedTuple):
    """The header of a message, or of a value in one, that is too large for one piece."""

    kind: str  # ARRAY or MAP
    count: int  # type: ignore[assignment]
    offset: int
    head: bytes
    is_key: bool
    number: int  # of the item or entry


class Close(NamedTuple):
    """The end of the container that was opened last."""

    offset: int


class Huge(NamedTuple):
    """A str, bin or ext of more than BIG bytes. Its payload can be read once, in order."""

    token: tokens.Token  # its offsets count from `offset`
    offset: int
    head: bytes
    pieces: Iterator[bytes]
    is_key: bool
    number: int


Event = Union[Run, Open, Close, Huge]


def head(kind: str, count: int) -> bytes:
    """The shortest header of an array or a map."""
    packer = Packer()
    return packer.pack_map_header(count) if kind is MAP else packer.pack_array_header(count)


def new_unpacker(max_depth: int = nesting.MOST) -> Unpacker:
    """An Unpacker for values with any keys; by default for those that a Cutter has checked."""
    return Unpacker(max_buffer_size=0, max_depth=max_depth, strict_map_key=False)


def structure_error(data: bytes, max_depth: int) -> UnpackException:
    """The error for which a scan does not accept the value at the beginning of these bytes: text, timestamps and keys of
    maps are not checked."""
    try:
        unpackb(
            data, strict_map_key=False, object_pairs_hook=len, unicode_errors="surrogateescape", max_depth=max_depth
        )
    except UnpackException as error:
        if error.name != "invalid_timestamp":
            return error
    walk = Walk(data, 0, len(data), Limits(depth=max_depth), check_text=False, check_time=False)
    found = walk.find()
    if found is None:
        raise SystemError("hayapack: the scan and the decoder do not agree")
    at = found.offset
    error = make_errors.unpack_error(found.name, data[at : at + 16], len(data) - at, at, walk.path(), found.facts)
    assert isinstance(error, UnpackException)
    return error


def is_lz4(data: Any, at: int = 0) -> bool:
    """Whether the message at this offset has one of the two LZ4 framings."""
    if is_ext(data, at, EXT_LZ4_BLOCK):
        return True
    try:
        token = tokens.read(data, at)
    except (tokens.Truncated, ValueError):
        return False
    return token.kind is ARRAY and is_ext(data, token.body, EXT_LZ4_ARRAY)


def is_ext(data: Any, at: int, kind: int) -> bool:
    """Whether an ext of this type begins at this offset; its header suffices."""
    start = bytes(data[at : at + tokens.LONGEST_HEAD])
    type_offsets = {0xC7: 2, 0xC8: 3, 0xC9: 5, **{format_byte: 1 for format_byte in range(0xD4, 0xD9)}}
    offset = type_offsets.get(start[0], 0) if start else 0
    return 0 < offset < len(start) and start[offset] == kind


def words(error: UnpackException) -> str:
    """An error's text without its offset and path."""
    if error.name == "invalid_key":  # the text advises options of the library
        return "a key that is an array or a map, which a dict can't have"
    text = str(error)
    start, end = f"byte {error.offset}: ", f", at {error.path}"
    text = text[len(start) :] if text.startswith(start) else text
    if error.name == "too_deep":  # the text has only both ends of a long path
        return text.partition(", at $")[0]
    return text[: -len(end)] if text.endswith(end) else text
