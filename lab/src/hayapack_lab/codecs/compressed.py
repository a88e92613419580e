"""Codecs followed by a compressor: gzip, or the package lz4 (one block, without a MessagePack framing)."""

from ..data.compressors import gzipped, gzipped_text, lz4_blocked
from . import Contract, PythonCodec, json_text, msgpack_c, of_file, orjson


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
