"""hayapack with a typed value for the outermost object only."""

from ..graph_objects import Export, typeless, unwrap  # noqa: F401
from ..graph_objects import wrap_root as wrap  # noqa: F401
from . import Contract
from .hayapack_native import ENV, LOSES, PACKAGE  # noqa: F401

NAME = "hayapack, root named"
FORMAT = "MessagePack typeless"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(
    utf8="checked",
    reuse="Packer, TypeRegistry",
    schema="registered classes",
    takes="a dataclass of plain values",
    gives="a dataclass of plain values",
)


def load(needs, framing=None):
    return typeless((Export,), framing)
