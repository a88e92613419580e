"""The pure Python implementation: same results and errors as the compiled module.

The modules inside serve others of the package too (checks of a Fragment, LZ4 without
liblz4), so that none of them is imported before it is needed.
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
