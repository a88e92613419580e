"""Plans of the dataclasses of a TypeRegistry, by which the native back end does what their ``read`` and ``write`` do.

Only the fields' names count, not their types: a typed value may have any values.
"""

from __future__ import annotations

import dataclasses

from . import nodes
from .construction import way
from .nodes import Field, Node

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


def registered_plan(entry: Any) -> Node:
    """The plan of a TypeRegistry's entry, which has a class and the key or index of each field.

    Its ``how`` is MAKE_CALL, which the native back end does not do, for a class that must be called.
    """
    cls: Any = entry.cls
    node = Node(nodes.OBJECT, cls.__name__, cls)
    declared = {field.name: field for field in dataclasses.fields(cls)}
    found: list[Field] = []
    for name, key in entry.wire.items():
        field = Field(name, Node(nodes.ANY, "Any"), key if type(key) is int else len(found))
        if type(key) is int:
            node.keys = nodes.KEYS_ARRAY
        else:
            field.keys = (key,)
        one = declared[name]
        if one.default is not dataclasses.MISSING:
            field.default, field.required = one.default, False
        elif one.default_factory is not dataclasses.MISSING:
            field.factory, field.required = one.default_factory, False
        found.append(field)
    node.fields = tuple(found)
    node.length = max((field.index + 1 for field in found), default=0)
    every = cls.__dataclass_fields__.values()  # with those that only __init__ has
    if all(one.init for one in every) and len(declared) == len(found) and not any(map(_is_parameter_only, every)):
        names = [field.name for field in found]
        node.how, node.after = way(cls, names, names)
    return node


def _is_parameter_only(field: Any) -> bool:
    return field._field_type.name == "_FIELD_INITVAR"  # type: ignore[no-any-return]
