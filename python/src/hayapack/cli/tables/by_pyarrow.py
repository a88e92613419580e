"""Tables by pyarrow; the functions of by_polars.py."""

from __future__ import annotations

import contextlib
from typing import Any, Iterator, Optional

import pyarrow

from ...data import arrow


def write(reader: arrow.Reader, kind: str, sink: Any) -> None:
    """Writes all rows. sink: a file object."""
    schema = pyarrow.schema(reader)
    if kind == "arrow":
        schema = pyarrow.schema([field.with_type(_plain(field.type)) for field in schema])
    with contextlib.closing(reader.batches()) as batches, _writer(kind, sink, schema) as writer:
        for batch in batches:
            made = pyarrow.record_batch(batch)
            writer.write_batch(made if made.schema == schema else made.cast(schema))


def _plain(dtype: Any) -> Any:
    """The type with texts instead of dictionaries: each block has dictionaries of its own, an Arrow file only one for
    all, and few readers know those that grow."""
    if pyarrow.types.is_dictionary(dtype):
        return dtype.value_type
    if pyarrow.types.is_list(dtype):
        return pyarrow.list_(_plain(dtype.value_type))
    if pyarrow.types.is_map(dtype):
        return pyarrow.map_(_plain(dtype.key_type), _plain(dtype.item_type))
    if pyarrow.types.is_struct(dtype):
        return pyarrow.struct([field.with_type(_plain(field.type)) for field in dtype])
    return dtype


def _writer(kind: str, sink: Any, schema: Any) -> Any:
    if kind == "parquet":
        from pyarrow import parquet

        return parquet.ParquetWriter(sink, schema)
    if kind == "csv":
        from pyarrow import csv

        return csv.CSVWriter(sink, schema)
    return pyarrow.ipc.new_file(sink, schema)


def read(name: str, kind: str, columns: Optional[list[str]]) -> Iterator[Any]:
    """Parts of a file, each with ``__arrow_c_array__``. columns: those to keep, or None. Raises KeyError."""
    for batch in _batches(name, kind):
        yield batch if columns is None else batch.select(columns)


def _batches(name: str, kind: str) -> Iterator[Any]:
    if kind == "parquet":
        from pyarrow import parquet

        with parquet.ParquetFile(name) as file:
            yield from file.iter_batches()
    elif kind == "csv":
        from pyarrow import csv

        yield from csv.open_csv(name)
    else:
        with pyarrow.memory_map(name) as mapped:
            try:
                file = pyarrow.ipc.open_file(mapped)
            except pyarrow.ArrowInvalid:  # a stream, perhaps
                mapped.seek(0)
                yield from pyarrow.ipc.open_stream(mapped)
                return
            for number in range(file.num_record_batches):
                yield file.get_batch(number)


ERRORS = (pyarrow.ArrowException,)
