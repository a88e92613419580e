"""hayapack with typed values: a .NET type name before every object."""

from ..graph_objects import CLASSES, typeless, unwrap, wrap  # noqa: F401
from . import Contract
from .hayapack_native import ENV, LOSES, PACKAGE  # noqa: F401

NAME = "hayapack, all named"
FORMAT = "MessagePack typeless"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(
    utf8="checked",
    reuse="Packer, TypeRegistry",
    schema="registered classes",
    takes="dataclasses",
    gives="dataclasses",
)


def load(needs, framing=None):
    return typeless(CLASSES, framing)
