"""The encoder's stack, and the path of an error from it."""

from __future__ import annotations

from _operator import length_hint

from ..._errors import make_errors
from .output import Output

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn, Optional

    #: kind, container, iterator, length when opened, output position before it, current key
    Frame = tuple[int, Any, Iterator[Any], int, int, Any]

# Kinds of frames: what the iterator runs over.
# PAIR: a map entry with an uncommon key; TYPED: the name and the value of an ext 100.
ROOT, LIST, SUBLIST, TUPLE, MAP, PAIR, TYPED = range(7)


def parts_of(frames: Sequence[Frame], at_key: bool = False) -> tuple[tuple[Any, ...], ...]:
    """The path of the value that the last frame's iterator has just returned."""
    parts: list[tuple[Any, ...]] = []
    for kind, cur, it, size, _, key in frames:
        index = max(0, size - length_hint(it) - 1)
        if kind == PAIR:  # the map's frame before it names the entry
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
    max_depth: int = 0,
) -> NoReturn:
    """Raise the error for obj, which the last frame's iterator has just returned.

    mark: output position before obj, if not the end of the output; max_depth: the limit.
    """
    offset = out.offset(len(out) if mark is None else mark)
    raise make_errors.pack_error(name, obj, offset, parts_of(frames, at_key), max_depth) from None
