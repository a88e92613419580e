"""Equality of packed values: types count, NaN equals NaN, -0.0 is not 0.0."""

import math


def same(a, b):
    """Not recursive, since values may be nested 1024 deep."""
    pending = [(a, b)]
    while pending:
        a, b = pending.pop()
        if type(a) is not type(b):
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
