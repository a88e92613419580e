"""Names of a package that are imported when they are first used (PEP 562)."""

from __future__ import annotations

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from typing import Any, Callable


def later(
    space: dict[str, Any], modules: dict[str, tuple[str, ...]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """``__getattr__`` and ``__dir__`` of the package whose ``globals()`` are ``space``.

    modules: names by the module of the package that has them; the modules are attributes of
    it as well. No module may have the name of another's content: once imported, it would
    take that name's place.
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
