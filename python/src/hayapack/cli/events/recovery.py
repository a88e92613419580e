"""Where a damaged input goes on."""

from __future__ import annotations

from typing import Optional

from ...stream.boundary import HEAD_BYTES
from ...stream.recovery import Effort, Shapes
from ..input.inputs import WINDOW, Input
from .cutter import Cutter
from .events import MESSAGES, Event, Run

SHORT = 4 << 10


class Recovery:
    """Finds the next message after damage: as hayapack.stream.blocks() does, by what the first messages look like.

    What is read in vain is bounded by Effort: after too much of it, messages of more than SHORT bytes count as damage.
    """

    def __init__(self, input: Input) -> None:
        self._input = input
        self._head = b""  # the first messages of an input that can be read only once
        self._shapes: Optional[Shapes] = None
        self._effort = Effort()

    def see(self, event: Event) -> None:
        """Called with all events up to the first damage."""
        if self._shapes is None and len(self._head) < HEAD_BYTES and isinstance(event, Run) and event.kind is MESSAGES:
            self._head += event.data[: HEAD_BYTES - len(self._head)]

    def go_on(self, cutter: Cutter, fault: str, reached: int) -> tuple[int, int]:
        """Makes a Cutter continue after damage. fault: the name of the error in the message that it reads; reached: the
        offset up to which the input was read. Returns the (start, stop) of the bytes that are left out."""
        start = cutter.message_start
        if self._shapes is None:
            head = self._read(0, HEAD_BYTES) if self._input.seeks else self._head
            self._shapes = Shapes(head or self._read(start, HEAD_BYTES))
        self._effort.reach(reached)
        self._effort.spent += reached - start
        if fault == "truncated" and not self._shapes.known:
            stop = self._end(reached)  # the first message is cut: what looks like messages is inside of it
        else:
            stop = self._shapes.find(self._read, start, fault, self._effort)
        cutter.longest = SHORT if self._effort.left < 0 else None
        cutter.resume(stop)
        return start, stop

    def _end(self, at: int) -> int:
        """The end of the input, of which the bytes before `at` were read."""
        while data := self._input.fetch(at, WINDOW):
            at += len(data)
        return at

    def _read(self, offset: int, n: int) -> bytes:
        return b"".join(self._input.pieces(offset, n))
