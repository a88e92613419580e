"""Columns under construction whose types have others inside, and those without a type: as column_builders.py."""

from __future__ import annotations

from ..._values import codes
from ..._values.shared_columns import FIT_FIELDS, FIT_KIND, FIT_NESTED, MOST_FIELDS
from ..._wire import format as wire
from ..._wire.format import KINDS, head_count, head_size
from ..partial.partial import text_bytes
from .column_builders import CLASSES, ColumnBuilder, GuessedInts, Misfit, Times, become

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


class Lists(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if KINDS[byte] != wire.ARRAY:
            return self.other(at)
        count = head_count(buf, at)
        at += head_size(byte)
        item = self.children[0]
        for _ in range(count):
            at = item.take(at)
        self.values.append(True)
        self.ends.append(len(item.values))
        return at

    def null(self) -> None:
        self.values.append(None)
        self.ends.append(self.ends[-1] if self.ends else 0)

    def cut(self, rows: int) -> None:
        del self.ends[rows:]
        ColumnBuilder.cut(self, rows)
        items = self.ends[-1] if self.ends else 0
        for child in self.children:
            child.cut(items)


class Maps(Lists):
    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        if KINDS[byte] != wire.MAP:
            return self.other(at)
        count = head_count(buf, at)
        at += head_size(byte)
        reader = self.reader
        keys, values = self.children
        spoiled = False  # a key is null, which makes the whole map null
        for _ in range(count):
            key, nulled = at, reader.nulled
            at = keys.take(at)
            if keys.values[-1] is None:
                if not reader.nulls:
                    raise Misfit(keys.code, keys.unit, key, FIT_KIND)
                reader.nulled = nulled + (not spoiled)
                spoiled = True
            at = values.take(at)
        if spoiled:
            self.cut(len(self.values))
            self.null()
            return at
        self.values.append(True)
        self.ends.append(len(keys.values))
        return at


class Structs(ColumnBuilder):
    __slots__ = ()

    def take(self, at: int) -> int:
        reader = self.reader
        byte = reader.buf[at]
        if KINDS[byte] != wire.MAP:
            return self.other(at)
        children = self.children
        self.values.append(True)
        stop, found, others = reader.find_all(at, self.numbers)
        if others:
            for where, number, counts in in_order(found, others):
                if number < 0:
                    reader.message.raise_invalid_key(where)
                elif counts:
                    children[number].take(where)
                else:
                    children[number].taste(where)
        else:
            for number, where in found.items():
                children[number].take(where)
        if len(found) != len(children):
            for number, child in enumerate(children):
                if number not in found:
                    child.null()
        return stop

    def null(self) -> None:
        self.values.append(None)
        for child in self.children:
            child.null()

    def cut(self, rows: int) -> None:
        ColumnBuilder.cut(self, rows)
        for child in self.children:
            child.cut(rows)


class Unknowns(ColumnBuilder):
    """Nulls only, so far: the first value decides the type."""

    __slots__ = ()

    def take(self, at: int) -> int:
        buf = self.reader.buf
        byte = buf[at]
        kind = KINDS[byte]
        if byte == 0xC0:
            self.values.append(None)
            return at + 1
        if kind == wire.STR:
            self.decide(codes.STR)
        elif kind == wire.BIN:
            self.decide(codes.BYTES)
        elif kind == wire.EXT:
            if self.stamp(at, *self.text(at)) is None:
                return self.reader.end_of(at)
            self.decide(codes.TIMESTAMP, codes.NS)
        elif kind == wire.ARRAY:
            if self.depth >= codes.MOST_NESTED:
                return self.misfit(at, FIT_NESTED)
            self.decide(codes.LIST)
            self.ends = filled(self.reader.spare_ends, 0, len(self.values))
            self.children = [Unknowns(self.reader, codes.UNKNOWN, 0, self.depth + 1)]
            self.names = ("item",)
        elif kind == wire.MAP:
            if self.depth >= codes.MOST_NESTED:
                return self.misfit(at, FIT_NESTED)
            if head_count(buf, at) > MOST_FIELDS - self.reader.inferred:
                return self.misfit(at, FIT_FIELDS)
            names = self.reader.keys_of(at)
            self.reader.inferred += len(names)
            self.decide(codes.STRUCT)
            have_fields(self, names, [Unknowns(self.reader, codes.UNKNOWN, 0, self.depth + 1) for _ in names])
            for child in self.children:
                child.values = filled(self.reader.spare_nulls, None, len(self.values))
        elif byte == 0xC2 or byte == 0xC3:
            self.decide(codes.BOOL)
        elif byte == 0xCA or byte == 0xCB:
            self.decide(codes.FLOAT64)
        else:
            self.decide(codes.INT64)
            become(self, GuessedInts)
        return self.take(at)


def filled(spare: list[list[Any]], item: Any, size: int) -> list[Any]:
    """A list of one item `size` times. spare: lists of these items, of which it takes the last."""
    found = spare.pop() if spare else []
    del found[size:]
    found += [item] * (size - len(found))
    return found


CLASSES.update({codes.LIST: Lists, codes.MAP: Maps, codes.STRUCT: Structs, codes.UNKNOWN: Unknowns})


def in_order(found: dict[int, int], others: list[tuple[int, int]]) -> list[tuple[int, int, bool]]:
    """(offset, number, whether the value counts) of what Lazy.find_all() has found."""
    entries = [(at, number, True) for number, at in found.items()]
    return sorted(entries + [(at, number, False) for at, number in others])


def have_fields(builder: ColumnBuilder, names: tuple[Any, ...], children: list[ColumnBuilder]) -> None:
    builder.names = names
    builder.children = children
    builder.numbers = {
        (wire.BIN, name) if isinstance(name, bytes) else (wire.STR, text_bytes(name)): number
        for number, name in enumerate(names)
    }


def builder_of(reader: Any, node: Any, depth: int) -> ColumnBuilder:
    """The node for a type of the plan."""
    code, unit, children = node
    builder = CLASSES.get(code, Times)(reader, code, unit, depth)
    if code != codes.DICTIONARY and children:
        inside = [builder_of(reader, child, depth + 1) for _, child in children]
        have_fields(builder, tuple([name for name, _ in children]), inside)
    return builder
