"""The fields of classes: dataclasses, attrs classes, msgspec's Structs, NamedTuples and TypedDicts."""

from __future__ import annotations

import dataclasses
import sys
import typing

from .._errors.unimported_classes import has_fields, is_class, mro
from . import nodes
from .annotations import Scope, annotations_of, variables_of
from .construction import way, way_of_attrs
from .declarations import UNKNOWN, Key, options_of, renamed
from .nodes import Field, Node, is_unset_type

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

_dict_of = type.__dict__["__dict__"].__get__


def class_kind(cls: Any) -> Optional[str]:
    """What kind of class with fields it is, or None."""
    if hasattr(cls, "__struct_config__") and "msgspec" in sys.modules:
        return "struct"
    if any("__attrs_attrs__" in _dict_of(base) for base in mro(cls)):
        return "attrs"
    if has_fields(cls):
        return "dataclass"
    if issubclass(cls, tuple) and isinstance(getattr(cls, "_fields", None), tuple):
        return "namedtuple"
    if issubclass(cls, dict) and hasattr(cls, "__total__") and hasattr(cls, "__required_keys__"):
        return "typeddict"
    return None


def _dataclass(compiler: Any, node: Node, cls: Any, arguments: tuple[Any, ...], scope: Scope) -> None:
    variables = variables_of(cls, arguments)
    declared = []
    for one in cls.__dataclass_fields__.values():
        kind = one._field_type.name
        if kind != "_FIELD_CLASSVAR":
            declared.append((one, kind == "_FIELD_INITVAR"))
    found = []
    options = _begin(node, cls)
    for one, only_init in declared:
        owner = _owner(cls, one)
        inner = Scope(owner, variables.get(owner), node.name, (cls, arguments)).at(one.name)
        annotation = one.type
        if only_init:
            annotation = inner.type_of(annotation)
            annotation = annotation.type if isinstance(annotation, dataclasses.InitVar) else annotation
        field = _field(compiler, one.name, annotation, inner)
        field.init = one.init
        if only_init:
            field.omit = nodes.OMIT_ALWAYS
        if one.default is not dataclasses.MISSING:
            field.default = one.default
        elif one.default_factory is not dataclasses.MISSING:
            field.factory = one.default_factory
        field.required = one.init and field.default is nodes.NO_DEFAULT and field.factory is None
        found.append(field)
    _finish(node, cls, found, options, scope)
    parameters = [one.name for one, _ in declared if one.init]
    if any(only_init for _, only_init in declared):
        node.how = nodes.MAKE_CALL
    else:
        node.how, node.after = way(cls, [field.name for field in found], parameters)


def _owner(cls: type, field: Any) -> type:
    """The class in whose body the field is annotated."""
    owner = cls
    for base in mro(cls):
        if _dict_of(base).get("__dataclass_fields__", {}).get(field.name) is field:
            owner = base
    return owner


def _attrs(compiler: Any, node: Node, cls: Any, arguments: tuple[Any, ...], scope: Scope) -> None:
    variables = variables_of(cls, arguments)
    options = _begin(node, cls)
    found = []
    plain = True
    for one in cls.__attrs_attrs__:
        owner = next((base for base in mro(cls) if one.name in annotations_of(base)), cls)
        inner = Scope(owner, variables.get(owner), node.name, (cls, arguments)).at(one.name)
        field = _field(compiler, one.name, typing.Any if one.type is None else one.type, inner)
        field.init = one.init
        field.parameter = one.alias if getattr(one, "alias", None) else one.name.lstrip("_")
        default = one.default
        if type(default).__name__ == "Factory" and hasattr(default, "takes_self"):
            field.required = False
            if default.takes_self:
                plain = False
            else:
                field.factory = default.factory
        elif type(default).__name__ not in ("_Nothing", "NothingType"):
            field.default = default
        if field.default is not nodes.NO_DEFAULT or field.factory is not None or not one.init:
            field.required = False
        plain = plain and one.converter is None and one.validator is None
        found.append(field)
    _finish(node, cls, found, options, scope)
    if plain:
        names = [field.name for field in found]
        node.how, node.after = way_of_attrs(cls, names, [field.parameter for field in found if field.init])


def _struct(compiler: Any, node: Node, cls: Any, arguments: tuple[Any, ...], scope: Scope) -> None:
    """A msgspec.Struct, whose options are those of the class; it is made by a call."""
    msgspec = sys.modules["msgspec"]
    config = cls.__struct_config__
    variables = variables_of(cls, arguments)
    found = []
    # Not msgspec.structs.fields(), which evaluates all annotations in its own way.
    defaults = (msgspec.NODEFAULT,) * (len(cls.__struct_fields__) - len(cls.__struct_defaults__))
    declared = zip(cls.__struct_fields__, cls.__struct_encode_fields__, defaults + cls.__struct_defaults__)
    for name, key, default in declared:
        owner = next((base for base in mro(cls) if name in annotations_of(base)), cls)
        inner = Scope(owner, variables.get(owner), node.name, (cls, arguments)).at(name)
        field = _field(compiler, name, annotations_of(owner)[name], inner)
        field.named, field.keys = True, (key,)
        if type(default).__name__ == "Factory" and type(default).__module__.startswith("msgspec"):
            field.factory = default.factory
        elif default is not msgspec.NODEFAULT:
            field.default = default
        field.required = field.default is nodes.NO_DEFAULT and field.factory is None
        found.append(field)
    options = {
        "keys": "array" if config.array_like else "map",
        "unknown": "error" if config.forbid_unknown_fields else "skip",
        "omit_defaults": config.omit_defaults,
    }
    if config.tag is not None:
        if config.array_like:
            raise scope.error(f"{node.name}: a tag in an array is not supported")
        node.tag = (config.tag_field, config.tag)
    node.keys = nodes.KEYS_ARRAY if config.array_like else nodes.KEYS_MAP
    _finish(node, cls, found, options, scope)


def _namedtuple(compiler: Any, node: Node, cls: Any, arguments: tuple[Any, ...], scope: Scope) -> None:
    variables = variables_of(cls, arguments)
    owner = next((base for base in mro(cls) if "_fields" in _dict_of(base)), cls)
    inner = Scope(owner, variables.get(owner), node.name, (cls, arguments))
    annotations = annotations_of(owner)
    defaults = getattr(cls, "_field_defaults", {})
    options = _begin(node, cls)
    found = []
    for name in cls._fields:
        field = _field(compiler, name, annotations.get(name, typing.Any), inner.at(name))
        if name in defaults:
            field.default, field.required = defaults[name], False
        found.append(field)
    _finish(node, cls, found, options, scope)
    node.keys = nodes.KEYS_ARRAY


def _typeddict(compiler: Any, node: Node, cls: Any, arguments: tuple[Any, ...], scope: Scope) -> None:
    variables = variables_of(cls, arguments)
    options = _begin(node, cls)
    found = []
    for name, annotation in annotations_of(cls).items():
        owner = cls
        for base in _typed_bases(cls):
            if name in annotations_of(base):
                owner = base
        inner = Scope(owner, variables.get(owner), node.name, (cls, arguments)).at(name)
        required = name in cls.__required_keys__
        kind = inner.type_of(annotation)
        # Texts hide Required and NotRequired from __required_keys__.
        while _wrapper(kind):
            if _wrapper(kind) != "ReadOnly":
                required = _wrapper(kind) == "Required"
            annotation = typing.get_args(kind)[0]
            kind = inner.type_of(annotation)
        field = _field(compiler, name, annotation, inner)
        field.required = required
        found.append(field)
    if options.get("unknown") is None:
        _unknown_keys(compiler, node, cls, options, Scope(cls, variables.get(cls), node.name, (cls, arguments)))
    _finish(node, cls, found, options, scope)
    node.keys = nodes.KEYS_MAP


def _no_extra_items() -> Any:
    """What __extra_items__ is if there is none: of typing since CPython 3.15, else of typing_extensions."""
    for name in ("typing", "typing_extensions"):
        none = getattr(sys.modules.get(name), "NoExtraItems", None)
        if none is not None:
            return none
    return None


def _unknown_keys(compiler: Any, node: Node, cls: Any, options: dict[str, Any], scope: Scope) -> None:
    """What a TypedDict says about other keys, by extra_items= and closed= (PEP 728)."""
    items: Any = getattr(cls, "__extra_items__", None)
    if getattr(cls, "__closed__", None) or getattr(items, "_name", "") in ("Never", "NoReturn"):
        options["unknown"] = "error"
    elif items is not None and items is not _no_extra_items():
        options["unknown"] = "keep"
        node.item = compiler.plan(items, scope.at("(extra items)"))


def _wrapper(kind: Any) -> str:
    origin = typing.get_origin(kind)
    name = getattr(origin, "_name", None) or getattr(origin, "__name__", "")
    return name if name in ("Required", "NotRequired", "ReadOnly") else ""


def _typed_bases(cls: Any) -> list[Any]:
    """The TypedDicts that a TypedDict, whose only base is dict, is derived from."""
    found = []
    for base in getattr(cls, "__orig_bases__", ()):
        base = typing.get_origin(base) or base
        if is_class(base) and hasattr(base, "__total__"):
            found += [base, *_typed_bases(base)]
    return found


KINDS: dict[str, tuple[int, Any]] = {
    "dataclass": (nodes.OBJECT, _dataclass),
    "attrs": (nodes.OBJECT, _attrs),
    "struct": (nodes.OBJECT, _struct),
    "namedtuple": (nodes.NAMED_TUPLE, _namedtuple),
    "typeddict": (nodes.TYPED_DICT, _typeddict),
}


def _begin(node: Node, cls: type) -> dict[str, Any]:
    """Set what other types may ask for before the fields are compiled."""
    options = options_of(cls)
    if options.get("keys") == "array":
        node.keys = nodes.KEYS_ARRAY
    tag = options.get("tag")
    if tag is not None:
        node.tag = (tag, cls.__name__) if isinstance(tag, str) else tuple(tag)  # type: ignore[assignment]
        node.keys = nodes.KEYS_MAP
    return options


def _field(compiler: Any, name: str, annotation: Any, scope: Scope) -> Field:
    kind = scope.type_of(annotation)
    if kind in (None, type(None)) and isinstance(scope.space.get(name), type):
        # date: Optional[date] = None, which Python itself evaluates with the default.
        raise scope.error(
            f"the type is None: the default hides the type {name} of the same name, if annotations are not in quotes"
        )
    field = Field(name, compiler.plan(annotation, scope), -1)
    if typing.get_origin(kind) is typing.Annotated:
        for key in kind.__metadata__:
            if isinstance(key, Key):
                field.index = field.index if key.index is None else key.index
                field.named = field.named or key.name is not None
                first = field.keys[0] if key.name is None else key.name
                field.keys = (first, *field.keys[1:], *key.aliases)
    return field


def _finish(node: Node, cls: Any, found: list[Field], options: dict[str, Any], scope: Scope) -> None:
    node.unknown = UNKNOWN[options.get("unknown", "skip")]
    if node.unknown == nodes.UNKNOWN_KEEP and node.kind == nodes.OBJECT:
        node.extra = options.get("extra", "extra")
        own = [field for field in found if field.name == node.extra]
        if not own:
            raise scope.error(f"{node.name}: unknown='keep' needs a field {node.extra!r}, such as extra: dict")
        found = [field for field in found if field.name != node.extra]
    for field in found:
        if not field.named:
            field.keys = (renamed(field.name, options.get("rename")), *field.keys[1:])
        if options.get("omit_none"):
            _omit_none(node, field)
        if options.get("omit_defaults") and not field.required:
            field.omit |= nodes.OMIT_DEFAULT
        if is_unset_type(type(field.default)):
            field.omit |= nodes.OMIT_UNSET
    _set_indices(node, found, options, scope)
    seen: set[str] = set() if node.tag is None else {node.tag[0]}
    for field in found:
        for key in field.keys:
            if key in seen:
                raise scope.error(f"{node.name}: two fields have the key {key!r}")
            seen.add(key)
    node.fields = tuple(found)
    node.length = max((field.index + 1 for field in found), default=0)


def _omit_none(node: Node, field: Field) -> None:
    """Leave None out if a map without the key is read as None. A required field gets None as its default for that."""
    if field.required and node.kind != nodes.NAMED_TUPLE:
        if field.node.nullable or field.node.kind in (nodes.ANY, nodes.NONE):
            field.default, field.required = None, False
    if field.default is None:
        field.omit |= nodes.OMIT_NONE


def _set_indices(node: Node, found: list[Field], options: dict[str, Any], scope: Scope) -> None:
    given = [field for field in found if field.index >= 0]
    if not given:
        for index, field in enumerate(found):
            field.index = index
        return
    if len(given) < len(found):
        missing = next(field.name for field in found if field.index < 0)
        raise scope.error(f"{node.name}.{missing}: other fields have an element, as Key(0), so this one needs one")
    if len({field.index for field in found}) < len(found):
        raise scope.error(f"{node.name}: two fields have the same element")
    if options.get("keys") is None and node.tag is None:
        node.keys = nodes.KEYS_ARRAY
