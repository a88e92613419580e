"""The pure Python implementation: same results and errors as the compiled module.

The native back end uses some of these modules too (to check a Fragment, for LZ4 without liblz4),
so each is imported on first use.
"""

from __future__ import annotations

import sys

from .._errors.lazy_names import later

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from .columnar.arrow.arrow_rows import arrow_rows
    from .columnar.arrow.arrow_stream import arrow_stream
    from .columnar.columns import Column, columns
    from .pack.encoder import Encoder
    from .pack.packer import Packer, packb
    from .partial.get import get
    from .partial.view import ArrayView, MapView, View
    from .unpack.decoder import Decoder
    from .unpack.unpacker import Unpacker, decompress, unpackb

# Modules that are imported on first use, and the names they provide.
_modules: dict[str, tuple[str, ...]] = {
    "columnar.arrow.arrow_rows": ("arrow_rows",),
    "columnar.arrow.arrow_stream": ("arrow_stream",),
    "columnar.columns": ("Column", "columns"),
    "partial.get": ("get",),
    "pack.encoder": ("Encoder",),
    "pack.packer": ("Packer", "packb"),
    "unpack.decoder": ("Decoder",),
    "unpack.unpacker": ("Unpacker", "decompress", "unpackb"),
    "partial.view": ("ArrayView", "MapView", "View"),
}
if sys.implementation.name != "cpython":
    del _modules["columnar.arrow.arrow_rows"], _modules["columnar.arrow.arrow_stream"]
    _modules["columnar.arrow.unavailable"] = ("arrow_rows", "arrow_stream")
__getattr__, __dir__ = later(globals(), _modules)

__all__ = [
    "ArrayView",
    "Column",
    "Decoder",
    "Encoder",
    "MapView",
    "Packer",
    "Unpacker",
    "View",
    "arrow_rows",
    "arrow_stream",
    "columns",
    "decompress",
    "get",
    "packb",
    "unpackb",
]
