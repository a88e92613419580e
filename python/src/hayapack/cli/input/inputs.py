"""Inputs: files, pipes, compressed ones; each provides its bytes by offset."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from typing import IO, Any, Callable, Iterator, Optional

from ...stream.compressed import LONGEST_SIGNATURE, kind_of
from ..common.exit_status import BadData, Stop, Undecompressed, Unreadable, Unwritable, Usage
from . import compressed, standard_streams

WINDOW = 1 << 20  # bytes read at a time
SPOOL = 32 << 20  # bytes of a pipe that are kept in memory; more goes to a temporary file


class Input:
    """One input. name: for messages; total: its stored size in bytes, if known; compression: its kind, if the offsets are
    of decompressed data; seeks: forget() has no effect."""

    compression: Optional[str] = None
    seeks = False

    #: Called with an error of the decompression, where the input then ends; None: the error is raised.
    damaged: Optional[Callable[[Stop], object]] = None

    def __init__(self, name: str, total: Optional[int]) -> None:
        self.name = name
        self.total = total
        self.done = 0  # stored bytes that were read

    def fetch(self, at: int, most: int) -> bytes:
        """Between 1 and `most` bytes from offset `at`; b"" at the end."""
        raise NotImplementedError

    def pieces(self, at: int, n: int) -> Iterator[bytes]:
        """Yields the n bytes from offset `at` on, or those up to the end, as they can be read."""
        while n > 0 and (data := self.fetch(at, n)):
            yield data
            at, n = at + len(data), n - len(data)

    def forget(self, before: int) -> None:
        """The bytes before this offset will not be needed again."""

    def windows(self) -> Iterator[bytes]:
        """Yields the whole input in blocks of at most WINDOW bytes, and releases each before it reads the next."""
        at = 0
        while data := self.fetch(at, WINDOW):
            yield data
            at += len(data)
            self.forget(at)

    def name_for(self, error: Stop) -> str:
        """The name before the text of this error."""
        if self.compression and not isinstance(error, (Unreadable, Usage)):
            return f"{self.name} (decompressed)"
        return self.name

    def close(self) -> None:
        """Close the input's files."""


class FileInput(Input):
    """A regular file, readable at any offset."""

    seeks = True

    def __init__(self, name: str, descriptor: int, start: int, total: int) -> None:
        super().__init__(name, total)
        self._descriptor, self._start = descriptor, start

    def fetch(self, at: int, most: int) -> bytes:
        try:
            data = os.pread(self._descriptor, most, self._start + at)
        except OSError as error:
            raise Unreadable(f"byte {at}: {error.strerror or error}") from None
        self.done = at + len(data)
        return data

    def close(self) -> None:
        if self._descriptor > 2:
            os.close(self._descriptor)


class PipeInput(Input):
    """An input that can be read only once; the bytes after the offset given to forget() are kept."""

    def __init__(self, name: str, total: Optional[int], read: Callable[[int], bytes], close: Any) -> None:
        super().__init__(name, total)
        self._read, self._close = read, close
        self._held = bytearray()
        self._base = 0  # offset of the first byte kept
        self._spool: Optional[IO[bytes]] = None  # keeps the bytes if there are many
        self._end = 0

    def fetch(self, at: int, most: int) -> bytes:
        if at >= self._end:
            try:
                data = self._read(WINDOW)
            except Undecompressed as error:
                if self.damaged is None:
                    raise
                self.damaged(error)
                return b""
            if not data:
                return b""
            self._end += len(data)
            self._keep(data)
        start = at - self._base
        if self._spool:
            self._spool.seek(start)
            return self._spool.read(most)
        return bytes(memoryview(self._held)[start : start + most])

    def _keep(self, data: bytes) -> None:
        try:
            self._store(data)
        except OSError as error:
            where = f"a temporary file in {tempfile.gettempdir()}"
            raise Unwritable(f"{where}: {error.strerror or error}") from None

    def _store(self, data: bytes) -> None:
        if self._spool is None and len(self._held) > SPOOL:
            self._spool = tempfile.TemporaryFile(buffering=0)
            _write_all(self._spool, self._held)
            self._held = bytearray()
        if self._spool:
            self._spool.seek(0, os.SEEK_END)
            _write_all(self._spool, data)
        else:
            self._held += data

    def forget(self, before: int) -> None:
        if self._spool and before >= self._end:
            self._spool.close()
            self._spool = None
            self._base = self._end
        elif self._spool is None:
            size = before - self._base
            if size * 2 >= len(self._held):
                del self._held[:size]
                self._base = before

    def close(self) -> None:
        if self._spool:
            self._spool.close()
        self._close()


def _write_all(file: IO[bytes], data: Any) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def shown(name: str) -> str:
    return "standard input" if name == "-" else name


def open_input(name: str) -> Input:
    """The input of this name; "-" is standard input. Compressed ones are decompressed."""
    try:
        descriptor = sys.stdin.fileno() if name == "-" else os.open(name, os.O_RDONLY | _BINARY)
        state = os.fstat(descriptor)
        if stat.S_ISDIR(state.st_mode):
            raise BadData("Is a directory")
        if name == "-" and _is_closed(descriptor):
            raise BadData("it is closed")
        regular = stat.S_ISREG(state.st_mode) and hasattr(os, "pread")
        start = os.lseek(descriptor, 0, os.SEEK_CUR) if regular else 0
    except OSError as error:
        raise BadData(error.strerror or str(error)) from None
    if regular:
        first = os.pread(descriptor, LONGEST_SIGNATURE, start)
        if kind_of(first) is None:
            return FileInput(shown(name), descriptor, start, state.st_size - start)
    return _pipe(shown(name), descriptor, state.st_size - start if regular else None)


def _is_closed(descriptor: int) -> bool:
    """Whether standard input is the replacement made by standard_streams.open_missing()."""
    try:
        os.read(descriptor, 0)
    except OSError:
        return True
    return False


_BINARY = getattr(os, "O_BINARY", 0)


def _pipe(name: str, descriptor: int, total: Optional[int]) -> Input:
    input: PipeInput

    def raw(size: int) -> bytes:
        try:
            standard_streams.wait_readable(descriptor)
            data = os.read(descriptor, size)
        except OSError as error:
            raise Unreadable(f"byte {input.done}: {error.strerror or error}") from None
        input.done += len(data)
        return data

    def close() -> None:
        if descriptor > 2:
            os.close(descriptor)

    input = PipeInput(name, total, raw, close)
    first = more = raw(WINDOW)
    while more and compressed.needs_more(first):
        more = raw(WINDOW)
        first += more
    input._read = _after(first, raw)
    input.compression = kind_of(first)
    if input.compression:
        input._read = compressed.unpacked(input.compression, input._read)
    return input


def _after(first: bytes, read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A read function that first returns bytes that were read before."""
    waiting = [first] if first else []

    def go(size: int) -> bytes:
        return waiting.pop() if waiting else read(size)

    return go
