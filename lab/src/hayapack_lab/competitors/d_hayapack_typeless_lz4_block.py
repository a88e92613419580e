"""hayapack's typeless form with all types named, with LZ4 around it: one block."""

from . import d_hayapack_typeless as plain
from .d_hayapack_typeless import CONTRACT, ENV, LOSES  # noqa: F401
from .d_hayapack_typeless import PACKAGE, WORKLOADS, unwrap, wrap  # noqa: F401

NAME = "hayapack, all named + LZ4 block"
FORMAT = "MessagePack typeless + LZ4"


def load(needs):
    return plain.load(needs, "block")
