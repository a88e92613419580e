"""Cap'n Proto in its packed framing, which omits most zero bytes."""

from . import capnp
from .capnp import PACKED

NAME = "Cap'n Proto packed"


def load(needs):
    return capnp.load(needs, PACKED)


def ways(needs):
    return capnp.ways(needs, PACKED)
