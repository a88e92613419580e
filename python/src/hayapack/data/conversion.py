"""Converts blocks of messages to columns by a schema, and counts rows, values and bytes that are skipped."""

from __future__ import annotations

import copy
import warnings

from .. import ColumnTypeError, TruncatedError, UnpackException, columns, stream
from .errors import LeftOutWarning, SchemaError, located, of_message

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Callable, Iterable, Iterator, Optional

BLOCK = 16 << 20


class LeftOut:
    """skipped: rows; nulled: values; errors: places where bytes are no messages; lost: their bytes. reached: where
    reading is, in bytes of the source. where: the part of the source that is read, as warnings name it."""

    where = ""

    def __init__(self) -> None:
        self.skipped = self.nulled = self.errors = self.lost = self.reached = 0

    def __str__(self) -> str:
        parts = [
            f"{self.skipped} rows" if self.skipped else "",
            f"{self.nulled} values, which are null" if self.nulled else "",
            f"{self.lost} bytes in {self.errors} places that are no messages" if self.errors else "",
        ]
        return ", ".join(filter(None, parts))


def arrow_name(field: Any) -> str:
    """The name of a field's column: of a path, its dotted text."""
    if isinstance(field, tuple):
        return ".".join([arrow_name(key) for key in field])
    return field.decode("utf-8", "backslashreplace") if isinstance(field, bytes) else field


class Conversion:
    """How messages become columns: the arguments of reader(), checked. Can be pickled, if `errors` can.

    schema: {field: type}; kept: the fields of the result, in order.
    """

    def __init__(
        self, schema: dict[Any, str], kept: Optional[Sequence[Any]], errors: Any, rows: str, lz4: bool
    ) -> None:
        if errors not in ("raise", "null", "skip") and not callable(errors):
            raise ValueError("errors must be 'raise', 'null', 'skip' or a callable(file, start, stop, error)")
        self.schema = schema
        unknown = [name for name in kept or () if name not in schema]
        if unknown:
            raise SchemaError(f"no field {unknown[0]!r} in the schema, which has {', '.join(map(repr, schema))}")
        self.kept = list(schema if kept is None else kept)
        self._errors, self._rows, self._lz4 = errors, rows, lz4

    def selected(self, names: Sequence[str]) -> Conversion:
        """The same with the columns that have these names in Arrow."""
        fields = {arrow_name(field): field for field in self.kept}
        unknown = [name for name in names if name not in fields]
        if unknown:
            raise SchemaError(f"no column {unknown[0]!r} among {', '.join(map(repr, fields))}")
        kept = [fields[name] for name in names]
        return Conversion(self.schema, kept, self._errors, self._rows, self._lz4)

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

    def columns(self, data: Any, base: int = 0, file: Optional[str] = None, left: Optional[LeftOut] = None) -> Any:
        """Whole messages as Columns. base: their offset in the file."""
        left = left or LeftOut()
        errors = self._errors
        if callable(errors):
            given = errors

            def errors(start: int, stop: int, error: Exception) -> None:
                given(file, base + start, base + stop, located(of_message(error), base, file))

        # By position, all fields are needed.
        fields = self.kept if self._rows in ("maps", "fluent") else list(self.schema)
        try:
            made = columns(
                data, fields, [self.schema[name] for name in fields], stream=True, rows=self._rows,
                lz4=self._lz4, errors=errors, missing="null",
            )  # fmt: skip
        except (ColumnTypeError, UnpackException) as error:
            raise located(of_message(error), base, file) from None
        if fields != self.kept:
            for name in set(fields) - set(self.kept):
                del made[name]
            for name in self.kept:  # in this order
                made[name] = made.pop(name)
        left.skipped += made.skipped
        left.nulled += made.nulled
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


class Batches:
    """An iterator of Columns. skipped, nulled, errors, lost: what was left out so far, see LeftOut; at the end, or
    when nothing more is read, a LeftOutWarning has it, unless `errors` is a callable."""

    def __init__(self, made: Callable[[LeftOut], Iterator[Any]], file: Optional[str], quiet: bool) -> None:
        self.left = LeftOut()
        self._made = made(self.left)
        self._file, self._quiet = file, quiet

    def __iter__(self) -> Batches:
        return self

    def __next__(self) -> Any:
        """The next Columns."""
        try:
            return next(self._made)
        except StopIteration:
            self._say(3)
            raise

    def close(self) -> None:
        """Ends the reading."""
        self._made.close()  # type: ignore[attr-defined]
        self._say(3)

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
