"""Tables in files: Parquet, Arrow and CSV, read and written by pyarrow, or by polars if that is missing."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import warnings
from typing import Any, Callable, Iterable, Iterator, Optional

from ... import UnpackException, arrow_rows
from ... import stream as streams
from ...data import arrow
from ...stream.source import Source
from .. import terminal
from ..common.exit_status import BadData, Usage
from ..events.events import numbered
from ..input.inputs import Input, PipeInput
from ..outputs import Output
from ..reading import Reading

_UNKNOWN_SIZE = 1 << 62
#: Names of errors of bytes that are no messages; others are of a value in one.
_DAMAGE = ("reserved_byte", "too_deep", "truncated", "size_limit")
#: What to do about rows that are no maps, by what errors say.
_HINTS = {
    "list instead of a map of fields": " (`convert --path '$[]'` makes its items the rows; with --rows arrays or fluent it is one)",
    "ExtType instead of a map of fields": " (an ext value, perhaps a typed or compressed message: `hayapack cat` shows it)",
}


class InputSource(Source):
    """An input of the tool as a source of hayapack.stream."""

    seeks = False

    def __init__(self, input: Input, step: Callable[[], object] = int) -> None:
        self.path, self.compressed, self.size = None, "", _UNKNOWN_SIZE
        self.input, self._step = input, step
        self._counted = self._count = 0  # an offset between messages, and the number of those before it

    def read(self, offset: int, n: int) -> bytes:
        parts: list[bytes] = []
        for data in self.input.pieces(offset, n):
            parts.append(data)
            self._step()
        return b"".join(parts)

    def message_at(self, start: int, stop: int) -> int:
        """The number, from 0, of the message at `start`, or of what is damaged there, which counts as one and ends at
        `stop`. Asked for in their order; what is between two of them is valid."""
        for _, data in streams.blocks(self, self._counted, start):
            self._count += streams.boundaries(data, 1 << 62).count
        number = self._count
        self._counted, self._count = stop, number + 1
        return number

    def message_with(self, offset: int) -> int:
        """The number of the message that has this byte; before it all are whole, but for what message_at() was asked."""
        damage: list[int] = []
        count = self._count
        for _, data in streams.blocks(self, self._counted, offset + 1, damaged=lambda *what: damage.append(1)):
            count += streams.boundaries(data, 1 << 62).count
        return max(count + len(damage) - 1, 0)


def reader(source: InputSource, args: argparse.Namespace, reading: Reading, *, whole: bool = False) -> arrow.Reader:
    """The messages of an input as rows. whole: nothing may be left out without a word: without a schema it is made of
    all rows, otherwise the keys that have no column are counted."""
    errors, extra = args.errors, "ignore"
    if reading.keep_going:

        def errors(file: Optional[str], start: int, stop: int, error: Exception) -> None:
            found = BadData(f"{error}{numbered(source.message_at(start, stop))}")
            if getattr(error, "name", "") in _DAMAGE and getattr(error, "lz4_offset", None) is None:
                reading.lose(source.input, found, start, stop)
            else:
                reading.report(source.input, found, "skipped")

    if whole and args.schema is None:
        extra = "add"
    elif whole and args.columns is None and args.rows in ("maps", "fluent"):
        extra = "warn"
    with stops(source):
        return arrow.reader(source, args.schema, args.columns, errors, rows=args.rows, lz4=reading.lz4, extra=extra)


def write(input: Input, kind: str, out: Output, args: argparse.Namespace, reading: Reading) -> None:
    """Writes the messages of an input as a table."""
    made = engine()
    with terminal.Progress(input, args.output != "-") as progress, reported(input.name):
        given = InputSource(input, progress.step)
        with stops(given):
            rows = reader(given, args, reading, whole=True)
            try:
                made.write(rows, kind, _Sink(out))
            except made.ERRORS as error:
                raise BadData(f"{kind}: {error}") from None
        reading.sum_up(input)


@contextlib.contextmanager
def stops(source: InputSource) -> Iterator[None]:
    """Raises what is wrong with the data as the tool's exceptions, with the number of the message."""
    try:
        yield
    except (UnpackException, arrow.SchemaError) as error:
        offset = getattr(error, "offset", None)
        number = "" if offset is None else numbered(source.message_with(offset))
        hint = next((hint for text, hint in _HINTS.items() if text in str(error)), "")
        raise BadData(f"{error}{number}{hint}") from None
    except (ValueError, TypeError) as error:
        raise Usage(str(error)) from None


@contextlib.contextmanager
def reported(name: str) -> Iterator[None]:
    """Says what was left out as a message of the tool; after an error nothing: polars and DuckDB let go of the rows when
    they like, and what they warn of then is not shown."""
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


def lazy_input(name: str, data: Iterable[bytes]) -> Input:
    """An input of bytes that are made when they are needed."""
    parts = (part for part in data if part)

    def read(size: int) -> bytes:
        part = next(parts, b"")
        input.done += len(part)
        return part

    input = PipeInput(name, None, read, parts.close)
    return input


def rows(name: str, kind: str, layout: str, columns: Optional[list[str]]) -> Input:
    """The rows of a table's file as an input of messages. kind: of ALL; layout: maps, arrays or values."""
    if name == "-":
        raise Usage("a table is read from a file, not from standard input")
    if layout == "fluent":
        raise Usage("--rows fluent is for reading only: maps, arrays or values")
    return lazy_input(name, _rows(engine(), name, kind, layout, columns))


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
    raise Usage("tables need pyarrow or polars: pip install pyarrow, or pip install polars")
