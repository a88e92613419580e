"""Where the encoder is: its stack, and from that the path of an error."""

from __future__ import annotations

from _operator import length_hint

from .. import _errors
from .output import Output

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn, Optional

    #: kind, container, iterator, its length when opened, mark of the output before it, current key
    Frame = tuple[int, Any, Iterator[Any], int, int, Any]

# What a frame's iterator runs over.
# PAIR: a map entry whose key is unusual; TYPED: a type's name and a value, in an ext 100.
ROOT, LIST, SUBLIST, TUPLE, MAP, PAIR, TYPED = range(7)


def parts_of(frames: Sequence[Frame], at_key: bool = False) -> tuple[tuple[Any, ...], ...]:
    """The path to the value that the last frame's iterator has just given."""
    parts: list[tuple[Any, ...]] = []
    for kind, cur, it, size, _, key in frames:
        index = max(0, size - length_hint(it) - 1)
        if kind == PAIR:  # names the entry that the map's frame before it stands at
            n = parts.pop()[-1]
            parts.append(("k", cur[0], n) if index else ("key", n))
        elif kind == MAP:
            parts.append(("k", key, index))
        elif kind not in (ROOT, TYPED):
            parts.append(("i", index))
    if at_key and parts:
        parts[-1] = ("key", parts[-1][-1])
    return tuple(parts)


def fail(
    name: str,
    obj: Any,
    out: Output,
    frames: Sequence[Frame],
    mark: Optional[int] = None,
    at_key: bool = False,
) -> NoReturn:
    """Raise for obj, which the last frame's iterator has just given.

    mark: of the output before obj, if that is not all.
    """
    offset = out.offset(out.mark() if mark is None else mark)
    raise _errors.pack_error(name, obj, offset, parts_of(frames, at_key)) from None
