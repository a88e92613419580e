"""Tables by polars."""

from __future__ import annotations

from typing import Any, Iterator, Optional

import polars

from ...data import arrow
from ...data.polars import frame_of


def write(reader: arrow.Reader, kind: str, sink: Any) -> None:
    """Writes all rows. sink: a file object."""
    frame = frame_of(reader)
    {"parquet": frame.sink_parquet, "csv": frame.sink_csv}.get(kind, frame.sink_ipc)(sink)


def read(name: str, kind: str, columns: Optional[list[str]]) -> Iterator[Any]:
    """Parts of a file, each with ``__arrow_c_stream__``. columns: those to keep, or None."""
    scan = {"parquet": polars.scan_parquet, "csv": polars.scan_csv}.get(kind, polars.scan_ipc)
    frame = scan(name)
    return iter((frame if columns is None else frame.select(columns)).collect_batches())


ERRORS = (polars.exceptions.PolarsError,)
