"""The options that make no sense with a type. Both back ends use it."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any


def refuse(**options: Any) -> None:
    """TypeError for the first that is true: an option with another value than its default."""
    for name, given in options.items():
        if given:
            raise TypeError(f"{name} can't be used with type=: the type says what is made")
