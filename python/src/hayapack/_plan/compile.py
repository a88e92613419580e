"""Compiles types to plans."""

from __future__ import annotations

import collections.abc
import dataclasses
import sys
import typing

from .._classes import full_name, has_fields
from ..ext import ExtType, Fragment, Timestamp
from . import nodes
from .classes import way
from .nodes import Field, Node
from .scope import Scope, type_text

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

_dict_of = type.__dict__["__dict__"].__get__

#: The attribute of a class that has its plan.
_PLAN = "__hayapack_plan__"
#: Plans of types that are no classes, such as list[Order]. A full cache is cleared.
_others: dict[Any, Node] = {}
_OTHERS_MAX = 128

_lock: list[Any] = []


def _the_lock() -> Any:
    from _thread import RLock

    if not _lock:
        _lock.append(RLock())
    return _lock[0]


def plan_of(kind: Any, decoders: Optional[dict[Any, Any]] = None) -> Node:
    """The plan of a type, made at its first use. TypeError: it has none; the text names the field.

    decoders: type -> function that makes its values of plain ones; such a plan is not kept.
    """
    if decoders:
        for one, function in decoders.items():
            if not callable(function):
                raise TypeError(f"the decoder of {type_text(one)} must be a callable")
        compiler = _Compiler(decoders)
        plan = compiler.plan(kind, Scope())
        compiler.publish()
        return plan
    plan = _known(kind)
    if plan is not None:
        return plan
    with _the_lock():
        compiler = _Compiler({})
        plan = compiler.plan(kind, Scope())
        compiler.publish()
        _keep(kind, plan)
    return plan


def _known(kind: Any) -> Optional[Node]:
    if isinstance(kind, type) and not hasattr(kind, "__args__"):
        return _dict_of(kind).get(_PLAN)
    try:
        return _others.get((kind, type(kind)))
    except TypeError:  # not hashable, such as Annotated[int, []]
        return None


def _keep(kind: Any, plan: Node) -> None:
    if isinstance(kind, type) and not hasattr(kind, "__args__"):
        return
    if len(_others) >= _OTHERS_MAX:
        _others.clear()
    try:
        _others[(kind, type(kind))] = plan
    except TypeError:
        pass


#: Kinds of the classes that are recognised by identity.
_EXACT: dict[type, tuple[int, str]] = {
    bool: (nodes.BOOL, "bool"),
    int: (nodes.INT, "int"),
    float: (nodes.FLOAT, "float"),
    str: (nodes.STR, "str"),
    bytes: (nodes.BYTES, "bytes"),
    bytearray: (nodes.BYTEARRAY, "bytearray"),
    type(None): (nodes.NONE, "None"),
    object: (nodes.ANY, "Any"),
    ExtType: (nodes.EXT, "ExtType"),
    Timestamp: (nodes.TIMESTAMP, "Timestamp"),
    Fragment: (nodes.FRAGMENT, "Fragment"),
}
#: Those recognised by module and name, since programs replace them: see _classes.py.
_NAMED: dict[tuple[str, str], int] = {
    ("datetime", "datetime"): nodes.DATETIME,
}
_LISTS = (list, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Collection)
_LISTS += (collections.abc.Iterable,)  # type: ignore[assignment]
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)

#: typing.Union, and the type of int | str where it is another one.
_UNIONS = (typing.Union, getattr(sys.modules["types"], "UnionType", typing.Union))


class _Compiler:
    """Compiles one type and those that it refers to."""

    def __init__(self, decoders: dict[Any, Any]) -> None:
        self._decoders = decoders
        #: Plans of classes, begun here: class -> plan.
        self._begun: dict[Any, Node] = {}
        #: Nullable copies, and the nodes that they repeat once those are complete.
        self._copies: list[tuple[Node, Node]] = []

    def publish(self) -> None:
        """Complete the plans, then store those of classes."""
        for copy, node in self._copies:
            for name in Node.__slots__:
                if name not in ("name", "nullable", "__weakref__"):
                    setattr(copy, name, getattr(node, name))
        if not self._decoders:
            for cls, node in self._begun.items():
                type.__setattr__(cls, _PLAN, node)

    def plan(self, annotation: Any, scope: Scope) -> Node:
        kind = scope.type_of(annotation)
        if kind is None:
            kind = type(None)
        if self._decoders:
            hook = self._hook(kind)
            if hook is not None:
                return self._custom(kind, hook)
        if kind is typing.Any:
            return Node(nodes.ANY, "Any")
        origin = typing.get_origin(kind)
        if origin is not None:
            return self._generic(kind, origin, typing.get_args(kind), scope)
        if not isinstance(kind, type):
            raise scope.error(f"{type_text(kind)} is not supported")
        exact = _EXACT.get(kind)
        if exact is not None:
            return Node(exact[0], exact[1], kind)
        if kind in _LISTS or kind in _DICTS:
            return self._generic(kind, kind, (), scope)
        return self._class(kind, scope)

    def _hook(self, kind: Any) -> Any:
        try:
            return self._decoders.get(kind)
        except TypeError:  # not hashable
            return None

    def _custom(self, kind: Any, decoder: Any) -> Node:
        node = Node(nodes.CUSTOM, type_text(kind), kind)
        node.item, node.decoder = Node(nodes.ANY, "Any"), decoder
        return node

    # --- classes

    def _class(self, cls: type, scope: Scope) -> Node:
        node = self._begun.get(cls)
        if node is None and not self._decoders:
            node = _dict_of(cls).get(_PLAN)
        if node is not None:
            return node
        named = _NAMED.get(full_name(cls))
        if named is not None:
            return Node(named, full_name(cls)[1], cls)
        if has_fields(cls):
            return self._dataclass(cls, scope)
        raise scope.error(f"{type_text(cls)} is not supported")

    def _dataclass(self, cls: Any, scope: Scope) -> Node:
        name = type_text(cls)
        node = self._begun[cls] = Node(nodes.OBJECT, name, cls)
        declared = dataclasses.fields(cls)
        found = []
        for index, one in enumerate(declared):
            inner = Scope(_owner(cls, one), scope.variables, name).at(one.name)
            field = Field(one.name, self.plan(one.type, inner), index)
            field.init = one.init
            if one.default is not dataclasses.MISSING:
                field.default = one.default
            elif one.default_factory is not dataclasses.MISSING:
                field.factory = one.default_factory
            field.required = one.init and field.default is nodes.NO_DEFAULT and field.factory is None
            found.append(field)
        node.fields = tuple(found)
        node.length = len(found)
        parameters = [one.name for one in declared if one.init]
        node.how, node.after = way(cls, [one.name for one in declared], parameters)
        return node

    # --- generic types

    def _generic(self, kind: Any, origin: Any, arguments: tuple[Any, ...], scope: Scope) -> Node:
        if origin in _UNIONS:
            return self._union(arguments, scope)
        if origin in _LISTS:
            return self._items(nodes.LIST, "list", arguments, scope)
        if origin in _DICTS:
            return self._dict(arguments, scope)
        raise scope.error(f"{type_text(kind)} is not supported")

    def _items(self, number: int, name: str, arguments: tuple[Any, ...], scope: Scope) -> Node:
        node = Node(number, name)
        node.item = self.plan(arguments[0] if arguments else typing.Any, scope)
        if arguments:
            node.name = f"{name}[{node.item.name}]"
        return node

    def _dict(self, arguments: tuple[Any, ...], scope: Scope) -> Node:
        key, value = arguments or (typing.Any, typing.Any)
        node = Node(nodes.DICT, "dict")
        node.key, node.item = self.plan(key, scope), self.plan(value, scope)
        if arguments:
            node.name = f"dict[{node.key.name}, {node.item.name}]"
        if node.key.kind not in (nodes.ANY, nodes.STR):
            raise scope.error(f"{node.name}: keys of this type are not supported")
        return node

    def _union(self, arguments: tuple[Any, ...], scope: Scope) -> Node:
        others = [one for one in arguments if one is not type(None)]
        if len(others) != 1:
            raise scope.error(f"{' | '.join(map(type_text, arguments))} is not supported")
        node = self.plan(others[0], scope)
        return self._nullable(node) if len(others) < len(arguments) else node

    def _nullable(self, node: Node) -> Node:
        if node.nullable or node.kind in (nodes.ANY, nodes.NONE):
            return node
        copy = Node(node.kind, f"{node.name} | None", node.cls)
        copy.nullable = True
        self._copies.append((copy, node))
        return copy


def _owner(cls: type, field: Any) -> type:
    """The class in whose body the field is annotated."""
    owner = cls
    for base in cls.__mro__:
        if _dict_of(base).get("__dataclass_fields__", {}).get(field.name) is field:
            owner = base
    return owner
