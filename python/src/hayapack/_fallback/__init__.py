"""The pure Python implementation: same results and errors as the compiled module.

The native back end uses some of these modules too (to check a Fragment, for LZ4 without liblz4),
so each is imported on first use.
"""

from __future__ import annotations

from .._later import later

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from .columnar import Column, columns
    from .lookup import get
    from .packer import Packer, packb
    from .unpacker import Unpacker, decompress, unpackb
    from .view import ArrayView, MapView, View

__getattr__, __dir__ = later(
    globals(),
    {
        "columnar": ("Column", "columns"),
        "lookup": ("get",),
        "packer": ("Packer", "packb"),
        "unpacker": ("Unpacker", "decompress", "unpackb"),
        "view": ("ArrayView", "MapView", "View"),
    },
)

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
