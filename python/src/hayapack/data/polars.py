"""Files of messages in polars: a LazyFrame that reads what a query needs, and a DataFrame. Needs polars."""

from __future__ import annotations

from . import arrow
from .messages_to_columns import BLOCK

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Iterator, Optional

    import polars

    from .. import Columns
    from .given_schemas import Errors, Field, Paths, Schema

__all__ = ["read_msgpack", "scan_msgpack"]


def scan_msgpack(
    paths: Paths,
    schema: Optional[Schema] = None,
    *,
    errors: Errors = "raise",
    rows: str = "maps",
    lz4: bool = False,
    block: int = BLOCK,
    storage_options: Optional[Mapping[str, Any]] = None,
    strict: bool = False,
    extra: str = "ignore",
    origin: Optional[Mapping[str, str]] = None,
) -> polars.LazyFrame:
    """A LazyFrame of the sources. A query reads the columns and, from the beginning on, the rows that it needs, a block
    at a time, and filters each block.

    The arguments are those of :func:`hayapack.data.arrow.reader`; schema may be a polars Schema. Without one it
    is inferred now, not when the query runs.
    """
    reader = arrow.reader(
        paths, schema, errors=errors, rows=rows, lz4=lz4, block=block, storage_options=storage_options, strict=strict,
        extra=extra, origin=origin,
    )  # fmt: skip
    return frame_of(reader)


def frame_of(reader: arrow.Reader) -> polars.LazyFrame:
    """A LazyFrame of the rows of a Reader."""
    import polars
    from polars.io.plugins import register_io_source

    def source(
        with_columns: Optional[list[str]], predicate: Any, n_rows: Optional[int], batch_size: Optional[int]
    ) -> Iterator[polars.DataFrame]:
        chosen = reader if with_columns is None else reader.select(with_columns)
        left = n_rows
        for batch in chosen:
            frame = polars.DataFrame(_Table(batch))
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            yield frame if predicate is None else frame.filter(predicate)
            if left == 0:
                return

    return register_io_source(source, schema=polars.DataFrame(_Table(reader.empty())).schema)


def read_msgpack(
    paths: Paths, schema: Optional[Schema] = None, columns: Optional[Sequence[Field]] = None, **options: Any
) -> polars.DataFrame:
    """A DataFrame of the sources; options: those of scan_msgpack()."""
    import polars

    return polars.DataFrame(arrow.reader(paths, schema, columns, **options))


class _Table:
    """Columns without being a dict, which polars would take for one of sequences of Python objects."""

    def __init__(self, columns: Columns[Any]) -> None:
        self.__arrow_c_array__ = columns.__arrow_c_array__
