"""Names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable


def later(
    space: dict[str, Any], modules: dict[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` for the package whose ``globals()`` are ``space``.

    modules: module name -> names it provides; the modules are attributes of the package too. A
    module must not have the same name as something another one provides: once imported, it would
    replace that attribute.
    """
    homes = {name: module for module, names in modules.items() for name in names}

    def __getattr__(name: str) -> Any:
        if name in modules:
            return __import__(name, space, None, ("",), 1)
        if name not in homes:
            raise AttributeError(f"module {space['__name__']!r} has no attribute {name!r}")
        value = getattr(__import__(homes[name], space, None, (name,), 1), name)
        space[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*space, *homes})

    return __getattr__, __dir__
