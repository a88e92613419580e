"""The sidecar index: where messages begin, about one for each MiB of a file."""

from __future__ import annotations

import hashlib
import os
import struct
import sys
from array import array
from bisect import bisect_left
from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from .atomic_output import replacing
from .boundary import int64, scan_messages
from .compressed import Content
from .errors import StaleIndexError
from .message_blocks import content_blocks
from .range_scans import SPACING, Joined, Mark, fault_of, parts
from .source import Source, ends

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional

    from .source import FilePath, Given

SUFFIX = ".hayaidx"

#: magic, version, size, end, messages, number of marks, SHA-256 of the first and of the last 4 KiB
_HEADER = struct.Struct("<8sQQQQQ32s32s")
_MAGIC, _PLAIN, _COMPRESSED = b"HAYAIDX\n", 1, 2
#: The numbers of a mark, by the version.
_NUMBERS = {_PLAIN: 2, _COMPRESSED: 3}
_DIGEST = 32


class Marks(Sequence):  # type: ignore[type-arg]
    """Pairs of numbers in 16 bytes each: lists of tuples would have 128, which is 1.3 GB for a file of 10 TB."""

    __slots__ = ("_numbers",)

    def __init__(self, numbers: array[int]) -> None:
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers) // 2

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        at = range(len(self))[at]
        return self._numbers[2 * at], self._numbers[2 * at + 1]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        numbers = iter(self._numbers)
        return zip(numbers, numbers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Marks, list)) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class Index(NamedTuple):
    """size: of the file in bytes; end: after its last whole message; count: its messages; marks: (offset
    of a message, number of messages before it), the first one from each MiB on; first, last: SHA-256 of
    the first and of the last 4 KiB. frames: None; of a .zst file, where end and the offsets are those in
    its content: for each mark the offset in the file of the frame that begins with the message."""

    size: int
    end: int
    count: int  # type: ignore[assignment]  # hides tuple.count
    marks: Sequence[tuple[int, int]]
    first: bytes
    last: bytes
    frames: Optional[Sequence[int]] = None

    def check(self, source: Given) -> None:
        """Raises StaleIndexError unless the source is that file, which may have grown."""
        source = source if isinstance(source, Source) else Source(source)
        if source.size < self.size:
            raise StaleIndexError(source.path, f"the file has {source.size} bytes, the index is of {self.size}")
        if bool(source.compressed) != (self.frames is not None):
            raise StaleIndexError(source.path, "one of the two is compressed")
        if ends(source.read, self.size) != (self.first, self.last):
            raise StaleIndexError(source.path, "the first or the last 4 KiB of what was indexed have changed")


def write_index(source: Given, dest: Optional[FilePath] = None) -> Index:
    """Scans the source and writes its index to the path dest (default: the source's path + ".hayaidx").

    The file gets its name when it is complete. If dest has an index of the same file before it grew, only
    the rest is scanned. An incomplete message at the end is left out: ``end`` is less than ``size``.
    Of a .zst file it has the frames that begin with a message; what a frame begins in the middle of a message belongs
    to the range of the one before. Raises FormatError and StackError for a damaged source, SourceChangedError if it
    changes meanwhile; EOFError and TruncatedError if a .zst file ends inside a frame or a message; ValueError for
    another compressed file, which can't be split.
    """
    source = source if isinstance(source, Source) else Source(source)
    if source.compressed not in ("", ".zst"):
        raise ValueError(f"a compressed {source.compressed} file is one range, which needs no index")
    if dest is None:
        if source.path is None:
            raise ValueError("a source without a path needs dest")
        dest = source.path + SUFFIX
    index = (_made_of_frames if source.compressed else _made)(source, _earlier(source, dest))
    with replacing(dest) as file:
        file.write(_packed(index))
    return index


def _earlier(source: Source, dest: FilePath) -> Optional[Index]:
    try:
        index = read_index(dest)
        index.check(source)
    except (OSError, ValueError):
        return None
    return index


def _made(source: Source, earlier: Optional[Index]) -> Index:
    joined = Joined(source, SPACING, earlier.end if earlier else 0, earlier.count if earlier else 0)
    marks: list[Mark] = list(earlier.marks) if earlier else []
    for part in parts(source, joined.end, source.size, SPACING, joined.count):
        if part.fault and part.fault.name != "truncated":
            raise fault_of(source, part.fault)
        marks += part.marks
        joined.end, joined.count = part.end, part.count
    return Index(source.size, joined.end, joined.count, marks, *ends(source.read, source.size))


def _made_of_frames(source: Source, earlier: Optional[Index]) -> Index:
    marks: list[Mark] = list(earlier.marks) if earlier else []
    frames = list(earlier.frames or ()) if earlier else []
    at = end = count = after = 0
    if marks:  # what follows the last mark is read again
        (end, count), at = marks.pop(), frames.pop()
    found: deque[tuple[int, int]] = deque()
    source = source.from_frame(end, at)
    for base, data in content_blocks(source, Content(source, found)):
        starts = int64(scan_messages(data, 0, len(data), 1, 0, 0, 0)[0])
        end = base + len(data)
        while found and found[0][0] < end:
            content, at = found.popleft()
            place = bisect_left(starts, content - base)
            if content >= after and place < len(starts) and starts[place] == content - base:
                marks.append((content, count + place))
                frames.append(at)
                after = (content // SPACING + 1) * SPACING
        count += len(starts)
    return Index(source.size, end, count, marks, *ends(source.read, source.size), array("Q", frames))


def _packed(index: Index) -> bytes:
    version = _PLAIN if index.frames is None else _COMPRESSED
    head = _HEADER.pack(_MAGIC, version, index.size, index.end, index.count, len(index.marks), index.first, index.last)
    numbers = array("Q")
    for number, mark in enumerate(index.marks):
        numbers.extend(mark)
        if index.frames is not None:
            numbers.append(index.frames[number])
    if sys.byteorder == "big":
        numbers.byteswap()
    data = head + numbers.tobytes()
    return data + hashlib.sha256(data).digest()


def read_index(file: FilePath) -> Index:
    """The index in a file, by its path. Raises StaleIndexError if it is not one, or is damaged."""
    path = os.fspath(file)
    with open(path, "rb") as opened:
        data = opened.read()
    body, digest = memoryview(data)[:-_DIGEST], data[-_DIGEST:]
    if len(body) < _HEADER.size or not data.startswith(_MAGIC) or hashlib.sha256(body).digest() != digest:
        raise StaleIndexError(path, "this is no index, or a damaged one")
    _, version, size, end, count, n, first, last = _HEADER.unpack_from(body)
    if version not in _NUMBERS or len(body) != _HEADER.size + n * _NUMBERS[version] * 8:
        raise StaleIndexError(path, f"version {version} is not known")
    numbers = array("Q")
    numbers.frombytes(body[_HEADER.size :])
    if sys.byteorder == "big":
        numbers.byteswap()
    frames = None
    if version == _COMPRESSED:
        frames = numbers[2::3]
        del numbers[2::3]
    return Index(size, end, count, Marks(numbers), first, last, frames)
