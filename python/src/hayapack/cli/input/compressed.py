"""Reads gzip, zstd, LZ4, xz and bzip2 files, recognised by their first bytes."""

from __future__ import annotations

import contextlib
import importlib
import zlib
from typing import Any, Callable, Iterator

from ...stream.compressed import LONGEST_SIGNATURE, kind_of
from ..common.exit_status import Undecompressed, Usage

# The first bytes of gzip and zstd that are an integer and the header of an incomplete value: only
# after these does a pipe have to deliver more before it is recognized. Python's gzip module writes
# these two bytes by themselves.
HALF = (b"\x1f\x8b", b"\x28\xb5")
HALF_NEEDS = 4  # bytes
PIECE = 1 << 20  # bytes decompressed at a time
# The same for xz and bzip2, which return nothing of a call in which they find damage.
SHORT_PIECE = 64 << 10
MEMORY = 256 << 20  # largest xz dictionary, in bytes
ZSTD_WINDOW = 27  # the largest window is 2 to this power, in bytes
# zstandard does not limit the output of one call, and 4 bytes can expand to 128 KiB: this many
# bytes expand to at most 64 MiB.
ZSTD_PIECE = 2048


def missing(kind: str, package: str) -> str:
    """The message for a package that is not installed."""
    return f"{kind} needs the Python package {package}, which is not installed"


def needs_more(start: bytes) -> bool:
    """Whether these bytes of a pipe do not decide what kind_of() returns, and are not whole values."""
    return start[:2] in HALF and len(start) < HALF_NEEDS


def unpacked(kind: str, read: Callable[[int], bytes]) -> Callable[[int], bytes]:
    """A read function for the decompressed stream; it returns b"" at the end."""
    pieces = _pieces(kind, read)
    return lambda _: next(pieces, b"")


def package(kind: str) -> Any:
    """The module for this compression; raises Usage if it is not installed."""
    try:
        if kind == "zstd":
            return _zstd_module()
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


def _zstd_module() -> Any:
    """compression.zstd (Python 3.14), zstandard, or backports.zstd, which is as compression.zstd."""
    for name in ("compression.zstd", "zstandard", "backports.zstd"):
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    raise ImportError


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
        while len(rest) < LONGEST_SIGNATURE:
            more = read(PIECE)
            if not more:
                break
            rest += more
        if kind_of(rest) != kind and at:
            # gzip and xz files may be padded with zeros.
            if kind in ("gzip", "xz") and not rest.strip(b"\0"):
                rest = b""
                continue
            raise Undecompressed(f"{kind}: bytes that are not {kind} follow a complete frame")
        try:
            rest = yield from take(module, rest, read)
        except (failures.get(kind, RuntimeError), RuntimeError) as error:
            raise Undecompressed(f"{kind}: {error}") from None
        at += 1


def _more(kind: str, read: Callable[[int], bytes]) -> bytes:
    data = read(PIECE)
    if not data:
        raise Undecompressed(f"{kind}: the compressed data is truncated")
    return data


def _gzip(_: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    stream = zlib.decompressobj(wbits=31)
    while not stream.eof:
        before = stream.copy()
        try:
            out = stream.decompress(data, PIECE)
        except zlib.error:
            yield from _gzip_up_to_damage(before, data)
        if out:
            yield out
        data = stream.unconsumed_tail
        if not (data or out or stream.eof):
            data = _more("gzip", read)
    return stream.unused_data


def _gzip_up_to_damage(stream: Any, data: bytes) -> Iterator[bytes]:
    """What there is before an error, which zlib does not return if it finds that in the same call. Raises zlib.error."""
    for most in (PIECE >> 6, PIECE >> 12, 1):
        while True:
            before = stream.copy()
            try:
                out = stream.decompress(data, most)
            except zlib.error:
                if most == 1:
                    raise
                stream = before
                break
            if out:
                yield out
            data = stream.unconsumed_tail


def _lz4(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.LZ4FrameDecompressor(), "lz4", data, read)


def _xz(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.LZMADecompressor(memlimit=MEMORY), "xz", data, read, SHORT_PIECE)


def _bzip2(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    return _with_needs_input(module.BZ2Decompressor(), "bzip2", data, read, SHORT_PIECE)


def _with_needs_input(stream: Any, kind: str, data: bytes, read: Callable[[int], bytes], piece: int = PIECE) -> Any:
    """Decompresses through the interface that lzma, bz2 and lz4 share."""
    while not stream.eof:
        out = stream.decompress(data, piece)
        if out:
            yield out
        data = b""
        if stream.needs_input and not stream.eof:
            data = _more(kind, read)
    return stream.unused_data or b""


def _zstd(module: Any, data: bytes, read: Callable[[int], bytes]) -> Any:
    if hasattr(module, "ZstdFile"):  # compression.zstd
        options = {module.DecompressionParameter.window_log_max: ZSTD_WINDOW}
        return (yield from _with_needs_input(module.ZstdDecompressor(options=options), "zstd", data, read))
    stream = module.ZstdDecompressor(max_window_size=1 << ZSTD_WINDOW).decompressobj()
    while True:
        for at in range(0, len(data), ZSTD_PIECE):
            out = stream.decompress(data[at : at + ZSTD_PIECE])
            if out:
                yield out
            if stream.eof:
                return stream.unused_data + data[at + ZSTD_PIECE :]
        data = _more("zstd", read)
