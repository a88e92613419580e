"""get: one value of a message, without decoding the rest."""

from __future__ import annotations

from .. import _paths
from .lazy import START, Lazy, Place, check_names, inside, text_bytes
from .tables import ARRAY, BIN, MAP, SCALAR, STR
from .view import View

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional, Union

    Step = tuple[Union[int, str], Any]

_NONE: Any = object()
_NAMES = {
    _paths.TEXT: "key",
    _paths.INDEX: "index",
    _paths.NUMBER: "key",
    _paths.ENTRY: "entry",
    _paths.ENTRY_KEY: "entry_key",
    "bytes": "key",
    "item": "item",
}


def get(buf: Any, path: Any, default: Any = _NONE, **options: Any) -> Any:
    """The decoded value at a path of the message in buf; the values around it are skipped.

    path: as in error messages (``$.a[2].b``, ``$["any text"]``, ``${-7}``), or a sequence of
    keys. buf: any buffer of bytes, or a View. Options: those of unpackb, with strict_map_key False
    by default. Raises KeyError or IndexError if there is no such value and no default.
    """
    check_names("get", options, hooks=True)
    if isinstance(buf, View):
        if options:
            raise TypeError("a View already has its options")
        message, place = buf._lazy, buf._place
    else:
        message, place = Lazy(buf, options), START
    found = walk(message, place, steps_of(path), default is not _NONE)
    return default if found is None else message.value(*found)[0]


def steps_of(path: Any) -> list[Step]:
    if isinstance(path, str):
        return list(_paths.steps(path))
    if isinstance(path, (bytes, bytearray)):
        raise TypeError("a path must be a str or a sequence of keys, not bytes")
    return [_step_of(key) for key in path]


def _step_of(key: Any) -> Step:
    if isinstance(key, str):
        return _paths.TEXT, key
    if isinstance(key, bytes):
        return "bytes", key
    if isinstance(key, int) and not isinstance(key, bool):
        return "item", key
    raise TypeError(f"a path key must be a str, bytes or int, not '{type(key).__name__}'")


def walk(message: Lazy, place: Place, steps: list[Step], quiet: bool) -> Optional[Place]:
    """Follows the steps from a cursor. If there is no such value: None if ``quiet``, else an
    error."""
    for step in steps:
        kind, head, count = message.look(*place)
        found = _take(message, place, step, kind, head, count)
        if found is None:
            if quiet:
                return None
            at = place[0]
            raise _paths.not_found(
                _NAMES[step[0]], step[1], bytes(message.buf[at : at + 16]), count, message.path(at)
            )
        place = found
    return place


def _take(
    message: Lazy, place: Place, step: Step, kind: int, head: int, count: int
) -> Optional[Place]:
    way, what = step
    first = inside(place, kind, head, count)
    if kind == MAP:
        if way == _paths.TEXT:
            return message.find(*first, count, {(STR, text_bytes(what)): 0})
        if way == "bytes":
            kinds = (BIN, STR) if message.raw else (BIN,)
            return message.find(*first, count, {(each, what): 0 for each in kinds})
        if way == _paths.NUMBER or way == "item":
            return message.find(*first, count, {(SCALAR, what): 0})
        if way == _paths.INDEX or not 0 <= what < count:
            return None
        return _number(message, first, 2 * what + (way == _paths.ENTRY))
    if kind != ARRAY or (way != _paths.INDEX and way != "item"):
        return None
    if what < 0:
        what += count
    return _number(message, first, what) if 0 <= what < count else None


def _number(message: Lazy, first: Place, n: int) -> Place:
    """The cursor of value n (from 0) of a container."""
    at, pending, depth = first
    return message.skip(at, pending, depth, n), pending - n, depth
