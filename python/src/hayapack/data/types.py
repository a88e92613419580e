"""What values of a column have in common: types that are seen, and merged."""

from __future__ import annotations

from .. import ExtType, Timestamp
from .errors import SchemaError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

#: The most nested types that a column has: containers in so many others are raw.
DEPTH = 32

#: A map of more keys than this in all rows is a map if its values have one type, else a struct of at most MOST_FIELDS.
MANY_FIELDS = 200
MOST_FIELDS = 10_000

_NS_SECONDS = 9_223_372_036  # an int64 of nanoseconds has so many seconds, in both directions

#: kind: how it is named in errors.
_WORDS = {"timestamp": "a timestamp", "int": "an int", "array": "an array", "raw": "an ext"}


class Seen:
    """The type of all values seen at one path. offset, file: of the message of the first one that is not nil."""

    __slots__ = ("big", "fields", "file", "fine", "item", "key", "kind", "negative", "offset", "wide")

    def __init__(self) -> None:
        self.kind = "null"
        self.offset: Optional[int] = None
        self.file: Optional[str] = None
        self.negative = self.big = False  # an int below 0, above 2**63-1
        self.wide = False  # a timestamp that an int64 of nanoseconds cannot hold
        self.fine = 1  # timestamps are whole in this unit: so many in a second
        self.item: Optional[Seen] = None
        self.key: Optional[Seen] = None
        self.fields: dict[Any, Seen] = {}

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(self.__slots__, state):
            setattr(self, name, value)


class Survey:
    """Adds values to types. conflicts: "raise", "raw" or "first"; file: for errors."""

    def __init__(self, conflicts: str, file: Optional[str]) -> None:
        self.conflicts, self.file = conflicts, file

    def see(self, seen: Seen, value: Any, offset: int, path: str, depth: int = 0) -> None:
        """Adds a value of the message at the offset."""
        if value is None:
            return
        kind = _KINDS.get(type(value), "raw")
        if kind in ("array", "map") and depth >= DEPTH:
            kind = "raw"
        if kind == "raw" and type(value) is ExtType and is_event_time(value):
            seconds = int.from_bytes(value.data[:4], "big")
            kind, value = "timestamp", Timestamp(seconds, int.from_bytes(value.data[4:], "big"))
        if kind == "map" and not all([type(key) is str or type(key) is bytes for key in value]):
            kind = "pairs"
        if not self._join(seen, kind, offset, path, self.file):
            return
        if kind == "int":
            seen.negative |= value < 0
            seen.big |= value >= 1 << 63
        elif kind == "timestamp":
            seen.wide |= not -_NS_SECONDS <= value.seconds < _NS_SECONDS
            while seen.fine < 1000**3 and value.nanoseconds % (1000**3 // seen.fine):
                seen.fine *= 1000
        elif kind == "array":
            seen.item = seen.item or Seen()
            for item in value:
                self.see(seen.item, item, offset, path + "[]", depth + 1)
        elif kind in ("map", "pairs"):
            self._see_map(seen, value, offset, path, depth)

    def _see_map(self, seen: Seen, value: dict[Any, Any], offset: int, path: str, depth: int) -> None:
        if seen.kind == "pairs":
            assert seen.key and seen.item
            for key, item in value.items():
                self.see(seen.key, key, offset, path + "{key}", depth + 1)
                self.see(seen.item, item, offset, path + "{}", depth + 1)
            return
        fields = seen.fields
        before = len(fields)
        for key, item in value.items():
            field = fields.get(key)
            if field is None:
                field = fields[key] = Seen()
            if item is not None:
                self.see(field, item, offset, f"{path}.{text_of(key)}", depth + 1)
        if len(fields) > MANY_FIELDS >= before and path != "$":
            self._widen(seen, offset, path)
        if len(fields) > MOST_FIELDS:
            reason = f"more than {MOST_FIELDS} different keys: give a schema that has a map, or raw, here"
            raise SchemaError(reason, self.file, offset, path)

    def _widen(self, seen: Seen, offset: int, path: str) -> None:
        """Makes a struct of many keys a map, if its values have one type."""
        item = Seen()
        try:
            for field in seen.fields.values():
                Survey("raise", self.file).merge(item, field, path)
        except SchemaError:
            return
        self._to_pairs(seen, offset, path)

    def _to_pairs(self, seen: Seen, offset: int, path: str) -> None:
        fields, seen.fields, seen.kind = seen.fields, {}, "pairs"
        seen.key, seen.item = Seen(), Seen()
        for key, field in fields.items():
            self.see(seen.key, key, offset, path + "{key}")
            self.merge(seen.item, field, path + "{}")

    def _join(self, seen: Seen, kind: str, offset: int, path: str, file: Optional[str]) -> bool:
        """Makes seen's kind one that has values of this kind, too; False if that is raw."""
        have = seen.kind
        if have == kind:
            return kind != "raw"
        if have == "null":
            seen.kind, seen.offset, seen.file = kind, offset, file
            if kind == "pairs":
                seen.key, seen.item = Seen(), Seen()
            return kind != "raw"
        if {have, kind} == {"int", "float"}:
            seen.kind = "float"
        elif {have, kind} == {"map", "pairs"}:
            if have == "map":
                self._to_pairs(seen, offset, path)
        elif self.conflicts == "first":
            return False
        elif self.conflicts == "raw":
            first = seen.offset, seen.file
            Seen.__init__(seen)
            seen.kind, (seen.offset, seen.file) = "raw", first
            return False
        else:
            where = f" of {seen.file}" if seen.file != file else ""
            first = f"{word(have)} in the message at byte {seen.offset}{where}"
            other = f"{first}, {word(kind)} in the one at byte {offset}"
            raise SchemaError(f"{other}: give the type, or conflicts='raw'", file, offset, path)
        return True

    def merge(self, seen: Seen, other: Seen, path: str = "$") -> None:
        """Adds what was seen elsewhere."""
        if other.kind == "null" or not self._join(
            seen, other.kind, other.offset or 0, path, other.file or self.file
        ):
            return
        seen.negative |= other.negative
        seen.big |= other.big
        seen.wide |= other.wide
        seen.fine = max(seen.fine, other.fine)
        if other.key:
            seen.key = seen.key or Seen()
            self.merge(seen.key, other.key, path + "{key}")
        if other.item:
            seen.item = seen.item or Seen()
            self.merge(seen.item, other.item, path + "[]" if other.kind == "array" else path + "{}")
        for key, field in other.fields.items():
            if seen.kind == "pairs":
                assert seen.key and seen.item
                self.see(seen.key, key, other.offset or 0, path + "{key}")
                self.merge(seen.item, field, path + "{}")
            else:
                self.merge(seen.fields.setdefault(key, Seen()), field, f"{path}.{text_of(key)}")


_KINDS = {
    bool: "bool", int: "int", float: "float", str: "str", bytes: "bytes", Timestamp: "timestamp",
    list: "array", tuple: "array", dict: "map",
}  # fmt: skip


def is_event_time(value: ExtType) -> bool:
    """Whether an ext is Fluentd's time: seconds and nanoseconds."""
    return value.code == 0 and len(value.data) == 8 and int.from_bytes(value.data[4:], "big") < 10**9


def word(kind: str) -> str:
    return _WORDS.get(kind) or ("a map" if kind == "pairs" else f"a {kind}")


def text_of(key: Any) -> str:
    return key if isinstance(key, str) else repr(key)
