"""The content of compressed files, read forwards, frame by frame; .gz and .zst files are also written."""

from __future__ import annotations

import importlib
import itertools
import os
import re
import zlib

from .boundary import int64, scan_messages

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Callable, Iterator, NoReturn, Optional

#: How compressed data begin. 1f 8b 08 could be the integer 31 and a map whose first key is 8, and "BZh" three integers,
#: so what follows is checked too: gzip's flags; bzip2's block size, and the marker of a block or of the end.
SIGNATURES = {
    "gzip": re.compile(rb"\x1f\x8b\x08(?:[\x00-\x1f]|\Z)"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd"),
    "lz4": re.compile(rb"\x04\x22\x4d\x18"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    "bzip2": re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)"),
}
LONGEST_SIGNATURE = 10

#: The names of compressed files end so. That and the signature must match, because the bytes alone may be messages.
SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".lz4": "lz4", ".xz": "xz", ".bz2": "bzip2"}

#: A frame to skip, which may be before those of zstd and LZ4.
_SKIPPED = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")

#: The default size of a zstd frame's content, in bytes. Frames of this size make files 1 % longer than one frame.
FRAME = 4 << 20

#: Bytes that are read at once, and those of them that are decompressed at once: they may become 64 MiB.
_READ = 1 << 20
_PIECE = 2048

#: The largest dictionary of an .xz file, in bytes.
_XZ_MEMORY = 256 << 20


def suffix_of(name: Optional[str]) -> str:
    """That of SUFFIXES with which the name of a file or its address ends; else an empty string."""
    if name is None:
        return ""
    path = name.partition("?")[0] if "://" in name else name
    suffix = os.path.splitext(path)[1].lower()
    return suffix if suffix in SUFFIXES else ""


def begins(suffix: str, first: bytes) -> bool:
    """Whether the first bytes, LONGEST_SIGNATURE if there are as many, are those of such a file."""
    kind = SUFFIXES[suffix]
    return kind_of(first) == kind or (kind in ("zstd", "lz4") and _SKIPPED.match(first) is not None)


def kind_of(start: bytes) -> Optional[str]:
    """The compression whose files begin with these bytes; None for others."""
    for kind, signature in SIGNATURES.items():
        if signature.match(start):
            return kind
    return None


def zstd() -> Any:
    """compression.zstd, of Python 3.14, or backports.zstd, which is like it; else the package zstandard. Raises
    ModuleNotFoundError."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return importlib.import_module("zstandard")


def _maker(suffix: str) -> tuple[Callable[[], Any], type[Exception]]:
    """What makes a decompressor of one frame, and what that raises."""
    if suffix == ".gz":
        return lambda: zlib.decompressobj(31), zlib.error  # 31: with gzip's header and its checksum
    if suffix == ".xz":
        import lzma

        return lambda: lzma.LZMADecompressor(memlimit=_XZ_MEMORY), lzma.LZMAError
    if suffix == ".bz2":
        import bz2

        return bz2.BZ2Decompressor, OSError
    if suffix == ".lz4":
        return importlib.import_module("lz4.frame").LZ4FrameDecompressor, RuntimeError
    module = zstd()
    if hasattr(module, "ZstdFile"):  # compression.zstd
        return module.ZstdDecompressor, module.ZstdError
    return lambda: module.ZstdDecompressor().decompressobj(), module.ZstdError


def compress(parts: Iterable[bytes], suffix: str, frame: int = FRAME) -> Iterator[bytes]:
    """What a file of this suffix has for the parts, each of which is of whole messages: zstd frames of whole messages
    with about `frame` bytes of content, or one gzip frame."""
    if frame < 1:
        raise ValueError("frame must be positive")
    if suffix not in (".gz", ".zst"):
        raise ValueError(f"{suffix} files are read, but not written: choose .gz or .zst")
    if suffix == ".gz":
        gzip = zlib.compressobj(wbits=31)
        for part in parts:
            yield gzip.compress(part)
        yield gzip.flush()
        return
    module = zstd()
    made = module.compress if hasattr(module, "ZstdFile") else module.ZstdCompressor().compress
    held: list[bytes] = []
    size, some = 0, False
    for piece in itertools.chain.from_iterable(_pieces(part, frame) for part in parts):
        held.append(piece)
        size += len(piece)
        if size >= frame:
            yield made(b"".join(held))
            held, size, some = [], 0, True
    if size or not some:  # a file without frames is no zstd file
        yield made(b"".join(held))


def _pieces(part: bytes, size: int) -> Iterator[bytes]:
    """The part, if it is longer than `size` in pieces of whole messages of about that size."""
    if len(part) <= size:
        yield part
        return
    found = scan_messages(part, 0, len(part), 1, size, size, 0)[0]
    cuts = [0, *int64(found)[::2], len(part)]
    for start, stop in zip(cuts, cuts[1:]):
        yield part[start:stop]


class Content:
    """What a compressed source contains from its `frame` on. error: why it ends before its end, an EOFError or a
    ValueError; else None. frames: what (offset in the content, in the file) of each frame is appended to, or None."""

    def __init__(self, source: Any, frames: Any = None) -> None:  # a Source
        self.error: Optional[Exception] = None
        self._frames = frames
        self._source = source
        self._make, self._failure = _maker(source.compressed)
        self._held, self._input = b"", memoryview(b"")  # content, and compressed bytes
        self._at, self._pos = source.frame  # their offsets
        self._made = self._at  # the offset of the content that is decompressed next
        self._frame: Any = None

    def read(self, offset: int, n: int) -> bytes:
        """n bytes of the content; fewer at its end, or before an error. No offset is less than the one before."""
        while self._at + len(self._held) < offset:
            self._at += len(self._held)
            self._held = self._more()
            if not self._held:
                return b""
        parts = [self._held[offset - self._at :]]
        self._at, need = offset, n - len(parts[0])
        while need > 0:
            more = self._more()
            if not more:
                break
            parts.append(more)
            need -= len(more)
        self._held = b"".join(parts)
        return self._held[:n]

    def fail(self) -> NoReturn:
        """Raises `error`, and forgets it: the frames in its traceback refer to this object."""
        error, self.error = self.error, None
        assert error is not None
        try:
            raise error
        finally:
            del error

    def _more(self) -> bytes:
        """The content of some compressed bytes; empty at its end."""
        data = b""
        while not data and not self.error and self._fill():
            if self._frame is None:
                self._frame = self._make()
                if self._frames is not None:
                    self._frames.append((self._made, self._pos))
            piece = self._input[:_PIECE]
            try:
                data = self._frame.decompress(piece)
            except self._failure as error:
                self.error = ValueError(f"{self._where()}: the compressed data are damaged: {error}")
                break
            self._made += len(data)
            used = len(piece) - len(self._frame.unused_data or b"")
            self._input, self._pos = self._input[used:], self._pos + used
            if self._frame.eof:
                self._frame = None
        return data

    def _fill(self) -> bool:
        """Whether there are compressed bytes that belong to a frame."""
        while True:
            if not self._input:
                self._input = memoryview(self._source.read(self._pos, _READ))
            if self._frame is not None or self._source.compressed not in (".gz", ".xz") or self._input[:1] != b"\0":
                break
            zeros = len(self._input) - len(bytes(self._input).lstrip(b"\0"))  # which may follow frames of gzip and xz
            self._input, self._pos = self._input[zeros:], self._pos + zeros
        if not self._input and self._frame is not None:
            self.error = EOFError(f"{self._where()}: the compressed file ends inside a frame")
        return bool(self._input)

    def _where(self) -> str:
        name = self._source.name
        return (f"{name}: " if name else "") + f"after {self._made} bytes of content"
