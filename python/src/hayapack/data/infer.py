"""The schema of messages that are rows."""

from __future__ import annotations

from .. import Timestamp, UnpackException, stream, unpackb
from .errors import SchemaError, located
from .known import adds_nothing
from .names import dtype_of
from .sources import expanded, name_of, opened, with_bytes
from .types import Seen, Survey, is_event_time

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable, Iterator, Optional

ROWS = ("maps", "arrays", "values", "fluent")

#: Of many files so many are looked at, evenly spread.
FILES = 10

_READ = 1 << 20  # bytes that are read at once for a sample
_PART = 1 << 19  # bytes of all rows that are looked at once
_LONGEST = 128 << 20  # bytes of a message, as arrow.reader() allows them

#: How rows are decoded: nothing but its structure makes a message unreadable.
_OPTIONS: dict[str, Any] = {"strict_map_key": False, "tuple_keys": True, "timestamp": 0}


def infer(
    source: Any,
    rows: Optional[int] = 1000,
    *,
    rows_layout: str = "maps",
    conflicts: str = "raise",
    errors: Any = "raise",
    lz4: bool = False,
    storage_options: Optional[Mapping[str, Any]] = None,
    block: int = 128 << 20,
    map: Callable[..., Any] = map,
) -> dict[Any, str]:
    """{field: type} of the first rows; None: of all rows, by ranges of `block` bytes.

    source, rows_layout, lz4, storage_options: as reader() takes them. The rows are shared by at most 10 of
    several files. Ints and floats together are float64; ints above 2**63-1 uint64; fields that some rows lack, or that
    are nil, keep their type: every column can have nulls. A field that is only nil is "null". Rows that are arrays
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
    every = Seen()
    for seen in map(_look, works) if rows is None else [_look(work) for work in works]:
        Survey(conflicts, None).merge(every, seen)
    return {_field(key): dtype_of(seen) for key, seen in every.fields.items()}


def _ranges(source: Any, block: int, how: Any, map: Callable[..., Any]) -> Iterator[Any]:
    splitter = stream.Splitter(source, block)
    if len(splitter) > 1:
        splitter = splitter.plan(map, errors="raise" if not how[2] else "stop")
    ends = splitter.ranges()
    for number, (start, stop) in enumerate(ends):
        last = number == len(ends) - 1
        yield source, start, None if last else stop, None, how


def _field(key: Any) -> Any:
    return (key,) if isinstance(key, str) and "." in key else key


def _look(work: Any) -> Seen:
    """What is seen in (source, start, stop, most rows, how)."""
    source, start, stop, most, (layout, conflicts, skips, lz4) = work
    file = name_of(source)
    survey = Survey(conflicts, file)
    every = Seen()
    every.kind = "map"
    damaged = (lambda *what: None) if skips else None
    left = most
    plain = most is None and layout == "maps" and not lz4
    for base, data in _blocks(opened(source), start, stop, _READ if most else _PART, damaged, file):
        if plain and every.fields and adds_nothing(data, every):
            continue
        view = memoryview(data)
        offsets = [*stream.boundaries(data).offsets, len(view)]
        for at, end in zip(offsets, offsets[1:]):
            try:
                row = _row(unpackb(view[at:end], lz4=lz4, **_OPTIONS), layout)
            except (UnpackException, SchemaError) as error:
                if skips:
                    continue
                raise _at(error, base + at, file) from None
            survey.see(every, row, base + at, "$")
            left = left and left - 1
            if left == 0:
                return every
    return every


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


def _row(value: Any, layout: str) -> dict[Any, Any]:
    """The fields of a message."""
    if layout == "maps":
        if isinstance(value, dict) and all([type(key) is str or type(key) is bytes for key in value]):
            return value
        raise SchemaError(f"{_word(value)} instead of a map of fields")
    if not isinstance(value, list):
        raise SchemaError(f"{_word(value)} instead of an array of {'values' if layout == 'arrays' else 'time and map'}")
    if layout == "arrays":
        return {f"f{number}": item for number, item in enumerate(value)}
    if len(value) != 2 or not isinstance(value[1], dict):
        raise SchemaError("not an array of a time and a map")
    return {"time": _event_time(value[0]), **{key: item for key, item in value[1].items() if key != "time"}}


def _event_time(time: Any) -> Any:
    if isinstance(time, list) and time:
        time = time[0]
    if isinstance(time, (int, float)) and not isinstance(time, bool):
        return Timestamp(int(time // 1), 0)
    if getattr(time, "code", None) == 0 and is_event_time(time):
        return Timestamp(int.from_bytes(time.data[:4], "big"), int.from_bytes(time.data[4:], "big"))
    raise SchemaError("not the time of an event")


def _word(value: Any) -> str:
    return "a map with keys that are no names" if isinstance(value, dict) else type(value).__name__
