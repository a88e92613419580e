"""Reads gzip, zstd and LZ4 frames, recognised by their first bytes."""

from __future__ import annotations

import zlib
from typing import Any, Callable, Iterator, Optional

from .outcome import BadData, Usage

MAGIC = {b"\x1f\x8b\x08": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"\x04\x22\x4d\x18": "lz4"}
LONGEST_MAGIC = 4
PIECE = 1 << 20  # bytes that come out at a time
# zstandard has no limit on what comes out of one call, and 4 bytes can stand for 128 KiB:
# this many bytes can't become more than 64 MiB.
ZSTD_PIECE = 2048

MISSING = "{kind} needs the package {package}: pip install hayapack[cli]"


def kind_of(start: bytes) -> Optional[str]:
    """The compression whose files begin like this."""
    for magic, kind in MAGIC.items():
        if start.startswith(magic):
            return kind
    return None


def unpacked(kind: str, read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A read function of what the compressed stream holds: b"" at its end."""
    pieces = _pieces(kind, read)
    return lambda _: next(pieces, b"")


def package(kind: str) -> Any:
    """The module that does this compression, or a word about how to get it."""
    try:
        if kind == "zstd":
            import zstandard

            return zstandard
        if kind == "lz4":
            import lz4.frame

            return lz4.frame
    except ImportError:
        name = {"zstd": "zstandard", "lz4": "lz4"}[kind]
        raise Usage(MISSING.format(kind=kind, package=name)) from None
    return zlib


def _pieces(kind: str, read: Callable[[int], bytes]) -> Iterator[bytes]:
    """What comes out, in pieces; several frames after each other are one stream."""
    module = package(kind)
    failures = {"gzip": zlib.error, "zstd": getattr(module, "ZstdError", OSError)}
    take = {"gzip": _gzip, "zstd": _zstd, "lz4": _lz4}[kind]
    rest, at = b"", 0
    while True:
        rest = rest or read(PIECE)
        if not rest:
            return
        if kind_of(rest) != kind and at:
            # gzip files may be padded with zeros to the end of a block.
            if kind == "gzip" and not rest.strip(b"\0"):
                rest = b""
                continue
            raise BadData(f"{kind}: bytes that are no {kind} follow after a whole frame")
        try:
            rest = yield from take(module, rest, read)
        except (failures.get(kind, RuntimeError), RuntimeError) as error:
            raise BadData(f"{kind}: {error}") from None
        at += 1


def _more(kind: str, read: Callable[[int], bytes]) -> bytes:
    data = read(PIECE)
    if not data:
        raise BadData(f"{kind}: the compressed data ends in the middle")
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
    stream = module.LZ4FrameDecompressor()
    while not stream.eof:
        out = stream.decompress(data, PIECE)
        if out:
            yield out
        data = b""
        if stream.needs_input and not stream.eof:
            data = _more("lz4", read)
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
