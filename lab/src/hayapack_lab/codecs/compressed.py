"""Codecs followed by a compressor: gzip, or the package lz4 (one block, without a MessagePack framing)."""

from ..data.compressors import gzipped, gzipped_text, lz4_blocked
from . import Contract, json_text, msgpack_c, orjson

WORKLOADS = ("d_graph",)


def _codec(plain, name, compressed, reuse="none"):
    return {
        "NAME": f"{plain['NAME']} + {name}",
        "FORMAT": f"{plain['FORMAT']} + {name.replace('lz4', 'LZ4')}",
        "CONTRACT": Contract(utf8="checked", reuse=reuse),
        "load": lambda needs: compressed(*plain["load"](needs)),
        **{key: plain[key] for key in ("PACKAGE", "LOSES", "ENV") if key in plain},
    }


JSON = {"FORMAT": "JSON", **json_text.CODECS["json_std"]}
CODECS = {
    "d_json_gzip": _codec(JSON, "gzip", gzipped_text, "encoder and decoder"),
    "d_orjson_gzip": _codec(vars(orjson), "gzip", gzipped),
    "d_msgpack_lz4": _codec(vars(msgpack_c), "lz4", lz4_blocked, "Packer"),
}
