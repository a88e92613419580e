"""Checks of options: sizes and limits are any integer, or an object with __index__. As in runtime/options.c."""

from __future__ import annotations

import sys
from _operator import index  # as operator.index, without the import of operator

from .._errors.make_errors import type_name

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any, NoReturn, Optional

    from ..typeless import TypeRegistry


#: Larger numbers are this one: they limit nothing either.
LARGEST = 2**63 - 1


def clipped(value: Any, name: str) -> int:
    """The integer; LARGEST for a larger one. TypeError: it is none."""
    if not hasattr(type(value), "__index__"):
        raise TypeError(f"{name} must be an integer, not '{type_name(value)}'")
    number = int.__index__(index(value))  # CPython 3.9's index() returns subclasses, such as bool, as they are
    return max(min(number, LARGEST), -LARGEST - 1)


def size(value: Any, name: str, most: int = sys.maxsize) -> int:
    """The same of an option that must not be negative; by default of objects that are in memory: at most ``most``."""
    number = clipped(value, name)
    if number < 0:
        raise ValueError(f"{name} must not be negative")
    return min(number, most)


def limit(value: Any, name: str, default: int) -> int:
    """A limit of a length: -1 is the default, and other negative numbers are 0."""
    number = clipped(value, name)
    return default if number == -1 else max(number, 0)


def check_types(types: Optional[TypeRegistry]) -> Optional[TypeRegistry]:
    if types is not None:
        from ..typeless import TypeRegistry

        if not isinstance(types, TypeRegistry):
            raise TypeError("types must be a TypeRegistry or None")
    return types


def check_names(function: str, options: dict[str, Any], names: Container[str]) -> None:
    for name in options:
        if name not in names:
            raise TypeError(f"{function}() got an unexpected keyword argument {name!r}")


def refuse_copy(obj: object) -> NoReturn:
    raise TypeError(f"a {type(obj).__name__} can't be copied or pickled: make a new one with the same options")
