"""Describes what a round trip changed."""

from __future__ import annotations

import marshal
from math import isnan

from ..data.values import Ext

LIMIT = 20  # kinds of difference after which the walk stops
STEPS = 1_000_000  # values compared after the first difference was found; the others are mostly alike


def losses(before: object, after: object) -> list[str]:
    """The kinds of change between a value and its decoded copy, each once."""
    if _same_bytes(before, after):
        return []
    found: dict[str, str] = {}
    stack = [(before, after, "$")]
    steps = 0
    while stack and len(found) < LIMIT and not (found and steps > STEPS):
        steps += 1
        a, b, path = stack.pop()
        if a is b:
            continue
        kind = _difference(a, b, path, stack)
        if kind:
            found.setdefault(kind, path)
    return [kind if path == "$" else f"{kind} at {path}" for kind, path in found.items()]


def _same_bytes(a: object, b: object) -> bool:
    """A fast check for plain data: True means equal; False means unknown.

    Format 2 of marshal writes exact types, the order of keys and the bits of floats, without
    sharing objects, so equal values give equal bytes.
    """
    try:
        return marshal.dumps(a, 2) == marshal.dumps(b, 2)
    except ValueError:  # an unsupported type, or nested too deeply
        return False


def _difference(a: object, b: object, path: str, stack: list) -> str | None:
    """The change of one value itself; its children are pushed onto the stack."""
    kind = type(a)
    if kind is not type(b):
        if isinstance(a, (list, tuple)) and isinstance(b, (list, tuple)):
            _push_items(a, b, path, stack)
        return f"{_name(a)} → {_name(b)}"
    if kind is dict:
        return _difference_of_maps(a, b, path, stack)
    if kind is list or kind is tuple:
        if len(a) != len(b):
            return f"{len(a)} items → {len(b)}"
        _push_items(a, b, path, stack)
        return None
    if kind is float:
        same = a == b and str(a) == str(b) or isnan(a) and isnan(b)
        return None if same else "float changed"
    if kind is Ext:
        return None if (a.code, a.data) == (b.code, b.data) else "ext changed"
    return None if a == b else f"{_name(a)} changed"


def _push_items(a, b, path: str, stack: list) -> None:
    stack.extend((x, y, f"{path}[{i}]") for i, (x, y) in enumerate(zip(a, b)))


def _difference_of_maps(a: dict, b: dict, path: str, stack: list) -> str | None:
    result = None
    if len(a) != len(b):
        result = f"{len(a)} entries → {len(b)}"
    for (key, value), (other, copy) in zip(a.items(), b.items()):
        if type(key) is not type(other):
            if result is None:
                result = f"{_name(key)} key → {_name(other)}"
        elif key != other and not (key != key and other != other):
            return result or "order of map keys" if key in b else "map keys changed"
        stack.append((value, copy, f"{path}.{key}"))
    return result


def _name(value: object) -> str:
    return "null" if value is None else type(value).__name__
