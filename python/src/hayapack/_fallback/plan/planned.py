"""A value with the plan it is written by."""

from __future__ import annotations

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

    from ..._plan.nodes import Node


class Refused(Exception):
    """A value that can't be packed: the error's name, and the value."""


class Planned:
    """A value that is written by a node; the encoder calls expand() for it."""

    __slots__ = ("node", "value", "writer")

    def __init__(self, writer: Any, node: Node, value: Any) -> None:
        self.writer = writer
        self.node = node
        self.value = value

    def expand(self) -> Any:
        """A value that packs like it: a plain one, or one that extended=True packs."""
        return self.writer.expand(self.node, self.value)
