"""The exceptions of options and features that few programs use; public as names of hayapack.exceptions."""

from __future__ import annotations

from . import BufferFull, FormatError, PackError, UnpackException, UnsupportedTypeError, make_public


class InvalidLz4Error(FormatError):
    """A compressed message that is damaged or contradicts its declared sizes."""

    name = "invalid_lz4"


class InvalidReferenceError(FormatError):
    """An ext 92, read with ``references``, that is no id, the id of no object before it, or that of nil."""

    name = "invalid_value"


class UnsupportedReferenceError(InvalidReferenceError):
    """A reference, read with ``references``, to an object that is not complete and of which a hook or a tuple is made;
    or in a map key to another object than a str, bytes or int."""

    name = "unsupported_type"


class InvalidTypedError(FormatError):
    """A typed value (ext 100), read with ``types``, that is not a name and exactly one value (for
    System.Object: at most one), or whose value does not fit the registered class."""

    name = "invalid_typed"


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


class ReferenceLimitError(LimitError):
    """A message, read with ``references``, in which more than 65,536 objects have an id."""

    name = "size_limit"


class ColumnTypeError(TypeError, UnpackException):
    """A value that does not fit its column."""

    name = "unsupported_type"


class ValidationError(ValueError, UnpackException):
    """A value that does not fit the type it is read as (``type=``, :class:`Decoder`).

    ``name``: "wrong_type", "missing_field", "unknown_field", "duplicate_field", "out_of_bounds",
    "unknown_tag", "unknown_member", "invalid_value" or "late_tag".
    ``expected``: the type, such as "int" or "list[Order]"; ``got``: what the message has, such as
    "str". ``field``: the key of a missing, unknown or repeated field, or the index of an unknown element; None for
    other errors. ``errors``: this error and, with ``errors="all"``, those after it, 100 at most; a tuple, in which the
    text of the first does not count the others. An error of the format, behind which nothing is read, is the last: a
    :class:`FormatError`, :class:`TruncatedError` or other :class:`UnpackException`.
    The ValueError or TypeError of a hook, a constructor or ``__post_init__`` is the ``__cause__``
    of an "invalid_value".
    """

    expected: str = ""
    got: str = ""
    field: str | bytes | int | None = None
    _errors: tuple[UnpackException, ...] = ()

    @property
    def errors(self) -> tuple[UnpackException, ...]:
        return self._errors or (self,)


class PlanError(TypeError):
    """A type that can't be read or written, given as ``type=``, to a :class:`Decoder` or an :class:`Encoder`.

    The text names the class and field. It is about a program, not about a message: it has no name, offset and path.
    """


class NaiveDatetimeError(UnsupportedTypeError, ValueError):
    """A datetime without a time zone, which does not identify a point in time."""


class FloatRangeError(OverflowError, PackError):
    """A finite float too large for ``use_single_float``."""

    name = "float_range"


class ArrowDataError(ValueError, PackError):
    """Arrow data that are damaged, or a value of them that MessagePack or ISO 8601 can't represent."""

    name = "invalid_value"


make_public(globals())
