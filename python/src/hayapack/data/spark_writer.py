"""What Spark writes: a folder of files, which appear together."""

from __future__ import annotations

import glob
import os
import shutil
import uuid
from typing import Any

import pyarrow
from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from . import arrow

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from .given_schemas import LZ4, Layout


class _Written(WriterCommitMessage):
    """The file of a task, None if it had no rows."""

    def __init__(self, name: Any) -> None:
        self.name = name


class Writer(DataSourceArrowWriter):
    """Each task writes a file into FOLDER/_temporary-ID; commit() moves them to FOLDER and writes _SUCCESS."""

    def __init__(self, folder: str, overwrite: bool, layout: Layout, lz4: LZ4) -> None:
        if "://" in folder:
            raise ValueError(f"files are written to folders that all workers have, not to {folder}")
        self._folder, self._overwrite = os.path.abspath(folder), overwrite
        self._layout, self._lz4 = layout, lz4
        self._unfinished = os.path.join(self._folder, f"_temporary-{uuid.uuid4().hex}")

    def write(self, iterator: Any) -> WriterCommitMessage:
        """The rows of a task as a file, which commit() finds only if the task ends well."""
        first = next(iterator, None)
        if first is None:
            return _Written(None)
        os.makedirs(self._unfinished, exist_ok=True)
        name = f"part-{uuid.uuid4().hex}.msgpack"

        def every() -> Any:
            yield first
            yield from iterator

        rows = pyarrow.RecordBatchReader.from_batches(first.schema, every())
        arrow.write(rows, os.path.join(self._unfinished, name), layout=self._layout, lz4=self._lz4)
        return _Written(name)

    def commit(self, messages: Any) -> None:
        """Moves the files of the tasks to the folder; then, if it is overwritten, deletes the older ones."""
        os.makedirs(self._folder, exist_ok=True)
        older = glob.glob(os.path.join(glob.escape(self._folder), "part-*.msgpack")) if self._overwrite else []
        for message in messages:
            if message is not None and message.name:
                os.replace(os.path.join(self._unfinished, message.name), os.path.join(self._folder, message.name))
        for path in older:
            os.unlink(path)
        shutil.rmtree(self._unfinished, ignore_errors=True)
        with open(os.path.join(self._folder, "_SUCCESS"), "wb"):
            pass

    def abort(self, messages: Any) -> None:
        """Deletes what the tasks wrote."""
        shutil.rmtree(self._unfinished, ignore_errors=True)
