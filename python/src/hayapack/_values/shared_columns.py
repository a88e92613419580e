"""Code that the columns of both back ends share: checking arguments, building errors, and the
methods of Column that need not be fast.
"""

from __future__ import annotations

from _collections_abc import Mapping

from .codes import (
    BOOL,
    DATE32,
    DICTIONARY,
    DURATION,
    FLOAT32,
    FLOAT64,
    INT64,
    LIST,
    MAP,
    MOST_NESTED,
    NAIVE,
    NS,
    STR,
    STRUCT,
    TIME64,
    TIMESTAMP,
    UNITS,
    UNKNOWN,
)
from .dtypes import node_of, text_of

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

    from .._errors.feature_exceptions import ColumnTypeError
    from .dtypes import Node

    Field = tuple[Any, str, tuple[Any, ...], Node]

#: Per column type: the format character of memoryview and struct, and numpy's kind. "": no array of numbers.
FORMATS = (
    "",
    "q",
    "d",
    "?",
    "",
    "",
    "b",
    "h",
    "i",
    "B",
    "H",
    "I",
    "Q",
    "f",
    "",
    "q",
    "q",
    "i",
    "q",
    "q",
    "i",
    "",
    "",
    "",
    "",
)
_TYPESTR = (
    "", "i8", "f8", "b1", "", "", "i1", "i2", "i4", "u1", "u2", "u4", "u8", "f4", "", "M8", "M8", "i4", "i8", "m8", "",
    "", "", "", "",
)  # fmt: skip

#: How a row is laid out, as numbers that the compiled module has too.
MAPS, ARRAYS, VALUES, FLUENT = range(4)
_ROWS = {"maps": MAPS, "arrays": ARRAYS, "values": VALUES, "fluent": FLUENT}

#: What happens to a value that does not fit; a callable is itself.
RAISE, NULLS, SKIP = range(3)
_ERRORS = {"raise": RAISE, "null": NULLS, "skip": SKIP}


def _steps(field: Any, rows: int) -> tuple[Any, ...]:
    """The keys that lead from a row to the field's value; none for the time of an event."""
    if isinstance(field, str):
        if rows == FLUENT and field == "time":
            return ()
        steps = tuple(field.split(".")) if rows in (MAPS, FLUENT) else (field,)
        if len(steps) > MOST_NESTED:
            raise ValueError(f"a field's path must have 1 to {MOST_NESTED} keys, not {len(steps)}")
        return steps
    if isinstance(field, bytes):
        return (field,)
    if not isinstance(field, tuple) or not 0 < len(field) <= MOST_NESTED:
        if isinstance(field, tuple):
            raise ValueError(f"a field's path must have 1 to {MOST_NESTED} keys, not {len(field)}")
        raise TypeError(f"a field must be a str or bytes, or a tuple of them, not '{type(field).__name__}'")
    for key in field:
        if not isinstance(key, (str, bytes)):
            raise TypeError(f"a field's path must be str or bytes, not '{type(key).__name__}'")
    return field


def plan(fields: Any, dtypes: Any, rows: int = MAPS) -> tuple[Field, ...]:
    """(field, its name in Arrow, the keys that lead to it, its type) of each field."""
    if isinstance(fields, (str, bytes)):
        raise TypeError(f"fields must be a sequence of str or bytes, not a single {type(fields).__name__}")
    names = tuple(fields)
    paths = [_steps(name, rows) for name in names]
    if len({tuple((isinstance(key, str), key) for key in path) for path in paths}) != len(paths):
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
    return tuple((name, arrow_name(name), path, node_of(dtype)) for name, path, dtype in zip(names, paths, asked))


def arrow_name(field: Any) -> str:
    """A field's name in Arrow: the dotted text of a path."""
    if isinstance(field, tuple):
        return ".".join([arrow_name(key) for key in field])
    return str(field, "utf-8", "backslashreplace") if isinstance(field, bytes) else field


def arguments(
    buf: Any, fields: Any, dtypes: Any = None, path: Any = None, *, missing: Any = "error", stream: Any = False,
    rows: Any = "maps", errors: Any = "raise", **options: Any,
) -> tuple[Any, tuple[Field, ...], Any, dict[str, Any], bool, bool, int, Any]:  # fmt: skip
    """Checks the arguments of columns(). Replaces fields and dtypes by plan()'s result; missing by whether a
    missing field is an error; rows by MAPS, ...; errors by RAISE, NULLS or SKIP, unless it is a callable.
    Rows that have no keys have no missing fields."""
    if missing not in ("error", "null"):
        raise ValueError(f"missing must be 'error' or 'null', not {missing!r}")
    if not isinstance(rows, str) or rows not in _ROWS:
        raise ValueError(f"rows must be 'maps', 'arrays', 'values' or 'fluent', not {rows!r}")
    layout = _ROWS[rows]
    stream = bool(stream)
    messages = isinstance(buf, (list, tuple)) or is_arrow(buf)
    if layout == VALUES and (not stream or messages):
        raise ValueError("rows='values' needs stream=True")
    if path is not None and (stream or messages):
        raise ValueError("path is where one array of rows is: it can't be used for a stream or a list of messages")
    if not callable(errors):
        if not isinstance(errors, str) or errors not in _ERRORS:
            raise ValueError(f"errors must be 'raise', 'null', 'skip' or a callable, not {errors!r}")
        errors = _ERRORS[errors]
    if layout == VALUES and options.get("lz4"):
        raise ValueError("rows='values' can't be used with lz4")
    planned = plan(fields, dtypes, layout)
    if layout == VALUES and not planned:
        raise ValueError("rows='values' needs at least one field")
    strict = missing == "error" and layout in (MAPS, FLUENT)
    return buf, planned, path, options, strict, stream, layout, errors


def is_arrow(buf: Any) -> bool:
    """Whether it is an Arrow array of messages: it has that interface, and is no buffer of bytes."""
    if isinstance(buf, ColumnFace):
        return True
    if isinstance(buf, (bytes, bytearray, memoryview)) or not hasattr(buf, "__arrow_c_array__"):
        return False
    try:
        memoryview(buf)
    except TypeError:
        return True
    return False


def missing_field(name: Any, first: Any, maps: int, path: Optional[str]) -> KeyError:
    """The exception for a field that none of the maps has. first: the first map, or None. path: of the array of
    maps; None: they are messages of their own."""
    import difflib

    keys = {str(key, "utf-8", "replace") if isinstance(key, bytes) else key: key for key in first or ()}
    text = arrow_name(name)
    close = difflib.get_close_matches(text, [key for key in keys if isinstance(key, str)], 1)
    hint = f"did you mean {keys[close[0]]!r}? " if close else ""
    rows = "in the messages" if path is None else f"in the array at {path}"
    where = f"the map {rows}" if maps == 1 else f"any of the {maps} maps {rows}"
    return KeyError(f"no key {name!r} in {where}: {hint}missing='null' makes it a column of nulls")


#: Instead of a column's type in column_error(): what a row must be.
NO_MAP, NO_ROWS, NO_ARRAY, NO_EVENT, LONG_ROW = -1, -2, -3, -4, -5
_INSTEAD = {
    NO_MAP: "a map",
    NO_ROWS: "an array of maps",
    NO_ARRAY: "an array of the fields' values",
    NO_EVENT: "[time, map]",
}
#: Why a value does not fit, as numbers that the compiled module has too.
FIT_KIND, FIT_RANGE, FIT_FINER, FIT_TEXT, FIT_NESTED, FIT_FIELDS = range(6)
#: The most fields that all structs have whose types are those of their first maps. Each takes memory in every row,
#: so a sender must not choose their number.
MOST_FIELDS = 256


def column_error(
    wanted: int, head: bytes, offset: int, path: str, unit: int = 0, reason: int = FIT_KIND,
    lz4_offset: Optional[int] = None,
) -> ColumnTypeError:  # fmt: skip
    """The exception for a value that does not fit its column.

    wanted, unit: the column's type, or what a row must be. head: up to 16 bytes from the value's first one on.
    lz4_offset: where offset counts in decompressed content, the offset of the compressed message; else None.
    """
    from .._errors.feature_exceptions import ColumnTypeError
    from .._errors.make_errors import place_text
    from .._wire.format import TYPES

    kind = TYPES[head[0]]
    dtype = "" if wanted < 0 else _KINDS.get(wanted) or text_of(wanted, unit, ())
    if wanted == LONG_ROW:
        text = "array of more values than there are fields"
    elif wanted < 0:
        text = f"{kind} instead of {_INSTEAD[wanted]}"
    elif reason == FIT_NESTED:
        text = f"{kind} of more nested containers than a column without a dtype can have ({MOST_NESTED})"
    elif reason == FIT_FIELDS:
        text = f"map of more entries than columns without a dtype can have fields ({MOST_FIELDS} in all)"
    elif wanted == UNKNOWN:
        text = f"a column can't hold {_a(kind)}"
    elif kind == "int" and wanted == INT64:
        text = "int over 2**63-1 in a column of int64"
    elif kind == "int" and wanted in (FLOAT32, FLOAT64):
        text = f"int without an exact {dtype} in a column of {dtype}"
    elif reason == FIT_RANGE:
        text = f"{kind} out of range in a column of {dtype}"
    elif reason == FIT_FINER:
        text = f"{kind} with a finer time than the unit in a column of {dtype}"
    elif reason == FIT_TEXT:
        text = f"str that is not ISO 8601 in a column of {dtype}"
    else:
        text = f"{kind} in a column of {dtype}"
    error = ColumnTypeError(f"{place_text(offset, lz4_offset)}: {text}, at {path}")
    error.offset = offset
    error.path = path
    error.lz4_offset = lz4_offset
    return error


#: The words for types that have others inside.
_KINDS = {LIST: "list", STRUCT: "struct", MAP: "map"}


def _a(kind: str) -> str:
    return ("an " if kind[0] in "aei" else "a ") + kind


class ColumnFace:
    """One field of all rows. The back ends provide _code, _unit, _data, _offsets, _children, _names, validity,
    null_count, len and, for numbers, the buffer protocol. Not registered as a Sequence: polars would take the values
    one by one, instead of the Arrow array.
    """

    __slots__ = ()

    _unit: int = 0
    _children: tuple[Any, ...] = ()
    _names: tuple[Any, ...] = ()
    if TYPE_CHECKING:
        _code: int
        _data: Any
        _offsets: Any
        validity: Optional[bytes]
        null_count: int

        def __len__(self) -> int: ...

    @property
    def type(self) -> str:
        """The type, as columns() takes it: "int64", "list[str]", "struct{name: str}", ..."""
        return text_of(self._code, self._unit, [(name, child.type) for name, child in zip(self._names, self._children)])

    @property
    def dtype(self) -> str:
        """The same as type."""
        return self.type

    @property
    def children(self) -> tuple[Any, ...]:
        """The columns inside: of a list its items, of a struct its fields, of a map its keys and values, of a
        dictionary its values; else none.
        """
        return self._children

    @property
    def data(self) -> memoryview:
        """The values one after the other: numbers, counts of the type's unit, indexes into a dictionary; for str,
        bytes and raw, all their bytes; empty for types that have children. A null is 0, NaN or no bytes.
        """
        view = memoryview(self._data if self._data is not None else b"")
        format = FORMATS[self._code]
        return view.cast(format) if format else view  # type: ignore[call-overload]

    @property
    def offsets(self) -> Optional[memoryview]:
        """Where each value begins, and then the end of the last one: for str, bytes and raw in data (int64), for
        lists and maps in the children (int32); else None.
        """
        if self._offsets is None:
            return None
        return memoryview(self._offsets).cast("i" if self._code in (LIST, MAP) else "q")

    def valid(self, row: int) -> bool:
        """Whether the row has a value, not null."""
        validity = self.validity
        return self.null_count == 0 or (validity is not None and bool(validity[row >> 3] >> (row & 7) & 1))

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
        code = self._code
        if code == STRUCT:
            return {name: child[row] for name, child in zip(self._names, self._children)}
        offsets = self.offsets
        if offsets is None:
            value = self.data[row]
            return self._children[0][value] if code == DICTIONARY else plain(code, self._unit, value)
        if code == LIST:
            return self._children[0][offsets[row] : offsets[row + 1]]
        if code == MAP:
            keys, values = (child[offsets[row] : offsets[row + 1]] for child in self._children)
            return list(zip(keys, values))
        content = bytes(self.data[offsets[row] : offsets[row + 1]])
        return content.decode() if code == STR else content

    def __iter__(self) -> Iterator[Any]:
        return iter(self.tolist())

    def tolist(self) -> list[Any]:
        """A list of plain values, None for a null: a dict for a struct, a list of (key, value) for a map, a Timestamp
        for a timestamp, objects of the module datetime for other times.
        """
        code, unit, rows = self._code, self._unit, len(self)
        found: list[Any]
        if code == STRUCT:
            if not self._children:
                found = [{} for _ in range(rows)]
            else:
                parts = [child.tolist() for child in self._children]
                found = [dict(zip(self._names, row)) for row in zip(*parts)]
        elif code in (LIST, MAP):
            offsets = self.offsets.tolist()  # type: ignore[union-attr]
            parts = [child.tolist() for child in self._children]
            items = parts[0] if code == LIST else list(zip(*parts))
            found = [items[start:end] for start, end in zip(offsets, offsets[1:])]
        elif code in FORMATTED:
            found = self.data.tolist()
            if code == DICTIONARY:
                values = self._children[0].tolist()
                found = [values[index] if self.valid(row) else None for row, index in enumerate(found)]
            elif code in TIMES:
                return [plain(code, unit, value) if self.valid(row) else None for row, value in enumerate(found)]
        else:
            return [self._value(row) for row in range(rows)]
        if self.null_count == 0:
            return found
        return [value if self.valid(row) else None for row, value in enumerate(found)]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        if not _TYPESTR[self._code]:
            raise AttributeError(f"a column of {self.type} can't be a numpy array: use tolist()")
        import sys

        order = "|" if self._code == BOOL else "<" if sys.byteorder == "little" else ">"
        typestr = order + _TYPESTR[self._code]
        if typestr[1] in "Mm":
            typestr += f"[{UNITS[self._unit]}]"
        return {
            "version": 3,
            "shape": (len(self),),
            "typestr": typestr,
            "data": self._data,
        }

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("a Column can't be pickled or copied: use tolist(), or bytes(data), validity and offsets")

    def __repr__(self) -> str:
        return f"<Column of {len(self)} {self.type}, {self.null_count} null>"


FORMATTED = frozenset(code for code, format in enumerate(FORMATS) if format)
TIMES = (TIMESTAMP, NAIVE, DATE32, TIME64, DURATION)


def plain(code: int, unit: int, value: Any) -> Any:
    """The value of a column's number: itself, or of a time its object."""
    if code not in TIMES:
        return value
    if code == TIMESTAMP:
        from ..ext import Timestamp

        seconds, rest = divmod(value, 1000**unit)
        return Timestamp(seconds, rest * 1000 ** (NS - unit))
    import datetime

    if code == DATE32:
        return datetime.date.fromordinal(719163 + value)  # 1970-01-01
    span = datetime.timedelta(microseconds=value)
    if code == DURATION:
        return span
    moment = datetime.datetime(1970, 1, 1) + span
    return moment if code == NAIVE else moment.time()


class Columns(dict):  # type: ignore[type-arg]
    """What columns() returns: {field: Column}, and one Arrow struct array (a record batch) of them."""

    __slots__ = ("_batch", "nulled", "rows", "skipped")

    #: The number of rows.
    rows: int
    #: The number of rows left out because of errors="skip" or a callable.
    skipped: int
    #: The number of values made null by errors="null".
    nulled: int
    #: Of the back end: (rows, names, columns) -> a Column that is a struct.
    _batch: Any

    def __new__(cls, *args: Any, **options: Any) -> Columns:
        raise TypeError("columns() makes Columns")

    def _struct(self) -> Any:
        check_names(self, self.values())
        return self._batch(self.rows, tuple([arrow_name(field) for field in self]), tuple(self.values()))

    def __arrow_c_schema__(self) -> Any:
        """The type, as an Arrow C capsule: a struct of the fields."""
        return self._struct().__arrow_c_schema__()

    def __arrow_c_array__(self, requested_schema: Any = None) -> Any:
        """The type and the values, as Arrow C capsules: a struct array, which consumers take for a record batch."""
        return self._struct().__arrow_c_array__(requested_schema)

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError("Columns can't be pickled or copied")

    def __repr__(self) -> str:
        return f"<Columns of {self.rows} rows: {', '.join([f'{field!r}: {column.type}' for field, column in self.items()])}>"


def check_names(fields: Any, columns: Any) -> None:
    """Raises ValueError if fields, also those of structs inside, are not told apart by their names in Arrow."""
    known: dict[str, Any] = {}
    for field, column in zip(fields, columns):
        name = arrow_name(field)
        if "\0" in name:
            raise nul_in_name(name)
        if known.setdefault(name, field) is not field:
            raise ValueError(f"the fields {known[name]!r} and {field!r} have the same name in Arrow")
        # _batch() refuses what is no column.
        if isinstance(column, ColumnFace) and column._children and column._code != DICTIONARY:
            check_names(column._names if column._code == STRUCT else ("key", "value"), column._children)


def nul_in_name(name: str) -> ValueError:
    """A name in Arrow ends at a NUL."""
    return ValueError(f"the field {name!r} can't have a name in Arrow, because it has a NUL")


def make_columns(batch: Any, rows: int, skipped: int, nulled: int) -> Columns:
    """New Columns without fields."""
    made = dict.__new__(Columns)
    made._batch, made.rows, made.skipped, made.nulled = batch, rows, skipped, nulled
    return made
