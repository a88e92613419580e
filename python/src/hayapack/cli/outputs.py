"""Outputs: a file, compressed according to its suffix, or standard output.

A file gets its name only when it is complete. Until then it has another name in the same folder;
after an error, Ctrl-C or SIGTERM it is removed, and an existing file stays as it was.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import os
import stat
import sys
import tempfile
from typing import Any, Optional

from ..stream.compressed import FRAME
from .common.exit_status import Unwritable, Usage
from .input import compressed

SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".lz4": "lz4", ".xz": "xz", ".bz2": "bzip2"}


class Output:
    """Writes bytes. A context manager: the file gets its name at the end.

    replace: an existing file is replaced; otherwise it is an error. Anything but a regular file (a
    device, a named pipe) is written to directly.
    """

    def __init__(self, name: str, *, replace: bool = True) -> None:
        self.name = name
        self._replace = replace
        self._target = self._unfinished = ""
        self._file: Any = None
        self._raw: Any = None
        self._flush: Any = None  # of a .zst file: the argument of its flush() that ends a frame
        self._in_frame = 0  # bytes

    def open(self) -> None:
        if self.name == "-":
            self._file = sys.stdout.buffer
            return
        kind = SUFFIXES.get(os.path.splitext(self.name)[1].lower())
        module = compressed.package(kind) if kind else None
        try:
            self._raw = self._begin()
            self._file = _compressor(kind, module, self._raw)
            if kind == "zstd":
                self._flush = module.ZstdFile.FLUSH_FRAME if hasattr(module, "ZstdFile") else module.FLUSH_FRAME
        except OSError as error:
            self.discard()
            raise self._failure(error) from None

    def _begin(self) -> Any:
        mode = _mode_of(self.name)
        if mode is not None:
            if not self._replace:
                raise FileExistsError(17, "File exists")
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(21, "Is a directory")
            if not stat.S_ISREG(mode):
                return io.open(self.name, "wb")
            if not os.access(self.name, os.W_OK):
                raise PermissionError(13, "Permission denied")
        # Resolve links: the file is replaced, not the link.
        self._target = os.path.realpath(self.name)
        folder, base = os.path.split(self._target)
        # A file name must not exceed 255 bytes.
        descriptor, self._unfinished = tempfile.mkstemp(".part", f".{base[:40]}.", folder)
        with contextlib.suppress(OSError, AttributeError):
            os.fchmod(descriptor, 0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        return io.open(descriptor, "wb")

    def write(self, data: bytes) -> None:
        try:
            self._file.write(data)
            self._in_frame += len(data)
            if self.name == "-":
                self._file.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise self._failure(error) from None

    def end_message(self) -> None:
        """Called between messages, where a .zst file may begin a frame: the file can be split there."""
        if self._flush is not None and self._in_frame >= FRAME:
            try:
                self._file.flush(self._flush)
            except OSError as error:
                raise self._failure(error) from None
            self._in_frame = 0

    def __enter__(self) -> Output:
        self.open()
        return self

    def __exit__(self, kind: Optional[type[BaseException]], *_: object) -> None:
        if kind is None:
            self.finish()
        else:
            self.discard()

    def finish(self) -> None:
        """Called after all was written: gives the file its name."""
        try:
            if self._raw:
                self._finish()
        except OSError as error:
            raise self._failure(error) from None
        finally:
            self.discard()

    def _finish(self) -> None:
        if self._file is not self._raw:
            self._file.close()
        self._raw.close()
        if not self._unfinished:
            return
        if self._replace:
            os.replace(self._unfinished, self._target)
        else:
            _publish(self._unfinished, self._target)
        self._unfinished = ""

    def discard(self) -> None:
        """Removes an unfinished file; does nothing after finish()."""
        if self._raw:
            # The compressor first: its destructor would write to a closed file, and say so.
            for file in (self._file, self._raw):
                with contextlib.suppress(Exception):
                    file.close()
        if self._unfinished:
            with contextlib.suppress(OSError):
                os.unlink(self._unfinished)

    def _failure(self, error: OSError) -> Unwritable:
        return Unwritable(f"{shown(self.name)}: {error.strerror or error}")


def shown(name: str) -> str:
    """The name of an output in messages."""
    return "standard output" if name == "-" else name or repr(name)


def is_file(name: str) -> bool:
    """Whether an output of this name is a file, new or replaced: neither standard output nor a device or a pipe."""
    mode = None if name == "-" else _mode_of(name)
    return name != "-" and (mode is None or stat.S_ISREG(mode))


def _publish(unfinished: str, target: str) -> None:
    """Gives the file its name, unless another file has got it meanwhile."""
    try:
        os.link(unfinished, target)
    except FileExistsError:
        raise
    except OSError:  # no hard links on this file system
        if os.path.lexists(target):
            raise FileExistsError(17, "File exists") from None
        os.rename(unfinished, target)
    else:
        os.unlink(unfinished)


def _mode_of(path: str) -> Optional[int]:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _compressor(kind: Optional[str], module: Any, file: Any) -> Any:
    if kind == "gzip":
        return gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0)
    if kind == "zstd":
        if hasattr(module, "ZstdFile"):  # compression.zstd
            return module.ZstdFile(file, mode="wb")
        return module.ZstdCompressor().stream_writer(file, closefd=False)
    if kind == "lz4":
        return module.LZ4FrameFile(file, mode="wb")
    if kind == "xz":
        return module.LZMAFile(file, mode="wb")
    if kind == "bzip2":
        return module.BZ2File(file, mode="wb")
    return file


def same_file(one: str, other: str) -> bool:
    """Whether `other` is the same file as `one`, which writing would destroy."""
    try:
        return "-" not in (one, other) and os.path.samefile(one, other)
    except OSError:
        return False


def refuse_terminal(what: str) -> None:
    """Raises Usage if standard output is a terminal."""
    if sys.stdout.isatty():
        raise Usage(f"{what} is not written to a terminal: give a file, or a pipe")
