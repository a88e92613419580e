"""Bounds of values (Node.limits), checked. Both back ends use it."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


def merged(first: Optional[tuple[Any, ...]], second: tuple[Any, ...]) -> tuple[Any, ...]:
    """The bounds of both; the second wins where both have one."""
    if first is None:
        return second
    return tuple(old if new is None else new for old, new in zip(first, second))


def fault_of(limits: tuple[Any, ...], value: Any) -> str:
    """Why a number, str or bytes is out of bounds; "" if it is not."""
    if isinstance(value, (str, bytes)):
        return length_fault(limits, len(value))
    ge, gt, le, lt, multiple_of = limits[:5]
    # Written so that a NaN is outside of every bound.
    if ge is not None and not value >= ge:
        return f"not >= {ge}"
    if gt is not None and not value > gt:
        return f"not > {gt}"
    if le is not None and not value <= le:
        return f"not <= {le}"
    if lt is not None and not value < lt:
        return f"not < {lt}"
    if multiple_of is not None and value % multiple_of:
        return f"not a multiple of {multiple_of}"
    return ""


def length_fault(limits: tuple[Any, ...], length: int) -> str:
    """The same for the length of a collection."""
    min_len, max_len = limits[5:7]
    if min_len is not None and length < min_len:
        return f"a length of {length}, less than {min_len}"
    if max_len is not None and length > max_len:
        return f"a length of {length}, more than {max_len}"
    return ""
