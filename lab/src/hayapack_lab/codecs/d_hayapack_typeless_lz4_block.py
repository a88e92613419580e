"""hayapack with typed values for all objects and LZ4 in one block."""

from . import d_hayapack_typeless as plain
from .d_hayapack_typeless import CONTRACT, ENV, LOSES  # noqa: F401
from .d_hayapack_typeless import PACKAGE, WORKLOADS, unwrap, wrap  # noqa: F401

NAME = "hayapack, all named + LZ4 block"
FORMAT = "MessagePack typeless + LZ4"


def load(needs):
    return plain.load(needs, "block")
