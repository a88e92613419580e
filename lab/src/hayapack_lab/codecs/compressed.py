"""Codecs followed by a compressor: gzip, or the package lz4 (one block, without a MessagePack framing)."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from . import Contract, PythonCodec, json_text, msgpack_c, of_file, orjson

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


def _codec(plain, name, compressed, reuse="none"):
    return PythonCodec(
        f"{plain.name} + {name}",
        f"{plain.format} + {name.replace('lz4', 'LZ4')}",
        plain.package,
        plain.loses,
        Contract(utf8="checked", reuse=reuse),
        workloads=("d_graph",),
        env=plain.env,
        load=lambda needs: compressed(*plain.load(needs)),
    )


CODECS = {
    "d_json_gzip": _codec(json_text.CODECS["json_std"], "gzip", gzipped_text, "encoder and decoder"),
    "d_orjson_gzip": _codec(of_file(orjson), "gzip", gzipped),
    "d_msgpack_lz4": _codec(msgpack_c.CODECS["msgpack_c"], "lz4", lz4_blocked, "Packer"),
}
