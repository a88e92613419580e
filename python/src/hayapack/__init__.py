"""MessagePack for Python: fast, small, streaming, and clear about errors.

    >>> import hayapack
    >>> packed = hayapack.packb({"name": "haya", "speed": [1, 2.5, None]})
    >>> hayapack.unpackb(packed)
    {'name': 'haya', 'speed': [1, 2.5, None]}

The names and options are those of msgpack 1.x, so that ``import hayapack as msgpack``
runs a program that was written for it. ``hayapack.backend`` is ``"native"`` when the
compiled module does the work and ``"pure"`` when Python does; the environment variable
HAYAPACK_PUREPYTHON=1 selects the pure one.
"""

from __future__ import annotations

import os as _os
import sys as _sys

from ._errors.lazy_names import later as _on_first_use
from .exceptions import __all__ as _exception_names
from .ext import ExtType, Fragment, Timestamp

TYPE_CHECKING = False  # typing is not imported at run time: it costs a megabyte
if TYPE_CHECKING:
    from typing import Any

    # The C code imports it, which PyInstaller does not see; its analysis finds it here.
    from . import _liblz4  # type: ignore[attr-defined]  # noqa: F401
    from ._fallback import (
        ArrayView,
        Column,
        Decoder,
        Encoder,
        MapView,
        View,
        arrow_rows,
        arrow_stream,
        columns,
        decompress,
        get,
    )
    from ._fallback.pack.packer import Packer, dumps, packb
    from ._fallback.unpack.unpacker import Unpacker, loads, unpackb
    from ._plan.declarations import Key, Limit, Tags, model
    from ._plan.nodes import UNSET, UnsetType
    from ._values.shared_columns import Columns
    from .aio import aiter_unpack
    from .compat import install_as_msgpack
    from .exceptions import *  # noqa: F403
    from .objects import convert, describe, to_plain
    from .typeless import Typed, TypeRegistry

version = (0, 1, 0)
__version__ = "0.1.0"

# Modules that are imported on first use, and the names they provide.
_modules: dict[str, tuple[str, ...]] = {
    "_files": (),
    "_plan.declarations": ("Key", "Limit", "Tags", "model"),
    "_plan.nodes": ("UNSET", "UnsetType"),
    "_values.shared_columns": ("Columns",),
    "aio": ("aiter_unpack",),
    "compat": ("install_as_msgpack",),
    "objects": ("convert", "describe", "to_plain"),
    "typeless": ("TypeRegistry", "Typed"),
}
_modules["exceptions"] = tuple(_exception_names)  # some are made on first use there

_ColumnMemory: Any = None  # only the compiled module has it; for hayapack.data
backend = "pure"
if not (_os.environ.get("HAYAPACK_PUREPYTHON") or _os.environ.get("MSGPACK_PUREPYTHON")):
    try:
        from ._native import (
            ArrayView,
            Column,
            Decoder,
            Encoder,
            MapView,
            Packer,
            Unpacker,
            View,
            arrow_rows,
            arrow_stream,
            columns,
            decompress,
            get,
            packb,
            unpackb,
        )
        from ._native import ColumnMemory as _ColumnMemory  # noqa: F401

        backend = "native"
    except ImportError as _error:
        if _error.name != f"{__name__}._native" or not isinstance(_error, ModuleNotFoundError):
            import warnings as _warnings

            _warnings.warn(
                f"hayapack's compiled module can't be loaded, so the slow pure Python one is used: {_error}",
                RuntimeWarning,
                stacklevel=2,
            )

if backend == "native":
    loads = unpackb
    dumps = packb
else:
    # A program may only pack or only unpack, or not use MessagePack in this run.
    _modules["_fallback"] = (
        "ArrayView",
        "Column",
        "Decoder",
        "Encoder",
        "MapView",
        "View",
        "arrow_rows",
        "arrow_stream",
        "columns",
        "decompress",
        "get",
    )
    _modules["_fallback.pack.packer"] = ("Packer", "dumps", "packb")
    _modules["_fallback.unpack.unpacker"] = ("Unpacker", "loads", "unpackb")

_package: Any = _sys.modules[__name__]  # whose attributes are imported on first use, unlike the globals here
__getattr__, __dir__ = _on_first_use(globals(), _modules)


def pack(o: Any, stream: Any, **options: Any) -> None:
    """Pack ``o`` and write it to ``stream``, in several parts if it does not take all at once.

    Options: see :class:`Packer`. Raises BlockingIOError, whose characters_written is the number of
    bytes that were written, if a non-blocking stream takes no more.
    """
    _package._files.write(stream, _package.packb(o, **options))


def unpack(stream: Any, **options: Any) -> Any:
    """Read ``stream`` to its end and unpack the one object in it; extra bytes are an error.

    Options: see :class:`Unpacker`. Several objects: iterate over ``Unpacker(stream)``.
    """
    return _package.unpackb(_package._files.read(stream), **options)


load = unpack
dump = pack

__all__ = [
    "UNSET",
    "ArrayView",
    "Column",
    "Columns",
    "Decoder",
    "Encoder",
    "ExtType",
    "Fragment",
    "Key",
    "Limit",
    "MapView",
    "Packer",
    "Tags",
    "Timestamp",
    "TypeRegistry",
    "Typed",
    "Unpacker",
    "UnsetType",
    "View",
    "aiter_unpack",
    "arrow_rows",
    "arrow_stream",
    "backend",
    "columns",
    "convert",
    "decompress",
    "describe",
    "dump",
    "dumps",
    "get",
    "install_as_msgpack",
    "load",
    "loads",
    "model",
    "pack",
    "packb",
    "to_plain",
    "unpack",
    "unpackb",
    "version",
    *_exception_names,
]
