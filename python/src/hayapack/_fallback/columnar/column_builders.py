"""Columns under construction: a node for each type, which takes values from the message.

A node has plain values, None for a null; take() appends one value and returns the offset after it, null() appends
a null. Types with others inside have children. The structure of a value has been checked before it is taken.
"""

from __future__ import annotations

from ..._values.codes import (
    BOOL,
    BYTES,
    DATE32,
    DICTIONARY,
    FLOAT32,
    FLOAT64,
    INT8,
    INT16,
    INT32,
    INT64,
    NAIVE,
    NULL,
    RAW,
    STR,
    STRUCT,
    TIMESTAMP,
    UINT8,
    UINT16,
    UINT32,
    UINT64,
    UNKNOWN,
)
from ..._values.shared_columns import FIT_KIND, FIT_RANGE
from ..._wire import format as wire
from ..._wire.format import KINDS, SIZES, head_count, head_size
from ..._wire.reading import NUMBERS
from ..._wire.scan import Fault
from .time_values import GIGA, RANGES, NoTime, count_of, count_of_float, count_of_text, stamp_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


_INTS = {
    INT8: (-(2**7), 2**7 - 1),
    INT16: (-(2**15), 2**15 - 1),
    INT32: (-(2**31), 2**31 - 1),
    INT64: (-(2**63), 2**63 - 1),
    UINT8: (0, 2**8 - 1),
    UINT16: (0, 2**16 - 1),
    UINT32: (0, 2**32 - 1),
    UINT64: (0, 2**64 - 1),
}


class Misfit(Exception):
    """The value at an offset does not fit its column. code, unit: as in column_error()."""

    def __init__(self, code: int, unit: int, at: int, reason: int) -> None:
        super().__init__(code, unit, at, reason)
        self.code = code
        self.unit = unit
        self.at = at
        self.reason = reason


class ColumnBuilder:
    """The values of one type. A class for each group of types has take()."""

    __slots__ = (
        "asked", "children", "code", "depth", "ends", "exact", "first", "least", "most", "names", "numbers", "reader", "unit",
        "values",
    )  # fmt: skip

    def __init__(self, reader: Any, code: int, unit: int, depth: int) -> None:
        self.reader = reader
        self.code = code
        self.unit = unit
        self.depth = depth  # the number of types around this one
        self.asked = code != UNKNOWN  # the caller gave the type
        self.first = 0  # if not: the number of nulls before the value that decided it, or more of them
        self.exact = 0  # of GuessedInts: so many of the first values are floats, too
        self.values: list[Any] = []
        self.children: list[ColumnBuilder] = []
        self.names: tuple[Any, ...] = ()
        self.ends: list[int] = []  # for a list or map: the number of items up to the end of each row
        self.numbers: dict[Any, int] = {}  # of a struct's keys, or of a dictionary's values
        self.least, self.most = _INTS.get(code) or RANGES.get(code) or (0, 0)

    def take(self, at: int) -> int:
        raise NotImplementedError

    def decide(self, code: int, unit: int = 0) -> None:
        """Sets the type of a node that had none."""
        self.code = code
        self.unit = unit
        self.first = len(self.values)
        self.exact = 0
        self.least, self.most = _INTS.get(code) or RANGES.get(code) or (0, 0)
        become(self, CLASSES.get(code, Times))

    def take_seconds(self, at: int) -> int:
        """Takes the time of an event: as take(), but a number counts seconds in a column of timestamps."""
        return self.take(at)

    def taste(self, at: int) -> None:
        """Takes a value that does not count, as its key is repeated, except what it does to a column of integers, and
        with errors="null" the number of its misfits."""
        reader = self.reader
        before, nulls, nulled = len(self.values), reader.nulls, reader.nulled
        reader.nulls = True
        self.take(at)
        if not nulls:
            reader.nulls, reader.nulled = nulls, nulled
        self.cut(before)

    def null(self) -> None:
        self.values.append(None)

    def cut(self, rows: int) -> None:
        """Drops the values after that many, and a type that the caller did not give if no value is left."""
        if rows < len(self.values):
            del self.values[rows:]
            self.exact = min(self.exact, rows)
            self.forget()

    def forget(self) -> None:
        values = self.values
        if self.asked or self.code == UNKNOWN:
            return
        while self.first < len(values) and values[self.first] is None:
            self.first += 1
        if self.first >= len(values):
            self.reader.inferred -= self.fields()
            self.give(len(values))
            self.code, self.unit = UNKNOWN, 0
            self.children, self.names, self.ends, self.numbers = [], (), [], {}
            become(self, CLASSES[UNKNOWN])

    def give(self, nulls: int) -> None:
        """Keeps the lists of a node that begins with nulls for later ones, which would fill new ones in each row that
        decides a type."""
        if self.code != STRUCT:
            del self.ends[nulls:]
            self.reader.spare_ends.append(self.ends)
            return
        for child in self.children:
            del child.values[nulls:]
            self.reader.spare_nulls.append(child.values)
            child.give(nulls)

    def fields(self) -> int:
        """The number of fields of structs in an inferred type."""
        return sum([child.fields() + (self.code == STRUCT) for child in self.children])

    def other(self, at: int) -> int:
        """Takes a value of another type: nil is a null, and others do not fit."""
        if self.reader.buf[at] != 0xC0:
            return self.misfit(at)
        self.null()
        return at + 1

    def misfit(self, at: int, reason: int = FIT_KIND) -> int:
        """The value does not fit: it becomes null, if errors="null", else Misfit is raised."""
        return self.replace(at, Misfit(self.code, self.unit, at, reason))

    def replace(self, at: int, error: Exception) -> int:
        reader = self.reader
        if not reader.nulls:
            try:
                raise error
            finally:
                del error  # the frames in its traceback must not refer to it
        reader.nulled += 1
        self.null()
        return reader.end_of(at)

    def stamp(self, at: int, content: bytes, stop: int) -> Optional[tuple[int, int]]:
        """(seconds, nanoseconds) of the ext at an offset; None: it is no valid moment, and null instead."""
        code = self.reader.buf[stop - len(content) - 1]
        if code == 0xFF:
            stamp = stamp_of(content)
            if stamp is not None:
                return stamp
            self.replace(at, Fault("invalid_timestamp", at))
        elif code == 0 and len(content) == 8:
            seconds, nanoseconds = int.from_bytes(content[:4], "big"), int.from_bytes(content[4:], "big")
            if nanoseconds < GIGA:
                return seconds, nanoseconds
            self.misfit(at, FIT_RANGE)
        else:
            self.misfit(at)
        return None

    def text(self, at: int) -> tuple[bytes, int]:
        """The content of the str, bin or ext at an offset, and the offset after it."""
        buf = self.reader.buf
        start = at + head_size(buf[at])
        stop = start + head_count(buf, at)
        return bytes(buf[start:stop]), stop


class Ints(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if byte < 0x80:
            self.values.append(byte)  # fits in every type
            return at + 1
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if byte >= 0xE0:
            value, stop = byte - 256, at + 1
        elif 0xCC <= byte <= 0xD3:
            value, stop = NUMBERS[byte](buf, at + 1)[0], at + SIZES[byte]
        else:
            return self.misfit(at)
        if self.least <= value <= self.most:
            self.values.append(value)
            return stop
        return self.misfit(at, FIT_RANGE)


class GuessedInts(Ints):
    """An int64 column that the caller did not ask for: a float makes it one of float64."""

    __slots__ = ()

    def take(self, at: int) -> int:
        byte = self.reader.buf[at]
        if byte != 0xCA and byte != 0xCB:
            return Ints.take(self, at)
        values = self.values
        for number in range(self.exact, len(values)):
            value = values[number]
            if value is not None and float(value) != value:
                self.exact = number
                return self.misfit(at)
        self.values[:] = [None if value is None else float(value) for value in self.values]
        self.code = FLOAT64
        become(self, Floats)
        return self.take(at)


class Floats(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if byte == 0xCB or byte == 0xCA:
            self.values.append(NUMBERS[byte](buf, at + 1)[0])
            return at + SIZES[byte]
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if byte < 0x80 or byte >= 0xE0:
            value, stop = byte if byte < 0x80 else byte - 256, at + 1
        elif 0xCC <= byte <= 0xD3:
            value, stop = NUMBERS[byte](buf, at + 1)[0], at + SIZES[byte]
            if not is_exact(value, 24 if self.code == FLOAT32 else 53):
                return self.misfit(at, FIT_RANGE)
        else:
            return self.misfit(at)
        self.values.append(float(value))
        return stop


class Bools(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        byte = self.reader.buf[at]
        if not 0xC0 <= byte <= 0xC3 or byte == 0xC1:
            return self.misfit(at)
        self.values.append(None if byte == 0xC0 else byte == 0xC3)
        return at + 1


class Texts(ColumnBuilder):
    """str."""

    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if KINDS[byte] != wire.STR:
            return self.misfit(at)
        content, stop = self.text(at)
        try:
            content.decode()
        except UnicodeDecodeError:
            return self.replace(at, Fault("invalid_utf8", at, content))
        self.values.append(content)
        return stop


class Binaries(ColumnBuilder):
    """bytes."""

    __slots__ = ()

    def take(self, at: int) -> int:
        byte = self.reader.buf[at]
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if KINDS[byte] != wire.BIN:
            return self.misfit(at)
        content, stop = self.text(at)
        self.values.append(content)
        return stop


class Raws(ColumnBuilder):
    """The bytes of whole values."""

    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        if buf[at] == 0xC0:
            self.values.append(None)
            return at + 1
        stop = self.reader.end_of(at)
        self.values.append(bytes(buf[at:stop]))
        return stop


class Dictionaries(Texts):
    """Indexes into the different texts, in the order of their first rows."""

    __slots__ = ()

    def take(self, at: int) -> int:
        stop = Texts.take(self, at)
        content = self.values[-1]
        if content is not None:
            number = self.numbers.get(content)
            if number is None:
                number = self.numbers[content] = len(self.numbers)
            self.values[-1] = number
        return stop


class Nulls(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        return self.other(at)


class Times(ColumnBuilder):
    """Timestamps, times and spans, as integers."""

    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        kind = KINDS[byte]
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if kind == wire.EXT:
            return self._take_stamp(at)
        if kind == wire.STR:
            return self._take_text(at)
        number = NUMBERS[byte]
        value = wire.ONE_BYTE_VALUES[byte] if number is None else number(buf, at + 1)[0]
        if type(value) is not int:
            return self.misfit(at)
        if not self.least <= value <= self.most:
            return self.misfit(at, FIT_RANGE)
        self.values.append(value)
        return at + SIZES[byte]

    def _take_stamp(self, at: int) -> int:
        content, stop = self.text(at)
        if self.code not in (TIMESTAMP, NAIVE, DATE32):
            return self.misfit(at)
        stamp = self.stamp(at, content, stop)
        if stamp is None:
            return self.reader.end_of(at)
        try:
            self.values.append(count_of(*stamp, self.code, self.unit))
        except NoTime as no:
            return self.misfit(at, no.reason)
        return stop

    def _take_text(self, at: int) -> int:
        content, stop = self.text(at)
        try:
            self.values.append(count_of_text(content, self.code, self.unit))
        except NoTime as no:
            return self.misfit(at, no.reason)
        return stop

    def take_seconds(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if self.code not in (TIMESTAMP, NAIVE) or KINDS[byte] != wire.SCALAR or 0xC0 <= byte <= 0xC3:
            return self.take(at)
        number = NUMBERS[byte]
        value = wire.ONE_BYTE_VALUES[byte] if number is None else number(buf, at + 1)[0]
        try:
            if type(value) is float:
                self.values.append(count_of_float(value, self.unit))
            else:
                self.values.append(count_of(value, 0, self.code, self.unit))
        except NoTime as no:
            return self.misfit(at, no.reason)
        return at + SIZES[byte]


#: The class of each type, except those of times. nested_builders.py adds the types with others inside.
CLASSES: dict[int, type[ColumnBuilder]] = {
    FLOAT64: Floats,
    FLOAT32: Floats,
    BOOL: Bools,
    STR: Texts,
    BYTES: Binaries,
    RAW: Raws,
    DICTIONARY: Dictionaries,
    NULL: Nulls,
    **{code: Ints for code in _INTS},
}


def become(builder: ColumnBuilder, kind: type[ColumnBuilder]) -> None:
    """Changes the class, all of which have the same slots: whoever holds the node need not know."""
    builder.__class__ = kind


def is_exact(value: int, bits: int) -> bool:
    """Whether a float with that many bits has the value."""
    value = abs(value)
    return value < 1 << bits or not value & ((1 << (value.bit_length() - bits)) - 1)
