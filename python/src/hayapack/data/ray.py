"""Files of messages in Ray Data: as a Dataset, and written from one. Needs ray[data].

>>> from hayapack.data import ray
>>> ds = ray.read_msgpack("events/*.msgpack", columns=["user", "price"])  # doctest: +SKIP
>>> ds.sum("price")  # doctest: +SKIP
"""

from __future__ import annotations

import functools

import pyarrow
import ray.data
from ray.data.block import BlockMetadata
from ray.data.datasource.datasource import Datasource, ReadTask

from . import arrow
from .part_files import Parts, write_block
from .sources import expanded, opened
from .tasks import Task, empty, named, record_batch, tasks

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Iterator, Optional

    from ..stream.source import FilePath
    from .given_schemas import LZ4, Errors, Field, Layout, Paths, Plan, Schema

try:
    from ray.data._internal.arrow_block import _BATCH_SIZE_PRESERVING_STUB_COL_NAME as STUB
except ImportError:
    STUB = "__bsp_stub"

#: Bytes of a range, unless override_num_blocks says how many there are.
LEAST = 64 << 10
MOST = 128 << 20


def read_msgpack(
    paths: Paths,
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
    override_num_blocks: Optional[int] = None,
    **options: Any,
) -> ray.data.Dataset:
    """A Ray Dataset of the files, which ReadTasks read in ranges. options: of ray.data.read_datasource().

    paths, schema, columns, storage_options, errors, rows, lz4, strict, extra ("add" apart): as arrow.reader() takes them; an `errors` that is
    callable is called in the tasks. What a task leaves out it says by a LeftOutWarning, which Ray prints at the
    driver. Columns that are not used are not read. plan: see tasks().

    A task that cannot read its range raises SplitError, SchemaError, or what Unpacker raises, which Ray
    wraps in RayTaskError.
    """
    sources = expanded(paths, storage_options)
    if schema is None:
        conflicts = "raise" if errors == "raise" else "first"
        schema = arrow.infer(sources, rows_layout=rows, conflicts=conflicts, errors=errors, lz4=lz4)
    how = {"errors": errors, "rows": rows, "lz4": lz4, "strict": strict, "extra": extra}
    source = MsgpackDatasource(sources, arrow.schema_of(schema), columns, plan, how)
    return ray.data.read_datasource(source, override_num_blocks=override_num_blocks, **options)


class MsgpackDatasource(Datasource):
    """What read_msgpack() gives to read_datasource()."""

    def __init__(
        self, sources: list[Any], schema: dict[Any, str], columns: Optional[Sequence[Field]], plan: Plan, options: Any
    ) -> None:
        super().__init__()
        self._sources, self._plan, self._options = sources, plan, options
        self._schema = schema
        names = named(schema)
        self._projection_map = None if columns is None else {names[name]: names[name] for name in columns}
        self._size = sum(opened(source).size for source in sources)

    def supports_projection_pushdown(self) -> bool:
        """Ray says which columns it needs."""
        return True

    def estimate_inmemory_data_size(self) -> Optional[int]:
        """About as many bytes as the files have."""
        return self._size

    def get_read_tasks(
        self, parallelism: int, per_task_row_limit: Optional[int] = None, data_context: Any = None
    ) -> list[ReadTask]:
        """A task for each range."""
        block = min(max(-(-self._size // max(parallelism, 1)), LEAST), MOST)
        wanted = self._get_data_columns()
        fields = {name: field for field, name in named(self._schema).items()}
        columns = None if wanted is None else [fields[name] for name in wanted]
        schema = empty(self._schema, columns).schema
        return [
            ReadTask(
                functools.partial(_read, task, self._schema, columns, self._options),
                BlockMetadata(task.rows, None, None, input_files=(task.file,) if task.file else None),
                schema,
                per_task_row_limit,
            )
            for task in tasks(self._sources, block, None, self._plan, self._options["errors"])
        ]


def _read(
    task: Task, schema: Schema, columns: Optional[Sequence[Field]], options: dict[str, Any]
) -> Iterator[pyarrow.Table]:
    some = False
    for batch in task.batches(schema, columns, **options):
        some = True
        if columns is not None and not columns:  # count(): Ray keeps the rows by a column of this name
            yield pyarrow.table({STUB: pyarrow.nulls(batch.rows)})
        else:
            yield pyarrow.Table.from_batches([record_batch(batch)])
    if not some:
        yield empty(schema, columns)


def write_msgpack(
    ds: ray.data.Dataset, folder: FilePath, *, layout: Layout = "maps", lz4: LZ4 = None, overwrite: bool = False
) -> list[str]:
    """Writes each block of the Dataset as FOLDER/part-00000.msgpack and so on; returns their paths.

    All files get their names when all are complete. A folder with files is a FileExistsError; overwrite=True: parts in
    it are deleted then. The folder must be one that all workers have.
    """
    parts = Parts(folder, overwrite)
    write = functools.partial(write_block, parts=parts, layout=layout, lz4=lz4)
    try:
        made = ds.map_batches(write, batch_format="pyarrow", batch_size=None)
        return parts.commit(row["path"] for row in made.take_all())
    except BaseException:
        parts.abort()
        raise
