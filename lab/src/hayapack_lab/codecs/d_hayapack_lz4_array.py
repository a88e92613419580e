"""hayapack with LZ4 in blocks of 64 KiB (C#'s ext 98), a Packer reused."""

from functools import partial

from . import Contract, hayapack_native
from .hayapack_native import ENV, LOSES, PACKAGE  # noqa: F401

NAME = "hayapack + LZ4 array"
FORMAT = "MessagePack + LZ4"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="Packer")


def load(needs, framing="block-array"):
    hayapack_native.load(needs)  # raises NotAvailable without the native back end
    import hayapack

    return hayapack.Packer(lz4=framing).pack, partial(hayapack.unpackb, lz4=True)
