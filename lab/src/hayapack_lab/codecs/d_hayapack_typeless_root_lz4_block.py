"""hayapack with a typed value for the outermost object and LZ4 in one block."""

from . import d_hayapack_typeless_root as plain
from .d_hayapack_typeless_root import CONTRACT, ENV, LOSES  # noqa: F401
from .d_hayapack_typeless_root import PACKAGE, WORKLOADS, unwrap, wrap  # noqa: F401

NAME = "hayapack, root named + LZ4 block"
FORMAT = "MessagePack typeless + LZ4"


def load(needs):
    return plain.load(needs, "block")
