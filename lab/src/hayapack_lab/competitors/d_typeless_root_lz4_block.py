"""d_typeless_root with LZ4 around it: one block."""

from . import d_typeless_root
from .d_typeless_root import CONTRACT, ENV, LOSES, PACKAGE, WORKLOADS, unwrap, wrap  # noqa: F401

NAME = "hayapack, root named + LZ4 block"
FORMAT = "MessagePack typeless + LZ4"


def load(needs):
    return d_typeless_root.load(needs, "block")
