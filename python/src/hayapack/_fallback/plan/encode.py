"""Writes values by a plan: one level at a time, each turned into plain values for the encoder."""

from __future__ import annotations

from ..._errors.unimported_classes import full_name, has_fields, is_a, names
from ..._plan import nodes
from ..._plan.annotations import PlanError
from ..._plan.compile import plan_of
from ..._plan.nodes import OMIT_ALWAYS, OMIT_DEFAULT, OMIT_NONE, OMIT_UNSET, is_unset_type
from ..._plan.stdlib_values import DECIMAL_LIMITS, is_read, moment_text, timedelta_text
from .planned import Planned, Refused

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    from ..._plan.nodes import Field, Node

_PLAIN = frozenset([int, str, float, bool, type(None), bytes])
_LISTS = frozenset([list, tuple, set, frozenset])
_ITEMS = frozenset([nodes.LIST, nodes.TUPLE, nodes.SET, nodes.FROZENSET, nodes.DEQUE])
_BY_KEYS = (nodes.UNION_TAG, nodes.UNION_FIELDS)
_ANY = nodes.Node(nodes.ANY, "Any")


class Writer:
    """Expands values. A value that is not of the declared type is written by its own type.

    encoders: type -> function that makes a plain value; keys: KEYS_... instead of the plans', or None.
    """

    __slots__ = ("_encoders", "_keys")

    def __init__(self, encoders: Optional[dict[Any, Callable[[Any], Any]]], keys: Optional[int]) -> None:
        self._encoders = encoders or {}
        self._keys = keys

    def wrap(self, node: Node, value: Any) -> Any:
        """The value itself, if the encoder writes it as it is; else a Planned."""
        cls = type(value)
        if cls in _PLAIN and node.encoder is None and cls not in self._encoders:
            if node.kind != nodes.UNION or node.union[0] != nodes.UNION_PAIR or value is None:
                return value
        return Planned(self, node, value)

    def expand(self, node: Node, value: Any) -> Any:
        hook = node.encoder
        if hook is None or (value is None and node.nullable):
            hook = self._encoders.get(type(value))
        if hook is not None:
            node, value = _ANY, hook(value)
        return self._expand(node, value)

    def _expand(self, node: Node, value: Any) -> Any:
        cls, kind = type(value), node.kind
        if kind == nodes.UNION:
            return self._union(node, value)
        if kind == nodes.CUSTOM and node.item is not None:
            return self._expand(node.item, value)
        if kind == nodes.OBJECT and cls is node.cls:
            return self._object(node, value, self._keys)
        if kind == nodes.NAMED_TUPLE and cls is node.cls:
            return [self.wrap(field.node, one) for field, one in zip(node.fields, tuple(value))]
        if kind == nodes.TYPED_DICT and cls is dict:
            return self._typed_dict(node, value)
        if cls is dict:
            key, item = (node.key, node.item) if kind == nodes.DICT else (_ANY, _ANY)
            return {self.wrap(key or _ANY, name): self.wrap(item or _ANY, one) for name, one in list(value.items())}
        if cls in _LISTS or full_name(cls) == ("collections", "deque"):
            if kind == nodes.FIXED_TUPLE and len(node.items) == len(value):
                return [self.wrap(item, one) for item, one in zip(node.items, value)]
            item = node.item if kind in _ITEMS else None
            return [self.wrap(item or _ANY, one) for one in list(value)]
        if kind == nodes.EXT and cls is node.cls and value.code == -1:
            raise Refused("not_read", "an ExtType with the code -1 is a timestamp: hayapack.Timestamp writes it")
        if kind == nodes.DECIMAL and cls is node.cls and not is_read(value):
            raise Refused("not_read", f"a Decimal with {DECIMAL_LIMITS} is not read")
        return self._by_own_type(value, cls)

    def _by_own_type(self, value: Any, cls: type) -> Any:
        if has_fields(cls) or "__attrs_attrs__" in vars(cls):
            try:
                plan = plan_of(cls)
            except PlanError:  # extended=True may write it
                return value
            return self._object(plan, value, self._keys) if plan.kind == nodes.OBJECT else value
        if is_a(cls, "datetime", "timedelta"):
            return timedelta_text(value)
        if full_name(cls) == ("datetime", "datetime"):
            return moment_text(value) or value
        if any(name == "PurePath" for _, name in names(cls)):
            return value.__fspath__()
        return value

    def _object(self, node: Node, value: Any, keys: Optional[int]) -> Any:
        """keys: the form; None: that of the node."""
        if (node.keys if keys is None else keys) == nodes.KEYS_ARRAY:
            items: list[Any] = [None] * node.length
            for field in node.fields:
                if not field.omit & OMIT_ALWAYS:
                    one = getattr(value, field.name)
                    if is_unset_type(type(one)) and not field.nil_is_unset:
                        raise Refused("not_read", f"UNSET in an array is not read: field {field.name!r} of {node.name}")
                    items[field.index] = None if is_unset_type(type(one)) else self.wrap(field.node, one)
            if node.extra and getattr(value, node.extra):
                raise Refused("not_read", f"an array has no place for the unknown entries of {node.name}")
            return items
        entries: dict[Any, Any] = {}
        if node.tag is not None:
            entries[node.tag[0]] = node.tag[1]
        for field in node.fields:
            if field.omit & OMIT_ALWAYS:
                continue
            one = getattr(value, field.name)
            if not field.omit or not _is_omitted(field, one):
                entries[field.keys[0]] = self.wrap(field.node, one)
        if node.extra:
            for name, one in list(getattr(value, node.extra).items()):
                _refuse_known(node, name)
                entries[name] = self.wrap(_ANY, one)
        return entries

    def _typed_dict(self, node: Node, value: dict[Any, Any]) -> Any:
        fields = {field.name: field for field in node.fields}
        entries: dict[Any, Any] = {}
        if node.tag is not None:
            entries[node.tag[0]] = node.tag[1]
        for name, one in list(value.items()):
            field = fields.get(name) if type(name) is str else None
            if field is None:
                _refuse_known(node, name)
                if node.unknown == nodes.UNKNOWN_ERROR:
                    raise Refused("not_read", f"{node.name} has no field {name!r}")
                entries[name] = self.wrap(node.item or _ANY, one)
            elif not field.omit or not _is_omitted(field, one):
                entries[field.keys[0]] = self.wrap(field.node, one)
        return entries

    def _union(self, node: Node, value: Any) -> Any:
        if value is None:
            return None
        chosen = chosen_for(node, value)
        if node.union[0] == nodes.UNION_PAIR and chosen is not None:
            for (_, tag), alternative in node.union[1].items():
                if alternative is chosen:
                    return [tag, self.wrap(chosen, value)]
            raise Refused("not_read", f"{chosen.name} has no tag in {node.name}")
        if node.union[0] in _BY_KEYS and chosen is not None and chosen.kind == nodes.OBJECT:
            return self._object(chosen, value, nodes.KEYS_MAP)  # only a map has the keys that tell the classes apart
        if node.union[0] == nodes.UNION_WIRE and chosen is not None and chosen.kind == nodes.OBJECT:
            wanted = "array" if self._keys == nodes.KEYS_ARRAY else "map"
            # Another type of the union may be read from the form that the option wants.
            return self._object(chosen, value, self._keys if node.union[1].get(wanted) is chosen else None)
        return self._expand(chosen or _ANY, value)


def _refuse_known(node: Node, name: Any) -> None:
    """An unknown entry whose key would be read as a field or as the tag."""
    if type(name) is str and (
        any(name in field.keys for field in node.fields) or (node.tag is not None and name == node.tag[0])
    ):
        raise Refused("not_read", f"an unknown entry of {node.name} has the key {name!r} of a field or the tag")


def _is_omitted(field: Field, value: Any) -> bool:
    if is_unset_type(type(value)):
        return bool(field.omit & OMIT_UNSET)
    if field.omit & OMIT_NONE and value is None:
        return True
    if not field.omit & OMIT_DEFAULT:
        return False
    if field.factory is not None:
        made = field.factory()
        return type(made) is type(value) and bool(made == value)
    default = field.default
    return default is value or (type(default) is type(value) and bool(default == value))


def chosen_for(node: Node, value: Any) -> Optional[Node]:
    """The alternative of a union that this value is of, or None."""
    cls = type(value)
    for one in node.items:
        if one.kind == nodes.UNION:
            inner = chosen_for(one, value)
            if inner is not None:
                return one if one.union[0] != nodes.UNION_WIRE else inner
        elif one.cls is cls or (one.kind == nodes.LITERAL and _is_member(one, value)):
            return one
        elif one.kind == nodes.TYPED_DICT and cls is dict and _has_required(one, value):
            return one
    for one in node.items:
        if _KINDS.get(one.kind) is cls:
            return one
    if node.union[0] in (nodes.UNION_TAG, nodes.UNION_PAIR) and node.union[-1] is not None:
        default: Node = node.union[-1]
        if (_KINDS.get(default.kind) if default.cls is None else default.cls) is cls:
            return default
    return None


def _is_member(node: Node, value: Any) -> bool:
    return type(value) in _PLAIN and (type(value), value) in node.values


def _has_required(node: Node, value: dict[Any, Any]) -> bool:
    return all(field.name in value for field in node.fields if field.required)


_KINDS: dict[int, type] = {
    nodes.LIST: list,
    nodes.TUPLE: tuple,
    nodes.FIXED_TUPLE: tuple,
    nodes.SET: set,
    nodes.FROZENSET: frozenset,
    nodes.DICT: dict,
    nodes.TYPED_DICT: dict,
}
