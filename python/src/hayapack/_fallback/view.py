"""View: the lazy reader, a Mapping or Sequence over a message."""

from __future__ import annotations

from bisect import bisect_right

from .._viewface import ArrayFace, MapFace, announce
from .lazy import START, Lazy, Place, check_names, inside
from .scan import Fault
from .tables import ARRAY, BIN, MAP, SCALAR, STR

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

#: A mark is set at least this many bytes after the previous one.
_MARK_BYTES = 256
_STEP_MOST = 64


class View:
    """A view of the message in buf (bytes or any buffer of bytes), which decodes only the values
    that are used: a MapView, an ArrayView, or for a scalar a View that has only value().

    Options: those of unpackb except the hooks for containers; strict_map_key is False by default.
    """

    __slots__ = ("__weakref__", "_count", "_inside", "_lazy", "_place")

    _lazy: Lazy
    _place: Place
    _inside: Place
    _count: int

    def __new__(cls, buf: Any, /, **options: Any) -> View:
        check_names("View", options)
        view = _make(Lazy(buf, options), START)
        if not isinstance(view, cls):
            raise TypeError(f"the message needs {type(view).__name__}, not {cls.__name__}")
        return view

    def value(self) -> Any:
        """The whole value, decoded as unpackb() does."""
        message = self._lazy
        value, stop = message.value(*self._place)
        if self._place[0] == 0 and stop != message.end:
            extra = bytes(message.buf[stop:])
            message.raise_fault(Fault("extra_data", stop, (value, extra)))
        return value

    @property
    def offset(self) -> int:
        """The offset in bytes of the value in the buffer."""
        return self._place[0]


def _make(message: Lazy, place: Place) -> View:
    kind, head, count = message.look(*place)
    view: Any = object.__new__(_TYPES.get(kind, View))
    view._lazy = message
    view._place = place
    if kind == MAP or kind == ARRAY:
        view._inside = inside(place, kind, head, count)
        view._count = count
        view._begin()
    return view  # type: ignore[no-any-return]


def _item(message: Lazy, place: Place) -> tuple[Any, int]:
    """(the value or view at a cursor, the end offset of a scalar or 0 for a container)."""
    kind = message.look(*place)[0]
    if kind == MAP or kind == ARRAY:
        return _make(message, place), 0
    return message.value(*place)


class MapView(MapFace, View):
    """A map whose values are decoded when they are used: see View."""

    __slots__ = ("_at_value", "_index", "_known", "_next")

    def _begin(self) -> None:
        # The index: key -> cursor of its value (the first, if the key repeats), the number of
        # entries in it, and the cursor at which it continues: a key, or the last value.
        self._index: dict[Any, Place] = {}
        self._known = 0
        self._next = self._inside
        self._at_value = False

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, key: Any) -> Any:
        place = self._find(key)
        if place is None:
            raise KeyError(key)
        return _item(self._lazy, place)[0]

    def __contains__(self, key: Any) -> bool:
        return self._find(key) is not None

    def _find(self, key: Any) -> Optional[Place]:
        if key is not None and not isinstance(key, (str, bytes, int, float)):
            return self._compare_all(key)
        with self._lazy._lock:
            while True:
                place = self._index.get(key)
                if place is not None or not self._index_more():
                    return place

    def _index_more(self) -> bool:
        """Adds the next entry to the index; False if there is none."""
        message = self._lazy
        at, pending, depth = self._next
        if self._at_value:
            at, pending = message.skip(at, pending, depth, 1), pending - 1
            self._next, self._at_value = (at, pending, depth), False
        if self._known == self._count:
            return False
        kind = message.look(at, pending, depth)[0]
        found, key = False, None
        if kind == STR or kind == BIN or kind == SCALAR or message.options.strict_keys:
            try:
                key, stop = message.key(at, pending, depth)
                found = True
            except UnicodeDecodeError:
                if kind != STR:
                    raise
        if not found:
            stop = message.skip(at, pending, depth, 1)
        place = stop, pending - 1, depth
        if found:
            self._index.setdefault(key, place)
        self._known += 1
        self._next, self._at_value = place, True
        return True

    def _compare_all(self, key: Any) -> Optional[Place]:
        """For other keys: decodes and compares each key of the map."""
        hash(key)
        message = self._lazy
        at, pending, depth = self._inside
        for _ in range(self._count):
            found, stop = message.key(at, pending, depth)
            if found is key or found == key:
                return stop, pending - 1, depth
            at, pending = message.skip(stop, pending - 1, depth, 1), pending - 2
        return None

    def _entries(self, keys: bool, values: bool) -> Iterator[Any]:
        message = self._lazy
        at, pending, depth = self._inside
        for _ in range(self._count):
            key, at = message.key(at, pending, depth)
            pending -= 1
            stop = 0
            if not values:
                yield key
            else:
                value, stop = _item(message, (at, pending, depth))
                yield (key, value) if keys else value
            at = stop or message.skip(at, pending, depth, 1)
            pending -= 1

    def __iter__(self) -> Iterator[Any]:
        return self._entries(True, False)

    def _values(self) -> Iterator[Any]:
        return self._entries(False, True)

    def _items(self) -> Iterator[Any]:
        return self._entries(True, True)


class ArrayView(ArrayFace, View):
    """An array whose elements are decoded when they are used: see View."""

    __slots__ = ("_marked", "_marks", "_reached")

    def _begin(self) -> None:
        # Marks: indices of elements and, in the second list, their offsets.
        self._marked = [0]
        self._marks = [self._inside[0]]
        self._reached = (0, self._inside[0])  # the furthest mark: index, offset

    def __len__(self) -> int:
        return self._count

    def _element(self, index: int) -> Place:
        message = self._lazy
        first, pending, depth = self._inside
        with message._lock:
            n, at = self._reached
            if n > index:
                mark = bisect_right(self._marked, index) - 1
                n, at = self._marked[mark], self._marks[mark]
            step = 1
            while n < index:
                before, some = at, min(step, index - n)
                at = message.skip(at, pending - n, depth, some)
                n += some
                if at >= self._marks[-1] + _MARK_BYTES:
                    self._marked.append(n)
                    self._marks.append(at)
                if n > self._reached[0]:
                    self._reached = (n, at)
                step = max(1, step // 2) if at - before > _MARK_BYTES // 2 else min(2 * step, _STEP_MOST)
        return at, pending - n, depth

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, slice):
            return [self[index] for index in range(*key.indices(self._count))]
        if not hasattr(key, "__index__"):
            raise TypeError(
                f"array indices must be integers or slices, not {type(key).__name__}"
            )
        index = key.__index__()
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError("array index out of range")
        return _item(self._lazy, self._element(index))[0]

    def __iter__(self) -> Iterator[Any]:
        message = self._lazy
        at, pending, depth = self._inside
        for _ in range(self._count):
            value, stop = _item(message, (at, pending, depth))
            yield value
            at = stop or message.skip(at, pending, depth, 1)
            pending -= 1

_TYPES: dict[int, type[View]] = {MAP: MapView, ARRAY: ArrayView}
announce(MapView, ArrayView)
