"""Annotations as types: forward references, and the parameters of generic classes."""

from __future__ import annotations

import builtins
import sys
import typing

from .._errors.feature_exceptions import PlanError
from .._errors.unimported_classes import full_name, is_class, mro

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

#: How often a text may evaluate to another text.
_TEXTS_MAX = 8
#: Characters of a type in the text of an error.
_TYPE_TEXT_MAX = 1000


class Scope:
    """The names that annotations of a class may use.

    where: the class and field, for errors; variables: type parameter -> type; own: the class that is planned, which
    may be derived from cls, and its type arguments.
    """

    __slots__ = ("names", "own", "space", "variables", "where")

    def __init__(self, cls: Any = None, variables: Any = None, where: str = "", own: Any = None) -> None:
        self.space: dict[str, Any] = {}
        self.names: dict[str, Any] = {}
        self.variables: dict[Any, Any] = variables or {}
        self.where = where
        self.own: Optional[tuple[Any, tuple[Any, ...]]] = own
        if cls is not None:
            self.space = _space_of(cls)
            self.names = _names_of(cls, self.space)

    @classmethod
    def of_alias(cls, alias: Any, variables: Any, where: str) -> Scope:
        """That of the text in a type alias, which may name itself and its type parameters."""
        scope = cls(None, variables, where)
        scope.space = _space_of(alias)
        scope.names = {one.__name__: one for one in (alias, *alias.__type_params__)}
        return scope

    def at(self, name: str) -> Scope:
        """The same for a field."""
        scope = Scope()
        scope.space, scope.names, scope.variables, scope.own = self.space, self.names, self.variables, self.own
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

    def value_of(self, given: Any) -> Any:
        """A value in the metadata of Annotated, where from Python 3.14 on a later name is a ForwardRef."""
        return self._forward(given) if isinstance(given, typing.ForwardRef) else given

    def _evaluate(self, text: str) -> Any:
        try:
            return eval(text, dict(self.space), self.names)
        except RecursionError:
            raise
        except NameError as error:
            hint = "" if self.space else " (a name in quotes is looked up in the module of a class or alias only)"
            raise self.error(f"the annotation {text!r} can't be evaluated: {error}{hint}") from error
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


def _space_of(owner: Any) -> dict[str, Any]:
    """The names of the module of a class or alias."""
    module = sys.modules.get(getattr(owner, "__module__", None) or "")
    return module.__dict__ if module is not None else {}


def _names_of(cls: Any, space: dict[str, Any]) -> dict[str, Any]:
    """The names that annotations of the class have beside those of its module, or before them.

    Those of the module come first, as for typing.get_type_hints(): a field, method or property may have the name of
    its type. Only classes made in its body, its type parameters and itself are known by where they are.
    """
    names = {base.__name__: base for base in reversed(mro(cls)) if base.__name__ not in space}
    for name, member in _dict(cls).items():
        if is_class(member) and getattr(member, "__qualname__", "") == f"{cls.__qualname__}.{name}":
            names[name] = member
        elif name not in space and not (hasattr(builtins, name) and name in annotations_of(cls)):
            names[name] = member
    names[cls.__name__] = cls
    names.update((one.__name__, one) for one in getattr(cls, "__type_params__", ()))
    return names


def substituted(annotation: Any, variables: Any) -> Any:
    """A type with its type parameters replaced."""
    if isinstance(annotation, typing.TypeVar):
        return variables.get(annotation, annotation)
    inside = getattr(annotation, "__parameters__", ())
    if not inside or not isinstance(inside, tuple) or not any(one in variables for one in inside):
        return annotation
    if is_class(annotation):
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
        if not is_class(origin) or origin is typing.Generic:
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
    """A type as errors have it; what is no type without its address."""
    if is_class(kind):
        return full_name(kind)[1].rpartition("<locals>.")[2]
    text = repr(kind).replace("typing.", "")
    if " at 0x" in text or type(kind).__name__.endswith("descriptor"):
        return f"the {type(kind).__name__} {getattr(kind, '__name__', '')}".rstrip()
    return text if len(text) <= _TYPE_TEXT_MAX else text[:_TYPE_TEXT_MAX] + "…"
