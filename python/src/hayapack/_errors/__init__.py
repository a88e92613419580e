"""The exceptions of features that every program uses. Their public module is hayapack.exceptions, which imports them from
here, and those of other features from feature_exceptions.py on first use."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, ClassVar, Optional


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


def make_public(space: dict[str, Any]) -> None:
    """Names hayapack.exceptions as the module of the exceptions of this package's module with these globals."""
    for value in list(space.values()):
        if isinstance(value, type) and value.__module__ == space["__name__"]:
            value.__module__ = "hayapack.exceptions"


make_public(globals())
