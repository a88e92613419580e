"""MessagePack extensions, independent of any codec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import islice


@dataclass(frozen=True)
class Ext:
    """An extension, converted to each codec's own class outside the timed part."""

    code: int
    data: bytes


def needs(value: object) -> frozenset[str]:
    """The features that the value needs beyond JSON-like data."""
    found = set()
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            if not all(type(key) is str for key in item):
                found.add("keys")
                stack.extend(item)
            stack.extend(item.values())
        elif isinstance(item, (list, tuple)):
            stack.extend(item)
        elif isinstance(item, datetime):
            found.add("datetime")
        elif isinstance(item, Ext):
            found.add("ext")
    return frozenset(found)


def all_ascii(value: object) -> bool:
    """Whether every str in the value, keys included, is ASCII."""
    stack = [value]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            if not item.isascii():
                return False
        elif isinstance(item, dict):
            stack.extend(item)
            stack.extend(item.values())
        elif isinstance(item, (list, tuple)):
            stack.extend(item)
    return True


def part(messages: list, most: int) -> list:
    """A copy of some of the values, at most `most` unless there are more levels than that.

    Every container has at most so many children that all levels are there. Recursive, as `replace`.
    """
    breadth = most
    while True:
        left = [most]
        found = _some(messages, breadth, left)
        if left[0] >= 0 or breadth == 1:
            return found
        breadth = max(1, breadth // 4)


def _some(value: object, breadth: int, left: list[int]) -> object:
    """The value with at most `breadth` children in each container. `left` counts the values down."""
    left[0] -= 1
    if left[0] < 0:
        return None  # the caller tries a smaller breadth
    if isinstance(value, dict):
        return {key: _some(item, breadth, left) for key, item in islice(value.items(), breadth)}
    if isinstance(value, (list, tuple)):
        return type(value)(_some(item, breadth, left) for item in islice(value, breadth))
    return value


def replace(value: object, kind: type, make: Callable[[object], object]) -> object:
    """A deep copy with every instance of `kind` replaced by make(instance).

    Recursive: values nested about a thousand levels deep raise RecursionError.
    """
    if isinstance(value, kind):
        return make(value)
    if isinstance(value, dict):
        return {replace(k, kind, make): replace(v, kind, make) for k, v in value.items()}
    if isinstance(value, list):
        return [replace(item, kind, make) for item in value]
    if isinstance(value, tuple):
        return tuple(replace(item, kind, make) for item in value)
    return value
