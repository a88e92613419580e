"""Random access to the bytes of a file, a buffer, or the caller's object."""

from __future__ import annotations

import gzip
import importlib
import io
import os

from .errors import SourceChangedError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, BinaryIO, Optional

#: Suffixes of compressed files, and how these begin. Both must match: the bytes alone may be messages.
_COMPRESSED = {".gz": b"\x1f\x8b\x08", ".zst": b"\x28\xb5\x2f\xfd"}

#: Bytes that are decompressed at once, which may become 64 MiB.
_ZSTD_PIECE = 2048


class Source:
    """size: bytes, when it was opened. path: of a file, else None. Can be pickled, if the object can."""

    #: When a file was last written to. Not pickled: on another machine the file may be a copy.
    _written: Optional[int] = None

    def __init__(self, given: Any) -> None:
        self.path: Optional[str] = None
        self.compressed = ""
        self._given = given
        if isinstance(given, (str, os.PathLike)):
            self.path = os.fspath(given)
            found = os.stat(given)
            self.size, self._written = found.st_size, found.st_mtime_ns
            suffix = os.path.splitext(self.path)[1].lower()
            if suffix in _COMPRESSED and self.read(0, 4).startswith(_COMPRESSED[suffix]):
                self.compressed = suffix
        elif hasattr(given, "read"):
            size = given.size
            self.size = int(size() if callable(size) else size)
        else:
            with memoryview(given) as view:
                self.size = view.nbytes

    def read(self, offset: int, n: int) -> bytes:
        """The n bytes from offset on; fewer at the end of the source.

        Raises SourceChangedError if a file of the same size was written to since it was opened or
        unpickled, or if bytes within `size` are missing.
        """
        n = min(n, self.size - offset)
        if n <= 0:
            return b""
        data = self._read(offset, n)
        if len(data) != n:
            have = offset + len(data)
            raise SourceChangedError(self.path, f"it had {self.size} bytes, and nothing was read at byte {have}")
        return data

    def _read(self, offset: int, n: int) -> bytes:
        if self.path is not None:
            with open(self.path, "rb") as file:
                file.seek(offset)
                data = file.read(n)
                self._check(os.fstat(file.fileno()))
                return data
        if hasattr(self._given, "read"):
            parts = [bytes(self._given.read(offset, n))]
            while parts[-1] and sum(map(len, parts)) < n:
                have = sum(map(len, parts))
                parts.append(bytes(self._given.read(offset + have, n - have)))
            return b"".join(parts)[:n]
        with memoryview(self._given) as view, view.cast("B") as flat:
            return bytes(flat[offset : offset + n])

    def _check(self, found: os.stat_result) -> None:
        if self._written is None:
            self._written = found.st_mtime_ns
        elif found.st_size == self.size and found.st_mtime_ns != self._written:
            raise SourceChangedError(self.path, "it was written to, and its size is the same")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_written"}

    def decompressor(self) -> BinaryIO:
        """The content of a compressed file, of all its frames. Reading raises EOFError if the file ends inside one.

        Raises ModuleNotFoundError: the package zstandard is missing.
        """
        assert self.path is not None
        if self.compressed == ".gz":
            return gzip.open(self.path, "rb")  # type: ignore[return-value]
        try:
            module = importlib.import_module("compression.zstd")  # from Python 3.14 on
        except ImportError:
            frames = _Frames(importlib.import_module("zstandard"), self.path)
            return io.BufferedReader(frames)
        return module.open(self.path, "rb")  # type: ignore[no-any-return]


class _Frames(io.RawIOBase):
    """A zstd file, read with the package zstandard, whose own files end after the first frame, complete or not."""

    def __init__(self, module: Any, path: str) -> None:
        self._module = module
        self._file = open(path, "rb")
        self._frame: Any = None
        self._input = b""
        self._output = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, into: Any) -> int:
        while not self._output:
            data = self._input or self._file.read(_ZSTD_PIECE)
            if not data:
                if self._frame is not None:
                    raise EOFError("the compressed file ends inside a frame")
                return 0
            if self._frame is None:
                self._frame = self._module.ZstdDecompressor().decompressobj()
            self._output = memoryview(self._frame.decompress(data))
            self._input = b""
            if self._frame.eof:
                self._input, self._frame = self._frame.unused_data, None
        n = min(len(into), len(self._output))
        into[:n] = self._output[:n]
        self._output = self._output[n:]
        return n

    def close(self) -> None:
        self._file.close()
        super().close()
