"""Random access to the bytes of a file, a buffer, or the caller's object, which is not trusted."""

from __future__ import annotations

import copy
import hashlib
import os
import stat

from .compressed import LONGEST_SIGNATURE, begins, suffix_of
from .errors import SourceChangedError, SourceReadError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Callable, Optional, Protocol, Union

    from .. import Buffer

    class ReadsAt(Protocol):
        @property
        def size(self) -> Union[int, Callable[[], int]]: ...
        def read(self, offset: int, n: int, /) -> Buffer: ...

    FilePath = Union[str, os.PathLike[str]]
    #: The path of a file, a buffer, or the caller's object.
    Given = Union[FilePath, Buffer, ReadsAt]

#: Bytes at the beginning and at the end of a source that its digests are of.
_ENDS = 4096


def ends(read: Callable[[int, int], bytes], size: int) -> tuple[bytes, bytes]:
    """SHA-256 of the first and of the last 4 KiB of `size` bytes. read(offset, n): the bytes."""
    return _digests(_both(read, size))


def _both(read: Callable[[int, int], bytes], size: int) -> tuple[bytes, bytes]:
    low = max(0, size - _ENDS)
    return read(0, min(_ENDS, size)), read(low, size - low)


def _digests(parts: tuple[bytes, bytes]) -> tuple[bytes, bytes]:
    return hashlib.sha256(parts[0]).digest(), hashlib.sha256(parts[1]).digest()


class Source:
    """size: bytes, when it was opened. path: of a file, else None. name: that, or the object's, or None. compressed:
    the suffix of a compressed file, or ""; frame: where reading its content begins, as (offset in the content, in the
    file). Can be pickled, if the object can. Threads may share it."""

    #: (st_dev, st_ino, st_mtime_ns) of a file. Not pickled: on another machine the file may be a copy.
    _seen: Optional[tuple[int, int, int]] = None

    #: The first and the last 4 KiB of a file; pickled as their digests, because a task should be small.
    _ends: Optional[tuple[bytes, bytes]] = None
    _digests: Optional[tuple[bytes, bytes]] = None

    frame = (0, 0)

    @property
    def seeks(self) -> bool:
        """Whether what is split into messages can be read from any offset on, and `size` is its size."""
        return not self.compressed

    def __init__(self, given: Given) -> None:
        self.path: Optional[str] = None
        self.compressed = ""
        self._given: Any = given
        if isinstance(given, (str, os.PathLike)):
            self.path = os.fspath(given)
            self._open()
        elif hasattr(given, "read"):
            size = self._given.size
            self.size = int(size() if callable(size) else size)
            if self.size < 0:
                raise SourceReadError(self.name, 0, f"its size is said to be {self.size} bytes")
        else:
            with memoryview(self._given) as view:
                self.size = view.nbytes
        suffix = suffix_of(self.name)
        if suffix and begins(suffix, self.read(0, LONGEST_SIGNATURE)):
            self.compressed = suffix

    def _open(self) -> None:
        assert self.path is not None
        with open(self.path, "rb") as file:
            found = os.fstat(file.fileno())
            self.size = found.st_size
            if not stat.S_ISREG(found.st_mode):
                raise SourceReadError(self.path, 0, "it is no regular file, so parts of it cannot be read")
            if not self.size and file.read(1):
                raise SourceReadError(self.path, 0, "its size is said to be 0, but there are bytes")
            self._seen = found.st_dev, found.st_ino, found.st_mtime_ns
            self._ends = _both(_reads(file), self.size)

    @property
    def name(self) -> Optional[str]:
        """The path, or the name of the object, if it has one."""
        name = getattr(self._given, "name", None) if self.path is None else self.path
        return name if isinstance(name, str) else None

    def from_frame(self, content: int, offset: int) -> Source:
        """This source, the content of which is read from a frame on."""
        made = copy.copy(self)
        made.frame = content, offset
        return made

    def read(self, offset: int, n: int) -> bytes:
        """The n bytes from offset on; fewer at the end of the source.

        Raises SourceChangedError if a file is another one, or has other content, than when it was opened, bytes after
        its end apart; or if bytes within `size` are missing. SourceReadError if an object returns no bytes, or more
        than were asked for.
        """
        n = min(n, self.size - offset)
        if n <= 0:
            return b""
        data = self._read(offset, n)
        if len(data) != n:
            have = offset + len(data)
            raise SourceChangedError(self.name, f"it had {self.size} bytes, and nothing was read at byte {have}")
        return data

    def _read(self, offset: int, n: int) -> bytes:
        if self.path is not None:
            with open(self.path, "rb") as file:
                data = _reads(file)(offset, n)
                self._check(file)  # after the reading: before it, a change meanwhile would not be seen
                return data
        if hasattr(self._given, "read"):
            return self._asked(offset, n)
        with memoryview(self._given) as view, view.cast("B") as flat:
            return bytes(flat[offset : offset + n])

    def _check(self, file: BinaryIO) -> None:
        """Raises SourceChangedError unless the file is the one that was opened, with the same bytes up to `size`.

        That the inode differs is no sign by itself: some filesystems make inode numbers up. Nor is a later time, if
        bytes were appended. The ends are compared at each read because a time may have a resolution of a second.
        """
        found = os.fstat(file.fileno())
        if found.st_size < self.size:
            raise SourceChangedError(self.path, f"it had {self.size} bytes, and has {found.st_size}")
        if self._seen is not None:
            device, inode, written = self._seen
            if found.st_size == self.size and found.st_mtime_ns != written:
                raise SourceChangedError(self.path, "it was written to, and its size is the same")
            if found.st_size != self.size and (found.st_dev, found.st_ino) != (device, inode):
                raise SourceChangedError(self.path, "another file has its name now")
        both = _both(_reads(file), self.size)
        if both != self._ends if self._ends else _digests(both) != self._digests:
            raise SourceChangedError(self.path, "its first or its last 4 KiB are not those that it had")
        self._ends, self._seen = both, self._seen or (found.st_dev, found.st_ino, found.st_mtime_ns)

    def _asked(self, offset: int, n: int) -> bytes:
        """What the object returns, in as many pieces as it likes."""
        parts: list[bytes] = []
        have = 0
        while have < n:
            data = self._given.read(offset + have, n - have)
            if not isinstance(data, bytes):
                try:
                    with memoryview(data) as view:
                        data = view.tobytes()
                except TypeError:
                    reason = f"read() returned {type(data).__name__!r} instead of bytes"
                    raise SourceReadError(self.name, offset + have, reason) from None
            if len(data) > n - have:
                reason = f"{len(data)} bytes were returned, where {n - have} were asked for"
                raise SourceReadError(self.name, offset + have, reason)
            if not data:
                break
            parts.append(data)
            have += len(data)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def __getstate__(self) -> dict[str, Any]:
        state = {name: value for name, value in vars(self).items() if name not in ("_seen", "_ends")}
        ends = self._ends
        if ends is not None:
            state["_digests"] = _digests(ends)
        return state


def _reads(file: BinaryIO) -> Callable[[int, int], bytes]:
    """A function of (offset, n) that reads from the file."""

    def read(offset: int, n: int) -> bytes:
        file.seek(offset)
        return file.read(n)

    return read
