"""Messages as Arrow data, and back. Needs no package: what takes the Arrow data may be pyarrow, polars, DuckDB, pandas.

A row is a message. See :func:`infer`, :func:`reader`, :func:`batches` and :func:`write`.
"""

from __future__ import annotations

import os

from .. import Fragment, _files, arrow_rows, arrow_stream, backend, packb, stream
from ..stream.atomic_output import replacing
from ..stream.compressed import FRAME, compress, suffix_of
from .errors import LeftOutWarning, SchemaError
from .extra_keys import with_extra
from .given_schemas import schema_of
from .infer import infer
from .messages_to_columns import BLOCK, Batches, Conversion, LeftOut, ahead
from .parallel import converted, usable_threads
from .sources import check_suffix, expanded, name_of, opened

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Iterable, Iterator, Optional

    from .. import Columns
    from .given_schemas import LZ4, Errors, Field, File, Layout, Paths, Rows, Schema

__all__ = ["LeftOutWarning", "Reader", "SchemaError", "batches", "infer", "reader", "write"]


def reader(
    paths: Paths,
    schema: Optional[Schema] = None,
    columns: Optional[Sequence[Field]] = None,
    errors: Errors = "raise",
    *,
    rows: str = "maps",
    lz4: bool = False,
    block: int = BLOCK,
    storage_options: Optional[Mapping[str, Any]] = None,
    strict: bool = False,
    extra: str = "ignore",
    origin: Optional[Mapping[str, str]] = None,
    threads: Optional[int] = 1,
) -> Reader:
    """All rows of the sources, read `block` bytes at a time, as an object with ``__arrow_c_stream__``.

    paths: a path, a glob, a folder, an address that fsspec knows ("s3://…", with its storage_options), a buffer, an
    object with ``read(offset, n)`` and ``size``, or a list of these. schema: {field: type}, or an object with
    ``__arrow_c_schema__``; None: infer(). columns: the fields to keep, in this order. rows: "maps"; "arrays", of values
    in the schema's order; "values": each row is as many messages as the schema has fields; "fluent": [time, map].
    lz4: messages compressed by ext 98 and 99 are decompressed.

    errors: "raise": a value that does not fit its column is a SchemaError, with file, offset and path; "null": it
    is null; "skip": its row is left out; or a callable(file, start, stop, error): its row is left out, and the callable
    is called for it. With "skip" or a callable bytes that are no messages, and a message that the file ends in, are left out, too; see
    hayapack.stream.blocks(). What was left out is counted, and a LeftOutWarning says it.

    strict: values must fit the schema's other fields, too, so that which rows are left out does not depend on columns.
    extra: keys of rows that the schema does not have: "ignore"; "warn": they are counted, and the warning names them;
    "raise": a SchemaError; "add": all rows are looked at first, and the keys become columns. origin: {column: what} of
    further columns: "file", its name; "row", the number among all rows that are read, from 0; "partition", the value in
    a folder COLUMN=value.
    threads: that convert blocks at the same time; None: as many as there are processors. The rows, their order, errors
    and counts are those of one thread, and callables are called by the caller's thread; sources are read by the others,
    one at a time. Without the compiled module there is one.
    """
    threads = usable_threads(threads)
    sources = expanded(paths, storage_options)
    if schema is None or extra == "add":
        conflicts = "raise" if errors == "raise" else "first"
        most = None if extra == "add" else 1000
        found = infer(sources, most, rows_layout=rows, conflicts=conflicts, errors=errors, lz4=lz4)
        schema = found if schema is None else with_extra(schema_of(schema), found)
    extra = "ignore" if extra == "add" else extra
    how = Conversion(schema_of(schema), columns, errors, rows, lz4, strict=strict, extra=extra, origin=origin)
    return Reader(sources, how, block, threads)


class Reader:
    """Rows of files, from the beginning each time they are read. Made by reader(); can be pickled.

    schema: {field: type} of the columns that are kept. skipped: rows that were left out in the last reading;
    nulled: values that became null; errors: places where bytes are no messages; lost: their bytes; extra: for each key
    that has no column in how many rows it is, if that is counted.
    """

    def __init__(self, sources: list[Any], conversion: Conversion, block: int, threads: int = 1) -> None:
        self._sources, self._conversion, self._block, self._threads = sources, conversion, block, threads
        self._left = LeftOut()
        self.schema = dict(conversion.types)

    def __iter__(self) -> Batches:
        return self.batches()

    def batches(self) -> Batches:
        """The Columns of one block after the other."""
        batches = Batches(self._read, self._file(), self._conversion.quiet)
        self._left = batches.left
        return batches

    def select(self, names: Sequence[str]) -> Reader:
        """A Reader of the columns with these names in Arrow, in this order."""
        return Reader(self._sources, self._conversion.selected(names), self._block, self._threads)

    def empty(self) -> Columns[Any]:
        """Columns without rows, which have the types."""
        return self._conversion.columns(b"")

    def _file(self) -> Optional[str]:
        names = [name_of(source) for source in self._sources]
        return names[0] if len(names) == 1 else f"{len(names)} files"

    def _read(self, left: LeftOut) -> Iterator[Columns[Any]]:
        if self._threads > 1 and backend == "native":
            return converted(self._conversion, self._sources, self._block, self._threads, left)
        return self._read_alone(left)

    def _read_alone(self, left: LeftOut) -> Iterator[Columns[Any]]:
        with self._conversion.reusing(2 * self._block) as conversion:
            for source in self._sources:
                file = name_of(source)
                open_source = opened(source, conversion.in_values)
                found = conversion.blocks(open_source, 0, None, self._block, file, left)
                # Reading and scanning need no GIL; callables are called by the caller's thread.
                if open_source.size > self._block and backend == "native" and not conversion.goes_on:
                    found = ahead(found)
                for base, data in found:
                    yield conversion.columns(data, base, file, left)

    def __arrow_c_schema__(self) -> Any:
        empty = self.empty()
        try:
            return empty.__arrow_c_schema__()
        except ValueError as error:
            raise SchemaError(f"{error}: choose others with columns=, or other types") from None

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        self.__arrow_c_schema__()  # the stream would keep only the text of what it raises
        return arrow_stream(self, self.batches())

    def __repr__(self) -> str:
        return f"<Reader of {self._file() or 'a buffer'}: {self.schema}>"

    skipped = property(lambda self: self._left.skipped)
    nulled = property(lambda self: self._left.nulled)
    errors = property(lambda self: self._left.errors)
    lost = property(lambda self: self._left.lost)
    extra = property(lambda self: self._left.extra)


def batches(
    splitter: stream.Splitter,
    i: int,
    schema: Schema,
    columns: Optional[Sequence[Field]] = None,
    errors: Errors = "raise",
    *,
    rows: str = "maps",
    lz4: bool = False,
    block: int = BLOCK,
    file: Optional[str] = None,
    strict: bool = False,
    extra: str = "ignore",
) -> Batches:
    """The Columns of range i of the splitter, `block` bytes at a time: for a task among many.

    The rows are those of the messages that Splitter.read(i) returns, and SplitError is raised where that raises
    it, before the first row, or with "skip" or a callable after the last one. schema: as infer() returns it,
    or an object with ``__arrow_c_schema__``. file: the name in errors (default: the source's). The other
    arguments: as reader() takes them.
    """
    conversion = Conversion(schema_of(schema), columns, errors, rows, lz4, strict=strict, extra=extra)
    source = splitter.source
    file = file or source.path
    if conversion.in_values and len(splitter) > 1:
        raise ValueError("rows='values': a range may begin inside a row, so there must be only one")

    def read(left: LeftOut) -> Iterator[Columns[Any]]:
        part, start, stop = splitter.part(i)
        if not conversion.in_values and not start:
            check_suffix(part, file)
        left.where = f", bytes {start} to {source.size if stop is None else stop}"
        if stop is None or conversion.goes_on:
            found = _checked(conversion, part, start, stop, block, file, left)
        else:
            data = splitter.read(i)
            size = max(block, len(data) // 8 + 1)  # no message is too long
            found = ((start + at, part) for at, part in conversion.blocks(data, 0, None, size, file, left))
        with conversion.reusing(2 * block) as reusing:
            for base, data in found:
                yield reusing.columns(data, base, file, left)

    return Batches(read, file, conversion.quiet)


def _checked(
    conversion: Conversion, source: Any, start: int, stop: Optional[int], block: int, file: Optional[str], left: LeftOut
) -> Iterator[tuple[int, Any]]:
    """Blocks of a range, which must end at its stop, if it has one."""
    if stop is None or start <= stop:
        yield from conversion.blocks(source, start, stop, block, file, left)
    if stop is not None and left.reached != stop and start != stop:
        raise stream.SplitError(file, start, max(left.reached, start), stop)


def write(
    data: Rows, file: File, *, layout: Layout = "maps", lz4: LZ4 = None, index: bool = False, frame: int = FRAME
) -> None:
    """Writes the rows of an object with ``__arrow_c_stream__`` or ``__arrow_c_array__``, a message each.

    file: a path, whose file is replaced when all is written, or an object with ``write()``. A file .gz or .zst is
    compressed, the latter in frames of whole messages of about `frame` bytes. layout: "maps", "arrays", of the
    columns' values, or "values", as many messages as there are columns. lz4: as packb() takes it; each message is
    compressed. index: the index is written, too, as stream.write_index() does: a .zst file can be split by it.
    """
    path = os.fspath(file) if isinstance(file, (str, os.PathLike)) else None
    if index and path is None:
        raise ValueError("index=True needs a path")
    parts = _rows(data, layout)
    if lz4:
        parts = _compressed(parts, lz4)
    if path is None:
        for part in parts:
            _files.write(file, part)
        return
    suffix = suffix_of(path)
    if index and suffix not in ("", ".zst"):
        raise ValueError(f"a {suffix} file can't be split, so it has no index")
    if suffix:
        parts = compress(parts, suffix, frame)
    with replacing(path) as out:
        out.writelines(parts)
    if index:
        stream.write_index(path)


def _rows(data: Rows, layout: Layout) -> Iterator[bytes]:
    """arrow_rows(); a Reader's batches are taken without the stream, which keeps only the text of what it raises."""
    for part in data.batches() if isinstance(data, Reader) else [data]:
        yield from arrow_rows(part, layout)


def _compressed(parts: Iterable[bytes], lz4: LZ4) -> Iterator[bytes]:
    for part in parts:
        offsets = [*stream.boundaries(part).offsets, len(part)]
        for start, stop in zip(offsets, offsets[1:]):
            yield packb(Fragment(part[start:stop]), lz4=lz4)
