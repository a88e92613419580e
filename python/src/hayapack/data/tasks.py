"""Ranges of files as tasks, for the engines of this package."""

from __future__ import annotations

import os
import tempfile
import warnings
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

from .. import stream
from ..stream.compressed import Content
from . import arrow
from .sources import expanded, name_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Callable, Optional

    import pyarrow

    from .. import Columns
    from .given_schemas import Errors, Field, Paths, Plan, Schema
    from .messages_to_columns import Batches, LeftOut

#: The window of a guess is at most this: longer messages with messages inside can mislead it.
WINDOW = 16384


class Task:
    """Range `number` of the splitter: small when pickled. file: its name; rows: their number, if it is known."""

    def __init__(self, splitter: stream.Splitter, number: int, file: Optional[str], rows: Optional[int]) -> None:
        self.splitter, self.number, self.file, self.rows = splitter, number, file, rows

    def batches(
        self, schema: Schema, columns: Optional[Sequence[Field]] = None, errors: Errors = "raise", **options: Any
    ) -> Batches:
        """As arrow.batches()."""
        return arrow.batches(self.splitter, self.number, schema, columns, errors, file=self.file, **options)

    def bytes_of_rows(self) -> Callable[[int, int], bytes]:
        """What reads n bytes from an offset on: of a compressed file of its content, where no offset must be less than
        the one before."""
        source = self.splitter.part(self.number)[0]
        return Content(source).read if source.compressed else source.read

    def table(
        self, schema: Schema, columns: Optional[Sequence[Field]] = None, errors: Errors = "raise", **options: Any
    ) -> tuple[pyarrow.Table, LeftOut]:
        """(pyarrow.Table of all rows, what was left out). Without columns the table still has its number of rows."""
        import pyarrow

        batches = self.batches(schema, columns, errors, **options)
        made = [record_batch(batch) for batch in batches]
        if columns is not None and not columns:
            rows = sum(batch.num_rows for batch in made)
            return pyarrow.table({"": pyarrow.nulls(rows)}).select([]), batches.left
        if not made:
            return empty(schema, columns), batches.left
        return pyarrow.Table.from_batches(made), batches.left


def record_batch(columns: Columns[Any]) -> pyarrow.RecordBatch:
    """Columns as a pyarrow.RecordBatch."""
    import pyarrow

    # pyarrow takes Columns, which are a dict, for a dict of arrays, whose keys must be str.
    return pyarrow.record_batch(SimpleNamespace(__arrow_c_array__=columns.__arrow_c_array__))


def empty(schema: Schema, columns: Optional[Sequence[Field]] = None) -> pyarrow.Table:
    """A pyarrow.Table of the schema without rows."""
    import pyarrow

    return pyarrow.schema(arrow.reader(b"", schema, columns)).empty_table()


def named(schema: dict[Any, str]) -> dict[Any, str]:
    """The names in Arrow of the schema's fields."""
    return dict(zip(schema, empty(schema).column_names))


def tasks(
    paths: Paths,
    block: int,
    storage_options: Optional[Mapping[str, Any]] = None,
    plan: Plan = "auto",
    errors: Errors = "raise",
) -> list[Task]:
    """The ranges of about `block` bytes of all sources, in order.

    An index beside a file (FILE.hayaidx) is used if it fits; else boundaries are guessed. plan: True: each file is read
    here, in threads, and its ranges are exact; False: never; "auto": if one of its first messages is longer
    than 16 KiB, so that guesses may be wrong, and `errors` stop the reading anyway.
    """
    if plan not in (True, False, "auto"):
        raise ValueError("plan must be True, False or 'auto'")
    return [
        task
        for source in expanded(paths, storage_options)
        for task in _tasks_of(source, block, plan, "raise" if errors in ("raise", "null") else "stop")
    ]


def _tasks_of(source: Any, block: int, plan: Plan, errors: str) -> list[Task]:
    file = name_of(source)
    index = _index(source, file)
    splitter = stream.Splitter(source, block, index=index)
    if not splitter.source.compressed and len(splitter) > 1 and index is None:
        if plan is True or (plan == "auto" and errors == "raise" and splitter.most > 4 * WINDOW):
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                splitter = splitter.plan(pool.map)
    counts = splitter.counts or [None] * len(splitter)
    return [Task(*splitter.task(i), file, counts[i]) for i in range(len(splitter))]


def _index(source: Any, file: Optional[str]) -> Optional[stream.Index]:
    """The index beside a file, if there is one that fits."""
    try:
        if hasattr(source, "beside"):
            index = _read(source.beside(".hayaidx"))
        elif isinstance(source, (str, os.PathLike)):
            index = stream.read_index(f"{os.fspath(source)}.hayaidx")
        else:
            return None
        index.check(source)
    except stream.StaleIndexError as error:
        warnings.warn(f"{error}; boundaries are guessed", stacklevel=4)
        return None
    except Exception:  # of many filesystems: the index is optional
        return None
    return index


def _read(data: bytes) -> stream.Index:
    with tempfile.NamedTemporaryFile(suffix=".hayaidx") as copy:
        copy.write(data)
        copy.flush()
        return stream.read_index(copy.name)
