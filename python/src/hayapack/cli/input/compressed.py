"""Reads gzip, zstd, LZ4, xz and bzip2 files, recognised by their first bytes."""

from __future__ import annotations

import re
import zlib
from typing import Any, Callable, Iterator, Optional

from ..common.exit_status import BadData, Usage

MAGIC = {
    b"\x1f\x8b\x08": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    b"\x04\x22\x4d\x18": "lz4",
    b"\xfd7zXZ\0": "xz",
    b"BZh": "bzip2",
}
LONGEST_MAGIC = 10
# "BZh" could be three MessagePack integers, so what follows is checked too: the block size, and
# the marker of a block or of the end.
BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17\x72\x45\x38\x50\x90)")
PIECE = 1 << 20  # bytes decompressed at a time
MEMORY = 256 << 20  # largest xz dictionary, in bytes
# zstandard does not limit the output of one call, and 4 bytes can expand to 128 KiB: this many
# bytes expand to at most 64 MiB.
ZSTD_PIECE = 2048


def missing(kind: str, package: str) -> str:
    """The message for a package that is not installed."""
    return f"{kind} needs the Python package {package}, which is not installed"


def kind_of(start: bytes) -> Optional[str]:
    """The compression whose files begin with these bytes; None for others."""
    for magic, kind in MAGIC.items():
        if start.startswith(magic) and (kind != "bzip2" or BZIP2.match(start)):
            return kind
    return None


def unpacked(kind: str, read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A read function for the decompressed stream; it returns b"" at the end."""
    pieces = _pieces(kind, read)
    return lambda _: next(pieces, b"")


def package(kind: str) -> Any:
    """The module for this compression; raises Usage if it is not installed."""
    try:
        if kind == "zstd":
            import zstandard

            return zstandard
        if kind == "lz4":
            import lz4.frame

            return lz4.frame
        if kind == "xz":
            import lzma

            return lzma
        if kind == "bzip2":
            import bz2

            return bz2
    except ImportError:
        name = {"zstd": "zstandard", "xz": "lzma", "bzip2": "bz2"}.get(kind, kind)
        raise Usage(missing(kind, name)) from None
    return zlib


def _pieces(kind: str, read: Callable[[int], bytes]) -> Iterator[bytes]:
    """The decompressed bytes in pieces; consecutive frames are one stream."""
    module = package(kind)
    failures = {
        "gzip": zlib.error,
        "zstd": getattr(module, "ZstdError", OSError),
        "xz": getattr(module, "LZMAError", OSError),
        "bzip2": OSError,
    }
    take = {"gzip": _gzip, "zstd": _zstd, "lz4": _lz4, "xz": _xz, "bzip2": _bzip2}[kind]
    rest, at = b"", 0
    while True:
        rest = rest or read(PIECE)
        if not rest:
            return
        while len(rest) < LONGEST_MAGIC:
            more = read(PIECE)
            if not more:
                break
            rest += more
        if kind_of(rest) != kind and at:
            # gzip and xz files may be padded with zeros.
            if kind in ("gzip", "xz") and not rest.strip(b"\0"):
                rest = b""
                continue
            raise BadData(f"{kind}: bytes that are not {kind} follow a complete frame")
        try:
            rest = yield from take(module, rest, read)
        except (failures.get(kind, RuntimeError), RuntimeError) as error:
            raise BadData(f"{kind}: {error}") from None
        at += 1


def _more(kind: str, read: Callable[[int], bytes]) -> bytes:
    data = read(PIECE)
    if not data:
        raise BadData(f"{kind}: the compressed data is truncated")
    return data


def _gzip(_: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    stream = zlib.decompressobj(wbits=31)
    while not stream.eof:
        out = stream.decompress(data, PIECE)
        if out:
            yield out
        data = stream.unconsumed_tail
        if not (data or out or stream.eof):
            data = _more("gzip", read)
    return stream.unused_data


def _lz4(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.LZ4FrameDecompressor(), "lz4", data, read)


def _xz(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.LZMADecompressor(memlimit=MEMORY), "xz", data, read)


def _bzip2(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.BZ2Decompressor(), "bzip2", data, read)


def _with_needs_input(stream: Any, kind: str, data: bytes, read: Callable[[int], bytes]) -> Any:
    """Decompresses through the interface that lzma, bz2 and lz4 share."""
    while not stream.eof:
        out = stream.decompress(data, PIECE)
        if out:
            yield out
        data = b""
        if stream.needs_input and not stream.eof:
            data = _more(kind, read)
    return stream.unused_data or b""


def _zstd(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    stream = module.ZstdDecompressor(max_window_size=1 << 27).decompressobj()
    while True:
        for at in range(0, len(data), ZSTD_PIECE):
            out = stream.decompress(data[at : at + ZSTD_PIECE])
            if out:
                yield out
            if stream.eof:
                return stream.unused_data + data[at + ZSTD_PIECE :]
        data = _more("zstd", read)
