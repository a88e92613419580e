"""Code that the views of both back ends share: the methods of Mapping and Sequence that need not
be fast. The back ends provide the others: len, iteration, look-ups, value().
"""

from __future__ import annotations

# Not from collections.abc, which imports all of collections.
from _collections_abc import ItemsView, KeysView, Mapping, Sequence, ValuesView

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def announce(map_view: type, array_view: type) -> None:
    """Registers the types as Mapping and Sequence, for isinstance and match statements."""
    Mapping.register(map_view)
    Sequence.register(array_view)


class _Values(ValuesView):  # type: ignore[type-arg]
    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return self._mapping._values()  # type: ignore[no-any-return,attr-defined]

    def __contains__(self, value: object) -> bool:
        return any(found is value or found == value for found in self)


class _Items(ItemsView):  # type: ignore[type-arg]
    __slots__ = ()

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return self._mapping._items()  # type: ignore[no-any-return,attr-defined]


class Face:
    """Compares as the decoded value does."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Face):
            other = other.value()  # type: ignore[attr-defined]
        return bool(self.value() == other)  # type: ignore[attr-defined]

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


class MapFace(Face):
    __slots__ = ()

    __reversed__ = None

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or default."""
        try:
            return self[key]  # type: ignore[index]
        except KeyError:
            return default

    def keys(self) -> KeysView[Any]:
        """The keys, in the order of the message; a repeated key once, at its first place."""
        return KeysView(self)  # type: ignore[arg-type]

    def values(self) -> ValuesView[Any]:
        """The values: scalars, and views of containers."""
        return _Values(self)  # type: ignore[arg-type]

    def items(self) -> ItemsView[Any, Any]:
        """Pairs of a key and a value."""
        return _Items(self)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        # Not len(), which reads the whole map.
        return f"<MapView of {self._count} entries at byte {self.offset}>"  # type: ignore


class ArrayFace(Face):
    __slots__ = ()

    def __contains__(self, value: object) -> bool:
        return any(found is value or found == value for found in self)  # type: ignore

    def __reversed__(self) -> Iterator[Any]:
        for index in range(len(self) - 1, -1, -1):  # type: ignore[arg-type]
            yield self[index]  # type: ignore[index]

    def index(self, value: Any, start: int = 0, stop: Any = None) -> int:
        """The first index of a value. ValueError if there is none."""
        for index in range(*slice(start, stop).indices(len(self))):  # type: ignore[arg-type]
            found = self[index]  # type: ignore[index]
            if found is value or found == value:
                return index
        raise ValueError(f"{value!r} is not in the array")

    def count(self, value: Any) -> int:
        """How many elements are equal to a value."""
        return sum(found is value or found == value for found in self)  # type: ignore

    def __repr__(self) -> str:
        return f"<ArrayView of {len(self)} elements at byte {self.offset}>"  # type: ignore
