"""Every exception that hayapack raises.

Classes that msgpack has too have the same names and bases (but are not msgpack's classes), so
``except`` clauses keep working when hayapack replaces msgpack. All but :class:`PlanError` carry these attributes:

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

from ._errors.later import later

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any, ClassVar, Optional

    from ._errors.features import (
        ArrayLimitError,
        ArrowDataError,
        BinLimitError,
        ColumnTypeError,
        ExtLimitError,
        FloatRangeError,
        InvalidLz4Error,
        InvalidReferenceError,
        InvalidTypedError,
        LimitError,
        Lz4LimitError,
        MapLimitError,
        NaiveDatetimeError,
        PlanError,
        ReferenceLimitError,
        StrLimitError,
        UnsupportedReferenceError,
        ValidationError,
    )

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
    "InvalidReferenceError",
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
    "PlanError",
    "ReferenceLimitError",
    "ReservedByteError",
    "StackError",
    "StrLimitError",
    "SurrogateError",
    "TimestampRangeError",
    "TooLongError",
    "TruncatedError",
    "UnpackException",
    "UnpackValueError",
    "UnsupportedReferenceError",
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


class TimestampRangeError(OverflowError, ValueError, UnpackException):
    """A timestamp outside the years 1 to 9999, which ``datetime`` can't hold."""

    name = "timestamp_range"


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


class IntRangeError(OverflowError, PackError):
    """An integer outside -2**63 .. 2**64-1."""

    name = "int_range"


class PackDepthError(ValueError, PackError):
    """Containers nested deeper than ``max_depth`` (also a container that contains itself)."""

    name = "too_deep"


class MutatedError(RuntimeError, PackError):
    """A container changed while it was packed."""

    name = "mutated"


class TooLongError(ValueError, PackError):
    """More than 2**32-1 bytes or items."""

    name = "too_long"


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

# A class takes 0.05 ms to make: those of features that few programs use are made on first use.
__getattr__, __dir__ = later(
    globals(),
    {
        "_errors.features": (
            "ArrayLimitError",
            "ArrowDataError",
            "BinLimitError",
            "ColumnTypeError",
            "ExtLimitError",
            "FloatRangeError",
            "InvalidLz4Error",
            "InvalidReferenceError",
            "InvalidTypedError",
            "LimitError",
            "Lz4LimitError",
            "MapLimitError",
            "NaiveDatetimeError",
            "PlanError",
            "ReferenceLimitError",
            "StrLimitError",
            "UnsupportedReferenceError",
            "ValidationError",
        )
    },
)
