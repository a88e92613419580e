"""The option references: objects that occur several times in a message, as .NET's ReferenceHandler writes them.

The first time one is an array of its id and the object, later its id: an ext 92 of 1, 2 or 4 bytes.
"""

from __future__ import annotations

from ..._wire.format import EXT, ID_CODE, KINDS, head_count, head_size
from ..._wire.scan import Fault, LateFault
from .options import UnpackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

#: The most objects of a message that have an id.
_MOST = 65536

_ID_SIZES = (1, 2, 4)

#: Types of objects that map keys may refer to.
_SCALARS = (str, bytes, int)

_UNKNOWN: Any = object()

#: What an object is that is being read and has no place yet: a hook or a tuple is made of it.
_UNFINISHED: Any = object()


class Definition(list):  # type: ignore[type-arg]
    """Collects the object of an open definition; ``id``: that of the object."""

    id: int


class References:
    """The objects of one message by their ids."""

    __slots__ = ("_ext_max", "_hooked", "_objects")

    def __init__(self, options: UnpackOptions) -> None:
        self._objects: dict[int, Any] = {}
        self._ext_max = options.ext_max
        self._hooked = options.object_hook is not None or options.list_hook is not None

    def is_id(self, buf: bytes, at: int, end: int) -> bool:
        """Whether a whole ext 92 is at offset ``at``, the first byte of an ext."""
        stop = at + head_size(buf[at])
        return stop <= end and buf[stop - 1] == ID_CODE and stop + head_count(buf, at) <= end

    def definition(self, buf: bytes, at: int, first: int, end: int) -> Optional[tuple[Definition, int]]:
        """If the array of two at offset ``at``, whose first element is at ``first``, is a new id and its object: what
        collects the object, and the offset after the id; else None."""
        if first >= end or KINDS[buf[first]] != EXT or not self.is_id(buf, first, end):
            return None
        payload, stop = _payload(buf, first)
        number = int.from_bytes(payload, "big")
        if len(payload) not in _ID_SIZES or number in self._objects:
            return None
        if len(payload) > self._ext_max:
            raise Fault("truncated", first)
        if len(self._objects) >= _MOST:
            raise LateFault("size_limit", at, None, at + 1)
        if buf[stop : stop + 1] == b"\xc0":
            raise LateFault("invalid_value", stop, None, stop + 1)
        self._objects[number] = _UNFINISHED
        found = Definition()
        found.id = number
        return found, stop

    def place(self, outer: Any, container: Any) -> None:
        """Lets values in a container that opens in ``outer`` refer to it before it is complete, if it is the object of a
        definition, unless hooks are called, which would get it so."""
        if type(outer) is Definition and not self._hooked:
            self._objects[outer.id] = container

    def close(self, definition: Definition) -> Any:
        """The object of the complete definition."""
        self._objects[definition.id] = value = definition[0]
        return value

    def find(self, buf: bytes, at: int, cur: Any, in_key: bool) -> tuple[Any, int]:
        """The object with the id at offset ``at``, which is in the container ``cur``, and the offset after the id.

        in_key: it is, or is part of, a map's key, which gets no container from elsewhere: that would be nested deeper
        than KEY_DEPTH.
        """
        payload, stop = _payload(buf, at)
        if len(payload) > self._ext_max:
            raise Fault("truncated", at)
        if len(payload) not in _ID_SIZES:
            raise LateFault("invalid_value", at, None, at + 1)
        number = int.from_bytes(payload, "big")
        value = self._objects.get(number, _UNKNOWN) if type(cur) is not Definition else _UNKNOWN
        if value is _UNKNOWN:
            raise LateFault("invalid_value", at, number, at + 1)
        if value is _UNFINISHED:
            raise LateFault("unsupported_type", at, number, at + 1)
        if in_key and type(value) not in _SCALARS:
            raise LateFault("unsupported_type", at, None, at + 1)
        return value, stop


def _payload(buf: bytes, at: int) -> tuple[bytes, int]:
    """The content of the ext at offset ``at``, and the offset after it."""
    start = at + head_size(buf[at])
    stop = start + head_count(buf, at)
    return buf[start:stop], stop
