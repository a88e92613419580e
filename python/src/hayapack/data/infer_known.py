"""Rows that have nothing new for a schema, found by the compiled module without Python objects."""

from __future__ import annotations

from .._survey import KnownTypes

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any

    from .inferred_types import Seen

_CODES = {
    kind: code
    for code, kind in enumerate(["null", "bool", "number", "str", "bytes", "timestamp", "array", "map", "pairs", "raw"])
}
_LAYOUTS = {"maps": 0, "arrays": 1, "fluent": 2}
_CONFLICTS = {"raise": 0, "raw": 1, "first": 2}

#: A bit for each fact that ints and timestamps can have.
_BITS = {
    "negative": 1, "big": 2, "inexact": 4, "float": 8,
    "fine1": 1, "fine2": 2, "fine3": 4, "far2": 8, "far1": 16, "far0": 32,
}  # fmt: skip

#: At least so many bytes are decoded between two makings of the filter, and so many for each type in it: making it
#: takes less time than that.
_LEAST, _EACH = 512, 16
_MOST = 1 << 19


class Known:
    """A filter of messages by what was seen in the others.

    rows: has seen, survey; they change. left: rows that still count. wanted: else, and without the compiled module,
    any message may have something new.
    """

    def __init__(self, rows: Any, layout: str, left: int, wanted: bool) -> None:
        self.left = left
        self._rows, self._layout = rows, layout
        self._wanted = wanted and KnownTypes is not None
        self._types: Any = None
        self._changes = -1
        self._least = self._part = _LEAST

    def skip(self, data: bytes, at: int) -> int:
        """The offset of the first message from `at` on that may have something new, or len(data).

        data: whole messages. Those that are passed count.
        """
        if not self._wanted:
            return at
        survey = self._rows.survey
        if survey.changes != self._changes:
            # Where much is new the filter is made less and less often.
            self._part = min(self._part * 2, _MOST)
            self._changes = survey.changes
            count, made = _described(self._rows.seen)
            self._least = max(_LEAST, _EACH * count)
            self._part = max(self._part, self._least)
            self._types = KnownTypes(made, _LAYOUTS[self._layout], _CONFLICTS[survey.conflicts])
        else:
            self._part = self._least
        at, passed = self._types.skip(data, at, self.left)
        self.left -= passed
        return at

    def until(self, at: int, end: int) -> int:
        """Messages from `at` on that begin before this offset are decoded before skip() is called again."""
        return min(end, at + self._part) if self._wanted else end


def _described(seen: Seen) -> tuple[int, Any]:
    """(number of types in it, itself as KnownTypes takes it: (kind, bits, names, types inside))."""
    inside = [part for part in (seen.key, seen.item) if part] or seen.fields.values()
    made = [_described(part) for part in inside]
    bits = sum([_BITS[fact] for fact in seen.facts]) if seen.facts else int(seen.repeated)
    return (
        1 + sum([count for count, _ in made]),
        (_CODES[seen.kind], bits, tuple(seen.fields), tuple([part for _, part in made])),
    )
