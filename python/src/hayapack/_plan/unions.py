"""How a union's types are told apart. TypeError where nothing does."""

from __future__ import annotations

from . import nodes
from .nodes import Node

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable

    from .annotations import Scope
    from .declarations import Tags

#: The most types that are told apart by their required keys.
UNTAGGED_MAX = 64

_ARRAYS = ("array",)
_TAKES: dict[int, tuple[str, ...]] = {
    nodes.BOOL: ("bool",),
    nodes.INT: ("int",),
    nodes.FLOAT: ("float", "int"),
    nodes.STR: ("str",),
    nodes.BYTES: ("bin",),
    nodes.BYTEARRAY: ("bin",),
    nodes.DATETIME: ("timestamp", "str"),
    nodes.LIST: _ARRAYS,
    nodes.TUPLE: _ARRAYS,
    nodes.FIXED_TUPLE: _ARRAYS,
    nodes.SET: _ARRAYS,
    nodes.FROZENSET: _ARRAYS,
    nodes.DEQUE: _ARRAYS,
    nodes.DICT: ("map",),
    nodes.OBJECT: ("map", "array"),
    nodes.NAMED_TUPLE: ("array", "map"),
    nodes.TYPED_DICT: ("map",),
    nodes.DATE: ("str",),
    nodes.TIME: ("str",),
    nodes.TIMEDELTA: ("str",),
    nodes.UUID: ("str",),
    nodes.DECIMAL: ("str",),
    nodes.PATH: ("str",),
    nodes.TIMESTAMP: ("timestamp",),
    nodes.EXT: ("ext",),
}
_TYPES = {int: "int", str: "str", bytes: "bin", bool: "bool", float: "float", type(None): "nil"}
_OBJECTS = (nodes.OBJECT, nodes.TYPED_DICT)
#: Types that have every value of their wire type.
_WHOLE = {nodes.BOOL: bool, nodes.INT: int, nodes.STR: str, nodes.BYTES: bytes}


def takes(node: Node) -> tuple[str, ...]:
    """The wire types of a node, that in which it is written first; nil apart."""
    if node.kind in (nodes.ENUM, nodes.LITERAL):
        return tuple({_TYPES[kind] for kind, _ in node.values})
    if node.kind == nodes.UNION:
        if node.union[0] == nodes.UNION_WIRE:
            return tuple(node.union[1])
        return ("array",) if node.union[0] == nodes.UNION_PAIR else ("map",)
    return _TAKES.get(node.kind, ())


def by_wire(
    name: str, found: list[Node], scope: Scope, later: Callable[[Any], None], copy: Callable[..., Node]
) -> Node:
    """The union of these nodes. later: calls a function when all nodes are complete; copy: of a node, with changes."""
    flat: list[Node] = []
    for one in found:
        flat += one.items if one.kind == nodes.UNION and one.union[0] == nodes.UNION_WIRE else (one,)
    objects = [one for one in flat if one.kind in _OBJECTS]
    if len(objects) > 1:
        flat = [one for one in flat if one.kind not in _OBJECTS]
        flat.append(_objects(name, objects, scope, later, copy))
    flat = _without_covered(flat, copy)
    if len(flat) == 1:
        return flat[0]
    node = Node(nodes.UNION, name)
    node.items = tuple(flat)
    table: dict[str, Node] = {}
    lone = len(objects) == 1
    for one in flat:
        kinds = takes(one)
        if not kinds:
            raise scope.error(f"{name}: {one.name} can't be told apart from other types")
        for kind in kinds:
            if kind not in table:
                table[kind] = one
                continue
            left = [_leaves(either, kind, lone) for either in (table[kind], one)]
            if left == [True, False]:
                table[kind] = one
            elif left != [False, True]:
                raise scope.error(
                    f"{name}: {table[kind].name} and {one.name} are both {kind} on the wire (Tags tells them apart)"
                )
    node.union = (nodes.UNION_WIRE, table)
    return node


def _without_covered(flat: list[Node], copy: Callable[..., Node]) -> list[Node]:
    """The alternatives without the values of a Literal that another one has too: Literal["a", 1] | str is
    Literal[1] | str."""
    whole = {_WHOLE[one.kind] for one in flat if one.kind in _WHOLE and one.limits is None}
    kept = []
    for one in flat:
        if one.kind == nodes.LITERAL and one.values and one.limits is None:
            values = {key: member for key, member in one.values.items() if key[0] not in whole}
            if not values:
                continue
            if len(values) < len(one.values):
                one = copy(one, values=values, name=f"Literal[{', '.join(map(repr, values.values()))}]")  # noqa: PLW2901
        kept.append(one)
    return kept


def _leaves(node: Node, kind: str, lone: bool) -> bool:
    """Whether a node leaves a wire type that it takes to another type of its union: floats leave integers, classes the
    form in which they are not written. lone: no other class is in the union."""
    if node.kind == nodes.FLOAT:
        return kind == "int"
    if node.kind == nodes.NAMED_TUPLE:
        return kind == "map"
    return node.kind == nodes.OBJECT and lone and kind == ("array" if node.keys == nodes.KEYS_MAP else "map")


def _objects(
    name: str, objects: list[Node], scope: Scope, later: Callable[[Any], None], copy: Callable[..., Node]
) -> Node:
    """The union of objects: by the tags of their classes, or by keys that only one of them requires."""
    node = Node(nodes.UNION, " | ".join(one.name for one in objects))
    node.items = tuple(objects)
    tags = {one.tag[0] for one in objects if one.tag is not None}
    if tags:
        if len(tags) > 1 or any(one.tag is None for one in objects):
            raise scope.error(f"{name}: all its classes need a tag with the same key")
        table = {(type(one.tag[1]), one.tag[1]): one for one in objects if one.tag is not None}
        if len(table) < len(objects):
            raise scope.error(f"{name}: two of its classes have the same tag")
        node.union = (nodes.UNION_TAG, *tags, table, None)
        return node
    if len(objects) > UNTAGGED_MAX:
        raise scope.error(f"{name}: more than {UNTAGGED_MAX} classes without tags")
    node.union = (nodes.UNION_FIELDS, ())
    later(lambda: _by_fields(node, objects, name, scope, copy))
    return node


def _by_fields(node: Node, objects: list[Node], name: str, scope: Scope, copy: Callable[..., Node]) -> None:
    chosen = []
    for one in objects:
        others = {key for other in objects if other is not one for field in other.fields for key in field.keys}
        own = [
            field.keys[0]
            for field in one.fields
            if field.required and len(field.keys) == 1 and field.keys[0] not in others
        ]
        if not own:
            raise scope.error(
                f"{name}: {one.name} has no required key of its own; Tags or model(tag=) tells its classes apart"
            )
        # Only a map has the keys that tell them apart.
        chosen.append((own[0], one if one.keys == nodes.KEYS_MAP else copy(one, keys=nodes.KEYS_MAP)))
    node.items = tuple(one for _, one in chosen)
    node.union = (nodes.UNION_FIELDS, tuple(chosen))


def tagged(name: str, tags: Tags, compile_: Callable[[Any], Node], copy: Callable[..., Node], scope: Scope) -> Node:
    """The union that Tags describes. copy: of a node, with changes."""
    node = Node(nodes.UNION, name)
    table = {(type(tag), tag): compile_(kind) for tag, kind in tags.tags.items()}
    default = compile_(tags.default) if tags.default is not None else None
    if tags.key is None:
        node.items = tuple(table.values())
        node.union = (nodes.UNION_PAIR, table, default)
        return node
    copies = {}
    for (kind, tag), one in table.items():
        if one.kind not in _OBJECTS:
            raise scope.error(f"{name}: {one.name} has no map for the tag {tags.key!r}")
        copies[kind, tag] = copy(one, tag=(tags.key, tag), keys=nodes.KEYS_MAP)
    node.items = tuple(copies.values())
    node.union = (nodes.UNION_TAG, tags.key, copies, default)
    return node
