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

# ruff: noqa: F403, F405  # it only names what other modules define

from __future__ import annotations

from ._errors import *
from ._errors.lazy_names import later

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from ._errors.feature_exceptions import *

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

# A class takes 0.05 ms to make: those of features that few programs use are made on first use.
_features = {"_errors.feature_exceptions": tuple(name for name in __all__ if name not in globals())}
__getattr__, __dir__ = later(globals(), _features)
