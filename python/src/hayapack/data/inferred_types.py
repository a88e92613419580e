"""What values of a column have in common: types that are seen, and merged."""

from __future__ import annotations

from .. import ExtType, Timestamp
from .errors import SchemaError

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Optional

    #: Where a message begins: its offset, and the name of its file.
    Place = tuple[int, Optional[str]]

#: The most nested types that a column has: containers in so many others are raw.
DEPTH = 32

#: A map of more keys than this in all rows is a map if its values have one type, else a struct of at most MOST_FIELDS.
MANY_FIELDS = 200
MOST_FIELDS = 10_000

#: How kinds are named in errors.
_WORDS = {"number": "an int", "array": "an array", "raw": "an ext", "pairs": "a map"}

_INT64 = 1 << 63


class Pairs(list):  # type: ignore[type-arg]
    """The (key, value) of a map, repeated keys included: unpackb's object_pairs_hook."""

    __slots__ = ()


class Seen:
    """The type of all values seen at one path.

    kind: "null", "bool", "number", "str", "bytes", "timestamp", "array", "map" of names, "pairs": a map of other
    keys, or "raw". place: of the first value that is not nil. facts: {fact: place of its first value}, of numbers
    "negative", "big": an int above 2**63-1, "inexact": an int that no float64 is, "float"; of timestamps "fine1",
    "fine2", "fine3": it has milli-, micro-, nanoseconds, "far2", "far1", "far0": an int64 has no room for its
    nanoseconds, microseconds, milliseconds. repeated: a map had a name twice, of which the last value counts.
    """

    __slots__ = ("facts", "fields", "item", "key", "kind", "place", "repeated")

    def __init__(self) -> None:
        self.kind = "null"
        self.place: Optional[Place] = None
        self.facts: dict[str, Place] = {}
        self.item: Optional[Seen] = None
        self.key: Optional[Seen] = None
        self.fields: dict[Any, Seen] = {}
        self.repeated = False

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(self.__slots__, state):
            setattr(self, name, value)


class Survey:
    """Adds values to types. conflicts: "raise", "raw" or "first". changes: counts what was new."""

    def __init__(self, conflicts: str) -> None:
        self.conflicts = conflicts
        self.changes = 0

    def see(self, seen: Seen, value: Any, place: Place, path: str, depth: int = 0) -> None:
        """Adds a value of the message at the place."""
        if value is None:
            return
        kind, facts = _look(value, depth)
        if not self._join(seen, kind, dict.fromkeys(facts, place) if facts else {}, place, path):
            return
        if kind == "array":
            for item in value:
                self.see(seen.item, item, place, path + "[]", depth + 1)  # type: ignore[arg-type]
        elif kind in ("map", "pairs"):
            self._see_map(seen, value, place, path, depth)

    def _see_map(self, seen: Seen, value: Pairs, place: Place, path: str, depth: int) -> None:
        if seen.kind == "pairs":
            assert seen.key and seen.item
            for key, item in value:
                self.see(seen.key, key, place, path + "{key}", depth + 1)
                self.see(seen.item, item, place, path + "{}", depth + 1)
            return
        fields = seen.fields
        before = len(fields)
        last = dict(value)
        if len(last) < len(value) and not seen.repeated:
            seen.repeated = True
            self.changes += 1
        for key, item in last.items():
            field = fields.get(key)
            if field is None:
                field = fields[key] = Seen()
                self.changes += 1
            if item is not None:
                self.see(field, item, place, f"{path}.{text_of(key)}", depth + 1)
        self._limit(seen, before, place, path)

    def _limit(self, seen: Seen, before: int, place: Place, path: str) -> None:
        """A struct that had `before` fields must not have too many."""
        if len(seen.fields) > MANY_FIELDS >= before and path != "$" and not seen.repeated:
            self._widen(seen, place, path)
        if len(seen.fields) > MOST_FIELDS:
            reason = f"more than {MOST_FIELDS} different keys: give a schema that has a map, or raw, here"
            raise SchemaError(reason, place[1], place[0], path)

    def _widen(self, seen: Seen, place: Place, path: str) -> None:
        """Makes a struct of many keys a map, if its keys and its values have one type."""
        key, item = Seen(), Seen()
        trial = Survey("raise")
        try:
            for name, field in seen.fields.items():
                trial.see(key, name, place, path)
                trial.merge(item, field, path)
        except SchemaError:
            return
        seen.kind, seen.fields, seen.key, seen.item = "pairs", {}, key, item
        self.changes += 1

    def _to_pairs(self, seen: Seen, place: Place, path: str) -> None:
        fields, seen.fields, seen.kind = seen.fields, {}, "pairs"
        seen.key, seen.item = Seen(), Seen()
        self.changes += 1
        for key, field in fields.items():
            self.see(seen.key, key, seen.place or place, path + "{key}")
            self.merge(seen.item, field, path + "{}")

    def _join(
        self, seen: Seen, kind: str, facts: dict[str, Place], place: Place, path: str, repeated: bool = False
    ) -> bool:
        """Makes `seen` a type that has values of this kind and with these facts, too; False if what is in them does
        not matter. repeated: of a kind "map" that was seen elsewhere."""
        have = seen.kind
        if have == "null":
            seen.kind, seen.place = kind, place
            if kind == "pairs":
                seen.key = Seen()
            if kind in ("array", "pairs"):
                seen.item = Seen()
            self.changes += 1
        elif have == "raw" and self.conflicts == "raw":
            return False
        elif have != kind:
            both = {have, kind} == {"map", "pairs"}
            if not both or (seen.repeated if have == "map" else repeated):
                return self._conflict(seen, (_word(seen), seen.place), (_word_of(kind, facts), place), path)
            if have == "map":
                if self.conflicts == "first":
                    return False
                self._to_pairs(seen, place, path)
        if facts:
            new = {fact: at for fact, at in facts.items() if fact not in seen.facts}
            if new:
                every = {**seen.facts, **new}
                clash = _contradiction(every)
                if clash:
                    clash = sorted(clash, key=lambda one: one[0] in new)
                    first, second = ((words, every[fact]) for fact, words in clash)
                    return self._conflict(seen, first, second, path)
                seen.facts = every
                self.changes += 1
        return kind != "raw" and seen.kind != "raw"

    def _conflict(self, seen: Seen, first: tuple[str, Any], second: tuple[str, Place], path: str) -> bool:
        """No type has both of the values, given as (words, place). Always False."""
        if self.conflicts == "raw":
            place = seen.place
            Seen.__init__(seen)
            seen.kind, seen.place = "raw", place
            self.changes += 1
        elif self.conflicts == "raise":
            (words, (offset, file)), (others, (at, where)) = first, second
            files = [f" of {name}" if file != where and name is not None else "" for name in (file, where)]
            reason = f"{words} in the message at byte {offset}{files[0]}, {others} in the one at byte {at}{files[1]}"
            raise SchemaError(f"{reason}: give the type, or conflicts='raw'", where, at, path)
        return False

    def merge(self, seen: Seen, other: Seen, path: str = "$") -> None:
        """Adds what was seen elsewhere."""
        if other.kind == "null":
            return
        assert other.place
        if not self._join(seen, other.kind, other.facts, other.place, path, other.repeated):
            return
        if other.key:
            self.merge(seen.key, other.key, path + "{key}")  # type: ignore[arg-type]
        if other.item:
            self.merge(seen.item, other.item, path + "[]" if other.kind == "array" else path + "{}")  # type: ignore[arg-type]
        if seen.kind == "pairs":
            assert seen.key and seen.item
            for key, field in other.fields.items():
                self.see(seen.key, key, other.place, path + "{key}")
                self.merge(seen.item, field, path + "{}")
            return
        before = len(seen.fields)
        seen.repeated |= other.repeated
        for key, field in other.fields.items():
            self.merge(seen.fields.setdefault(key, Seen()), field, f"{path}.{text_of(key)}")
        self._limit(seen, before, other.place, path)


_KINDS = {
    bool: "bool", int: "number", float: "number", str: "str", bytes: "bytes", Timestamp: "timestamp", list: "array",
    tuple: "array",
}  # fmt: skip
_FINE = ("fine1", "fine2", "fine3")
_FAR = ("far2", "far1", "far0")


def _look(value: Any, depth: int) -> tuple[str, Collection[str]]:
    """The kind and the facts of a value."""
    kind = _KINDS.get(type(value), "raw")
    if kind == "number":
        return kind, ("float",) if type(value) is float else _int_facts(value)
    if kind == "timestamp":
        return _timestamp(value.seconds, value.nanoseconds)
    if kind == "array":
        return ("raw" if depth >= DEPTH else kind), ()
    if kind != "raw":
        return kind, ()
    if type(value) is ExtType and is_event_time(value):
        return _timestamp(int.from_bytes(value.data[:4], "big"), int.from_bytes(value.data[4:], "big"))
    if type(value) is not Pairs or depth >= DEPTH or any([key is None for key, _ in value]):
        return "raw", ()  # a map in a column has no nil keys
    return ("map" if is_named(value) else "pairs"), ()


def is_named(pairs: Pairs) -> bool:
    """Whether all keys of a map are names of fields."""
    return all([type(key) is str or type(key) is bytes for key, _ in pairs])


def _int_facts(value: int) -> list[str]:
    facts = []
    if value < 0:
        facts.append("negative")
    if value >= _INT64:
        facts.append("big")
    if not -(2**53) <= value <= 2**53 and int(float(value)) != value:
        facts.append("inexact")
    return facts


def _timestamp(seconds: int, nanoseconds: int) -> tuple[str, Collection[str]]:
    """ "timestamp" and the facts; of what is too fine for the only units that have room for it "raw"."""
    fine = 0 if not nanoseconds else 3 if nanoseconds % 1000 else 2 if nanoseconds % 1000**2 else 1
    unit = 3
    while not -_INT64 <= seconds * 1000**unit + nanoseconds // 1000 ** (3 - unit) < _INT64:
        unit -= 1
    return ("raw", ()) if fine > unit else ("timestamp", _FINE[:fine] + _FAR[: 3 - unit])


def _contradiction(facts: Collection[str]) -> Optional[list[tuple[str, str]]]:
    """Two facts that no type has room for together, with words."""
    if "inexact" in facts:
        if "float" in facts:
            return [("inexact", "an int that is no float64"), ("float", "a float")]
        if "big" in facts and "negative" in facts:
            return [("big", "an int above 2**63-1"), ("negative", "a negative int")]
    for number, fact in enumerate(_FINE[::-1]):
        if fact in facts:
            if _FAR[number] in facts:
                unit = ("nano", "micro", "milli")[number]
                return [
                    (fact, f"a timestamp with {unit}seconds"),
                    (_FAR[number], f"one too far away for {unit}seconds"),
                ]
            break
    return None


def is_event_time(value: ExtType) -> bool:
    """Whether an ext is Fluentd's time: seconds and nanoseconds."""
    return value.code == 0 and len(value.data) == 8 and int.from_bytes(value.data[4:], "big") < 10**9


def _word(seen: Seen) -> str:
    floats = seen.facts.get("float")
    return _word_of(seen.kind, {"float": floats} if floats == seen.place and floats is not None else {})


def _word_of(kind: str, facts: Any) -> str:
    return "a float" if "float" in facts else _WORDS.get(kind) or f"a {kind}"


def text_of(key: Any) -> str:
    return key if isinstance(key, str) else repr(key)
