"""A folder of files that tasks write, which get their names together."""

from __future__ import annotations

import os
import re
import shutil
import uuid

from . import arrow

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable

    import pyarrow

    from ..stream.source import FilePath
    from .given_schemas import LZ4, Layout

_PART = re.compile(r"part-.*\.msgpack(\.gz|\.zst)?(\.hayaidx)?\Z")


class Parts:
    """The files FOLDER/part-00000.msgpack and so on.

    Tasks write to path(), in a hidden folder inside of FOLDER; a task that runs again may write to the same path or to
    another one. commit() gives the files of the tasks that ended well their names; what else was written is deleted.
    Can be pickled.

    Raises FileExistsError if the folder has files that a reader of it would read, parts apart if `overwrite`. These are
    deleted in commit(), not before. ValueError for an address: the folder must be one that all workers have.
    """

    def __init__(self, folder: FilePath, overwrite: bool) -> None:
        folder = os.fspath(folder)
        if "://" in folder:
            raise ValueError(f"files are written to folders that all workers have, not to {folder}")
        self._folder, self._overwrite = os.path.abspath(folder), overwrite
        self._unfinished = os.path.join(self._folder, f"_temporary-{uuid.uuid4().hex}")
        self._older()
        os.makedirs(self._unfinished)

    def path(self, name: str) -> str:
        """Where the task that has this name, different from those of all other tasks, writes its file."""
        return os.path.join(self._unfinished, f"{name}.msgpack")

    def commit(self, written: Iterable[str]) -> list[str]:
        """Names the files at the paths part-00000.msgpack and so on; returns these paths. Once more does no harm."""
        written = list(written)
        paths = [os.path.join(self._folder, f"part-{number:05}.msgpack") for number in range(len(written))]
        if not os.path.isdir(self._unfinished):
            return paths
        missing = [path for path in written if not os.path.exists(path)]
        if missing:
            reason = "A file that a task wrote is not there: do all workers have the folder?"
            raise FileNotFoundError(2, reason, missing[0])
        # Before the new ones have their names: readers may miss rows then, but see none twice.
        for name in self._older():
            os.rename(os.path.join(self._folder, name), os.path.join(self._unfinished, f"{name}.old"))
        for source, path in zip(written, paths):
            os.rename(source, path)
        self.abort()
        return paths

    def abort(self) -> None:
        """Deletes what the tasks wrote."""
        shutil.rmtree(self._unfinished, ignore_errors=True)

    def _older(self) -> list[str]:
        """The names of the parts that are there."""
        if not os.path.isdir(self._folder):
            return []
        names = [name for name in os.listdir(self._folder) if not name.startswith((".", "_"))]
        others = [name for name in names if not (self._overwrite and _PART.match(name))]
        if others:
            advice = "it has other files than parts" if self._overwrite else "overwrite=True replaces parts"
            raise FileExistsError(17, f"The folder is not empty ({advice})", os.path.join(self._folder, min(others)))
        return names


def write_block(table: pyarrow.Table, parts: Parts, layout: Layout, lz4: LZ4) -> pyarrow.Table:
    """Writes a pyarrow.Table as one file; returns a table with its path, or none. What Ray's tasks call: a task that
    runs again writes another file, and only the one that is returned last gets a name."""
    import pyarrow

    paths = [parts.path(uuid.uuid4().hex)] if table.num_rows else []
    for path in paths:
        arrow.write(table, path, layout=layout, lz4=lz4)
    return pyarrow.table({"path": pyarrow.array(paths, pyarrow.string())})
