"""ClickHouse's format MsgPack, whose rows are as many values as there are columns: read and written. Needs [clickhouse].

    >>> from hayapack.data import clickhouse
    >>> clickhouse.schema_of("id UInt64, name Nullable(String), day Date")
    {'id': 'uint64', 'name': 'str', 'day': 'date32'}

A structure is what ClickHouse calls so: names and types, as DESCRIBE shows them and file() takes them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pyarrow

from . import arrow

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Iterator, Optional, Union

_TOKEN = re.compile(r"\s*(`(?:[^`\\]|\\.|``)*`|'(?:[^'\\]|\\.|'')*'|[^\s(),`']+|[(),])")
_UNITS = {0: "s", 3: "ms", 6: "us", 9: "ns"}


class Type(NamedTuple):
    """A type of ClickHouse. arguments: texts, and (name or None, Type) of what it is made of."""

    name: str
    arguments: tuple[Any, ...]

    def __str__(self) -> str:
        inner = [arg if isinstance(arg, str) else _declared(*arg) for arg in self.arguments]
        return f"{self.name}({', '.join(inner)})" if inner else self.name

    @property
    def inner(self) -> Type:
        """The first type that it is made of."""
        return self.arguments[0][1]  # type: ignore[no-any-return]


def _declared(name: Optional[str], kind: Type) -> str:
    if name is None:
        return str(kind)
    return f"{name if re.fullmatch('[A-Za-z_][A-Za-z0-9_]*', name) else '`' + name.replace('`', '``') + '`'} {kind}"


def parse(structure: str) -> dict[str, Type]:
    """The columns of a structure. Raises SchemaError."""
    tokens = _TOKEN.findall(structure)
    if "".join(tokens) != re.sub(r"\s", "", structure) and not set("`'") & set(structure):
        raise arrow.SchemaError(f"not a structure of ClickHouse: {structure!r}")
    try:
        made = dict(_columns(tokens))
    except (IndexError, TypeError):
        made = {}
    if not made or tokens:
        raise arrow.SchemaError(f"not a structure of ClickHouse: {structure!r}")
    return made


def _columns(tokens: list[str]) -> Iterator[tuple[str, Type]]:
    while True:
        name = tokens.pop(0)
        yield (name[1:-1].replace("``", "`") if name[0] == "`" else name), _type(tokens)
        if not tokens:
            return
        if tokens.pop(0) != ",":
            raise TypeError


def _type(tokens: list[str]) -> Type:
    name, arguments = tokens.pop(0), []
    if not name[0].isalpha():
        raise TypeError
    while tokens and tokens[0] in ("(", ",") and (tokens[0] == "(") == (not arguments):
        tokens.pop(0)
        arguments.append(_argument(tokens))
        if tokens[0] == ")":
            tokens.pop(0)
            break
    return Type(name, tuple(arguments))


def _argument(tokens: list[str]) -> Any:
    if not tokens[0][0].isalpha() and tokens[0][0] not in "`_":
        text = tokens.pop(0)  # a number, a text, 'a' = 1 of an Enum
        while tokens[0] not in (",", ")"):
            text += " " + tokens.pop(0)
        return text
    if tokens[1] in ("(", ",", ")"):
        return None, _type(tokens)
    name = tokens.pop(0)
    return name.strip("`"), _type(tokens)


_SIMPLE = {
    **{f"Int{bits}": f"int{bits}" for bits in (8, 16, 32, 64)}, **{f"UInt{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "Bool": "bool", "Float32": "float32", "Float64": "float64", "String": "str", "FixedString": "bytes", "Date": "date32",
    "Date32": "date32", "DateTime": "timestamp[s]", "Enum8": "int8", "Enum16": "int16", "IPv4": "uint32",
}  # fmt: skip


#: How it writes them.
_WIRE = {"Bool": "uint8", "String": "bytes"}


def dtype_of(kind: Type, wire: bool = False) -> str:
    """The type of the column that has ClickHouse's values; wire: as it writes them. "raw" for tuples, UUIDs, decimals."""
    if kind.name in ("Nullable", "LowCardinality"):
        return dtype_of(kind.inner, wire)
    if kind.name == "Array":
        return f"list[{dtype_of(kind.inner, wire)}]"
    if kind.name == "Map":
        return f"map[{dtype_of(kind.inner, wire)}, {dtype_of(kind.arguments[1][1], wire)}]"
    if kind.name == "DateTime64" and int(kind.arguments[0]) in _UNITS:
        return f"timestamp[{_UNITS[int(kind.arguments[0])]}]"
    return wire and _WIRE.get(kind.name) or _SIMPLE.get(kind.name, "raw")


def schema_of(structure: str, wire: bool = False) -> dict[Any, str]:
    """{field: type} of a structure."""
    return {(name,) if "." in name else name: dtype_of(kind, wire) for name, kind in parse(structure).items()}


class Reader:
    """Rows that ClickHouse wrote, as an object with ``__arrow_c_stream__``: ``SELECT … INTO OUTFILE 'x' FORMAT MsgPack``.

    paths, columns, errors, options: as arrow.reader() takes them. Text must be UTF-8. schema: {field: type}.
    skipped, nulled, errors, lost: what was left out in the last reading.
    """

    def __init__(self, paths: Any, structure: str, columns: Any = None, errors: Any = "raise", **options: Any) -> None:
        self._inner = arrow.reader(paths, schema_of(structure, wire=True), columns, errors, rows="values", **options)
        every = schema_of(structure)
        self.schema = {name: every[name] for name in self._inner.schema}

    def __arrow_c_schema__(self) -> Any:
        """The type of a row, as an Arrow C capsule."""
        return arrow.reader(b"", self.schema).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows, from the first on, as an Arrow C capsule."""
        schema = pyarrow.schema(self)
        batches = (batch.cast(schema) for batch in pyarrow.RecordBatchReader.from_stream(self._inner))
        return pyarrow.RecordBatchReader.from_batches(schema, batches).__arrow_c_stream__(requested_schema)

    def __getattr__(self, name: str) -> Any:
        if name in ("skipped", "nulled", "errors", "lost"):
            return getattr(self._inner, name)
        raise AttributeError(name)


def write(data: Any, file: Any, structure: Union[str, None] = None) -> str:
    """Writes rows as ``INSERT … FORMAT MsgPack`` takes them; returns the structure.

    data: an object with ``__arrow_c_stream__`` or ``__arrow_c_array__``; file: as arrow.write() takes it. structure:
    of the table (default: from the types of Arrow). Every value is checked: ClickHouse itself would cut a number that is
    too large. Raises SchemaError for a value that does not fit its type, also for null in one that is not Nullable.
    """
    from .clickhouse_types import converted, of_arrow

    one = hasattr(data, "__arrow_c_array__") and not hasattr(data, "__arrow_c_stream__")
    batches = (
        pyarrow.table(pyarrow.record_batch(data)).to_reader() if one else pyarrow.RecordBatchReader.from_stream(data)
    )
    kinds = parse(structure) if structure else {field.name: of_arrow(field) for field in batches.schema}
    if list(kinds) != batches.schema.names:
        raise arrow.SchemaError(f"the columns are {batches.schema.names}, the structure has {list(kinds)}")
    empty = [
        converted(array, kind, name) for array, (name, kind) in zip(batches.schema.empty_table().columns, kinds.items())
    ]
    schema = pyarrow.schema([pyarrow.field(name, array.type) for name, array in zip(kinds, empty)])

    failed: list[Exception] = []  # the stream of Arrow keeps only its text

    def every() -> Iterator[Any]:
        for batch in batches:
            try:
                arrays = [converted(array, kind, name) for array, (name, kind) in zip(batch.columns, kinds.items())]
            except arrow.SchemaError as error:
                failed.append(error)
                raise
            yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)

    try:
        arrow.write(pyarrow.RecordBatchReader.from_batches(schema, every()), file, layout="values")
    except ValueError:
        if failed:
            raise failed[0] from None
        raise
    return ", ".join(_declared(name, kind) for name, kind in kinds.items())
