"""Converts blocks of messages to columns by a schema, and counts rows, values and bytes that are skipped."""

from __future__ import annotations

import atexit
import copy
import threading
import warnings
import weakref
from contextlib import contextmanager

from .. import ColumnTypeError, TruncatedError, UnpackException, _ColumnMemory, columns, stream
from .._errors.make_errors import counted
from .errors import LeftOutWarning, SchemaError, located, of_message
from .extra_keys import count_extra, first_keys
from .origin_columns import ORIGINS, column_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Callable, Iterable, Iterator, Optional

    from .. import Buffer, Columns
    from .given_schemas import Errors, Field

BLOCK = 16 << 20


class LeftOut:
    """skipped: rows; nulled: values; errors: places where bytes are no messages; lost: their bytes; extra: for each key
    that has no column in how many rows it is. reached: where reading is, in bytes of the source; rows: how many were
    read. where: the part of the source that is read, as warnings name it."""

    where = ""

    def __init__(self) -> None:
        self.skipped = self.nulled = self.errors = self.lost = self.reached = self.rows = 0
        self.extra: dict[Any, int] = {}

    def __str__(self) -> str:
        parts = [
            counted(self.skipped, "row") if self.skipped else "",
            f"{counted(self.nulled, 'value')} set to null" if self.nulled else "",
            f"{counted(self.lost, 'byte')} without a message, in {counted(self.errors, 'place')}"
            if self.errors
            else "",
            f"{counted(sum(self.extra.values()), 'value')} of keys without a column: {_some(self.extra)}"
            if self.extra
            else "",
        ]
        return ", ".join(filter(None, parts))


def _some(keys: Iterable[Any]) -> str:
    """The first keys in a warning."""
    shown = [repr(key) for key in keys]
    return ", ".join(shown[:10]) + (f" and {len(shown) - 10} others" if len(shown) > 10 else "")


def arrow_name(field: Any) -> str:
    """The name of a field's column: of a path, its dotted text."""
    if isinstance(field, tuple):
        return ".".join([arrow_name(key) for key in field])
    return field.decode("utf-8", "backslashreplace") if isinstance(field, bytes) else field


class Conversion:
    """How messages become columns: the arguments of reader(), checked. Can be pickled, if `errors` can.

    schema: {field: type}; kept: the fields of the result, in order; types: {field: type} of these. strict, extra,
    origin: as reader() takes them, but for extra="add".
    """

    def __init__(
        self,
        schema: dict[Any, str],
        kept: Optional[Sequence[Field]],
        errors: Errors,
        rows: str,
        lz4: bool,
        *,
        strict: bool = False,
        extra: str = "ignore",
        origin: Optional[Mapping[str, str]] = None,
    ) -> None:
        if errors not in ("raise", "null", "skip") and not callable(errors):
            raise ValueError("errors must be 'raise', 'null', 'skip' or a callable(file, start, stop, error)")
        if extra not in ("ignore", "warn", "raise"):
            raise ValueError(f"extra must be 'ignore', 'warn', 'raise' or 'add', not {extra!r}")
        if extra != "ignore" and rows not in ("maps", "fluent"):
            raise ValueError(f"extra={extra!r}: rows={rows!r} have no keys")
        self.schema = schema
        self._origin = dict(origin or {})
        for name, what in self._origin.items():
            if what not in ORIGINS:
                raise ValueError(f"origin has {what!r} for {name!r}: it must be one of {', '.join(map(repr, ORIGINS))}")
            if name in schema:
                raise SchemaError(f"the field {name!r} of the schema is a column of origin, too")
        unknown = [name for name in kept or () if name not in schema and name not in self._origin]
        if unknown:
            raise SchemaError(f"no field {unknown[0]!r} in the schema, which has {', '.join(map(repr, schema))}")
        self.kept = [*(schema if kept is None else kept)]
        self.kept += [name for name in self._origin if name not in self.kept]
        self.types = {name: ORIGINS[self._origin[name]] if name in self._origin else schema[name] for name in self.kept}
        self._errors, self._rows, self._lz4, self._strict, self._extra = errors, rows, lz4, strict, extra
        self._memory: Any = None

    @contextmanager
    def reusing(self, size: int) -> Iterator[Conversion]:
        """The same for blocks of one reading: the columns' memory is used again when the caller has let go of them.
        At most so many bytes are kept, and none after the reading."""
        if _ColumnMemory is None:
            yield self
            return
        made = copy.copy(self)
        made._memory = _ColumnMemory(size)
        try:
            yield made
        finally:
            made._memory.close()

    def selected(self, names: Sequence[str]) -> Conversion:
        """The same with the columns that have these names in Arrow."""
        fields = {arrow_name(field): field for field in self.kept}
        unknown = [name for name in names if name not in fields]
        if unknown:
            raise SchemaError(f"no column {unknown[0]!r} among {', '.join(map(repr, fields))}")
        made = copy.copy(self)
        made.kept = [fields[name] for name in names]
        made.types = {name: self.types[name] for name in made.kept}
        return made

    def telling(self, errors: Callable[..., Any]) -> Conversion:
        """The same with another callable."""
        made = copy.copy(self)
        made._errors = errors
        return made

    @property
    def quiet(self) -> bool:
        """Whether nothing is warned of."""
        return callable(self._errors)

    @property
    def in_values(self) -> bool:
        """Whether a row is as many messages as the schema has fields."""
        return self._rows == "values"

    @property
    def goes_on(self) -> bool:
        """Whether bytes that are no messages are left out: not between values that are counted."""
        return (self._errors == "skip" or callable(self._errors)) and not self.in_values

    def columns(
        self, data: Buffer, base: int = 0, file: Optional[str] = None, left: Optional[LeftOut] = None
    ) -> Columns[Any]:
        """Whole messages as Columns. base: their offset in the file."""
        left = left or LeftOut()
        return self.arranged(self.read(data, base, file, left), file, left)

    def read(self, data: Buffer, base: int, file: Optional[str], left: LeftOut) -> Columns[Any]:
        """The columns of the schema that must be read; arranged() must follow, in the order of the rows."""
        errors: Any = self._errors
        if callable(errors):
            given = errors

            def errors(start: int, stop: int, error: Exception) -> None:
                given(file, base + start, base + stop, located(of_message(error), base, file))

        if self._extra != "ignore":
            count_extra(data, first_keys(self.schema), self._rows, self._lz4, self._extra, base, file, left.extra)
        # By position, all fields are needed.
        every = self._strict or self._rows not in ("maps", "fluent")
        fields = list(self.schema) if every else [name for name in self.kept if name in self.schema]
        try:
            made: Columns[Any] = (columns if self._memory is None else self._memory.columns)(
                data, fields, [self.schema[name] for name in fields], stream=True, rows=self._rows,
                lz4=self._lz4, errors=errors, missing="null",
            )  # fmt: skip
        except (ColumnTypeError, UnpackException) as error:
            raise located(of_message(error), base, file) from None
        left.skipped += made.skipped
        left.nulled += made.nulled
        return made

    def arranged(self, made: Columns[Any], file: Optional[str], left: LeftOut) -> Columns[Any]:
        """The columns that are kept, in their order, with those of origin. left.rows: rows before these."""
        if [*made] != self.kept:
            for name in set(made) - set(self.kept):
                del made[name]
            for name in self.kept:  # in this order
                what = self._origin.get(name)
                made[name] = made.pop(name) if what is None else column_of(what, name, file, left.rows, made.rows)
        left.rows += made.rows
        return made

    def tell(self, file: Optional[str], start: int, stop: int, error: Exception) -> None:
        """Calls the callable, if there is one."""
        if callable(self._errors):
            self._errors(file, start, stop, error)

    def lose(self, file: Optional[str], left: LeftOut, start: int, stop: int, error: Exception) -> None:
        """Counts bytes that are no messages, and tells the callable."""
        left.errors += 1
        left.lost += stop - start
        left.reached = stop
        self.tell(file, start, stop, located(error, 0, file))

    def blocks(
        self,
        source: Any,
        start: int,
        stop: Optional[int],
        block: int,
        file: Optional[str],
        left: LeftOut,
        damaged: Optional[Callable[[int, int, Exception], Any]] = None,
    ) -> Iterator[tuple[int, Any]]:
        """stream.blocks(), with what is damaged left out if `errors` says so. damaged: is called for it, instead of
        lose()."""

        def lost(start: int, stop: int, error: Exception) -> None:
            self.lose(file, left, start, stop, error)

        left.reached = start
        try:
            found = stream.blocks(source, start, stop, block, damaged=(damaged or lost) if self.goes_on else None)
            for base, data in whole_rows(found, len(self.schema)) if self.in_values else found:
                yield base, data
                left.reached = base + len(data)
        except UnpackException as error:
            raise located(error, 0, file) from None


def whole_rows(found: Iterable[tuple[int, Any]], n: int) -> Iterator[tuple[int, Any]]:
    """The blocks, each with whole rows of n messages. Raises TruncatedError if the last row is not whole."""
    held = b""
    end = 0
    for base, data in found:
        end = base + len(data)
        data = held + bytes(data) if held else data
        messages = stream.boundaries(data, n)
        cut = messages.offsets[messages.count // n] if messages.count % n else len(data)
        held = bytes(memoryview(data)[cut:])
        if cut:
            yield end - len(data), memoryview(data)[:cut]
    if held:
        error = TruncatedError(f"byte {end - len(held)}: the last row has fewer than {n} values")
        error.offset = end - len(held)
        raise error


def ahead(found: Iterator[Any]) -> Iterator[Any]:
    """The items, each made by a thread while the one before it is used."""
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1, "hayapack-read") as pool:
        future = pool.submit(next, found, None)
        while True:
            item = future.result()
            if item is None:
                return
            future = pool.submit(next, found, None)
            yield item


_open: weakref.WeakSet[Batches] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Ends what a program left open, but not what another thread is reading. Without a GIL, CPython may otherwise run
    the generators' last lines when it has cleared the modules that they need."""
    for batches in list(_open):
        batches._end(wait=False)


class Batches:
    """An iterator of Columns. skipped, nulled, errors, lost, extra: what was left out so far, see LeftOut; at the end, or
    when nothing more is read, a LeftOutWarning has it, unless `errors` is a callable."""

    def __init__(self, made: Callable[[LeftOut], Iterator[Columns[Any]]], file: Optional[str], quiet: bool) -> None:
        self.left = LeftOut()
        self._made = made(self.left)
        self._file, self._quiet = file, quiet
        self._lock = threading.RLock()  # threads may share the iterator; a callable `errors` runs inside of it
        _open.add(self)

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> Columns[Any]:
        """The next Columns."""
        try:
            with self._lock:
                return next(self._made)
        except StopIteration:
            self._say(3)
            raise

    def close(self) -> None:
        """Ends the reading."""
        self._end(wait=True)
        self._say(3)

    def _end(self, wait: bool) -> None:
        """Ends the reading. If another thread is inside: waits for it, or leaves it alone."""
        if self._lock.acquire(blocking=wait):
            try:
                self._made.close()  # type: ignore[attr-defined]
            finally:
                self._lock.release()

    def __del__(self) -> None:
        # Who needs only the first rows reads no further.
        self._say(2)

    def _say(self, level: int) -> None:
        text = str(self.left)
        if text and not self._quiet:
            self._quiet = True
            where = self._file or ("the source" if self.left.where else "")
            before = f"{where}{self.left.where}: " if where else ""
            warnings.warn(f"{before}left out: {text}", LeftOutWarning, stacklevel=level)

    skipped = property(lambda self: self.left.skipped)
    nulled = property(lambda self: self.left.nulled)
    errors = property(lambda self: self.left.errors)
    lost = property(lambda self: self.left.lost)
    extra = property(lambda self: self.left.extra)
