"""Codecs with a compressor behind them, as a program would put them together."""

from __future__ import annotations

import gzip
from collections.abc import Callable

GZIP_LEVEL = 6  # what .NET's GZipStream and the gzip command do by default

Pair = tuple[Callable, Callable]  # encode, decode


def gzipped(dumps: Callable, loads: Callable) -> Pair:
    """For a codec of bytes."""

    def encode(value: object) -> bytes:
        return gzip.compress(dumps(value), GZIP_LEVEL, mtime=0)

    return encode, lambda packed: loads(gzip.decompress(packed))


def gzipped_text(dumps: Callable, loads: Callable) -> Pair:
    """For a codec of str."""
    return gzipped(lambda value: dumps(value).encode(), lambda data: loads(data.decode()))


def lz4_blocked(dumps: Callable, loads: Callable) -> Pair:
    """One LZ4 block with its size in front; raises ImportError without the package lz4."""
    import lz4.block

    compress, decompress = lz4.block.compress, lz4.block.decompress
    return lambda value: compress(dumps(value)), lambda packed: loads(decompress(packed))
