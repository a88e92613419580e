"""Decoder: unpackb for one type."""

from __future__ import annotations

from types import GenericAlias

from ..option_checks import check_names, clipped, refuse_copy
from .options import UnpackOptions
from .typed import decode_typed
from .unpacker import decode_compressed, decode_content, unpack_whole

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional

_NONE_TYPE = type(None)


class Decoder:
    """Decodes messages of one type.

        decoder = Decoder(list[Order])
        orders = decoder.decode(packed)

    The options are those of :func:`unpackb` that can be used with ``type``. Can be used by several
    threads at once.
    """

    __slots__ = ("_max", "_options", "__weakref__")

    def __class_getitem__(cls, type: Any) -> Any:
        """Decoder[list[Order]], for annotations."""
        return GenericAlias(cls, type)

    def __init__(self, type: Any, **options: Any) -> None:
        check_names("Decoder", options, UnpackOptions.__init__.__kwdefaults__)
        self._max = clipped(options.get("max_buffer_size", -1), "max_buffer_size")
        self._options = UnpackOptions(type=_NONE_TYPE if type is None else type, **options)

    def decode(self, packed: Any) -> Any:
        """The one object in packed, which is bytes or any buffer of bytes. Raises as unpackb does."""
        return unpack_whole(packed, self._options, self._max)

    def __repr__(self) -> str:
        return f"Decoder({self._options.plan.name})"

    def __reduce__(self) -> NoReturn:
        """Raises TypeError."""
        refuse_copy(self)


def decode_message(buf: bytes, options: UnpackOptions, base: int, lz4_offset: Optional[int] = None) -> Any:
    """The value of a message that the native back end left to this one.

    base: the offset of buf[0] in the stream; lz4_offset: of the compressed message whose content buf is.
    """
    if lz4_offset is not None:
        return decode_content(buf, options, lz4_offset)
    if options.lz4:
        return decode_compressed(buf, options, base)[0]
    return decode_typed(buf, options, base)[0]
