"""arrow_stream() and arrow_rows() where Python has no capsules: PyPy."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn


def arrow_stream(schema: Any, batches: Any) -> NoReturn:
    """Needs CPython: raises RuntimeError."""
    raise RuntimeError("arrow_stream() needs CPython: this Python has no capsules")


def arrow_rows(source: Any, layout: Any = "maps", **options: Any) -> NoReturn:
    """Needs CPython: raises RuntimeError."""
    raise RuntimeError("arrow_rows() needs CPython: this Python has no capsules")
