"""Sizes of a packed message after general-purpose compressors."""

from __future__ import annotations

import gzip

GZIP_LEVEL = 6  # the command's default
ZSTD_LEVEL = 3  # the command's default


def compressed(data: bytes) -> dict[str, int | None]:
    """{compressor: bytes at its default level, or None if it is not installed}."""
    return {
        "lz4": _size(_lz4, data),
        "gzip": len(gzip.compress(data, GZIP_LEVEL)),
        "zstd": _size(_zstd, data),
    }


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
