"""The rows of a message, of a stream or of a list of messages: finds their values and gives them to the columns.

A row's structure is checked first, to its end. Then its values are taken, in the order of the message.
"""

from __future__ import annotations

from ..._core.first_error import Walk, raise_fault
from ..._errors.make_errors import type_name
from ..._values.codes import NS, TIMESTAMP, UNKNOWN
from ..._values.lz4 import detect, unframe
from ..._values.shared_columns import (
    ARRAYS,
    FIT_KIND,
    FLUENT,
    LONG_ROW,
    MAPS,
    NO_ARRAY,
    NO_EVENT,
    NO_MAP,
    NO_ROWS,
    NULLS,
    RAISE,
    VALUES,
    column_error,
)
from ..._wire import format as wire
from ..._wire.scan import Fault
from ..input_buffer import buffer_of
from ..partial.partial import Lazy, Place, inside, text_bytes
from .column_builders import ColumnBuilder, Misfit
from .nested_builders import builder_of, in_order

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional


class Branch:
    """Keys of a map that lead to fields, or to maps in which fields are."""

    __slots__ = ("fields", "inner", "numbers")

    def __init__(self) -> None:
        self.numbers: dict[tuple[int, bytes], int] = {}
        #: By the number of a key: the field that is its value, or -1; the keys of the map that it is, or None.
        self.fields: list[int] = []
        self.inner: list[Optional[Branch]] = []

    def add(self, path: tuple[Any, ...], field: int) -> None:
        branch = self
        for key in path[:-1]:
            number = branch._number(key)
            inner = branch.inner[number]
            if inner is None:
                inner = branch.inner[number] = Branch()
            branch = inner
        branch.fields[branch._number(path[-1])] = field

    def all_fields(self) -> list[int]:
        """The numbers of the fields behind all its keys."""
        found = [number for number in self.fields if number >= 0]
        for inner in self.inner:
            if inner is not None:
                found += inner.all_fields()
        return found

    def _number(self, key: Any) -> int:
        slot = (wire.BIN, key) if isinstance(key, bytes) else (wire.STR, text_bytes(key))
        number = self.numbers.setdefault(slot, len(self.fields))
        if number == len(self.fields):
            self.fields.append(-1)
            self.inner.append(None)
        return number


class Reader:
    """Reads rows into columns. ``buf`` has the values that the columns take."""

    def __init__(self, message: Lazy, planned: tuple[Any, ...], layout: int, errors: Any) -> None:
        self.message = message
        self.buf = message.buf
        self.layout = layout
        self.errors = errors
        self.nulls = errors == NULLS
        self.nulled = 0
        self.skipped = 0
        self.rows = 0
        self._field = 0  # of the layout VALUES, for paths
        self._lz4 = message.options.lz4
        self._apart = False  # whether the rows are in buffers of their own
        self._way: Optional[Walk] = None  # for the paths of all rows of an array that are left out
        self.builders: list[ColumnBuilder] = [builder_of(self, node, len(path)) for _, _, path, node in planned]
        self.met: set[int] = set()  # the fields that a map has
        self._time_at = -1  # in a row of the layout FLUENT: the offset of its time, or -1
        self.inferred = 0  # fields of structs whose types are those of their first maps
        #: Lists of zeros and of nulls, from types that were forgotten: see ColumnBuilder.give().
        self.spare_ends: list[list[int]] = []
        self.spare_nulls: list[list[Any]] = []
        self.maps = 0
        self.first_map: Optional[Place] = None
        paths = [path for _, _, path, _ in planned]
        self._root = Branch()
        for number, path in enumerate(paths):
            if path:
                self._root.add(path, number)
        #: Whether the number of a key is that of its field.
        self._flat = layout in (ARRAYS, VALUES) or (
            layout == MAPS and self._root.fields == list(range(len(planned))) and not any(self._root.inner)
        )
        self._width = len(planned)
        #: In the layout FLUENT the field of the event's time, which is no key of its map; or -1.
        self.event_time = -1
        if layout == FLUENT and () in paths:
            self.event_time = paths.index(())

    # --- walks

    def end_of(self, at: int) -> int:
        """The offset after a value whose structure was checked."""
        return self.message.skip(at, 1, 0, 1)

    def find_all(
        self, at: int, numbers: dict[tuple[int, bytes], int]
    ) -> tuple[int, dict[int, int], list[tuple[int, int]]]:
        """(end, found, others) of Lazy.find_all(), for a map whose structure was checked."""
        found: dict[int, int] = {}
        others: list[tuple[int, int]] = []
        message = self.message
        kind, head, count = message.look(at, 1, 0)
        first = inside((at, 1, 0), kind, head, count)
        return message.find_all(*first, count, numbers, found, others), found, others

    def keys_of(self, at: int) -> tuple[Any, ...]:
        """The str and bin keys of a map whose structure was checked, each once."""
        message = self.message
        _, head, count = message.look(at, 1, 0)
        at += head
        names: dict[tuple[int, Any], Any] = {}
        for _ in range(count):
            kind, head, length = message.look(at, 1, 0)
            if kind == wire.STR or kind == wire.BIN:
                key: Any = bytes(self.buf[at + head : at + head + length])
                if kind == wire.STR:
                    try:
                        key = key.decode()
                    except UnicodeDecodeError:
                        message.raise_fault(Fault("invalid_utf8", at, key))
                names[kind, key] = key
            at = message.skip(at, 1, 0, 2)
        return tuple(names.values())

    def first_keys(self) -> Any:
        """The first map, for its keys; None if it can't be decoded."""
        if self.first_map is None or self._apart:
            return None
        try:
            return self.message.value(*self.first_map)[0]
        except Exception:
            return None

    # --- rows

    def read_array(self, place: Place) -> None:
        """Reads the array of rows at a cursor."""
        kind, head, count = self.message.look(*place)
        if kind != wire.ARRAY:
            self.refuse(Misfit(NO_ROWS, 0, place[0], FIT_KIND))
        if callable(self.errors):
            self._way = self.message.way()
        at, pending, depth = inside(place, kind, head, count)
        for _ in range(count):
            at = self._row(at, pending, depth)
            pending -= 1

    def read_stream(self) -> None:
        """Reads the messages of a stream."""
        message = self.message
        message.within = self._within
        if self._lz4:
            self._apart = True
            message.turn_to(bytes(message.buf[:]))  # others may write to it
            self.buf = message.buf
        buf, end = message.buf, message.end
        at = 0
        while at < end:
            if self._lz4 and detect(buf, at, end):
                walk = Walk(buf, at, end, message.options.frame_limits, check_text=False, check_time=False)
                whole = buf[at : walk.pos if walk.find() is None else end]
                at += self._read_compressed(whole, at, None)
                message.turn_to(buf)
                self.buf = buf
            else:
                message.start = at
                at = self._row(at, 1, 0)

    def read_messages(self, messages: Any) -> None:
        """Reads messages, each a row; None is a row of nulls."""
        message = self.message
        message.within = self._within
        self._apart = True
        own = [item if item is None else _message_of(number, item) for number, item in enumerate(messages)]
        for number, buf in enumerate(own):
            if buf is None:
                self._fill(())
                self.rows += 1
                continue
            span = number, number + 1
            message.turn_to(buf)
            message.check_size()
            self.buf = buf
            if self._lz4 and detect(buf, 0, len(buf)):
                stop = self._read_compressed(buf, 0, span)
                if stop != len(buf):
                    raise_fault(Fault("extra_data", stop, (None, buf[stop:])), buf, 0, "$" + self._within())
            else:
                self._row(0, 1, 0, span, True)

    def _read_compressed(self, buf: bytes, base: int, span: Optional[tuple[int, int]]) -> int:
        """Reads a compressed message. Returns its length. base: its offset in the stream."""
        message = self.message
        framed = unframe(buf, message.options.max_lz4_size, base, within=self._within())
        assert framed is not None
        content, size = framed
        message.turn_to(content, 0, base)
        self.buf = content
        self._row(0, 1, 0, span or (base, base + size), True)
        return size

    def _check_end(self, stop: int) -> None:
        """The row is one message: bytes after it are an error."""
        message = self.message
        if stop != message.end:
            try:
                value = message.value(0, 1, 0)[0]
            except Exception:
                value = None
            message.raise_fault(Fault("extra_data", stop, (value, bytes(message.buf[stop:]))))

    def _within(self) -> str:
        row = self.rows + self.skipped
        return f"[{row}][{self._field}]" if self.layout == VALUES else f"[{row}]"

    def _row(
        self, at: int, pending: int, depth: int, span: Optional[tuple[int, int]] = None, whole: bool = False
    ) -> int:
        """Reads the row at a cursor. Returns its end. span: what to report of a row that is left out, if not its
        offsets. whole: the buffer must end with the row."""
        layout = self.layout
        found: dict[int, int] = {}  # the number of a field, or of a key in self._root: the offset of its value
        others: list[tuple[int, int]] = []
        self._time_at, record = -1, at
        try:
            if layout == ARRAYS:
                stop, error = self._array(at, pending, depth, found)
            elif layout == VALUES:
                stop, error = self._values(at, 1, 0, self._width, found), None
            elif layout == FLUENT:
                stop, record, error = self._event(at, pending, depth, found, others)
            else:
                stop, error = self._map(at, pending, depth, found, others)
            if whole:
                self._check_end(stop)
        except ValueError:
            self._find_invalid_key(found, others)
            raise
        try:
            time = self._time_at if self.event_time >= 0 else -1
            if time >= 0:
                self._take_time(time)
            self._count_map(record, pending)
            if error is not None:
                self._refuse_row(error, time >= 0)
            elif others or not self._flat:
                taken: set[int] = {self.event_time} if time >= 0 else set()
                self._take_branch(self._root, found, others, taken)
                self._fill(taken)
            else:
                self._take(found)
        except (Misfit, Fault) as fault:
            if layout in (MAPS, FLUENT):
                self._mark(self._root, found)
            if self.errors == RAISE:
                self.refuse(fault)
            for builder in self.builders:
                builder.cut(self.rows)
            raised = self.exception(fault) if callable(self.errors) else None
            self.skipped += 1
            if raised is not None:
                self.errors(*(span or (at, stop)), raised)
            return stop
        self.rows += 1
        return stop

    def _find_invalid_key(self, found: dict[int, int], others: list[tuple[int, int]]) -> None:
        """After a structural fault of a row: raises the error for a key before it that strict_map_key forbids, unless
        a value before that key does not fit."""
        if any(number < 0 for _, number in others):
            try:
                if self._time_at >= 0 and self.event_time >= 0:
                    self._take_time(self._time_at)
                self._take_branch(self._root, found, others, set())
            except (Misfit, Fault):
                pass

    def _count_map(self, at: int, pending: int) -> None:
        """Counts the row as a map, if it is one."""
        if self.layout in (MAPS, FLUENT) and at >= 0 and wire.KINDS[self.buf[at]] == wire.MAP:
            if not self.maps:
                self.first_map = at, pending, 0
            self.maps += 1

    def _refuse_row(self, error: Misfit, timed: bool) -> None:
        """A row that is none: it becomes nulls, except the time of an event, or its error is raised."""
        if not self.nulls:
            raise error
        self.nulled += 1
        self._fill({self.event_time} if timed else ())

    def _take_time(self, at: int) -> None:
        """Takes the time of an event."""
        builder = self.builders[self.event_time]
        if builder.code == UNKNOWN:
            builder.decide(TIMESTAMP, NS)
        builder.take_seconds(at)

    def _take(self, found: dict[int, int]) -> None:
        """Takes the values of fields by number."""
        builders = self.builders
        if len(self.met) != len(builders):
            self.met.update(found)
        if self.layout == VALUES:
            for number, at in found.items():  # each is a message, for paths
                self._field = number
                self.message.start = at
                builders[number].take(at)
            return
        for number, at in found.items():
            builders[number].take(at)
        if len(found) != len(builders):
            self._fill(found)

    def _take_branch(
        self, branch: Branch, found: dict[int, int], others: list[tuple[int, int]], taken: set[int]
    ) -> None:
        """Takes the values of fields by the numbers of keys."""
        buf = self.buf
        for at, number, counts in in_order(found, others):
            if number < 0:
                self.message.raise_invalid_key(at)
            if not counts:
                self._taste(branch, number, at)
                continue
            field, inner = branch.fields[number], branch.inner[number]
            if field >= 0:
                taken.add(field)
                self.met.add(field)
                self.builders[field].take(at)
            if inner is None or buf[at] == 0xC0:
                continue
            if wire.KINDS[buf[at]] == wire.MAP:
                _, places, again = self.find_all(at, inner.numbers)
                self._take_branch(inner, places, again, taken)
            elif self.nulls:
                self.nulled += 1
            else:
                raise Misfit(NO_MAP, 0, at, FIT_KIND)

    def _mark(self, branch: Branch, found: dict[int, int]) -> None:
        """Notes which fields a row has that is left out."""
        for number, at in found.items():
            field, inner = branch.fields[number], branch.inner[number]
            if field >= 0:
                self.met.add(field)
            if inner is not None and wire.KINDS[self.buf[at]] == wire.MAP:
                self._mark(inner, self.find_all(at, inner.numbers)[1])

    def _taste(self, branch: Branch, number: int, at: int) -> None:
        """Takes values that do not count, as the key is repeated: only their types do."""
        field, inner = branch.fields[number], branch.inner[number]
        if field >= 0:
            self.met.add(field)
            self.builders[field].taste(at)
        if inner is None:
            return
        if wire.KINDS[self.buf[at]] != wire.MAP:
            self.nulled += self.nulls and self.buf[at] != 0xC0
        else:
            _, places, again = self.find_all(at, inner.numbers)
            for where, key, _ in in_order(places, again):
                if key < 0:
                    self.message.raise_invalid_key(where)
                self._taste(inner, key, where)
        for number in inner.all_fields():  # null, if the map does not have them, which does not count either
            builder = self.builders[number]
            builder.null()
            builder.cut(len(builder.values) - 1)

    def _fill(self, taken: Any) -> None:
        for number, builder in enumerate(self.builders):
            if number not in taken:
                builder.null()

    # --- layouts: each gives the end of the row at a cursor, and why it is none

    def _map(
        self, at: int, pending: int, depth: int, found: dict[int, int], others: list[tuple[int, int]]
    ) -> tuple[int, Optional[Misfit]]:
        message = self.message
        kind, head, count = message.look(at, pending, depth)
        if kind != wire.MAP:
            return self._none(at, pending, depth, NO_MAP)
        first = inside((at, pending, depth), kind, head, count)
        return message.find_all(*first, count, self._root.numbers, found, others), None

    def _none(self, at: int, pending: int, depth: int, code: int) -> tuple[int, Optional[Misfit]]:
        """A row that is not what it must be: nil, a row of nulls, or an error."""
        stop = self.message.skip(at, pending, depth, 1)
        return stop, None if self.buf[at] == 0xC0 else Misfit(code, 0, at, FIT_KIND)

    def _array(self, at: int, pending: int, depth: int, found: dict[int, int]) -> tuple[int, Optional[Misfit]]:
        kind, head, count = self.message.look(at, pending, depth)
        if kind != wire.ARRAY:
            return self._none(at, pending, depth, NO_ARRAY)
        if count > self._width:
            return self._none(at, pending, depth, LONG_ROW)
        return self._values(*inside((at, pending, depth), kind, head, count), count, found), None

    def _values(self, at: int, pending: int, depth: int, count: int, found: dict[int, int]) -> int:
        message = self.message
        alone = self.layout == VALUES
        for number in range(count):
            found[number] = at
            if alone:
                message.start = at
                self._field = number
            at = message.skip(at, pending, depth, 1)
            pending -= not alone
        return at

    def _event(
        self, at: int, pending: int, depth: int, found: dict[int, int], others: list[tuple[int, int]]
    ) -> tuple[int, int, Optional[Misfit]]:
        """Also gives the offset of the record, or -1."""
        message = self.message
        kind, head, count = message.look(at, pending, depth)
        if kind != wire.ARRAY or count != 2:
            stop, error = self._none(at, pending, depth, NO_EVENT)
            return stop, -1, error
        at, pending, depth = inside((at, pending, depth), kind, head, count)
        self._time_at = at
        kind, head, count = message.look(at, pending, depth)
        if kind == wire.ARRAY:
            self._time_at = at + head if count else -1  # [time, metadata]
        at, pending = message.skip(at, pending, depth, 1), pending - 1
        stop, error = self._map(at, pending, depth, found, others)
        return stop, at, error

    # --- errors

    def exception(self, fault: Any) -> Exception:
        """What is raised for a Misfit or a Fault."""
        message = self.message
        if isinstance(fault, Misfit):
            at = fault.at
            head = bytes(message.buf[at : at + 16])
            path = message.path(at, self._way)
            return column_error(fault.code, head, at, path, fault.unit, fault.reason, message.lz4_offset)
        try:
            message.raise_fault(fault, self._way)
        except Exception as error:
            return error

    def refuse(self, fault: Any) -> NoReturn:
        raise self.exception(fault) from None

    def close(self) -> None:
        """Forgets what refers to this reader, so that it needs no collector."""
        self.builders.clear()
        self.message.within = None


def _message_of(number: int, item: Any) -> bytes:
    """The bytes of a message of a list."""
    if type(item) is bytes:
        return item
    try:
        memoryview(item)
    except TypeError:
        raise TypeError(f"message {number} must be bytes or None, not '{type_name(item)}'") from None
    return bytes(buffer_of(item))
