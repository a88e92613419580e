"""View: the lazy reader, a Mapping or Sequence over a message."""

from __future__ import annotations

from bisect import bisect_right

from ..._errors.path_steps import missing_key
from ..._values.shared_views import ArrayFace, MapFace, announce
from ..._wire.format import ARRAY, BIN, MAP, SCALAR, STR
from ..option_checks import check_names
from ..option_table import VIEW
from .partial import START, Lazy, Place, inside

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

    Options: those of unpackb except types and the hooks for containers; strict_map_key is False by
    default. With lz4=True, a compressed message is decompressed at once; offsets count in its content.
    """

    __slots__ = ("__weakref__", "_count", "_inside", "_lazy", "_place")

    _lazy: Lazy
    _place: Place
    _inside: Place
    _count: int

    def __new__(cls, buf: Any, /, **options: Any) -> View:
        check_names("View", options, VIEW)
        view = _make(Lazy(buf, options), START)
        if not isinstance(view, cls):
            raise TypeError(f"the message needs {type(view).__name__}, not {cls.__name__}")
        return view

    def value(self) -> Any:
        """The whole value, decoded as unpackb() does."""
        message = self._lazy
        value, stop = message.value(*self._place)
        if self._place[0] == 0:
            message.check_end(value, stop)
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


def _slot(key: Any) -> Any:
    """What stands for a key in an index: a tuple of it for bytes, so that it is never compared with a str of
    the same hash, which ``python -bb`` makes an error; and for a tuple, to tell it from those."""
    return (key,) if isinstance(key, (bytes, tuple, memoryview)) else key


def _key(slot: Any) -> Any:
    return slot[0] if type(slot) is tuple else slot


class MapView(MapFace, View):
    """A map whose values are decoded when they are used: see View."""

    __slots__ = ("_index", "_whole")

    def _begin(self) -> None:
        # _slot(key) -> cursor of its last value, in the order of the first ones.
        self._index: Optional[dict[Any, Place]] = None
        self._whole = False  # the index has all keys, also those that only iteration and len() need

    def __len__(self) -> int:
        return len(self._indexed(True))

    def __bool__(self) -> bool:
        return self._count != 0

    def __getitem__(self, key: Any) -> Any:
        place = self._find(key)
        if place is None:
            raise missing_key(key) if self._has_twin(key) else KeyError(key)
        return _item(self._lazy, place)[0]

    def __contains__(self, key: Any) -> bool:
        return self._find(key) is not None

    def _has_twin(self, key: Any) -> bool:
        """Whether the map has a bin key of the bytes of a str key, or a str key of a bin's."""
        if self._lazy.raw or self._lazy.makes:
            return False
        try:
            if type(key) is str:
                return self._find(key.encode("utf-8", "surrogateescape")) is not None
            return type(key) is bytes and self._find(key.decode("utf-8", "surrogateescape")) is not None
        except UnicodeEncodeError:
            return False

    def _find(self, key: Any) -> Optional[Place]:
        plain = key is None or isinstance(key, (str, bytes, int, float))
        hash(key)
        return self._indexed(not plain).get(_slot(key))

    def _indexed(self, whole: bool) -> dict[Any, Place]:
        with self._lazy._lock:
            index = self._index
            if index is None or (whole and not self._whole):
                index = self._make_index(whole)
                # A hook may have made an index of the same map meanwhile.
                if self._index is None or whole:
                    self._index, self._whole = index, whole
            return index

    def _make_index(self, whole: bool) -> dict[Any, Place]:
        message = self._lazy
        at, pending, depth = self._inside
        index: dict[Any, Place] = {}
        for _ in range(self._count):
            kind = message.look(at, pending, depth)[0]
            known, key = False, None
            if (
                whole
                or kind == STR
                or kind == BIN
                or kind == SCALAR
                or message.options.strict_keys
                or kind in message.makes
            ):
                try:
                    key, stop = message.key(at, pending, depth)
                    known = True
                except UnicodeDecodeError:
                    if whole or kind != STR:
                        raise
            if not known:
                stop = message.skip(at, pending, depth, 1)
            if known:
                index[_slot(key)] = stop, pending - 1, depth
            at, pending = message.skip(stop, pending - 1, depth, 1), pending - 2
        return index

    def __iter__(self) -> Iterator[Any]:
        return map(_key, self._indexed(True))

    def _values(self) -> Iterator[Any]:
        index = self._indexed(True)
        return (_item(self._lazy, place)[0] for place in index.values())

    def _items(self) -> Iterator[Any]:
        index = self._indexed(True)
        return ((_key(slot), _item(self._lazy, place)[0]) for slot, place in index.items())


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
            raise TypeError(f"array indices must be integers or slices, not {type(key).__name__}")
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
