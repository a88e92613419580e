"""msgpack, compressed with the package lz4: one block, without a MessagePack framing."""

from ..data.compressors import lz4_blocked
from . import Contract, msgpack_c
from .msgpack_c import ENV, LOSES, PACKAGE  # noqa: F401

NAME = "msgpack + lz4"
FORMAT = "MessagePack + LZ4"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="Packer")


def load(needs):
    return lz4_blocked(*msgpack_c.load(needs))
