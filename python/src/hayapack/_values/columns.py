"""Code that the columns of both back ends share: checking arguments, building errors, and the
methods of Column that need not be fast.
"""

from __future__ import annotations

from _collections_abc import Mapping, Sequence

from ..exceptions import ColumnTypeError

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

#: The types of columns; the compiled module has the same numbers (partial/columns.h).
UNKNOWN, INT64, FLOAT64, BOOL, STR, BYTES = range(6)
DTYPES = ("unknown", "int64", "float64", "bool", "str", "bytes")

#: Per column type: the format character of memoryview and struct, and numpy's kind.
FORMATS = ("", "q", "d", "?", "", "")
_TYPESTR = ("", "i8", "f8", "b1", "", "")

_ASKED: dict[Any, int] = {
    None: UNKNOWN,
    int: INT64,
    float: FLOAT64,
    bool: BOOL,
    str: STR,
    bytes: BYTES,
    **{name: code for code, name in enumerate(DTYPES) if code},
}


def plan(fields: Any, dtypes: Any) -> tuple[tuple[Any, int], ...]:
    """(name, number of the requested type) of each field."""
    if isinstance(fields, (str, bytes)):
        raise TypeError(f"fields must be a sequence of str or bytes, not a single {type(fields).__name__}")
    names = tuple(fields)
    for name in names:
        if not isinstance(name, (str, bytes)):
            raise TypeError(f"a field must be a str or bytes, not '{type(name).__name__}'")
    if len({(isinstance(name, str), name) for name in names}) != len(names):
        raise ValueError("a field is given twice")
    if dtypes is None:
        asked: list[Any] = [None] * len(names)
    elif isinstance(dtypes, Mapping):
        unknown = [name for name in dtypes if name not in names]
        if unknown:
            raise ValueError(f"dtype given for {unknown[0]!r}, which is not one of the fields")
        asked = [dtypes.get(name) for name in names]
    elif isinstance(dtypes, (list, tuple)):
        if len(dtypes) != len(names):
            raise ValueError(f"{len(dtypes)} dtypes for {len(names)} fields")
        asked = list(dtypes)
    else:
        asked = [dtypes] * len(names)
    for dtype in asked:
        if dtype is not None and (not isinstance(dtype, (str, type)) or dtype not in _ASKED):
            raise ValueError(f"dtype must be one of {', '.join(DTYPES[1:])}, not {dtype!r}")
    return tuple((name, _ASKED[dtype]) for name, dtype in zip(names, asked))


def arguments(
    buf: Any, fields: Any, dtypes: Any = None, path: Any = None, *, missing: Any = "error",
    **options: Any,
) -> tuple[Any, tuple[tuple[Any, int], ...], Any, dict[str, Any], bool]:  # fmt: skip
    """Checks the arguments of columns() and replaces fields and dtypes by plan()'s result, and
    missing by whether a missing field is an error."""
    if missing not in ("error", "null"):
        raise ValueError(f"missing must be 'error' or 'null', not {missing!r}")
    return buf, plan(fields, dtypes), path, options, missing == "error"


def missing_field(name: Any, first: Any, maps: int, path: str) -> KeyError:
    """The exception for a field that none of the maps has. first: the first map, or None."""
    import difflib

    keys = {str(key, "utf-8", "replace") if isinstance(key, bytes) else key: key for key in first or ()}
    text = str(name, "utf-8", "replace") if isinstance(name, bytes) else name
    close = difflib.get_close_matches(text, [key for key in keys if isinstance(key, str)], 1)
    hint = f"did you mean {keys[close[0]]!r}? " if close else ""
    where = f"the map in the array at {path}" if maps == 1 else f"any of the {maps} maps in the array at {path}"
    return KeyError(f"no key {name!r} in {where}: {hint}missing='null' makes it a column of nulls")


def column_error(wanted: int, head: bytes, offset: int, path: str) -> ColumnTypeError:
    """The exception for a value that does not fit its column.

    wanted: the column's type, -1 if a map was expected, -2 if an array of maps was.
    """
    from .._wire.format import TYPES

    kind = TYPES[head[0]]
    if wanted < 0:
        text = f"{kind} instead of {'a map' if wanted == -1 else 'an array of maps'}"
    elif wanted == UNKNOWN:
        text = f"a column can't hold {_a(kind)}"
    elif kind == "int" and wanted == INT64:
        text = "int over 2**63-1 in a column of int64"
    elif kind == "int" and wanted == FLOAT64:
        text = "int without an exact float64 in a column of float64"
    else:
        text = f"{kind} in a column of {DTYPES[wanted]}"
    error = ColumnTypeError(f"byte {offset}: {text}, at {path}")
    error.offset = offset
    error.path = path
    return error


def _a(kind: str) -> str:
    return ("an " if kind[0] in "aei" else "a ") + kind


class ColumnFace:
    """One field of all rows. The back ends provide _code, _data, _offsets, validity, null_count,
    len and, for types of fixed size, the buffer protocol.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        _code: int
        _data: bytes
        _offsets: Optional[bytes]
        validity: Optional[bytes]
        null_count: int

        def __len__(self) -> int: ...

    @property
    def dtype(self) -> str:
        """``"int64"``, ``"float64"``, ``"bool"``, ``"str"`` or ``"bytes"``."""
        return DTYPES[self._code]

    @property
    def data(self) -> memoryview:
        """The values one after the other; for str and bytes, all their bytes. A null is 0, NaN or
        no bytes.
        """
        view = memoryview(self._data)
        return view.cast(FORMATS[self._code]) if self._offsets is None else view  # type: ignore

    @property
    def offsets(self) -> Optional[memoryview]:
        """For str and bytes: the offset in data of each value, then the end of the last one."""
        return None if self._offsets is None else memoryview(self._offsets).cast("q")

    def valid(self, row: int) -> bool:
        """Whether the row has a value, not null."""
        return self.validity is None or bool(self.validity[row >> 3] >> (row & 7) & 1)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return [self._value(row) for row in range(*key.indices(len(self)))]
        row = key.__index__()
        row += len(self) if row < 0 else 0
        if not 0 <= row < len(self):
            raise IndexError("row out of range")
        return self._value(row)

    def _value(self, row: int) -> Any:
        if not self.valid(row):
            return None
        if self._offsets is None:
            return self.data[row]
        offsets = memoryview(self._offsets).cast("q")
        value = self._data[offsets[row] : offsets[row + 1]]
        return value.decode() if self._code == STR else value

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """A list of plain values; None for a null."""
        if self._offsets is None and self.validity is None:
            return self.data.tolist()
        return [self._value(row) for row in range(len(self))]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        if self._offsets is not None:
            raise AttributeError(f"a column of {self.dtype} can't be a numpy array: use tolist()")
        import sys

        order = "|" if self._code == BOOL else "<" if sys.byteorder == "little" else ">"
        return {
            "version": 3,
            "shape": (len(self),),
            "typestr": order + _TYPESTR[self._code],
            "data": self._data,
        }

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a Column can't be pickled or copied: use tolist(), or bytes(data), validity and offsets")

    def __repr__(self) -> str:
        return f"<Column of {len(self)} {self.dtype}, {self.null_count} null>"


def announce(column: type) -> None:
    Sequence.register(column)
