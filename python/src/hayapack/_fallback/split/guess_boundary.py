"""A probable boundary near an offset, by consensus."""

from __future__ import annotations

from ..._wire.scan import Fault, Limits, Scan

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

NONE, MORE = -1, -2


def guess_boundary(data: Any, at: int, limit: int, most: int, budget: int, last: bool) -> tuple[int, int]:
    """The offset, at or after `at`, where the chains from all offsets up to `at` meet.

    A chain goes from a value to the one after it. The lowest chain moves first; chains that meet
    become one; one with an error, or with a value of more than `most` bytes, ends. NONE: no chain is
    left, or two are beyond `limit`, or more than `budget` bytes were scanned. MORE: more data is
    needed; never if `last`, which says that the stream ends with data. Also returns the number of
    bytes that were scanned, those of a value that ended its chain included.
    """
    view = memoryview(data)
    size = len(view)
    if at < 0 or at > size or limit < at or most < 1:
        raise ValueError("at, limit or most is out of range")
    alive = bytearray(size + 1)
    alive[: at + 1] = b"\1" * (at + 1)
    chains = at + 1
    work = 0
    limits = Limits(bytes=2 * most)
    pos = -1
    while chains:
        pos = alive.find(1, pos + 1)
        if pos > limit or work > budget:
            return NONE, work
        if chains == 1 and pos >= at:
            return pos, work
        if pos == size:
            return (NONE if last else MORE), work
        have = min(size - pos, most)
        scan = Scan(limits)
        try:
            whole = scan.more(view, pos, pos + have)
        except Fault as fault:
            work += fault.offset + 1
            chains -= 1
            continue
        if whole:
            work += scan.pos
            if alive[pos + scan.pos]:
                chains -= 1
            else:
                alive[pos + scan.pos] = 1
            continue
        work += have
        chains -= 1
        if have < most and not last and scan.least() <= most:
            return MORE, work
    return NONE, work
