"""Compiles types to plans."""

from __future__ import annotations

import collections.abc
import sys
import typing
from _thread import RLock
from contextlib import contextmanager

from .._errors.unimported_classes import full_name, is_a, is_class, mro, names
from ..ext import ExtType, Fragment, Timestamp
from . import nodes
from .annotated_metadata import expanded, limits_of
from .annotations import PlanError, Scope, substituted, type_text
from .class_fields import KINDS as CLASS_KINDS
from .class_fields import class_kind
from .declarations import PLAN, Key, Tags
from .limits import merged, no_value_is_within, unchecked
from .nodes import Node, is_unset_type
from .unions import by_wire, tagged

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Callable, Optional

__all__ = ["PlanError", "plan_of", "refuse"]

_dict_of = type.__dict__["__dict__"].__get__

#: Plans of types that do not have theirs in their __dict__, such as list[Order], int and enums. A full cache is cleared.
_others: dict[Any, Node] = {}
_OTHERS_MAX = 128

_lock = RLock()


def plan_of(kind: Any, decoders: Optional[dict[Any, Any]] = None, writing: bool = False) -> Node:
    """The plan of a type, made at its first use. PlanError: it has none; the text names the field.

    decoders: type -> function that makes its values of plain ones; writing: the plan is for writing only, decoders has
    functions that make plain values. Such plans are not kept.
    """
    if decoders or writing:
        for one, function in (decoders or {}).items():
            if not callable(function):
                raise TypeError(f"the {'encoder' if writing else 'decoder'} of {type_text(one)} must be a callable")
        return Compiler(decoders or {}, writing).compile(kind)
    plan = _known(kind)
    if plan is None:
        with _lock:
            plan = Compiler({}).compile(kind)
            _keep(kind, plan)
    return plan


def refuse(**options: Any) -> None:
    """TypeError for the first that is true: an option, with another value than its default, that makes no
    sense with a type."""
    for name, given in options.items():
        if given:
            raise TypeError(f"{name} can't be used with type=: the type says what is made")


def _known(kind: Any) -> Optional[Node]:
    if is_class(kind):
        plan = _dict_of(kind).get(PLAN)
        if plan is not None or not _is_compared_by_identity(kind):
            return plan  # type: ignore[no-any-return]
    try:
        return _others.get((kind, type(kind)))
    except (TypeError, RecursionError):  # not hashable, such as Annotated[int, []]
        return None


def _keep(kind: Any, plan: Node) -> None:
    if is_class(kind) and (PLAN in _dict_of(kind) or not _is_compared_by_identity(kind)):
        return
    if len(_others) >= _OTHERS_MAX:
        _others.clear()
    try:
        _others[(kind, type(kind))] = plan
    except TypeError:
        pass


def _is_compared_by_identity(kind: type) -> bool:
    """Whether the class is equal to no other one: its metaclass may say so."""
    meta: Any = type(kind)
    return meta.__eq__ is type.__eq__ and meta.__hash__ is type.__hash__


#: Kinds of the classes that are recognised by identity.
_EXACT: dict[Any, tuple[int, str]] = {
    bool: (nodes.BOOL, "bool"),
    int: (nodes.INT, "int"),
    float: (nodes.FLOAT, "float"),
    str: (nodes.STR, "str"),
    bytes: (nodes.BYTES, "bytes"),
    bytearray: (nodes.BYTEARRAY, "bytearray"),
    type(None): (nodes.NONE, "None"),
    object: (nodes.ANY, "Any"),
    typing.Any: (nodes.ANY, "Any"),
    ExtType: (nodes.EXT, "ExtType"),
    Timestamp: (nodes.TIMESTAMP, "Timestamp"),
    Fragment: (nodes.FRAGMENT, "Fragment"),
}
#: Those recognised by module and name, since programs replace them: see _errors/unimported_classes.py.
_NAMED: dict[tuple[str, str], int] = {
    ("datetime", "datetime"): nodes.DATETIME,
    ("datetime", "date"): nodes.DATE,
    ("datetime", "time"): nodes.TIME,
    ("datetime", "timedelta"): nodes.TIMEDELTA,
    ("decimal", "Decimal"): nodes.DECIMAL,
    ("uuid", "UUID"): nodes.UUID,
}
_COLLECTIONS: dict[Any, tuple[int, str]] = {
    **dict.fromkeys(
        (
            list,
            collections.abc.Sequence,
            collections.abc.MutableSequence,
            collections.abc.Collection,
            collections.abc.Iterable,
        ),
        (nodes.LIST, "list"),
    ),
    set: (nodes.SET, "set"),
    collections.abc.MutableSet: (nodes.SET, "set"),
    collections.abc.Set: (nodes.FROZENSET, "frozenset"),
    frozenset: (nodes.FROZENSET, "frozenset"),
    collections.deque: (nodes.DEQUE, "deque"),
}
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)

#: typing.Union, and the type of int | str where it is another one.
_UNIONS = (typing.Union, getattr(sys.modules["types"], "UnionType", typing.Union))

#: Kinds whose values can't be elements of a set or keys of a dict.
_UNHASHABLE = (
    nodes.LIST,
    nodes.SET,
    nodes.DEQUE,
    nodes.DICT,
    nodes.TYPED_DICT,
    nodes.BYTEARRAY,
)
#: So many levels of a generic type, each with larger arguments than the one before, have no end.
_GROWING = 8
#: The kind of a node that stands for an alias that is being compiled.
_OPEN = -1

_LITERALS = (int, str, bytes, bool, type(None))


def _fill(copy: Node, node: Node, changes: dict[str, Any]) -> None:
    for name in Node.__slots__:
        if name != "__weakref__":
            setattr(copy, name, changes.get(name, getattr(node, name)))


class Compiler:
    """Compiles one type and those that it refers to."""

    def __init__(self, decoders: dict[Any, Any], writing: bool = False) -> None:
        self._decoders = decoders
        self._writing = writing
        #: Plans begun here, of classes, generic classes with their arguments, and aliases.
        self._begun: dict[Any, Node] = {}
        #: Aliases that their own plan refers to.
        self._recursive: set[Any] = set()
        #: For generic classes and aliases that are being compiled: how many parts the arguments of each level have.
        self._sizes: dict[Any, list[int]] = {}
        #: Copies of nodes, made when those are complete: the copy, the node, what differs.
        self._copies: list[tuple[Node, Node, dict[str, Any]]] = []
        self._last: list[Callable[[], None]] = []

    def compile(self, kind: Any) -> Node:
        """The complete plan of a type."""
        try:
            plan = self.plan(kind, Scope())
        except RecursionError:
            raise PlanError("a type is nested too deeply to be planned") from None
        self._complete()
        for function in self._last:
            function()
        self._complete()
        if not self._decoders and not self._writing:
            for cls, node in self._begun.items():
                if is_class(cls):
                    type.__setattr__(cls, PLAN, node)
        return plan

    def _complete(self) -> None:
        waiting = {id(copied[0]): copied for copied in self._copies}
        while waiting:
            chain = [waiting.popitem()[1]]
            while id(chain[-1][1]) in waiting:  # a copy of a copy: first that
                chain.append(waiting.pop(id(chain[-1][1])))
            for copied in reversed(chain):
                _fill(*copied)

    def copy(self, node: Node, **changes: Any) -> Node:
        """A node that differs from another one, which may not be complete yet."""
        copy = Node(node.kind, node.name, node.cls)
        _fill(copy, node, changes)  # a union needs to know at once what is already there, such as members and tags
        self._copies.append((copy, node, changes))
        return copy

    def later(self, function: Callable[[], None]) -> None:
        """Calls the function when all nodes are complete."""
        self._last.append(function)

    def plan(self, annotation: Any, scope: Scope) -> Node:
        """The node of an annotation."""
        kind = scope.type_of(annotation)
        if isinstance(annotation, (str, typing.ForwardRef)) and typing.get_origin(kind) is not None:
            return self._reference(annotation, kind, scope)
        return self._plan(kind, scope)

    def _plan(self, kind: Any, scope: Scope) -> Node:
        if kind is None:
            kind = type(None)
        hook = self._hook(kind)
        if hook is not None:
            return self._custom(kind, hook)
        origin = typing.get_origin(kind)
        if origin is not None:
            return self._generic(kind, origin, typing.get_args(kind), scope)
        exact = _EXACT.get(kind) if _is_hashable(kind) else None
        if exact is not None:
            return Node(exact[0], exact[1], kind if is_class(kind) else None)
        if kind in (typing.Tuple, tuple):
            return self._items(nodes.TUPLE, "tuple", (), scope)
        if kind in _COLLECTIONS or kind in _DICTS:
            return self._generic(kind, kind, (), scope)
        if hasattr(kind, "__supertype__"):  # NewType
            return self.plan(kind.__supertype__, scope)
        if type(kind).__name__ == "TypeAliasType":
            return self._alias(kind, kind, (), scope)
        if isinstance(kind, typing.TypeVar):
            return self._variable(kind, scope)
        if kind in (typing.Text, typing.AnyStr):
            return Node(nodes.STR, "str")
        if getattr(kind, "_name", "") == "Self" and scope.own is not None:
            own, own_arguments = scope.own
            return self._class((own, own_arguments) if own_arguments else own, own, scope, own_arguments)
        if is_class(kind):
            kind = _newest(kind, scope)
            return self._class(kind, kind, scope)
        if type(kind).__module__ == "builtins":  # a default, function or property instead of the type of that name
            raise scope.error(f"{type_text(kind)} is no type; a member of the class hides the type of that name")
        raise scope.error(f"{type_text(kind)} is not supported")

    # --- hooks

    def _hook(self, kind: Any) -> Any:
        if not self._decoders or not _is_hashable(kind):
            return None
        return self._decoders.get(kind)

    def _custom(self, kind: Any, decoder: Any) -> Node:
        node = Node(nodes.CUSTOM, type_text(kind), kind)
        node.item, node.decoder = Node(nodes.ANY, "Any"), decoder
        return node

    # --- classes

    def _class(self, kind: Any, cls: type, scope: Scope, arguments: tuple[Any, ...] = ()) -> Node:
        node = self._begun.get(kind)
        if node is None and kind is cls and not self._decoders:
            node = _dict_of(cls).get(PLAN)
        if node is not None:
            return node
        number = _named(cls)
        if number is not None:
            return Node(number, full_name(cls)[1], cls)
        if any(name[1] == "PurePath" and name[0].startswith("pathlib") for name in names(cls)):
            return Node(nodes.PATH, cls.__name__, cls)
        if is_a(cls, "enum", "Enum"):
            return self._enum(cls, scope)
        kind_of_class = class_kind(cls)
        if kind_of_class is None:
            name = type_text(cls) + (f"[{', '.join(map(type_text, arguments))}]" if arguments else "")
            what = "writes its values: encoders" if self._writing else "makes its values: decoders"
            raise scope.error(f"{name} is not supported; a function {what}={{{name}: ...}}")
        number, fill = CLASS_KINDS[kind_of_class]
        node = self._begun[kind] = Node(number, type_text(cls), cls)
        if arguments:
            node.name += f"[{', '.join(map(type_text, arguments))}]"
        try:
            with self._level(cls, arguments, scope):
                fill(self, node, cls, arguments, scope)
        except BaseException:
            del self._begun[kind]
            raise
        return node

    @contextmanager
    def _level(self, origin: Any, arguments: tuple[Any, ...], scope: Scope) -> Iterator[None]:
        """Inside of a generic class or alias. PlanError: its arguments grow with each level, without an end."""
        sizes = self._sizes.setdefault(origin, [])
        sizes.append(_parts(arguments))
        last = sizes[-_GROWING:]
        try:
            if len(last) == _GROWING and all(one < other for one, other in zip(last, last[1:])):
                field = scope.where.rpartition("].")[2]
                where = origin.__name__ + (field and f".{field}")
                raise PlanError(f"{where}: the type contains itself with ever larger arguments")
            yield
        finally:
            sizes.pop()

    def _enum(self, cls: Any, scope: Scope) -> Node:
        node = Node(nodes.ENUM, type_text(cls), cls)
        for member in cls.__members__.values():
            value = member.value
            if type(value) not in (*_LITERALS, float):
                raise scope.error(
                    f"{node.name}.{member.name}: a value of {type_text(type(value))} is not supported; functions read "
                    f"and write such an enum: decoders={{{node.name}: ...}}, encoders={{{node.name}: ...}}"
                )
            node.values.setdefault((type(value), value), member)
        return node

    # --- generic types

    def _generic(self, kind: Any, origin: Any, arguments: tuple[Any, ...], scope: Scope) -> Node:
        if origin in _UNIONS:
            return self._union(arguments, scope)
        if origin is typing.Annotated:
            return self._annotated(arguments[0], kind.__metadata__, scope)
        if origin is typing.Literal:
            return self._literal(arguments, scope)
        if origin is tuple:
            return self._tuple(kind, arguments, scope)
        if origin in _COLLECTIONS:
            return self._items(*_COLLECTIONS[origin], arguments, scope)
        if origin in _DICTS:
            return self._dict(arguments, scope)
        if origin is typing.Final or getattr(origin, "_name", "") in ("Required", "NotRequired", "ReadOnly"):
            return self.plan(arguments[0], scope)
        if type(origin).__name__ == "TypeAliasType":
            return self._alias(kind, origin, arguments, scope)
        if is_class(origin) and _is_hashable(arguments):
            arguments = tuple(substituted(one, scope.variables) for one in arguments)
            return self._class((origin, arguments), origin, scope, arguments)
        raise scope.error(f"{type_text(kind)} is not supported")

    def _items(self, number: int, name: str, arguments: tuple[Any, ...], scope: Scope) -> Node:
        node = Node(number, name)
        node.item = self.plan(arguments[0] if arguments else typing.Any, scope)
        if arguments:
            node.name = f"{name}[{node.item.name}{', ...' if number == nodes.TUPLE else ''}]"
        if number in (nodes.SET, nodes.FROZENSET):
            self._check_hashable(node.item, node, scope)
        return node

    def _check_hashable(self, item: Node, node: Node, scope: Scope) -> None:
        no_hash = item.kind in _UNHASHABLE
        if item.kind == nodes.OBJECT:
            no_hash = getattr(item.cls, "__hash__", None) is None
        if no_hash:
            raise scope.error(f"{node.name}: {item.name} is not hashable")

    def _tuple(self, kind: Any, arguments: tuple[Any, ...], scope: Scope) -> Node:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return self._items(nodes.TUPLE, "tuple", arguments[:1], scope)
        if arguments == ((),):  # typing.Tuple[()] before Python 3.11
            arguments = ()
        elif not arguments and kind is typing.Tuple:
            return self._items(nodes.TUPLE, "tuple", (), scope)
        parts = _unpacked(arguments)
        if parts != arguments:
            return self._tuple(kind, parts, scope)
        if Ellipsis in arguments or any(_is_unpacked(one) for one in arguments):
            raise scope.error(f"{type_text(kind)} is not supported: any number of elements beside others")
        node = Node(nodes.FIXED_TUPLE, "tuple")
        node.items = tuple(self.plan(one, scope) for one in arguments)
        node.name = f"tuple[{', '.join(one.name for one in node.items) or '()'}]"
        return node

    def _dict(self, arguments: tuple[Any, ...], scope: Scope) -> Node:
        key, value = arguments or (typing.Any, typing.Any)
        node = Node(nodes.DICT, "dict")
        node.key, node.item = self.plan(key, scope), self.plan(value, scope)
        if arguments:
            node.name = f"dict[{node.key.name}, {node.item.name}]"
        self._check_hashable(node.key, node, scope)
        return node

    def _literal(self, arguments: tuple[Any, ...], scope: Scope) -> Node:
        node = Node(nodes.LITERAL, f"Literal[{', '.join(map(repr, arguments))}]")
        for one in arguments:
            value = one.value if is_a(type(one), "enum", "Enum") else one
            if type(value) not in _LITERALS:
                raise scope.error(f"{node.name} is not supported")
            if value is None:
                node.nullable = True
            else:
                node.values.setdefault((type(value), value), one)
        return node if node.values else Node(nodes.NONE, "None")

    def _union(self, arguments: tuple[Any, ...], scope: Scope) -> Node:
        others = []
        for one in arguments:
            found = scope.type_of(one)
            if found is not type(None) and found is not None and not is_unset_type(found):
                others.append(one)
        nil = any(scope.type_of(one) in (None, type(None)) for one in arguments)
        if not others:
            return Node(nodes.NONE, "None")
        found = [self.plan(one, scope) for one in others]
        if len(found) == 1:
            if nil and found[0].kind == nodes.ENUM:
                self._check_nil(found[0], scope)
            return self._nullable(found[0]) if nil else found[0]
        nil = nil or any(one.nullable or one.kind == nodes.NONE for one in found)
        found = [one for one in found if one.kind != nodes.NONE]
        if any(one.kind == nodes.ANY for one in found):
            return Node(nodes.ANY, "Any")
        for one in found:
            if nil and one.kind == nodes.ENUM:
                self._check_nil(one, scope)
        union = by_wire(" | ".join(one.name for one in found), found, scope, self.later, self.copy)
        return self._nullable(union) if nil else union

    def _check_nil(self, node: Node, scope: Scope) -> None:
        if (type(None), None) in node.values:
            raise scope.error(f"{node.name} | None: nil is None, and {node.values[type(None), None]}")

    def _nullable(self, node: Node) -> Node:
        if node.nullable or node.kind in (nodes.ANY, nodes.NONE):
            return node
        return self.copy(node, nullable=True, name=f"{node.name} | None")

    def _annotated(self, kind: Any, metadata: tuple[Any, ...], scope: Scope) -> Node:
        tags = next((one for one in metadata if isinstance(one, Tags)), None)
        if tags is not None:
            base = scope.type_of(kind)
            parts = typing.get_args(base) if typing.get_origin(base) in _UNIONS else ()
            nil = any(scope.type_of(one) in (None, type(None)) for one in parts)
            others = [one for one in parts if scope.type_of(one) not in (None, type(None))]
            name = " | ".join(type_text(scope.type_of(one)) for one in others) or type_text(base)
            node = tagged(name, tags, lambda one: self.plan(one, scope), self.copy, scope)
            self._check_tags(others, tags, scope)
            return self._nullable(node) if nil else node
        hooks = [one for one in metadata if isinstance(one, Key)]
        if any(one.decoder is not None or (self._writing and one.encoder is not None) for one in hooks):
            node = self._hooked(kind, scope)
        else:
            node = self.plan(kind, scope)
        for one in expanded(metadata, scope):
            limits = limits_of(one, scope)
            if limits is not None and any(bound is not None for bound in limits):
                node = self.copy(node, limits=merged(node.limits, limits))
            elif isinstance(one, Key) and (one.decoder is not None or one.encoder is not None):
                node = self._with_hooks(node, scope.value_of(one.decoder), scope.value_of(one.encoder))
        if node.limits is not None:
            self.later(lambda: self._check_limits(node, scope))
        return node

    def _check_tags(self, types: list[Any], tags: Tags, scope: Scope) -> None:
        """Each class of the union has a tag: its objects could not be written otherwise."""
        cases = [scope.type_of(one) for one in (*tags.tags.values(), tags.default)]
        classes = [one for one in cases if isinstance(one, type)]
        for one in map(scope.type_of, types):
            if isinstance(one, type) and one not in cases and not any(issubclass(case, one) for case in classes):
                raise scope.error(f"the tags have no class for {type_text(one)}")

    def _hooked(self, kind: Any, scope: Scope) -> Node:
        """The node of a type whose values a function of a Key makes or writes, so that it may have no plan."""
        copies, last = len(self._copies), len(self._last)
        try:
            return self.plan(kind, scope)
        except PlanError as error:
            if error.__cause__ is not None:  # a name in it can't be evaluated
                raise
        del self._copies[copies:], self._last[last:]
        kind = scope.type_of(kind)
        node = self._custom(kind, None)
        parts = typing.get_args(kind) if typing.get_origin(kind) in _UNIONS else ()
        node.nullable = any(scope.type_of(one) in (None, type(None)) for one in parts)
        return node

    def _check_limits(self, node: Node, scope: Scope) -> None:
        bound = unchecked(node)
        if bound:
            raise scope.error(f"the limit {bound} can't be checked for {node.name}")
        if no_value_is_within(node):
            raise scope.error(f"no value of {node.name} is within the limits")

    def _with_hooks(self, node: Node, decoder: Any, encoder: Any) -> Node:
        if decoder is None:
            return self.copy(node, encoder=encoder)
        custom = Node(nodes.CUSTOM, node.name, node.cls)
        custom.item, custom.decoder = Node(nodes.ANY, "Any"), decoder
        custom.nullable, custom.encoder, custom.limits = node.nullable, encoder, node.limits
        return custom

    # --- aliases

    def _alias(self, kind: Any, alias: Any, arguments: tuple[Any, ...], scope: Scope) -> Node:
        arguments = tuple(substituted(one, scope.variables) for one in arguments)
        node = self._begun.get((alias, arguments))
        if node is not None:
            return node
        inner = Scope.of_alias(alias, dict(zip(alias.__type_params__, arguments)), scope.where)
        text = type_text(alias[arguments] if arguments else alias)
        with self._level(alias, arguments, scope):
            return self._aliased((alias, arguments), (text, alias), lambda: self.plan(alias.__value__, inner), scope)

    def _reference(self, reference: Any, kind: Any, scope: Scope) -> Node:
        """What a name in quotes stands for: an alias too, if its own type refers to it."""
        text = getattr(reference, "__forward_arg__", reference)
        key = text, id(scope.space), kind, tuple(scope.variables.items())
        if not _is_hashable(key):
            return self._plan(kind, scope)
        if key in self._begun:
            self._recursive.add(key)
            return self._begun[key]
        alias = text, scope.space.get("__name__")
        node = self._aliased(key, alias, lambda: self._plan(kind, scope), scope)
        if key not in self._recursive:
            del self._begun[key]
        return node

    def _aliased(self, key: Any, alias: tuple[str, Any], plan: Callable[[], Node], scope: Scope) -> Node:
        """The node of an alias, for which another one stands where its own plan refers to it."""
        text = alias[0]
        stand_in = self._begun[key] = Node(_OPEN, text)
        try:
            found = plan()
        except BaseException as error:
            del self._begun[key]
            if isinstance(error, NameError):
                raise scope.error(f"{text} can't be evaluated: {error}") from error
            raise
        if found.kind == _OPEN:
            raise scope.error(f"{text} is only itself")
        if isinstance(alias[1], str) and key not in self._recursive:
            return found  # only another spelling
        self._copies.append((stand_in, found, {"alias": alias}))
        self._begun[key] = self.copy(found, alias=alias)
        return self._begun[key]

    def _variable(self, variable: Any, scope: Scope) -> Node:
        """A type parameter without an argument: its default, its bound, or Any."""
        default = getattr(variable, "__default__", None)
        if default is not None and type(default).__name__ != "NoDefaultType":
            return self.plan(default, scope)
        if variable.__constraints__:
            return self._union(variable.__constraints__, scope)
        return self.plan(typing.Any if variable.__bound__ is None else variable.__bound__, scope)


def _newest(kind: type, scope: Scope) -> type:
    """The class; instead of an older one of its name, the class that refers to it: a cell of a notebook that runs
    again makes a new class, whose annotations may have been evaluated with the old one."""
    own = scope.own[0] if scope.own is not None else kind
    if own is kind or full_name(own) != full_name(kind) or kind in mro(own) or "<locals>" in full_name(own)[1]:
        return kind
    return own  # type: ignore[no-any-return]


def _parts(arguments: Any) -> int:
    """How many types are in these."""
    return sum(1 + _parts(typing.get_args(one)) for one in arguments)


def _is_unpacked(one: Any) -> bool:
    """Whether it is *tuple[...] or Unpack[...]."""
    origin = typing.get_origin(one)
    return getattr(one, "__unpacked__", False) or (getattr(origin, "_name", None) or "") == "Unpack"


def _unpacked(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a tuple with those of an unpacked tuple in its place; (item, ...) only if it is the only one."""
    found: list[Any] = []
    for one in arguments:
        inner: Any = one
        if _is_unpacked(one) and not getattr(one, "__unpacked__", False):
            inner = typing.get_args(one)[0]
        parts = typing.get_args(inner)
        if not _is_unpacked(one) or typing.get_origin(inner) is not tuple or (Ellipsis in parts and len(arguments) > 1):
            parts = (one,)
        found += parts
    return tuple(found)


def _named(cls: type) -> Optional[int]:
    """The kind of a class of the standard library, or of one that stands in for it."""
    found = _NAMED.get(full_name(cls))
    if found is None and full_name(cls)[0].startswith("freezegun."):
        found = next((_NAMED[name] for name in names(cls) if name in _NAMED), None)
    return found


def _is_hashable(kind: Any) -> bool:
    try:
        hash(kind)
    except TypeError:
        return False
    return True
