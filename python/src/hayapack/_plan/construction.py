"""How instances of a class are made: which of its methods have to run."""

from __future__ import annotations

from types import FunctionType

from .._errors.unimported_classes import content_base, mro
from .nodes import MAKE_CALL, MAKE_DICT, MAKE_SETATTR, MAKE_SLOTS

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, Optional

_dict_of = type.__dict__["__dict__"].__get__
_MISSING: Any = object()


def found(cls: type, name: str) -> Any:
    """The attribute in the dict of the class or of its first base that has it; _MISSING. Runs no user code."""
    for base in mro(cls):
        value = _dict_of(base).get(name, _MISSING)
        if value is not _MISSING:
            return value
    return _MISSING


def way(cls: type, names: list[str], parameters: list[str]) -> tuple[int, Optional[Callable[[Any], Any]]]:
    """MAKE_... for a dataclass, and what its ``__init__`` calls last.

    names: of the fields that are set; parameters: those that the generated ``__init__`` has.
    """
    init = found(cls, "__init__")
    if not _is_generated(init, parameters) or not _is_plain(cls):
        return MAKE_CALL, None
    return _storage(cls, names), _after(cls, "__post_init__") if "__post_init__" in init.__code__.co_names else None


def _is_plain(cls: type, known: Any = None) -> bool:
    """Whether making an instance and setting its attributes runs no code but ``__init__``.

    known: a ``__setattr__`` that does no more.
    """
    setter = found(cls, "__setattr__")
    return (
        found(type(cls), "__call__") is type.__dict__["__call__"]
        and found(cls, "__new__") is object.__dict__["__new__"]
        and (setter is object.__dict__["__setattr__"] or setter is known or _is_frozen(setter))
        and not content_base(cls)
        and not getattr(cls, "__abstractmethods__", None)
    )


def _is_generated(init: Any, parameters: list[str]) -> bool:
    """Whether dataclasses wrote this ``__init__``, for exactly these fields."""
    if type(init) is not FunctionType or not _is_made(init, "__init__"):
        return False
    code = init.__code__
    taken = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return sorted(taken[1:]) == sorted(parameters) and not code.co_flags & 0x0C


def _is_made(function: Any, name: str) -> bool:
    """Whether dataclasses made the function; code that a program executes from a text has the file "<string>", too."""
    code = function.__code__
    qualified = getattr(code, "co_qualname", None)
    return code.co_filename == "<string>" and (
        qualified == f"__create_fn__.<locals>.{name}" if qualified is not None else code.co_name == name
    )


def _is_frozen(setter: Any) -> bool:
    """Whether it is the ``__setattr__`` of a frozen dataclass."""
    return type(setter) is FunctionType and _is_made(setter, "__setattr__")


def _storage(cls: type, names: list[str]) -> int:
    """Where instances keep the fields."""
    places = [found(cls, name) for name in names]
    slots = [type(place).__name__ == "member_descriptor" for place in places]
    if names and all(slots):
        return MAKE_SLOTS
    has_dict = getattr(cls, "__dictoffset__", 0) != 0
    if has_dict and not any(hasattr(type(place), "__set__") for place in places):
        return MAKE_DICT
    return MAKE_SETATTR


def _after(cls: type, name: str) -> Callable[[Any], Any]:
    after = found(cls, name)
    if type(after) is FunctionType:
        return after

    def call(obj: Any) -> Any:
        return getattr(obj, name)()

    return call


def way_of_attrs(cls: Any, names: list[str], parameters: list[str]) -> tuple[int, Optional[Callable[[Any], Any]]]:
    """way() for an attrs class without converters and validators."""
    init, setter = found(cls, "__init__"), found(cls, "__setattr__")
    plain = (
        type(init) is FunctionType
        and init.__code__.co_filename.startswith("<attrs generated")
        and sorted(init.__code__.co_varnames[1 : init.__code__.co_argcount + init.__code__.co_kwonlyargcount])
        == sorted(parameters)
        and found(cls, "__attrs_pre_init__") is _MISSING
        and (
            setter is object.__dict__["__setattr__"]
            or getattr(setter, "__name__", "") == "_frozen_setattrs"
            or getattr(setter, "__module__", "") == "attr._make"
        )
    )
    if not plain or not _is_plain(cls, setter):
        return MAKE_CALL, None
    after = found(cls, "__attrs_post_init__") is not _MISSING
    return _storage(cls, names), _after(cls, "__attrs_post_init__") if after else None
