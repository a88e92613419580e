"""ClickHouse's format MsgPack, whose rows are as many values as there are columns: read and written. Needs [clickhouse].

    >>> from hayapack.data import clickhouse
    >>> clickhouse.schema_of("id UInt64, name Nullable(String), day Date")
    {'id': 'uint64', 'name': 'str', 'day': 'date32'}

A structure is what ClickHouse calls so: names and types, as DESCRIBE shows them and file() takes them.
"""

from __future__ import annotations

import pyarrow

from . import arrow
from .clickhouse_structure import Type, declared, parse

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Iterator, Optional

    from .given_schemas import Errors, File, Paths, Rows

_UNITS = {0: "s", 3: "ms", 6: "us", 9: "ns"}

_SIMPLE = {
    **{f"Int{bits}": f"int{bits}" for bits in (8, 16, 32, 64)}, **{f"UInt{bits}": f"uint{bits}" for bits in (8, 16, 32, 64)},
    "Bool": "bool", "Float32": "float32", "Float64": "float64", "String": "str", "FixedString": "bytes", "Date": "date32",
    "Date32": "date32", "DateTime": "timestamp[s]", "Enum8": "int8", "Enum16": "int16", "IPv4": "uint32",
}  # fmt: skip


#: How it writes them.
_WIRE = {"Bool": "uint8", "String": "bytes", "DateTime64": "uint64"}  # a time before 1970 as 2**64 less


def dtype_of(kind: Type, wire: bool = False) -> str:
    """The type of the column that has ClickHouse's values; wire: as it writes them. "raw" for tuples, UUIDs, decimals."""
    if kind.name in ("Nullable", "LowCardinality"):
        return dtype_of(kind.inner, wire)
    if kind.name == "Array":
        return f"list[{dtype_of(kind.inner, wire)}]"
    if kind.name == "Map":
        return f"map[{dtype_of(kind.inner, wire)}, {dtype_of(kind.arguments[1][1], wire)}]"
    if wire and kind.name in _WIRE:
        return _WIRE[kind.name]
    if kind.name == "DateTime64":
        unit = _UNITS.get(int(kind.arguments[0]))
        return f"timestamp[{unit}]" if unit else "int64"
    return _SIMPLE.get(kind.name, "raw")


def schema_of(structure: str, wire: bool = False) -> dict[Any, str]:
    """{field: type} of a structure."""
    return {(name,) if "." in name else name: dtype_of(kind, wire) for name, kind in parse(structure).items()}


class Reader:
    """Rows that ClickHouse wrote, as an object with ``__arrow_c_stream__``: ``SELECT … INTO OUTFILE 'x' FORMAT MsgPack``.

    paths, columns, errors, options: as arrow.reader() takes them. Text must be UTF-8. schema: {field: type}.
    skipped, nulled, errors, lost: what was left out in the last reading.
    """

    def __init__(
        self,
        paths: Paths,
        structure: str,
        columns: Optional[Sequence[str]] = None,
        errors: Errors = "raise",
        **options: Any,
    ) -> None:
        self._inner = arrow.reader(paths, schema_of(structure, wire=True), columns, errors, rows="values", **options)
        every = schema_of(structure)
        self.schema = {name: every[name] for name in self._inner.schema}
        self._kinds = dict(zip(every, parse(structure).values()))

    def __arrow_c_schema__(self) -> Any:
        """The type of a row, as an Arrow C capsule."""
        return arrow.reader(b"", self.schema).__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """The rows, from the first on, as an Arrow C capsule."""
        from .clickhouse_types import from_wire

        schema = pyarrow.schema(self)
        kinds = [self._kinds[name] for name in self.schema]

        def every() -> Iterator[pyarrow.RecordBatch]:
            for batch in pyarrow.RecordBatchReader.from_stream(self._inner):
                arrays = [from_wire(array, *to) for array, *to in zip(batch.columns, kinds, schema.types)]
                yield pyarrow.RecordBatch.from_arrays(arrays, schema=schema)

        return pyarrow.RecordBatchReader.from_batches(schema, every()).__arrow_c_stream__(requested_schema)

    def __getattr__(self, name: str) -> Any:
        if name in ("skipped", "nulled", "errors", "lost"):
            return getattr(self._inner, name)
        raise AttributeError(name)


def write(data: Rows, file: File, structure: Optional[str] = None) -> str:
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

    def every() -> Iterator[pyarrow.RecordBatch]:
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
    return ", ".join(declared(name, kind) for name, kind in kinds.items())
