"""Tables in files: Parquet, Arrow and CSV, read and written by pyarrow, or by polars if that is missing."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import warnings
from typing import Any, Callable, Iterable, Iterator, Optional

from ... import UnpackException, arrow_rows
from ...data import arrow
from ...stream.source import Source as Stream
from .. import terminal
from ..common.exit_status import STATUS_BAD_DATA, BadData, Usage
from ..input.sources import PipeSource, Source
from ..outputs import Output
from ..reading import Reading

_UNKNOWN_SIZE = 1 << 62
_ALL_ROWS = 1 << 62
#: What to do about rows that are no maps, by what errors say.
_HINTS = {
    "list instead of a map of fields": " (`convert --path '$[]'` makes its items the rows; with --rows arrays or fluent it is one)",
    "ExtType instead of a map of fields": " (an ext value, perhaps a typed or compressed message: `hayapack cat` shows it)",
}


class Input(Stream):
    """An input of the tool as a source of hayapack.stream."""

    seeks = False

    def __init__(self, source: Source, step: Callable[[], object]) -> None:
        self.path, self.compressed, self.size = None, "", _UNKNOWN_SIZE
        self._source, self._step = source, step

    def read(self, offset: int, n: int) -> bytes:
        parts: list[bytes] = []
        while n > 0:
            data = self._source.fetch(offset, n)
            if not data:
                break
            parts.append(data)
            offset += len(data)
            n -= len(data)
            self._step()
        return b"".join(parts)


def reader(
    source: Source, args: argparse.Namespace, how: Reading, step: Callable[[], object] = int, *, whole: bool = False
) -> arrow.Reader:
    """The messages of an input as rows. step: is called often. whole: nothing may be left out without a word: without a
    schema it is made of all rows, otherwise the keys that have no column are counted."""
    errors = args.errors
    if how.keep_going:

        def errors(file: Optional[str], start: int, stop: int, error: Exception) -> None:
            terminal.say(f"hayapack: {source.name}: {error}; skipped")
            how.status = how.status or STATUS_BAD_DATA

    with _stops():
        stream = Input(source, step)
        schema, extra = args.schema, "ignore"
        if whole and schema is None:
            conflicts = "raise" if errors == "raise" else "first"
            schema = arrow.infer(
                stream, _ALL_ROWS, rows_layout=args.rows, conflicts=conflicts, errors=errors, lz4=how.lz4
            )
        elif whole and args.columns is None and args.rows in ("maps", "fluent"):
            extra = "warn"
        return arrow.reader(stream, schema, args.columns, errors, rows=args.rows, lz4=how.lz4, extra=extra)


def write(source: Source, kind: str, out: Output, args: argparse.Namespace, how: Reading) -> None:
    """Writes the messages of an input as a table."""
    made = engine()
    with terminal.Progress(source, args.output != "-") as progress, _stops(), reported(source.name):
        rows = reader(source, args, how, progress.step, whole=True)
        try:
            made.write(rows, kind, _Sink(out))
        except made.ERRORS as error:
            raise BadData(f"{kind}: {error}") from None


@contextlib.contextmanager
def _stops() -> Iterator[None]:
    """Raises what is wrong with the data as the tool's exceptions."""
    try:
        yield
    except (UnpackException, arrow.SchemaError) as error:
        hint = next((hint for text, hint in _HINTS.items() if text in str(error)), "")
        raise BadData(f"{error}{hint}") from None
    except (ValueError, TypeError) as error:
        raise Usage(str(error)) from None


@contextlib.contextmanager
def reported(name: str) -> Iterator[None]:
    """Says what was left out as a message of the tool; after an error nothing, also when the reader is collected."""
    warnings.simplefilter("ignore", arrow.LeftOutWarning)
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", arrow.LeftOutWarning)
        yield
    for warning in found:
        terminal.say(f"hayapack: {name}: {warning.message}")


class _Sink(io.RawIOBase):
    """An Output as a file object."""

    def __init__(self, out: Output) -> None:
        self._out, self._at = out, 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        data = bytes(data)
        self._out.write(data)
        self._at += len(data)
        return len(data)

    def tell(self) -> int:
        return self._at


def pipe_of(name: str, data: Iterable[bytes]) -> Source:
    """An input of bytes that are made when they are needed."""
    parts = (part for part in data if part)

    def read(size: int) -> bytes:
        part = next(parts, b"")
        source.done += len(part)
        return part

    source = PipeSource(name, None, read, parts.close)
    return source


def rows(name: str, kind: str, layout: str, columns: Optional[list[str]]) -> Source:
    """The rows of a table's file as an input of messages. kind: of ALL; layout: maps, arrays or values."""
    if name == "-":
        raise Usage("a table is read from a file, not from standard input")
    if layout == "fluent":
        raise Usage("--rows fluent is for reading only: maps, arrays or values")
    return pipe_of(name, _rows(engine(), name, kind, layout, columns))


def _rows(made: Any, name: str, kind: str, layout: str, columns: Optional[list[str]]) -> Iterator[bytes]:
    try:
        for part in made.read(name, kind, columns):
            yield from arrow_rows(part, layout)
    except (*made.ERRORS, KeyError, OSError) as error:
        raise BadData(f"{kind}: {error}") from None


def engine() -> Any:
    """The module of this package that reads and writes tables. Raises Usage if its package is missing."""
    for name, module in (("pyarrow", "by_pyarrow"), ("polars", "by_polars")):
        try:
            importlib.import_module(name)
        except ImportError:
            continue
        return importlib.import_module(f".{module}", __package__)
    raise Usage("tables need pyarrow or polars: pip install 'hayapack[arrow]' or 'hayapack[polars]'")
