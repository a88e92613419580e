"""Equality of packed values (types count, NaN equals NaN, -0.0 is not 0.0) and of what calls raise."""

import math


def same(a, b, *, views=False):
    """Not recursive, since values may be nested 1024 deep. views: a memoryview in `a` may be bytes in `b`."""
    pending = [(a, b)]
    while pending:
        a, b = pending.pop()
        if type(a) is not type(b) and not (views and isinstance(a, memoryview)):
            return False
        if isinstance(a, float):
            if math.isnan(a) or math.isnan(b):
                if math.isnan(a) != math.isnan(b):
                    return False
            elif a != b or math.copysign(1, a) != math.copysign(1, b):
                return False
        elif isinstance(a, (list, tuple)):
            if len(a) != len(b):
                return False
            pending.extend(zip(a, b))
        elif isinstance(a, dict):
            if len(a) != len(b):
                return False
            pending.extend(zip(a.keys(), b.keys()))
            pending.extend(zip(a.values(), b.values()))
        elif a != b:
            return False
    return True


def outcome(function, *args, **options):
    """The result of a call, or the attributes of its exception."""
    try:
        return function(*args, **options)
    except Exception as error:
        located = [getattr(error, name, None) for name in ("name", "offset", "path")]
        return Raised((type(error), *located, str(error)))


class Raised(tuple):
    """An exception's class, name, offset, path and text."""


def agree(native, pure):
    assert same(native, pure), f"native {native!r}\npure   {pure!r}"
    return native
