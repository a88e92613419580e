"""The pure Python implementation: same results and errors as the compiled module."""

from .get import get
from .packer import Packer, packb
from .unpacker import Unpacker, unpackb
from .view import ArrayView, MapView, View

__all__ = ["ArrayView", "MapView", "Packer", "Unpacker", "View", "get", "packb", "unpackb"]
