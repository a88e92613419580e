"""hayapack with LZ4 in one block (C#'s ext 99), a Packer reused."""

from functools import partial

from .d_hayapack_lz4_array import CONTRACT, ENV, FORMAT, LOSES, PACKAGE, WORKLOADS  # noqa: F401
from .d_hayapack_lz4_array import load as _load

NAME = "hayapack + LZ4 block"
load = partial(_load, framing="block")
