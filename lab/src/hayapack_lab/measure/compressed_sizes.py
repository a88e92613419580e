"""Sizes of a packed message after general-purpose compressors."""

from __future__ import annotations

import gzip

GZIP_LEVEL = 6  # the command's default
ZSTD_LEVEL = 3  # the command's default


PIECES = 8  # of a large output, spread evenly over it


def compressed(data: bytes, most: int | None = None) -> dict[str, int | None]:
    """{compressor: bytes at its default level, or None if it is not installed}.

    Of more than `most` bytes, `PIECES` pieces with `most` bytes altogether are compressed, and the
    sizes are estimates.
    """
    total = len(data)
    if most is not None and total > most:
        piece = most // PIECES
        starts = [number * (total - piece) // (PIECES - 1) for number in range(PIECES)]
        data = b"".join([data[start : start + piece] for start in starts])
    found = {"lz4": _size(_lz4, data), "gzip": len(gzip.compress(data, GZIP_LEVEL)), "zstd": _size(_zstd, data)}
    if len(data) == total:
        return found
    return {name: size and size * total // len(data) for name, size in found.items()}


def _size(compress, data: bytes) -> int | None:
    try:
        return len(compress(data))
    except ImportError:
        return None


def _lz4(data: bytes) -> bytes:
    import lz4.frame

    return lz4.frame.compress(data)


def _zstd(data: bytes) -> bytes:
    try:
        from compression import zstd  # Python 3.14 and later
    except ImportError:
        import zstandard

        return zstandard.ZstdCompressor(level=ZSTD_LEVEL).compress(data)
    return zstd.compress(data, ZSTD_LEVEL)
