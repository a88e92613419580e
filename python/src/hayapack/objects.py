"""Typed conversion without bytes: convert, to_plain, describe."""

from __future__ import annotations

from sys import modules

from ._errors.make_errors import without_offsets
from ._plan import nodes
from ._plan.compile import plan_of

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

    from ._plan.nodes import Field, Node

    #: A node, the dict that describes it, and how many nodes it is in.
    _Later = tuple[Node, dict[str, Any], int]

__all__ = ["convert", "describe", "to_plain"]


def convert(obj: Any, type: Any, **options: Any) -> Any:
    """Plain values (dicts, lists, … as JSON and YAML give them) as an object of this type.

    The result and the errors are those of unpacking the packed obj. The texts of errors have no offsets, their
    attributes those in that message. options: those of :func:`unpackb`.
    """
    package = modules[__package__]
    decoder, packed = package.Decoder(type, **options), package.packb(obj, extended=True)
    try:
        return decoder.decode(packed)
    except package.UnpackException as error:
        if isinstance(error, ValueError):  # no other error of the user's code: those become a ValidationError
            without_offsets(error)
        raise


def to_plain(obj: Any, type: Any = None, **options: Any) -> Any:
    """An object as plain values: what unpacking gives of what an :class:`Encoder` writes, with datetimes
    in UTC for timestamps.

    type: the object's, if it is not the class's own; options: those of Encoder.
    """
    package = modules[__package__]
    plan: Any = obj.__class__ if type is None else type
    try:
        encoder = package.Encoder(plan, **options)
    except TypeError:
        if type is not None:
            raise
        encoder = package.Encoder(object, **options)
    return package.unpackb(encoder.encode(obj), timestamp=3, strict_map_key=False)


_NAMES = (
    "any bool int float str bytes none datetime list tuple fixed_tuple set frozenset deque dict object namedtuple "
    "typeddict enum literal union date time timedelta uuid decimal path fragment timestamp ext bytearray custom"
).split()
_UNKNOWN = ("skip", "error", "keep")
_LIMITS = ("ge", "gt", "le", "lt", "multiple_of", "min_len", "max_len")


def describe(
    type: Any,
    decoders: Optional[dict[Any, Callable[[Any], Any]]] = None,
    encoders: Optional[dict[Any, Callable[[Any], Any]]] = None,
) -> dict[str, Any]:
    """The plan of a type as plain data, which can be packed: what is read and written.

    decoders, encoders: as of :class:`Decoder` and :class:`Encoder`. What they or a :class:`Key` have functions for is
    "custom", and its "items" are what they take or return, "any".

    A dict with "kind" and "name"; "nullable" if nil is a value; by kind: "items", "keys", "values", "fields",
    "members", "types", "tags". The fields of a class are described once, where it is least deep inside of others:
    elsewhere an object of that name has no "fields". Classes of one name have their qualified names. In the same way
    what a type alias, whose name "alias" is, stands for is described once.
    """
    root: dict[str, Any] = {}
    given = {**(encoders or {}), **(decoders or {})}
    later: list[_Later] = [(plan_of(type, given, writing=bool(encoders)), root, 0)]
    met: set[tuple[Any, Any]] = set()
    for node, found, depth in later:  # grows
        inner: list[tuple[Node, dict[str, Any]]] = []
        _describe(node, found, inner, depth <= _DEPTH, met)
        later += [(one, part, depth + 1) for one, part in inner]
    _tell_apart([(node, found) for node, found, _ in later if node.kind in _CLASSES])
    _number([(node.alias, found) for node, found, _ in later if node.alias is not None])
    return root


_CLASSES = (nodes.OBJECT, nodes.NAMED_TUPLE, nodes.TYPED_DICT)


def _tell_apart(described: list[tuple[Node, dict[str, Any]]]) -> None:
    """Qualify the names that several classes have, and number those that are equal even then."""
    classes: dict[str, list[Any]] = {}  # of each name
    for node, _ in described:
        having = classes.setdefault(node.cls.__name__, [])
        if node.cls not in having:
            having.append(node.cls)
    for node, found in described:
        name = node.cls.__name__
        if len(classes[name]) > 1 and found["name"].startswith(name):
            qualified = _qualified(node.cls)
            equal = [one for one in classes[name] if _qualified(one) == qualified]
            number = f" ({equal.index(node.cls) + 1})" if len(equal) > 1 else ""
            found["name"] = qualified + number + found["name"][len(name) :]


def _number(described: list[tuple[Any, dict[str, Any]]]) -> None:
    """Number the aliases of one name."""
    aliases: dict[str, list[Any]] = {}
    for alias, found in described:
        having = aliases.setdefault(alias[0], [])
        if alias not in having:
            having.append(alias)
        if having[0] != alias:
            found["alias"] += f" ({having.index(alias) + 1})"


def _qualified(cls: Any) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


#: Nodes inside of one another that are described in full.
_DEPTH = 64


def _describe(
    node: Node, found: dict[str, Any], inner: list[tuple[Node, dict[str, Any]]], full: bool, met: set[tuple[Any, Any]]
) -> None:
    """Fill found, and add to inner the nodes that are parts, and their dicts in found."""

    def part(one: Node) -> dict[str, Any]:
        inner.append((one, {}))
        return inner[-1][1]

    found.update(kind=_NAMES[node.kind], name=node.name)
    if node.nullable:
        found["nullable"] = True
    if node.limits is not None:
        found["limits"] = {name: bound for name, bound in zip(_LIMITS, node.limits) if bound is not None}
    if node.kind in (nodes.ENUM, nodes.LITERAL):
        found["members"] = [value for _, value in node.values]
    if node.kind in _CLASSES:
        found["form"] = "array" if node.keys == nodes.KEYS_ARRAY else "map"
        found["unknown"] = _UNKNOWN[node.unknown]
        if node.tag is not None:
            found["tag"] = list(node.tag)
        again = (node.cls, node.name.partition(" | ")[0])
        if full and again not in met:
            met.add(again)
            found["fields"] = [_field(field, part(field.node)) for field in node.fields]
            if node.item is not None:
                found["values"] = part(node.item)
        return
    if node.alias is not None:
        found["alias"] = node.alias[0]
        full = full and node.alias not in met
        met.add(node.alias)
    if not full:
        return
    if node.kind == nodes.DICT and node.key is not None and node.item is not None:
        found["keys"], found["values"] = part(node.key), part(node.item)
    elif node.item is not None:
        found["items"] = part(node.item)
    if node.kind in (nodes.FIXED_TUPLE, nodes.UNION):
        found["types"] = [part(one) for one in node.items]
    if node.kind == nodes.UNION and node.union[0] in (nodes.UNION_TAG, nodes.UNION_PAIR):
        found["tags"] = [tag for _, tag in node.union[-2]]
        if node.union[0] == nodes.UNION_TAG:
            found["tag"] = node.union[1]


def _field(field: Field, kind: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": field.name,
        "keys": list(field.keys),
        "index": field.index,
        "required": field.required,
        "type": kind,
    }
