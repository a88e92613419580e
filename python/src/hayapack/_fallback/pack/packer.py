"""packb and Packer."""

from __future__ import annotations

import sys
from _operator import index
from _thread import _local
from _weakref import ref

from ..._errors import make_errors
from ..._wire.writing import MAX_LENGTH, array_head, ext_head, map_head
from ..option_cache import OptionCache
from ..option_checks import check_names, refuse_copy, size
from ..option_table import PACK, describe, help_of
from .encode_loop import encode, encode_pairs
from .encode_slow import pairs_of
from .options import PackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional, Union

_DEFAULTS = PackOptions()
_OPTIONS = OptionCache("packb", PackOptions)
_Bytes = bytes  # Packer has a method of that name

# Where references are not counted, a view that nobody uses lives on, so no call is refused because of it.
_COUNTS_REFERENCES = sys.implementation.name == "cpython"


class _Exported(bytearray):
    """A copy of a Packer's buffer, alive as long as a view of it."""

    __slots__ = ("__weakref__",)


def packb(o: Any, **options: Any) -> bytes:
    """Pack o and return the bytes. The options are msgpack's, and from sort_keys on
    hayapack's own:

    @options

    Each error has a name, an offset and the path of the value.
    """
    if not options:
        return encode(o, _DEFAULTS)
    opts = _OPTIONS.get(options)
    packed = encode(o, opts)
    if not opts.lz4:
        return packed
    from ..._values.lz4 import frame

    return frame(packed, opts.lz4, opts.lz4_level, o)


describe(packb, help_of(PACK))
dumps = packb


class Packer:
    """Packs one object after another.

        packer = Packer()
        stream.write(packer.pack(a))
        stream.write(packer.pack(b))

    The options are msgpack's, and from sort_keys on hayapack's own:

    @options

    An object that can't be packed leaves the buffer as it was. Calls from ``default`` into
    the same Packer raise RuntimeError.
    """

    def __init__(self, **options: Any) -> None:
        if not hasattr(self, "_inside"):
            self._inside: Any = _local()  # has the attribute `packing` in a thread that packs
            self._exports: list[ref[_Exported]] = []  # by getbuffer()
        self._check_idle()
        check_names("Packer", options, PackOptions.__init__.__kwdefaults__)
        self._options = PackOptions(**options)
        if options.get("buf_size") is not None:
            size(options["buf_size"], "buf_size")
        self._check_exports()
        self._autoreset = bool(options.get("autoreset", True))
        # Other threads may pack, reset or read at any moment: only operations that are one step change these two.
        self._parts: list[_Bytes] = []  # the buffer's contents

    def pack(self, obj: Any) -> Optional[_Bytes]:
        """Pack one object. Returns its bytes, or None with autoreset=False."""
        self._check_change()
        self._inside.packing = True
        try:
            packed = encode(obj, self._options)
        finally:
            del self._inside.packing
        return self._put(packed, obj)

    def pack_map_pairs(self, pairs: Any) -> Optional[_Bytes]:
        """Pack a sequence of pairs as a map, in its order."""
        self._check_change()
        self._inside.packing = True
        try:
            len(pairs)  # as msgpack, which accepts sequences only
            entries = list(pairs_of(tuple(pairs)))
            if len(entries) > MAX_LENGTH:
                raise make_errors.pack_error("too_long", pairs, 0, ())
            packed = encode_pairs(entries, self._options)
        finally:
            del self._inside.packing
        return self._put(packed, pairs)

    def pack_array_header(self, size: int) -> Optional[_Bytes]:
        """Begin an array: ``size`` values must follow."""
        self._check_change()
        _check_size(size, "array")
        self._check_whole()
        return self._put(array_head(size), None)

    def pack_map_header(self, size: int) -> Optional[_Bytes]:
        """Begin a map: ``size`` keys, each followed by its value, must follow."""
        self._check_change()
        _check_size(size, "map")
        self._check_whole()
        return self._put(map_head(size), None)

    def pack_ext_type(self, typecode: int, data: Union[_Bytes, bytearray, str]) -> Optional[_Bytes]:
        """Pack an extension value; a str is encoded as UTF-8."""
        self._check_change()
        if not isinstance(typecode, int):
            raise TypeError("typecode must be int")
        if not -128 <= typecode <= 127:
            raise ValueError("typecode must be -128~127" + (f", not {int(typecode)}" if abs(typecode) < 2**63 else ""))
        if isinstance(data, str):
            data = str.encode(data)
        elif not isinstance(data, (bytes, bytearray)):
            raise TypeError("data must be bytes, bytearray or str")
        data = b"".join((data,))
        if len(data) > MAX_LENGTH:
            raise make_errors.pack_error("too_long", data, 0, ())
        return self._put(ext_head(typecode, len(data)) + data, data)

    def bytes(self) -> _Bytes:
        """A copy of the buffer."""
        return b"".join(tuple(self._parts))

    __bytes__ = bytes

    def getbuffer(self) -> memoryview:
        """A view of the buffer. Until it is released, changes raise BufferError."""
        exported = _Exported()
        for part in tuple(self._parts):
            exported += part
        if _COUNTS_REFERENCES:
            self._exports.append(ref(exported, self._exports.remove))
        return memoryview(exported).toreadonly()

    if sys.version_info >= (3, 12):

        def __buffer__(self, flags: int) -> memoryview:
            return self.getbuffer()

    def reset(self) -> None:
        """Empty the buffer, and release what it has grown by."""
        self._check_change()
        self._parts.clear()

    def __reduce__(self) -> NoReturn:
        """Raises TypeError."""
        refuse_copy(self)

    def _put(self, packed: _Bytes, obj: Any) -> Optional[_Bytes]:
        if self._options.lz4:
            from ..._values.lz4 import frame

            packed = frame(packed, self._options.lz4, self._options.lz4_level, obj)
        if self._autoreset:
            return packed
        self._check_exports()  # again: a hook or another thread may have called getbuffer()
        self._parts.append(packed)
        return None

    def _check_whole(self) -> None:
        if self._options.lz4:
            raise ValueError("with lz4, only whole messages can be packed")

    def _check_idle(self) -> None:
        if hasattr(self._inside, "packing"):
            raise RuntimeError("Packer cannot be called while packing is in progress")

    def _check_change(self) -> None:
        self._check_idle()
        self._check_exports()

    def _check_exports(self) -> None:
        if self._exports:
            raise BufferError("Existing exports of data: Packer cannot be changed")


describe(Packer, help_of(PACK))
Packer.__init__.__dict__["__wrapped__"] = PackOptions.__init__  # whose parameters inspect and help() show


def _check_size(size: int, kind: str) -> None:
    size = index(size)
    if size < 0:
        raise ValueError(f"{kind} size must be non-negative")
    if size > MAX_LENGTH:
        raise make_errors.pack_error("too_long", None, 0, ())
