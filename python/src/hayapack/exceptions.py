"""Every exception that hayapack raises.

Classes that msgpack has too have the same names and bases (but are not msgpack's classes), so
``except`` clauses keep working when hayapack replaces msgpack. They carry these attributes:

``name``
    the name of the error, the same in every language of the project (``"truncated"``).
``offset``
    unpacking: the offset of the first byte of the faulty value, from the start of
    the message (:func:`unpackb`) or of the stream (:class:`Unpacker`);
    packing: the number of bytes written before the faulty value.
``path``
    the path of the value, such as ``$.items[7].name``, or ``None`` if it has none.
``lz4_offset``
    unpacking: the offset of the compressed message, if offset and path count inside its
    decompressed content; else ``None``.

All of them can be pickled and copied.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any, ClassVar, Optional

__all__ = [
    "ArrayLimitError",
    "ArrowDataError",
    "BinLimitError",
    "BufferFull",
    "ColumnTypeError",
    "ExtLimitError",
    "ExtraData",
    "FloatRangeError",
    "FormatError",
    "IntRangeError",
    "InvalidKeyError",
    "InvalidLz4Error",
    "InvalidTimestampError",
    "InvalidTypedError",
    "InvalidUtf8Error",
    "LimitError",
    "Lz4LimitError",
    "MapLimitError",
    "MutatedError",
    "NaiveDatetimeError",
    "OutOfData",
    "PackDepthError",
    "PackError",
    "PackException",
    "PackOverflowError",
    "PackValueError",
    "ReservedByteError",
    "StackError",
    "StrLimitError",
    "SurrogateError",
    "TimestampRangeError",
    "TooLongError",
    "TruncatedError",
    "UnpackException",
    "UnpackValueError",
    "UnsupportedTypeError",
    "ValidationError",
]


class _Located:
    """The attributes that all exceptions here have."""

    name: ClassVar[str] = ""
    offset: int = 0
    path: Optional[str] = None
    lz4_offset: Optional[int] = None


class UnpackException(_Located, Exception):
    """Base class of the exceptions raised while unpacking.

    Exceptions raised by a hook pass through unchanged.
    """


class BufferFull(UnpackException):
    """More bytes than ``max_buffer_size`` are buffered, or declared by one message."""

    name = "size_limit"


class OutOfData(UnpackException):
    """The stream ends before a complete message; feed more and call again."""

    name = "truncated"


class TruncatedError(OutOfData, ValueError):
    """The input of one-shot unpacking ends inside a value."""


class FormatError(ValueError, UnpackException):
    """Not MessagePack."""


class ReservedByteError(FormatError):
    """The format byte ``c1``, which MessagePack never uses."""

    name = "reserved_byte"


class InvalidTimestampError(FormatError):
    """An ext -1 that is not 4, 8 or 12 bytes long, or has too many nanoseconds."""

    name = "invalid_timestamp"


class InvalidLz4Error(FormatError):
    """A compressed message that is damaged or contradicts its declared sizes."""

    name = "invalid_lz4"


class InvalidTypedError(FormatError):
    """A typed value (ext 100), read with ``types``, that is not a name and exactly one value (for
    System.Object: at most one), or whose value does not fit the registered class."""

    name = "invalid_typed"


class InvalidUtf8Error(UnicodeDecodeError, UnpackException):
    """A str that is not UTF-8."""

    name = "invalid_utf8"
    message = ""

    def __str__(self) -> str:
        return self.message or super().__str__()


class InvalidKeyError(ValueError, TypeError, UnpackException):
    """A map key that ``strict_map_key`` forbids, or that can't be hashed."""

    name = "invalid_key"


class StackError(ValueError, UnpackException):
    """More containers are open at once than ``max_depth``."""

    name = "too_deep"


class LimitError(ValueError, BufferFull):
    """A length over the caller's limit for its type.

    Derived from BufferFull, since ``max_buffer_size`` is the default of the limits.
    """


class StrLimitError(LimitError):
    """A str of more than ``max_str_len`` bytes."""

    name = "str_limit"


class BinLimitError(LimitError):
    """A bin of more than ``max_bin_len`` bytes."""

    name = "bin_limit"


class ExtLimitError(LimitError):
    """An ext of more than ``max_ext_len`` bytes."""

    name = "ext_limit"


class ArrayLimitError(LimitError):
    """An array of more than ``max_array_len`` elements."""

    name = "array_limit"


class MapLimitError(LimitError):
    """A map of more than ``max_map_len`` entries."""

    name = "map_limit"


class Lz4LimitError(LimitError):
    """A compressed message that declares more bytes than ``max_lz4_size``."""

    name = "lz4_limit"


class ColumnTypeError(TypeError, UnpackException):
    """A value that does not fit its column."""

    name = "unsupported_type"


class TimestampRangeError(OverflowError, ValueError, UnpackException):
    """A timestamp outside the years 1 to 9999, which ``datetime`` can't hold."""

    name = "timestamp_range"


class ValidationError(ValueError, UnpackException):
    """A value that does not fit the type it is read as (``type=``, :class:`Decoder`).

    ``name``: "wrong_type", "missing_field", "unknown_field", "duplicate_field", "out_of_bounds",
    "unknown_tag", "unknown_member", "invalid_value" or "late_tag".
    ``expected``: the type, such as "int" or "list[Order]"; ``got``: what the message has, such as
    "str". ``errors``: this error and, with ``errors="all"``, those after it, 100 at most; a tuple.
    The ValueError or TypeError of a hook, a constructor or ``__post_init__`` is the ``__cause__``
    of an "invalid_value".
    """

    expected: str = ""
    got: str = ""
    _more: tuple[ValidationError, ...] = ()

    @property
    def errors(self) -> tuple[ValidationError, ...]:
        return (self, *self._more)


#: Deprecated by msgpack: use ValueError.
UnpackValueError = ValueError


class ExtraData(_Located, UnpackValueError):
    """Bytes after one whole value; one-shot unpacking only.

    ``unpacked`` is the value, ``extra`` the bytes after it.
    """

    name = "extra_data"
    message = ""

    def __init__(self, unpacked: Any, extra: bytes) -> None:
        super().__init__(unpacked, extra)
        self.unpacked = unpacked
        self.extra = extra

    def __str__(self) -> str:
        return self.message or "unpack(b) received extra data."


class PackError(_Located, Exception):
    """Mixed into every exception raised while packing."""


class UnsupportedTypeError(TypeError, PackError):
    """An object of a type that can't be packed, without a hook that converts it."""

    name = "unsupported_type"


class NaiveDatetimeError(UnsupportedTypeError, ValueError):
    """A datetime without a time zone, which does not identify a point in time."""


class IntRangeError(OverflowError, PackError):
    """An integer outside -2**63 .. 2**64-1."""

    name = "int_range"


class FloatRangeError(OverflowError, PackError):
    """A finite float too large for ``use_single_float``."""

    name = "float_range"


class PackDepthError(ValueError, PackError):
    """Containers nested deeper than ``max_depth`` (also a container that contains itself)."""

    name = "too_deep"


class MutatedError(RuntimeError, PackError):
    """A container changed while it was packed."""

    name = "mutated"


class TooLongError(ValueError, PackError):
    """More than 2**32-1 bytes or items."""

    name = "too_long"


class ArrowDataError(ValueError, PackError):
    """Arrow data that are damaged, or a value of them that MessagePack or ISO 8601 can't represent."""

    name = "invalid_value"


class SurrogateError(UnicodeEncodeError, PackError):
    """Text with a lone surrogate, which has no UTF-8 form."""

    name = "lone_surrogate"
    message = ""

    def __str__(self) -> str:
        return self.message or super().__str__()


#: Deprecated by msgpack: use Exception, ValueError and OverflowError.
PackException = Exception
PackValueError = ValueError
PackOverflowError = OverflowError
