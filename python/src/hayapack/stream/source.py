"""Random access to the bytes of a file, a buffer, or the caller's object."""

from __future__ import annotations

import copy
import os

from .compressed import begins, suffix_of
from .errors import SourceChangedError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


class Source:
    """size: bytes, when it was opened. path: of a file, else None. name: that, or the object's, or None. compressed:
    ".gz", ".zst" or ""; frame: where reading its content begins, as (offset in the content, in the file). Can be
    pickled, if the object can."""

    #: When a file was last written to. Not pickled: on another machine the file may be a copy.
    _written: Optional[int] = None

    frame = (0, 0)

    def __init__(self, given: Any) -> None:
        self.path: Optional[str] = None
        self.compressed = ""
        self._given = given
        if isinstance(given, (str, os.PathLike)):
            self.path = os.fspath(given)
            found = os.stat(given)
            self.size, self._written = found.st_size, found.st_mtime_ns
        elif hasattr(given, "read"):
            size = given.size
            self.size = int(size() if callable(size) else size)
        else:
            with memoryview(given) as view:
                self.size = view.nbytes
        suffix = suffix_of(self.name)
        if suffix and begins(suffix, self.read(0, 4)):
            self.compressed = suffix

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
