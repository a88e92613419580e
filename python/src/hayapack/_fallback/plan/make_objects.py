"""Makes the containers and objects that a plan asks for, from their values. Code of the user's runs here."""

from __future__ import annotations

from collections import deque

from ..._plan import nodes
from ..._plan.limits import fault_of
from .scalars import Invalid

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

    from ..._plan.nodes import Node

_set = object.__setattr__


class Made:
    """What a container's generator returns if it is not the value itself yet.

    values: the elements, the fields' values by name, or a hook's argument; at: the offset of the value.
    """

    __slots__ = ("at", "extra", "node", "values")

    def __init__(self, node: Node, values: Any, at: int, extra: Any = None) -> None:
        self.node = node
        self.values = values
        self.at = at
        self.extra = extra


def build(made: Made) -> Any:
    """The object. Raises Invalid for the ValueError or TypeError of a constructor or hook."""
    node = made.node
    kind = node.kind
    if kind == nodes.OBJECT:
        return _object(made)
    if kind in _COLLECTIONS:
        return _COLLECTIONS[kind](made.values)
    if kind == nodes.DEQUE:
        return deque(made.values)
    if kind == nodes.TYPED_DICT:
        return {**_completed(node, made.values), **made.extra}
    if kind == nodes.NAMED_TUPLE:
        values = _completed(node, made.values)
        return tuple.__new__(node.cls, [values[field.name] for field in node.fields])
    return _custom(made)


_COLLECTIONS: dict[int, Any] = {nodes.TUPLE: tuple, nodes.SET: set, nodes.FROZENSET: frozenset}


def _object(made: Made) -> Any:
    node, values = made.node, made.values
    if made.extra is not None and node.extra:
        values[node.extra] = made.extra
    if node.how == nodes.MAKE_CALL:
        return _guarded(made, _call, made)
    values = _completed(node, values)
    obj = object.__new__(node.cls)
    if node.how == nodes.MAKE_SETATTR:
        _guarded(made, _set_all, obj, values)
    else:
        _set_all(obj, values)
    if node.after is not None:
        _guarded(made, node.after, obj)
    return obj


def _custom(made: Made) -> Any:
    node = made.node
    value = _guarded(made, node.decoder, made.values)
    if node.limits is not None:
        fault = _guarded(made, fault_of, node.limits, value)
        if fault:
            raise Invalid("out_of_bounds", made.at, node, fault)
    return value


def _call(made: Made) -> Any:
    """The class called with its fields; afterwards those that are no parameters have the values of the message."""
    node, values = made.node, made.values
    named, others = {}, {}
    for field in node.fields:
        if field.name in values:
            if field.init:
                named[field.parameter] = values[field.name]
            else:
                others[field.name] = values[field.name]
        elif field.omit & nodes.OMIT_NONE and field.init and field.default is None:
            named[field.parameter] = None
    if made.extra is not None and node.extra:
        named[node.extra] = made.extra
    obj = node.cls(**named)
    for name, value in others.items():
        _set(obj, name, value)
    return obj


def _set_all(obj: Any, values: dict[str, Any]) -> None:
    for name, value in values.items():
        _set(obj, name, value)


def _completed(node: Node, values: dict[str, Any]) -> dict[str, Any]:
    """The values with the defaults of the fields that the message has not; in the order of the fields, in which an
    object's ``__dict__`` or a TypedDict then has them, whatever the order in the message."""
    completed = {}
    for field in node.fields:
        if field.name in values:
            completed[field.name] = values[field.name]
        elif field.factory is not None:
            completed[field.name] = field.factory()
        elif field.default is not nodes.NO_DEFAULT:
            completed[field.name] = field.default
    return {**completed, **values}


def _guarded(made: Made, function: Any, *arguments: Any) -> Any:
    try:
        return function(*arguments)
    except (ValueError, TypeError) as error:
        raise Invalid("invalid_value", made.at, made.node, str(error)) from error
