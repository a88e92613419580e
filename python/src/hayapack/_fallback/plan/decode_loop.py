"""Decodes one value by a plan: the typed decoding loop of the pure back end.

No recursion: an open container is a generator, which yields the node of each value that it needs and is
sent the value. Scalars are read by functions of a table. The checks here detect that the input is bad; a
walk over the message then finds the exact error, as for decode() (unpack/decode_loop.py).
"""

from __future__ import annotations

from types import GeneratorType

from ..._errors.make_errors import ERRORS_MAX
from ..._plan import nodes
from ..._plan.limits import EQUAL_HASHES, length_fault
from ..._wire.format import KINDS, MAP, RESERVED, TYPES, head_count, head_size
from ..._wire.reading import is_utf8
from ..._wire.scan import Fault
from .make_objects import Made, build
from .scalars import READERS, Invalid, other_text, text_of

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Collection, Generator
    from typing import Any, Callable, Optional

    from ..._plan.nodes import Field, Node

    Opened = Generator[Node, Any, Any]

#: How many times the size of the message may be skipped in search of tags.
TAG_BUDGET = 16


class Enough(Exception):
    """As many errors as are collected."""


class _Bad:
    """Instead of a value that had an error, with errors="all"."""

    def __repr__(self) -> str:
        return "<bad>"


_BAD: Any = _Bad()


class Untyped:
    """What the reader needs of the untyped decoder; the arguments of each are buf, the offset, and the number
    of open containers. Each returns the value and the offset after it.

    value: decodes a value; key: the same for a map's key, checked; skip: checks a value and returns None.
    """

    __slots__ = ("key", "skip", "value")

    def __init__(self, value: Callable[..., Any], key: Callable[..., Any], skip: Callable[..., Any]) -> None:
        self.value = value
        self.key = key
        self.skip = skip


class Reader:
    """Reads one message.

    errors: those found with errors="all", which the caller raises.
    """

    def __init__(self, buf: bytes, start: int, options: Any, untyped: Untyped) -> None:
        self.buf = buf
        self.pos = start
        self.end = len(buf)
        self.options = options
        self.strict = options.strict
        self.errors: list[Invalid] = []
        self._collect = options.all_errors
        self._untyped = untyped
        self._stack: list[Opened] = []
        self._pending = 1  # values that the open containers and the message still need
        self._budget = TAG_BUDGET * (self.end - start)

    def read(self, node: Node) -> Any:
        """The value of the message, by this plan. Raises Fault, and Invalid or (if errors are collected) Enough."""
        stack = self._stack
        value = self._begin(node)
        while True:
            if type(value) is GeneratorType:
                stack.append(value)
                value = None
            elif not stack:
                return value
            wanted = None
            try:
                wanted = stack[-1].send(value)
            except StopIteration as stop:
                value = stop.value
            if wanted is not None:
                value = self._begin(wanted)
            else:
                stack.pop()
                if type(value) is Made:
                    value = self._made(value)

    def close(self) -> None:
        """Releases the open containers, whose generators refer to this reader."""
        self._stack.clear()

    def _begin(self, node: Node) -> Any:
        """The value at pos, or the generator that reads the container."""
        at = self.pos
        self._pending -= 1
        if self._collect:
            try:
                return self._value(node, at)
            except Invalid as error:
                self.report(error)
                self._skip(at)
                return _BAD
        return self._value(node, at)

    def _value(self, node: Node, at: int) -> Any:
        if at >= self.end:
            raise Fault("truncated", at)
        format_byte = self.buf[at]
        if format_byte == 0xC0 and node.nullable:
            self.pos += 1
            return None
        if KINDS[format_byte] == RESERVED:
            raise Fault("reserved_byte", at)
        read = READERS.get(node.kind)
        if read is not None:
            value, self.pos = read(self, node, at)
            return value
        return _OPENERS[node.kind](self, node, at)

    def report(self, error: Invalid) -> None:
        """Raises the error, or keeps it, without the frames that refer to this reader."""
        if not self._collect:
            raise error
        self.errors.append(error.with_traceback(None))
        if len(self.errors) >= ERRORS_MAX:
            raise Enough

    def _made(self, made: Made) -> Any:
        """The object that a container is made into; runs code of the user's."""
        try:
            return build(made)
        except Invalid as error:
            self.report(error)
            return _BAD

    def _skip(self, at: int) -> None:
        _, self.pos = self._untyped.skip(self.buf, at, len(self._stack))
        self._check_pending()

    def _check_pending(self) -> None:
        if self.end - self.pos < self._pending:
            raise Fault("truncated", self.pos)

    # --- containers

    def _any(self, node: Node, at: int) -> Any:
        value, self.pos = self._untyped.value(self.buf, at, len(self._stack))
        self._check_pending()
        return value

    def _any_key(self, node: Node) -> Any:
        self._pending -= 1
        value, self.pos = self._untyped.key(self.buf, self.pos, len(self._stack))
        self._check_pending()
        return value

    def _open(self, node: Node, at: int, *kinds: str) -> int:
        """Reads the header of an array or map; the number of its elements or entries."""
        format_byte = self.buf[at]
        if TYPES[format_byte] not in kinds:
            raise Invalid("wrong_type", at, node)
        options = self.options
        start = at + head_size(format_byte)
        if start > self.end:
            raise Fault("truncated", at)
        if len(self._stack) >= options.max_depth:
            raise Fault("too_deep", at, options.max_depth)
        count = head_count(self.buf, at)
        is_map = KINDS[format_byte] == MAP
        values = count * 2 if is_map else count
        if count > (options.map_max if is_map else options.array_max) or values > self.end - start - self._pending:
            raise Fault("truncated", at)
        self._pending += values
        self.pos = start
        return count

    def _list(self, node: Node, at: int) -> Any:
        count = self._open(node, at, "array")
        if node.limits is not None:
            self._check_length(node, at, count)
        return self._elements(node, at, count)

    def _check_length(self, node: Node, at: int, count: int) -> None:
        fault = length_fault(node.limits, count)
        if fault:
            self.report(Invalid("out_of_bounds", at, node, fault))

    def _elements(self, node: Node, at: int, count: int) -> Opened:
        item, found, before = node.item, [], len(self.errors)
        assert item is not None
        keys = _Keys() if node.kind in (nodes.SET, nodes.FROZENSET) else None
        for _ in range(count):
            start = self.pos
            value = yield item
            if keys is not None and value is not _BAD and type(value) not in _SAFE_KEYS:
                self._check_key(keys, value, start, item)
            found.append(value)
        if len(self.errors) > before:
            return _BAD
        return found if node.kind == nodes.LIST else Made(node, found, at)

    def _fixed(self, node: Node, at: int) -> Any:
        count = self._open(node, at, "array")
        if count != len(node.items):
            self._pending -= count
            self.pos = at
            raise Invalid("invalid_value", at, node, f"{count} elements, not {len(node.items)}")
        return self._fixed_elements(node, at)

    def _fixed_elements(self, node: Node, at: int) -> Opened:
        found, before = [], len(self.errors)
        for item in node.items:
            found.append((yield item))
        return tuple(found) if len(self.errors) == before else _BAD

    def _dict(self, node: Node, at: int) -> Any:
        count = self._open(node, at, "map")
        if node.limits is not None:
            self._check_length(node, at, count)
        return self._entries(node, count)

    def _entries(self, node: Node, count: int) -> Opened:
        found, before = {}, len(self.errors)
        key_node, item = node.key, node.item
        assert key_node is not None and item is not None
        free = key_node.kind == nodes.ANY
        keys: Optional[_Keys] = None
        for _ in range(count):
            start = self.pos
            key = self._any_key(key_node) if free else (yield key_node)
            if key is not _BAD and type(key) not in _SAFE_KEYS:
                keys = keys or _Keys()
                if not self._check_key(keys, key, start, key_node):
                    key = _BAD
            if key is not _BAD and key in found:
                self.report(Invalid("duplicate_field", start, node, key if type(key) in _SAFE_KEYS else None))
                key = _BAD
            value = yield item
            if key is not _BAD:
                found[key] = value  # _BAD: then nothing is returned
        return found if len(self.errors) == before else _BAD

    def _check_key(self, keys: _Keys, key: Any, at: int, node: Node) -> bool:
        """Whether a value can be a key; if not, reports why."""
        try:
            if keys.add(key):
                return True
            why = f"more than {EQUAL_HASHES} keys have the same hash"
        except TypeError:
            why = "not hashable"
        self.report(Invalid("invalid_value", at, node, why))
        return False

    # --- objects

    def _object(self, node: Node, at: int) -> Any:
        if node.kind == nodes.TYPED_DICT:
            count = self._open(node, at, "map")
        else:
            count = self._open(node, at, "array", "map")
        if TYPES[self.buf[at]] == "array":
            return self._object_elements(node, at, count)
        return self._object_entries(node, at, count)

    def _object_elements(self, node: Node, at: int, count: int) -> Opened:
        values, before = {}, len(self.errors)
        by_index = _tables(node)[1]
        for index in range(count):
            field: Optional[Field] = by_index.get(index)
            if field is not None and not self._is_unset(field):
                values[field.name] = yield field.node
            else:
                if index >= node.length and node.unknown == nodes.UNKNOWN_ERROR:
                    self.report(Invalid("unknown_field", self.pos, node, index))
                self._pending -= 1
                self._skip(self.pos)
        return self._close(node, at, values, {}, before)

    def _is_unset(self, field: Field) -> bool:
        """Whether the next element is the nil of an array that stands for UNSET."""
        return self.pos < self.end and self.buf[self.pos] == 0xC0 and field.nil_is_unset

    def _object_entries(self, node: Node, at: int, count: int) -> Opened:
        values: dict[str, Any] = {}
        seen: set[str] = set()
        extra: dict[Any, Any] = {}
        bins: set[bytes] = set()  # with strict=True, when bin keys are no text: those of the bytes of fields' keys
        before = len(self.errors)
        by_key = _tables(node)[0]
        tag = node.tag[0].encode() if node.tag is not None else None
        for _ in range(count):
            key_at = self.pos
            key = self._object_key()
            field = by_key.get(key) if type(key) is bytes else None
            if field is None:
                name = key.decode() if type(key) is bytes else key[0]
                if key == tag:
                    yield from self._check_tag(node)
                    continue
                if self.strict and type(name) is bytes and name in by_key:
                    bins.add(name)
                if node.unknown == nodes.UNKNOWN_ERROR:
                    self.report(Invalid("unknown_field", key_at, node, name, "str" if name in bins else ""))
                elif node.unknown == nodes.UNKNOWN_KEEP:
                    if name in extra:
                        self.report(Invalid("duplicate_field", key_at, node, name))
                    extra[name] = yield node.item or _ANY  # _BAD: then nothing is returned
                    continue
            else:
                if field.name in seen:
                    self.report(Invalid("duplicate_field", key_at, node, key.decode()))
                else:
                    seen.add(field.name)
                    values[field.name] = yield field.node
                    continue
            self._pending -= 1
            self._skip(self.pos)
        return self._close(node, at, values, extra, before, bins)

    def _check_tag(self, node: Node) -> Opened:
        """Reads the tag of an object, which must be its own."""
        at = self.pos
        value = yield _TAG
        assert node.tag is not None
        if value is not _BAD and (type(value), value) != (type(node.tag[1]), node.tag[1]):
            self.report(Invalid("unknown_tag", at, node, value))

    def _object_key(self) -> Any:
        """The bytes of the str key at pos, or a tuple of another key."""
        at = self.pos
        if at < self.end and TYPES[self.buf[at]] == "str":
            payload, end = self.payload(at)
            key: Any = payload
            if not payload.isascii() and not is_utf8(payload):
                key = (text_of(self, payload, at),)
            self._pending -= 1
            self.pos = end
            return key
        if at < self.end and TYPES[self.buf[at]] == "bin":
            self._pending -= 1
            payload, self.pos = self.payload(at)
            return self._bin_key(payload)
        if self.options.strict_keys:
            return (self._any_key(_ANY),)
        self._pending -= 1
        self._skip(at)
        return (_OTHER_KEY,)

    def _bin_key(self, payload: bytes) -> Any:
        """The same of a bin key, which with strict=False is text, as in a field: Python 2's is bin in msgpack of
        today."""
        if self.strict:
            return (payload,)
        if is_utf8(payload):
            return payload
        try:
            return (self.options.bin_text(payload),)
        except UnicodeDecodeError:
            return (payload,)

    def payload(self, at: int) -> tuple[bytes, int]:
        """The content of the str, bin or ext at ``at``, and the offset after it."""
        buf = self.buf
        start = at + head_size(buf[at])
        if start > self.end:
            raise Fault("truncated", at)
        count = head_count(buf, at)
        limit = self.options.limits.by_kind.get(KINDS[buf[at]])
        if count > self.end - start or (limit is not None and count > limit):
            raise Fault("truncated", at)
        return buf[start : start + count], start + count

    def _close(
        self,
        node: Node,
        at: int,
        values: dict[str, Any],
        extra: dict[Any, Any],
        before: int,
        bins: Collection[bytes] = (),
    ) -> Any:
        for field in node.fields:
            if field.required and field.name not in values:
                twin = "bin" if any([_bytes_of(key) in bins for key in field.keys]) else ""
                self.report(Invalid("missing_field", at, node, field.keys[0], twin))
        return Made(node, values, at, extra) if len(self.errors) == before else _BAD

    # --- unions

    def _union(self, node: Node, at: int) -> Any:
        mode = node.union[0]
        format_byte = self.buf[at]
        kind = TYPES[format_byte]
        if mode == nodes.UNION_WIRE:
            if kind == "ext" and self._ext_code(at) == 0xFF:
                kind = "timestamp"
            chosen = node.union[1].get(kind if self.strict else other_text(kind, node.union[1]))
            if chosen is None:
                raise Invalid("wrong_type", at, node)
            return self._value(chosen, at)
        if mode == nodes.UNION_PAIR:
            count = self._open(node, at, "array")
            if count != 2:
                self._pending -= count
                self.pos = at
                raise Invalid("invalid_value", at, node, f"{count} elements, not 2")
            return self._pair(node)
        if kind != "map":
            raise Invalid("wrong_type", at, node)
        return self._value(self._by_key(node, at), at)

    def _ext_code(self, at: int) -> int:
        place = at + head_size(self.buf[at]) - 1
        if place >= self.end:
            raise Fault("truncated", at)
        return self.buf[place]

    def _pair(self, node: Node) -> Opened:
        before, at = len(self.errors), self.pos
        tag = yield _TAG
        chosen = None
        if tag is not _BAD:
            chosen = node.union[1].get((type(tag), tag), node.union[2])
            if chosen is None and any(kind is type(tag) for kind, _ in node.union[1]):
                self.report(Invalid("unknown_tag", at, node, tag))
            elif chosen is None:
                self.report(Invalid("wrong_type", at, _TAG))
        if chosen is None:
            self._pending -= 1
            self._skip(self.pos)
            return _BAD
        value = yield chosen
        return value if len(self.errors) == before else _BAD

    def _by_key(self, node: Node, at: int) -> Node:
        """The alternative for the map at ``at``, by a key that is searched for in it."""
        if node.union[0] == nodes.UNION_FIELDS:
            wanted = {key.encode(): chosen for key, chosen in node.union[1]}
        else:
            wanted = {node.union[1].encode(): None}
        place = at + head_size(self.buf[at])
        if place > self.end:
            raise Fault("truncated", at)
        depth = len(self._stack) + 1
        twin = ""
        for _ in range(head_count(self.buf, at)):
            if place >= self.end:
                raise Fault("truncated", place)
            kind = TYPES[self.buf[place]]
            payload, _ = self.payload(place) if kind in ("str", "bin") else (None, 0)
            if kind == "bin" and self.strict:
                twin = "bin" if payload in wanted else twin
                payload = None
            _, value_at = self._untyped.skip(self.buf, place, depth)
            if payload in wanted:
                if node.union[0] == nodes.UNION_FIELDS:
                    return wanted[payload]  # type: ignore[index,return-value]
                return self._tagged(node, value_at)
            _, after = self._untyped.skip(self.buf, value_at, depth)
            self._budget -= after - place
            if self._budget < 0:
                raise Invalid("late_tag", at, node)
            place = after
        if node.union[0] == nodes.UNION_FIELDS:
            raise Invalid("invalid_value", at, node, "none of the keys that tell its types apart", twin)
        if node.union[3] is not None:
            return node.union[3]  # type: ignore[no-any-return]
        raise Invalid("missing_field", at, node, node.union[1], twin)

    def _tagged(self, node: Node, at: int) -> Node:
        """The alternative for the tag at ``at``."""
        if at >= self.end:
            raise Fault("truncated", at)
        tag, _ = READERS[nodes.LITERAL](self, _TAG, at)
        chosen = node.union[2].get((type(tag), tag), node.union[3])
        if chosen is None:
            raise Invalid("unknown_tag", at, node, tag)
        return chosen  # type: ignore[no-any-return]

    def _hooked(self, node: Node, at: int) -> Opened:
        self._pending += 1
        value = yield node.item  # type: ignore[misc]
        return Made(node, value, at) if value is not _BAD else _BAD


class _OtherKey:
    def __repr__(self) -> str:
        return "that is no str"


_OTHER_KEY = _OtherKey()
_ANY = nodes.Node(nodes.ANY, "Any")
_TAG = nodes.Node(nodes.LITERAL, "tag")  # without values: any int or str

_OPENERS: dict[int, Callable[[Reader, Node, int], Any]] = {
    nodes.ANY: Reader._any,
    nodes.LIST: Reader._list,
    nodes.TUPLE: Reader._list,
    nodes.SET: Reader._list,
    nodes.FROZENSET: Reader._list,
    nodes.DEQUE: Reader._list,
    nodes.FIXED_TUPLE: Reader._fixed,
    nodes.DICT: Reader._dict,
    nodes.OBJECT: Reader._object,
    nodes.NAMED_TUPLE: Reader._object,
    nodes.TYPED_DICT: Reader._object,
    nodes.UNION: Reader._union,
    nodes.CUSTOM: Reader._hooked,
}


def _bytes_of(key: str) -> bytes:
    return key.encode("utf-8", "surrogatepass")


def _tables(node: Node) -> tuple[dict[bytes, Field], dict[int, Field]]:
    """The fields by the bytes of their keys, and by index."""
    if node.read is None:
        # A key with a lone surrogate is in no valid message.
        by_key = {_bytes_of(key): field for field in node.fields for key in field.keys}
        node.read = (by_key, {field.index: field for field in node.fields})
    return node.read  # type: ignore[no-any-return]


#: Types of which a sender can't make many values with the same hash: those of str and bytes are seeded, and there are
#: only few ints of 64 bits and floats with the same.
_SAFE_KEYS = frozenset({str, bytes, int, float, bool, type(None)})


class _Keys:
    """Counts the different keys of a container that have the same hash: each is compared with all before it."""

    __slots__ = ("_counts", "_seen")

    def __init__(self) -> None:
        self._seen: set[Any] = set()
        self._counts: dict[int, int] = {}

    def add(self, key: Any) -> bool:
        """False: there are too many. Raises TypeError if the key has no hash."""
        number = hash(key)
        if key not in self._seen:
            count = self._counts.get(number, 0)
            if count == EQUAL_HASHES:
                return False
            self._counts[number] = count + 1
            self._seen.add(key)
        return True
