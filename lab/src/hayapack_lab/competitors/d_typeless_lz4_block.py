"""d_typeless with LZ4 around it: one block."""

from . import d_typeless
from .d_typeless import CONTRACT, ENV, LOSES, PACKAGE, WORKLOADS, unwrap, wrap  # noqa: F401

NAME = "hayapack, all named + LZ4 block"
FORMAT = "MessagePack typeless + LZ4"


def load(needs):
    return d_typeless.load(needs, "block")
