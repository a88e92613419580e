"""Files of messages in Dask: as a DataFrame, as a Bag, and written from a DataFrame. Needs dask[dataframe] and distributed.

>>> from hayapack.data import dask
>>> df = dask.read_msgpack("events/*.msgpack", blocksize="64 MiB")  # doctest: +SKIP
>>> df.groupby("user").price.sum().compute()  # doctest: +SKIP
"""

from __future__ import annotations

import dask.bag
import dask.dataframe
import pandas
from dask.utils import parse_bytes

from . import arrow
from .part_files import Parts
from .sources import expanded
from .tasks import Task, empty, named, tasks

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Iterator, Optional, Union

    from ..stream.source import FilePath
    from .given_schemas import LZ4, Errors, Field, Layout, Paths, Plan, Schema
    from .messages_to_columns import LeftOut

BLOCK = "128 MiB"


def read_msgpack(
    urlpath: Paths,
    blocksize: Union[int, str] = BLOCK,
    schema: Optional[Schema] = None,
    columns: Optional[Sequence[Field]] = None,
    storage_options: Optional[Mapping[str, Any]] = None,
    errors: Errors = "raise",
    *,
    rows: str = "maps",
    lz4: bool = False,
    plan: Plan = "auto",
    strict: bool = False,
    extra: str = "ignore",
) -> dask.dataframe.DataFrame:
    """A Dask DataFrame of the files, a partition for each `blocksize` bytes; columns have the Arrow types of pandas.

    urlpath, schema, columns, errors, rows, lz4, strict, extra ("add" apart): as arrow.reader() takes them; an `errors` that is callable is called in
    the workers. What a task leaves out it says by a LeftOutWarning, which the client gets too, and by the event
    "hayapack" (``client.get_events("hayapack")``). Columns that are not used are not read. plan: see tasks().

    A partition that cannot be read raises SplitError, SchemaError, or what Unpacker raises.
    """
    sources = expanded(urlpath, storage_options)
    if schema is None:
        conflicts = "raise" if errors == "raise" else "first"
        schema = arrow.infer(sources, rows_layout=rows, conflicts=conflicts, errors=errors, lz4=lz4)
    types = arrow.schema_of(schema)
    every = tasks(sources, parse_bytes(blocksize), None, plan, errors)
    options: Any = {"schema": types, "errors": errors, "rows": rows, "lz4": lz4, "strict": strict, "extra": extra}
    meta = _frame(None, **options)
    columns = columns and [named(types)[name] for name in columns]
    made = dask.dataframe.from_map(_frame, every or [None], meta=meta, label="read-msgpack", columns=columns, **options)
    return made


def _frame(
    task: Optional[Task], columns: Any = None, *, schema: dict[Any, str], errors: Errors, **options: Any
) -> pandas.DataFrame:
    """What from_map() calls, with the columns that are used."""
    if columns is not None:
        fields = {name: field for field, name in named(schema).items()}
        columns = [fields[name] for name in columns]
    if task is None:
        table = empty(schema, columns)
    else:
        table, left = task.table(schema, columns, errors, **options)
        _report(task, left, quiet=callable(errors))
    return table.to_pandas(types_mapper=pandas.ArrowDtype)


def _report(task: Task, left: LeftOut, quiet: bool) -> None:
    """Says in the client what was left out. Without workers of distributed, the warning of batches() is enough."""
    counts = {name: getattr(left, name) for name in ("skipped", "nulled", "errors", "lost", "extra")}
    if not any(counts.values()):
        return
    try:
        import distributed

        worker = distributed.get_worker()
    except (ImportError, ValueError):
        return
    worker.log_event("hayapack", {"file": task.file, "range": left.where, **counts})
    if not quiet:
        distributed.warn(f"{task.file or 'a source'}{left.where}: left out: {left}", arrow.LeftOutWarning)


def read_bag(
    urlpath: Paths,
    blocksize: Union[int, str] = BLOCK,
    storage_options: Optional[Mapping[str, Any]] = None,
    *,
    plan: Plan = "auto",
    **options: Any,
) -> dask.bag.Bag:
    """A Dask Bag of the files' values. options: of Unpacker, such as lz4=True."""
    every = tasks(urlpath, parse_bytes(blocksize), storage_options, plan)
    return dask.bag.from_sequence(every, npartitions=len(every) or 1).map_partitions(_values, options)


def _values(part: Any, options: Any) -> Iterator[Any]:
    for task in part:
        for _, value in task.splitter.records(task.number, **options):
            yield value


def to_msgpack(
    df: dask.dataframe.DataFrame,
    folder: FilePath,
    *,
    layout: Layout = "maps",
    lz4: LZ4 = None,
    compute: bool = True,
    overwrite: bool = False,
) -> Any:
    """Writes each partition of the DataFrame as FOLDER/part-00000.msgpack and so on; returns their paths.

    All files get their names when all are complete. A folder with files is a FileExistsError; overwrite=True: parts in
    it are deleted then. compute=False: a Delayed object instead, whose result are the paths.
    """
    parts = Parts(folder, overwrite)
    written = [
        dask.delayed(_write)(part, parts.path(f"part-{number:05}"), layout, lz4)
        for number, part in enumerate(df.to_delayed())
    ]
    if not compute:
        return dask.delayed(parts.commit)(written)
    try:
        return parts.commit(dask.compute(*written))
    except BaseException:
        parts.abort()
        raise


def _write(frame: pandas.DataFrame, path: str, layout: Layout, lz4: LZ4) -> str:
    import pyarrow

    arrow.write(pyarrow.Table.from_pandas(frame, preserve_index=False), path, layout=layout, lz4=lz4)
    return path
