"""Where converted data goes: a file, compressed by its name, or standard output."""

from __future__ import annotations

import gzip
import os
import sys
from types import TracebackType
from typing import Any, Optional

from . import compressed
from .outcome import Usage

SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".lz4": "lz4"}


class Output:
    """Takes bytes. Use it as a context: what came before an error is kept."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._file: Any = None
        self._raw: Any = None

    def __enter__(self) -> Output:
        if self.name == "-":
            self._file = sys.stdout.buffer
            return self
        kind = SUFFIXES.get(os.path.splitext(self.name)[1].lower())
        module = compressed.package(kind) if kind else None
        try:
            self._raw = open(self.name, "wb")
        except OSError as error:
            raise Usage(f"{self.name}: {error.strerror}") from None
        self._file = _compressor(kind, module, self._raw)
        return self

    def write(self, data: bytes) -> None:
        self._file.write(data)
        if self.name == "-":
            self._file.flush()

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        if self._raw:
            if self._file is not self._raw:
                self._file.close()
            self._raw.close()


def _compressor(kind: Optional[str], module: Any, file: Any) -> Any:
    if kind == "gzip":
        return gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0)
    if kind == "zstd":
        return module.ZstdCompressor().stream_writer(file, closefd=False)
    if kind == "lz4":
        return module.LZ4FrameFile(file, mode="wb")
    return file


def same_file(one: str, other: str) -> bool:
    """Whether writing to `other` would destroy `one` before it is read."""
    try:
        return "-" not in (one, other) and os.path.samefile(one, other)
    except OSError:
        return False


def refuse_terminal(what: str) -> None:
    """MessagePack on a terminal helps nobody."""
    if sys.stdout.isatty():
        raise Usage(f"{what} is not written to a terminal: give a file, or a pipe")
