"""Bounds of values (Node.limits), checked. Both back ends use it."""

from __future__ import annotations

from . import nodes

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

    from .nodes import Node


#: Of how many different keys of a set or dict the hashes may be equal; also in plan/decode/make_collections.c.
EQUAL_HASHES = 64


def merged(first: Optional[tuple[Any, ...]], second: tuple[Any, ...]) -> tuple[Any, ...]:
    """The bounds of both; the second wins where both have one."""
    if first is None:
        return second
    return tuple(old if new is None else new for old, new in zip(first, second))


#: The kinds whose values are compared with ge, gt, le, lt and multiple_of, and those that have a length. A function
#: (CUSTOM) makes values of any type.
_COMPARED = (nodes.INT, nodes.FLOAT, nodes.DECIMAL, nodes.CUSTOM)
_MEASURED = (
    nodes.STR,
    nodes.BYTES,
    nodes.BYTEARRAY,
    nodes.LIST,
    nodes.TUPLE,
    nodes.SET,
    nodes.FROZENSET,
    nodes.DEQUE,
    nodes.DICT,
    nodes.CUSTOM,
)
_NAMES = ("ge", "gt", "le", "lt", "multiple_of", "min_len", "max_len")


def unchecked(node: Node) -> str:
    """The first bound of the node that its values can't be checked against; "" if there is none."""
    for i, (name, bound) in enumerate(zip(_NAMES, node.limits or ())):
        if bound is not None and node.kind not in (_COMPARED if i < 5 else _MEASURED):
            return name
    return ""


#: Beyond every integer of MessagePack, in steps, too.
_LOWEST, _HIGHEST = -(2**64), 2**64


def no_value_is_within(node: Node) -> bool:
    """Whether the bounds of the node, which its values can be checked against, contradict each other."""
    ge, gt, le, lt, multiple_of, min_len, max_len = node.limits or (None,) * 7
    if max_len is not None and max_len < (min_len or 0):
        return True
    if any(bound is not None and bound != bound for bound in (ge, gt, le, lt)):  # a NaN
        return True
    if node.kind == nodes.INT:
        return _no_integer_is_within(ge, gt, le, lt, multiple_of or 1)
    return any(
        low is not None and high is not None and (low > high or (low == high and (low is gt or high is lt)))
        for low in (ge, gt)
        for high in (le, lt)
    )


def _no_integer_is_within(ge: Any, gt: Any, le: Any, lt: Any, step: int) -> bool:
    """The bounds are numbers; integers are multiples of the step, counted in steps."""
    least = [-(-ge // step)] if ge is not None else []
    least += [gt // step + 1] if gt is not None else []
    most = [le // step] if le is not None else []
    most += [-(-lt // step) - 1] if lt is not None else []
    return max(least, default=_LOWEST) > min(most, default=_HIGHEST)


def fault_of(limits: tuple[Any, ...], value: Any) -> str:
    """Why a value is out of bounds; "" if it is not. TypeError: it can't be compared with them, or has no length."""
    if limits[5] is not None or limits[6] is not None:
        fault = length_fault(limits, len(value))
        if fault:
            return fault
    try:
        return _number_fault(limits, value)
    except ArithmeticError:  # a Decimal that is NaN
        return f"{value} has no order"


def _number_fault(limits: tuple[Any, ...], value: Any) -> str:
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
