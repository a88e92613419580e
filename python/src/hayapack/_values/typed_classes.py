"""The conversions between objects of the classes in a TypeRegistry and the values that are written for them."""

from __future__ import annotations

from .._errors.unimported_classes import is_a

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable, Optional, Union


class Misfit(Exception):
    """A value that does not fit the class registered for its name; the text says why."""


def conversions(
    cls: type, fields: Optional[Mapping[str, Union[str, int]]]
) -> tuple[Callable[[Any], Any], Callable[[Any], Any], Optional[dict[str, Union[str, int]]]]:
    """The functions for reading and writing, and the key or index of each field of a dataclass."""
    import dataclasses

    if dataclasses.is_dataclass(cls):
        return _dataclass_conversions(cls, dataclasses.fields(cls), fields or {})
    if fields is not None:
        raise TypeError("fields applies to dataclasses only")
    if is_a(cls, "enum", "Enum"):
        return _enum_reader(cls), _enum_value, None
    raise TypeError(f"{cls.__name__} is neither a dataclass nor an Enum: pass read and write")


def _enum_reader(cls: Any) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return cls(value)
        except ValueError:
            raise Misfit(f"no {cls.__name__} has this value") from None

    return read


def _enum_value(obj: Any) -> Any:
    return obj.value


def _dataclass_conversions(
    cls: Any, declared: Any, renamed: Mapping[str, Union[str, int]]
) -> tuple[Callable[[Any], Any], Callable[[Any], Any], dict[str, Union[str, int]]]:
    import dataclasses

    strange = set(renamed) - {field.name for field in declared}
    if strange:
        raise ValueError(f"{cls.__name__} has no field {min(strange)!r}")
    wire = {field.name: renamed.get(field.name, field.name) for field in declared}
    if len(set(wire.values())) < len(wire):
        raise ValueError("two fields have the same name or index")
    places = {type(key) for key in wire.values()} == {int}
    if not places and any(not isinstance(key, str) for key in wire.values()):
        raise ValueError("fields must be all names or all array indexes")
    if places and min(wire.values()) < 0:
        raise ValueError("an array index must not be negative")
    given = {wire[field.name]: field.name for field in declared}
    no_parameters = [field.name for field in declared if not field.init]
    missing = dataclasses.MISSING
    needed = [
        field.name for field in declared if field.init and field.default is missing and field.default_factory is missing
    ]

    def read(value: Any) -> Any:
        if isinstance(value, dict):
            entries = value.items()
        elif places and isinstance(value, (list, tuple)):
            entries = enumerate(value)  # type: ignore[assignment]
        else:
            raise Misfit(f"{cls.__name__} can't be built from {_a(type(value))}")
        values = {given[key]: item for key, item in entries if key in given}
        for name in needed:
            if name not in values:
                raise Misfit(f"{cls.__name__} needs a field {wire[name]!r}")
        others = {name: values.pop(name) for name in no_parameters if name in values}
        obj = cls(**values)
        for name, item in others.items():
            object.__setattr__(obj, name, item)
        return obj

    def write_map(obj: Any) -> Any:
        return {key: getattr(obj, name) for name, key in wire.items()}

    def write_array(obj: Any) -> Any:
        items = [None] * (max(wire.values()) + 1)
        for name, place in wire.items():
            items[place] = getattr(obj, name)
        return items

    return read, write_array if places else write_map, wire


def _a(cls: type) -> str:
    return ("an " if cls.__name__[0] in "aeiou" else "a ") + cls.__name__
