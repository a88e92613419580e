"""Where a message ends that is too long to be held in memory."""

from __future__ import annotations

from .._wire.format import ARRAY, KINDS, MAP, head_count, head_size
from .boundary import int64, scan_messages

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Optional

    from .source import Source

#: Bytes that are read at once.
_PART = 1 << 20

#: The most nested containers of those that are not read at once.
_DEPTH = 512


class TooFar(Exception):
    """The end was not found within the bytes that may be read."""


def end_of(source: Source, pos: int, budget: int) -> tuple[Optional[int], int]:
    """(the end of the message at pos, bytes that were read); None if there is no whole message.

    Payloads are jumped over; of containers that are longer than what is read at once the values are counted. Raises
    TooFar after about `budget` bytes.
    """
    left = [1]  # values that are to come in each open container
    at, used = pos, 0
    while left:
        if not left[-1]:
            left.pop()
            continue
        if used > budget:
            raise TooFar
        data = source.read(at, _PART)
        used += len(data)
        if not data:
            return None, used
        found, count, end, name, fault = scan_messages(data, 0, len(data), 1, 0, 0, 0)
        taken = min(count, left[-1])
        if taken:
            at += [*int64(found), end][taken]
            left[-1] -= taken
            continue
        if name != "truncated" or len(data) < head_size(data[0]):
            return None, used
        left[-1] -= 1
        kind = KINDS[data[0]]
        if kind in (MAP, ARRAY):
            left.append((1 + (kind == MAP)) * head_count(data, 0))
            at += head_size(data[0])
        else:
            at += fault
        if at > source.size or len(left) > _DEPTH:
            return None, used
    return at, used
