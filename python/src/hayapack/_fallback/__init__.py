"""The pure Python implementation: same results and errors as the compiled module."""

from .packer import Packer, packb
from .unpacker import Unpacker, unpackb

__all__ = ["Packer", "Unpacker", "packb", "unpackb"]
