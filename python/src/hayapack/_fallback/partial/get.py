"""get: one value of a message, without decoding the rest."""

from __future__ import annotations

from ..._errors import path_steps
from ..._errors.make_errors import type_name
from ..._wire.format import ARRAY, BIN, MAP, SCALAR, STR
from ..option_checks import check_names
from ..option_table import GET
from .partial import START, Lazy, Place, inside, text_bytes
from .view import View

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional, Union

    Step = tuple[Union[int, str], Any]

#: No default; shown as in the signature of the compiled function.
_NONE: Any = type("_None", (), {"__repr__": lambda self: "..."})()
_NAMES = {
    path_steps.TEXT: "key",
    path_steps.INDEX: "index",
    path_steps.NUMBER: "key",
    path_steps.ENTRY: "entry",
    path_steps.ENTRY_KEY: "entry_key",
    path_steps.BYTES: "key",
    "item": "item",
    "tuple": "key",
}


def get(buf: Any, path: Any, default: Any = _NONE, **options: Any) -> Any:
    """The decoded value at a path of the message in buf; the values around it are skipped.

    path: as in error messages (``$.a[2].b``, ``$["any text"]``, ``${-7}``), or a sequence of
    keys. buf: any buffer of bytes, or a View. Options: those of unpackb but types, with strict_map_key
    False by default. With lz4=True, the message may be compressed. Raises KeyError or IndexError if there is no such value and no default.
    """
    check_names("get", options, GET)
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
        return list(path_steps.steps(path))
    if isinstance(path, (bytes, bytearray)):
        raise TypeError("a path must be a str or a sequence of keys, not bytes")
    if not hasattr(type(path), "__iter__") and not hasattr(type(path), "__getitem__"):
        raise TypeError(f"a path must be a str or a sequence of keys, not '{type_name(path)}'")
    return [_step_of(key) for key in path]


def _step_of(key: Any) -> Step:
    if isinstance(key, str):
        return path_steps.TEXT, key
    if isinstance(key, bytes):
        return path_steps.BYTES, key
    if isinstance(key, int) and not isinstance(key, bool):
        return "item", key
    if isinstance(key, tuple):
        return "tuple", key
    raise TypeError(f"a path key must be a str, bytes, int or tuple, not '{type(key).__name__}'")


class _Container:
    """A container that a step was taken into: what remains of it after the value."""

    __slots__ = ("depth", "left", "search", "step")

    def __init__(self, step: Step, depth: int, left: int, search: Optional[_Search]) -> None:
        self.step, self.depth = step, depth
        self.search = search  # for a step by a key, which a later entry may repeat; else None
        self.left = left  # entries if ``search``, else values


class _Search:
    """The key of a step, as an object and as it may be in a message."""

    __slots__ = ("key", "wanted")

    def __init__(self, message: Lazy, step: Step) -> None:
        way, key = step
        if way == path_steps.TEXT or way == path_steps.BYTES:
            payload = text_bytes(key) if way == path_steps.TEXT else key
            kinds = (STR, BIN) if message.raw else (STR,) if way == path_steps.TEXT else (BIN,)
            self.wanted = {(kind, payload) for kind in kinds}
            self.key = payload if message.raw else key
        else:
            self.wanted = {(SCALAR, key)} if way != "tuple" else set()
            self.key = key


class _Missing(Exception):
    """There is no value for a step in the container at ``place``."""

    def __init__(self, step: Step, place: Place, count: int, end: Optional[Place] = None) -> None:
        self.step, self.place, self.count = step, place, count
        self.end = end  # the cursor after the container, if it was read to its end


def walk(message: Lazy, place: Place, steps: list[Step], quiet: bool) -> Optional[Place]:
    """Follows the steps from a cursor. If there is no such value: None if ``quiet``, else an
    error.

    Each map that a key leads into is read to its end: the last one of repeated keys counts.
    """
    opened: list[_Container] = []
    outermost = 0  # the number of containers around the first one that was searched
    while True:
        missing = None
        try:
            place = found = _descend(message, place, steps, opened)
        except _Missing as error:
            missing = error.with_traceback(None)  # its frames refer to this one
            place = error.end or error.place
        while outermost < len(opened) and opened[outermost].search is None:
            outermost += 1
        if outermost == len(opened):
            break
        if missing is None or missing.end is None:
            at, pending, depth = place
            place = message.skip(at, pending, depth, 1), pending - 1, depth
        again = _ascend(message, place, opened, outermost)
        if again is None:
            break
        place = again
    if missing is None:
        return found
    if quiet:
        return None
    at = missing.place[0]
    way, what = missing.step
    head = bytes(message.buf[at : at + 16])
    raise path_steps.not_found(_NAMES[way], what, head, missing.count, message.path(at), _has_twin(message, missing))


def _has_twin(message: Lazy, missing: _Missing) -> bool:
    """Whether the map has a bin key of the missing str key's bytes, or a str key of a bin's."""
    way, what = missing.step
    kind, head, count = message.look(*missing.place)
    if kind != MAP or way not in (path_steps.TEXT, path_steps.BYTES) or message.raw or message.makes:
        return False
    wanted = {(BIN, text_bytes(what)) if way == path_steps.TEXT else (STR, what)}
    return message.find(inside(missing.place, kind, head, count), count, wanted, _NONE)[0]


def _descend(message: Lazy, place: Place, steps: list[Step], opened: list[_Container]) -> Place:
    """Takes the steps after those into ``opened``, and adds their containers. Raises _Missing."""
    while len(opened) < len(steps):
        step = steps[len(opened)]
        kind, head, count = message.look(*place)
        first = inside(place, kind, head, count)
        if kind == MAP and step[0] in (path_steps.TEXT, path_steps.BYTES, path_steps.NUMBER, "item", "tuple"):
            search = _Search(message, step)
            found, end, left = message.find(first, count, search.wanted, search.key)
            if not found:
                raise _Missing(step, place, count, (end[0], end[1], place[2]))
            opened.append(_Container(step, place[2], left, search))
            place = end
            continue
        number = _number(step, kind, count)
        if number is None:
            raise _Missing(step, place, count)
        at, pending, depth = first
        values = 2 * count if kind == MAP else count
        opened.append(_Container(step, place[2], values - number - 1, None))
        place = message.skip(at, pending, depth, number), pending - number, depth
    return place


def _number(step: Step, kind: int, count: int) -> Optional[int]:
    """The number of the value that a step without a key leads to; None if there is none."""
    way, what = step
    if kind == MAP:
        if way == path_steps.INDEX or not 0 <= what < count:
            return None
        return 2 * int(what) + (way == path_steps.ENTRY)
    if kind != ARRAY or (way != path_steps.INDEX and way != "item"):
        return None
    number = what + count if what < 0 else what
    return number if 0 <= number < count else None


def _ascend(message: Lazy, place: Place, opened: list[_Container], outermost: int) -> Optional[Place]:
    """Leaves containers, from the inner ones on, until one repeats the key of its step: the cursor
    of that value. None: none does. place: the end of the last value."""
    while len(opened) > outermost:
        container = opened[-1]
        if container.search is not None:
            found, place, container.left = message.find(
                place, container.left, container.search.wanted, container.search.key
            )
            if found:
                return place
        opened.pop()
        at, pending, depth = place
        if container.search is None:
            at, pending = message.skip(at, pending, depth, container.left), pending - container.left
        place = at, pending, container.depth
    return None
