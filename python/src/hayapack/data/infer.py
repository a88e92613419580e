"""The schema of messages that are rows."""

from __future__ import annotations

import math
import sys

from .. import Timestamp, UnpackException, stream, unpackb
from ..stream.source import Source
from .dtype_names import dtype_of
from .errors import SchemaError, located
from .infer_known import Known
from .inferred_types import Pairs, Seen, Survey, is_event_time, is_named
from .sources import expanded, name_of, opened, with_bytes

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Callable, Iterator, Optional

    from .given_schemas import Errors, Paths

ROWS = ("maps", "arrays", "values", "fluent")

#: Of many files so many are looked at, evenly spread.
FILES = 10

_READ = 1 << 20  # bytes that are read at once for a sample
_PART = 1 << 19  # bytes of all rows that are looked at once
_LONGEST = 128 << 20  # bytes of a message, as arrow.reader() allows them

#: How rows are decoded: nothing but its structure makes a message unreadable.
_OPTIONS: dict[str, Any] = {
    "strict_map_key": False, "tuple_keys": True, "timestamp": 0, "object_pairs_hook": Pairs,
}  # fmt: skip


def infer(
    source: Paths,
    rows: Optional[int] = 1000,
    *,
    rows_layout: str = "maps",
    conflicts: str = "raise",
    errors: Errors = "raise",
    lz4: bool = False,
    storage_options: Optional[Mapping[str, Any]] = None,
    block: int = 128 << 20,
    map: Callable[..., Iterable[Any]] = map,
) -> dict[Any, str]:
    """{field: type} of the first rows; None: of all rows, by ranges of `block` bytes.

    source, rows_layout, lz4, storage_options: as reader() takes them. The rows are shared by at most 10 of
    several files. Ints and floats together are float64, if that has all of them exactly; ints above 2**63-1 uint64; fields
    that some rows lack, or that are nil, keep their type: every column can have nulls. A field that is only nil is "null". Rows that are arrays
    have the fields f0, f1 and so on. A literal dot is in a tuple: ("a.b",).

    conflicts: "raise": values of different types are a SchemaError with the offsets of two messages;
    "raw": the type is raw, the bytes of the values; "first": it is that of the first value. errors: "raise", or anything else to leave out what
    cannot be decoded. map: for rows=None, called as map(function, ranges); that of a process pool is faster.
    """
    if rows_layout not in ROWS:
        raise ValueError(f"rows_layout must be one of {', '.join(ROWS)}, not {rows_layout!r}")
    if rows_layout == "values":
        raise SchemaError("rows of values have no names and no end: give a schema")
    if conflicts not in ("raise", "raw", "first"):
        raise ValueError(f"conflicts must be 'raise', 'raw' or 'first', not {conflicts!r}")
    if rows is not None and rows < 1:
        raise ValueError("rows must be positive, or None")
    sources = expanded(source, storage_options)
    how = (rows_layout, conflicts, errors != "raise", lz4)
    if rows is None:
        works = [work for each in sources for work in _ranges(each, block, how, map)]
    else:
        sources = with_bytes(sources)
        sources = sources[:: -(-len(sources) // FILES)]
        works = [(each, 0, None, -(-rows // len(sources)), how) for each in sources]
    every = _Rows(None, conflicts)
    for seen in map(_look, works) if rows is None else [_look(work) for work in works]:
        every.survey.merge(every.seen, seen)
    return {_field(key): dtype_of(seen) for key, seen in every.seen.fields.items()}


def _ranges(source: Any, block: int, how: Any, map: Callable[..., Iterable[Any]]) -> Iterator[Any]:
    if isinstance(source, Source) and not source.seeks:
        yield source, 0, None, None, how
        return
    splitter = stream.Splitter(source, block)
    if len(splitter) > 1:
        splitter = splitter.plan(map, errors="raise" if not how[2] else "stop")
    ends = splitter.ranges()
    for number, (start, stop) in enumerate(ends):
        last = number == len(ends) - 1
        yield source, start, None if last else stop, None, how


def _field(key: Any) -> Any:
    return (key,) if isinstance(key, str) and "." in key else key


class _Rows:
    """What is seen in rows. file: for errors."""

    def __init__(self, file: Optional[str], conflicts: str) -> None:
        self.file, self.survey, self.seen = file, Survey(conflicts), Seen()
        self.seen.kind, self.seen.place = "map", (0, file)

    def add(self, data: memoryview, base: int, layout: str, lz4: bool, skips: bool) -> bool:
        """Whether a message at offset `base` of the file is a row. skips: else it is left out."""
        try:
            row = _row(unpackb(data, lz4=lz4, **_OPTIONS), layout)
        except (UnpackException, SchemaError) as error:
            if skips:
                return False
            raise _at(error, base, self.file) from None
        self.survey.see(self.seen, row, (base, self.file), "$")
        return True


def _look(work: Any) -> Seen:
    """What is seen in (source, start, stop, most rows, how)."""
    source, start, stop, most, (layout, conflicts, skips, lz4) = work
    file = name_of(source)
    rows = _Rows(file, conflicts)
    known = Known(rows, layout, sys.maxsize if most is None else most, not lz4)
    damaged = (lambda *what: None) if skips else None
    for base, data in _blocks(opened(source), start, stop, _READ if most else _PART, damaged, file):
        for at, message in _news(bytes(data), known):
            known.left -= rows.add(message, base + at, layout, lz4, skips)
            if not known.left:
                return rows.seen
        if not known.left:
            break
    return rows.seen


def _news(data: bytes, known: Known) -> Iterator[tuple[int, memoryview]]:
    """(offset, message) of the messages in which something may be new."""
    view = memoryview(data)
    at = known.skip(data, 0)
    while at < len(data) and known.left:
        found = stream.boundaries(view, start=at, stop=known.until(at, len(data)))
        offsets = [*found.offsets, found.end]
        for start, end in zip(offsets, offsets[1:]):
            yield start, view[start:end]
        at = known.skip(data, found.end)


def _blocks(
    source: Any, start: int, stop: Optional[int], size: int, damaged: Any, file: Optional[str]
) -> Iterator[tuple[int, Any]]:
    """stream.blocks() whose errors name the file."""
    try:
        yield from stream.blocks(source, start, stop, size, damaged=damaged, longest=_LONGEST)
    except UnpackException as error:
        raise located(error, 0, file) from None


def _at(error: Any, offset: int, file: Optional[str]) -> Exception:
    if isinstance(error, SchemaError):
        return SchemaError(error.reason, file, offset, "$")
    return located(error, offset, file)


def _row(value: Any, layout: str) -> Pairs:
    """The fields of a message."""
    if layout == "maps":
        return _named(value)
    if not isinstance(value, list) or type(value) is Pairs:
        raise SchemaError(f"{_word(value)} instead of an array of {'values' if layout == 'arrays' else 'time and map'}")
    if layout == "arrays":
        return Pairs([(f"f{number}", item) for number, item in enumerate(value)])
    if len(value) != 2 or type(value[1]) is not Pairs:
        raise SchemaError("not an array of a time and a map")
    fields = _named(value[1])
    return Pairs([("time", _event_time(value[0])), *[field for field in fields if field[0] != "time"]])


def _named(value: Any) -> Pairs:
    if type(value) is Pairs and is_named(value):
        return value
    raise SchemaError(f"{_word(value)} instead of a map of fields")


def _event_time(time: Any) -> Timestamp:
    if type(time) is list and time:
        time = time[0]
    if type(time) is float and math.isfinite(time):
        time = int(time // 1)
    if type(time) is int and -(2**63) <= time < 2**63:
        return Timestamp(time, 0)
    if type(time) is Timestamp:
        return time
    if getattr(time, "code", None) == 0 and is_event_time(time):
        return Timestamp(int.from_bytes(time.data[:4], "big"), int.from_bytes(time.data[4:], "big"))
    raise SchemaError("not the time of an event")


def _word(value: Any) -> str:
    return "a map with keys that are no names" if type(value) is Pairs else type(value).__name__
