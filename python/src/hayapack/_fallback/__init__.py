"""The pure Python implementation: same results and errors as the compiled module."""

from .columns import Column, columns
from .get import get
from .packer import Packer, packb
from .unpacker import Unpacker, decompress, unpackb
from .view import ArrayView, MapView, View

__all__ = [
    "ArrayView",
    "Column",
    "MapView",
    "Packer",
    "Unpacker",
    "View",
    "columns",
    "decompress",
    "get",
    "packb",
    "unpackb",
]
