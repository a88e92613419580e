"""Cap'n Proto in its packed framing, which omits most zero bytes."""

from . import capnp
from .capnp import CONTRACT, FORMAT, LOSES, PACKAGE, PACKED, WORKLOADS, build, unwrap, wrap  # noqa: F401

NAME = "Cap'n Proto packed"


def load(needs):
    return capnp.load(needs, PACKED)


def ways(needs):
    return capnp.ways(needs, PACKED)
