"""Annotations as types: forward references, and the parameters of generic classes."""

from __future__ import annotations

import sys
import typing

from .._classes import full_name, mro

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

#: How often a text may evaluate to another text.
_TEXTS_MAX = 8


class PlanError(TypeError):
    """A type without a plan; ``where`` is the path of the field, such as "Order.items"."""


class Scope:
    """The names that annotations of a class may use.

    where: the class and field, for errors; variables: type parameter -> type.
    """

    __slots__ = ("names", "space", "variables", "where")

    def __init__(self, cls: Any = None, variables: Any = None, where: str = "") -> None:
        self.space: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        self.variables: dict[Any, Any] = variables or {}
        self.where = where
        if cls is not None:
            module = sys.modules.get(getattr(cls, "__module__", ""))
            self.space = module.__dict__ if module is not None else {}
            # A class in a function can name its bases, its own members, and itself.
            self.names = {base.__name__: base for base in mro(cls)}
            self.names.update(_dict(cls))
            self.names[cls.__name__] = cls
            self.names.update((one.__name__, one) for one in getattr(cls, "__type_params__", ()))

    def at(self, name: str) -> Scope:
        """The same for a field."""
        scope = Scope()
        scope.space, scope.names, scope.variables = self.space, self.names, self.variables
        scope.where = f"{self.where}.{name}" if self.where else name
        return scope

    def type_of(self, annotation: Any) -> Any:
        """The type that an annotation is."""
        for _ in range(_TEXTS_MAX):
            if isinstance(annotation, str):
                annotation = self._evaluate(annotation)
            elif isinstance(annotation, typing.ForwardRef):
                annotation = self._forward(annotation)
            elif isinstance(annotation, typing.TypeVar):
                argument = self.variables.get(annotation, annotation)
                if argument is annotation:
                    return annotation
                annotation = argument
            else:
                return annotation
        raise self.error(f"{annotation!r} is no type")

    def _evaluate(self, text: str) -> Any:
        try:
            return eval(text, dict(self.space), self.names)
        except Exception as error:
            raise self.error(f"the annotation {text!r} can't be evaluated: {error}") from error

    def _forward(self, reference: typing.ForwardRef) -> Any:
        evaluate = getattr(reference, "evaluate", None)  # from Python 3.14 on: it knows its own scope
        if evaluate is not None:
            try:
                return evaluate(locals=self.names)
            except Exception:
                pass
        module = getattr(reference, "__forward_module__", None)
        if module is None:
            return self._evaluate(reference.__forward_arg__)
        if isinstance(module, str):
            module = sys.modules.get(module)
        scope = self.at("")
        scope.where = self.where
        scope.space = getattr(module, "__dict__", {})
        return scope._evaluate(reference.__forward_arg__)

    def error(self, text: str) -> PlanError:
        return PlanError(f"{self.where}: {text}" if self.where else text)


def substituted(annotation: Any, variables: Any) -> Any:
    """A type with its type parameters replaced."""
    if isinstance(annotation, typing.TypeVar):
        return variables.get(annotation, annotation)
    inside = getattr(annotation, "__parameters__", ())
    if not inside or not isinstance(inside, tuple) or not any(one in variables for one in inside):
        return annotation
    if isinstance(annotation, type) and not hasattr(annotation, "__args__"):
        return annotation  # a generic class without arguments
    return annotation[tuple(variables.get(one, one) for one in inside)]


def variables_of(cls: Any, arguments: tuple[Any, ...]) -> dict[Any, dict[Any, Any]]:
    """For the class and each of its bases: type parameter -> type."""
    parameters = getattr(cls, "__parameters__", ())
    found: dict[Any, dict[Any, Any]] = {}
    _add_variables(cls, dict(zip(parameters, arguments)), found)
    return found


def _add_variables(cls: Any, variables: dict[Any, Any], found: dict[Any, dict[Any, Any]]) -> None:
    if cls in found:
        return
    found[cls] = variables
    for base in _dict(cls).get("__orig_bases__", getattr(cls, "__bases__", ())):
        origin = typing.get_origin(base) or base
        if not isinstance(origin, type) or origin is typing.Generic:
            continue
        arguments = [substituted(one, variables) for one in typing.get_args(base)]
        _add_variables(origin, dict(zip(getattr(origin, "__parameters__", ()), arguments)), found)


def annotations_of(cls: Any) -> dict[str, Any]:
    """The annotations in the class's own body, unevaluated where they can't be."""
    try:
        from annotationlib import Format, get_annotations
    except ImportError:  # before Python 3.14
        return _dict(cls).get("__annotations__", {})  # type: ignore[no-any-return]
    return get_annotations(cls, format=Format.FORWARDREF)


def _dict(cls: type) -> dict[str, Any]:
    return dict(type.__dict__["__dict__"].__get__(cls))


def type_text(kind: Any) -> str:
    """A type as errors have it."""
    if isinstance(kind, type) and not hasattr(kind, "__args__"):
        return full_name(kind)[1].rpartition("<locals>.")[2]
    return repr(kind).replace("typing.", "")
