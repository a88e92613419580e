"""Codecs combined with a compressor, as a program would do it."""

from __future__ import annotations

import gzip
from collections.abc import Callable

GZIP_LEVEL = 6  # the default of .NET's GZipStream and of the gzip command

Pair = tuple[Callable, Callable]  # encode, decode


def gzipped(dumps: Callable, loads: Callable) -> Pair:
    """Adds gzip to a codec that writes bytes."""

    def encode(value: object) -> bytes:
        return gzip.compress(dumps(value), GZIP_LEVEL, mtime=0)

    return encode, lambda packed: loads(gzip.decompress(packed))


def gzipped_text(dumps: Callable, loads: Callable) -> Pair:
    """Adds gzip to a codec that writes str."""
    return gzipped(lambda value: dumps(value).encode(), lambda data: loads(data.decode()))


def lz4_blocked(dumps: Callable, loads: Callable) -> Pair:
    """Adds one LZ4 block after its size; raises ImportError without the package lz4."""
    import lz4.block

    compress, decompress = lz4.block.compress, lz4.block.decompress
    return lambda value: compress(dumps(value)), lambda packed: loads(decompress(packed))
