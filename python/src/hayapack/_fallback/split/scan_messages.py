"""The offsets of consecutive messages."""

from __future__ import annotations

from array import array

from ..._wire.scan import Fault, Limits, Scan

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional


def scan_messages(
    data: Any, start: int, stop: int, every: int, spacing: int, mark: int, base: int, into: Optional[array[int]] = None
) -> tuple[bytes, int, int, Optional[str], int]:
    """Scans the messages from data[start] on that begin before `stop`.

    base: the offset of data[0] in the stream; all results are offsets in the stream. Returns
    (offsets, number of messages, end of the last one, error, fault). offsets: int64 values: with
    spacing 0 the offset of every so many messages; else pairs of the offset of the first message
    from `mark` and from each following multiple of `spacing` on, and the number of messages before
    it; with `into`, an array of int64, they are appended to that, and the first result is empty. error: None, or its name; fault: its offset, for "truncated" the least offset up to which
    data is needed.
    """
    view = memoryview(data)
    if view.itemsize != 1 or view.ndim != 1:
        if view.itemsize != 1:
            raise ValueError("cannot unpack from multi-byte object")
        view = memoryview(view.tobytes())
    size = len(view)
    if start < 0 or not start <= stop <= size or every < 1:
        raise ValueError("start, stop or every is out of range")
    found = array("q") if into is None else into
    limits = Limits()
    pos, count, wait = start, 0, 1
    while pos < stop:
        scan = Scan(limits)
        try:
            if not scan.more(view, pos, size):
                return (
                    b"" if found is into else found.tobytes(),
                    count,
                    base + pos,
                    "truncated",
                    base + pos + scan.least(),
                )
        except Fault as fault:
            return b"" if found is into else found.tobytes(), count, base + pos, fault.name, base + pos + fault.offset
        if spacing:
            if base + pos >= mark:
                found.append(base + pos)
                found.append(count)
                mark = ((base + pos) // spacing + 1) * spacing
        else:
            wait -= 1
            if not wait:
                found.append(base + pos)
                wait = every
        pos += scan.pos
        count += 1
    return b"" if found is into else found.tobytes(), count, base + pos, None, base
