"""What ``Annotated`` says beside a type: bounds of hayapack, annotated-types, pydantic and msgspec."""

from __future__ import annotations

from .declarations import Limit

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

    from .annotations import Scope

_GROUP = "__is_annotated_types_grouped_metadata__"
_LIBRARIES = ("annotated_types", "pydantic", "pydantic_core", "msgspec")
#: Of these libraries: what says nothing about the values that are read strictly.
_HARMLESS = ("Unit", "DocInfo", "Strict", "WithJsonSchema", "SkipJsonSchema", "Examples")
#: Of pydantic's Field() and msgspec's Meta(): what changes keys or values, or restricts them in another way.
_UNSUPPORTED = ("alias", "validation_alias", "serialization_alias", "discriminator", "default_factory", "pattern", "tz")


def expanded(metadata: Any, scope: Scope) -> Iterator[Any]:
    """The metadata, with the members of groups such as annotated_types.Interval and pydantic.Field() in their place."""
    for one in metadata:
        if getattr(type(one), _GROUP, False):
            yield from expanded(one, scope)
        elif type(one).__name__ == "FieldInfo" and type(one).__module__.partition(".")[0] == "pydantic":
            _refuse_others(one, scope)
            yield from expanded(one.metadata, scope)
        else:
            yield one


def limits_of(data: Any, scope: Scope) -> Optional[tuple[Any, ...]]:
    """The bounds that a part of Annotated sets, in the order of Limit's slots; None if it is something else. PlanError:
    it is a constraint of annotated-types, pydantic or msgspec that is not checked."""
    names = Limit.__slots__
    if isinstance(data, Limit):
        return tuple(scope.value_of(getattr(data, name)) for name in names)
    library = next((base for base in type(data).__mro__ if base.__module__.partition(".")[0] in _LIBRARIES), None)
    if library is None:
        return None
    _refuse_others(data, scope)
    found = {name: getattr(data, name, None) for name in names}
    for name, other in (("min_len", "min_length"), ("max_len", "max_length")):
        if found[name] is None:
            found[name] = getattr(data, other, None)
    limits = tuple(scope.value_of(found[name]) for name in names)
    if all(bound is None for bound in limits) and library.__module__.partition(".")[0] != "msgspec":
        _refuse(data, library, scope)
    return limits


def _refuse_others(data: Any, scope: Scope) -> None:
    for name in _UNSUPPORTED:
        if getattr(data, name, None) is not None:
            raise scope.error(f"the constraint {name} is not supported")


def _refuse(data: Any, library: type, scope: Scope) -> None:
    """PlanError for a constraint without bounds, such as annotated_types.Predicate."""
    if library.__name__ in _HARMLESS:
        return
    given = {name: value for name, value in getattr(data, "__dict__", {}).items() if value is not None}
    if library.__name__ == "AllowInfNan" and given == {"allow_inf_nan": True}:
        return
    if library.__name__ == "PydanticGeneralMetadata" and set(given) <= {"strict"}:
        return
    name = library.__name__ if library.__name__ != "PydanticGeneralMetadata" else ", ".join(given)
    raise scope.error(f"the constraint {name} is not supported; Key(decoder=...) checks a field by a function")
