"""How deeply containers may be nested: the option --max-depth, which a Cutter, its Runs and the options of JSON carry."""

from __future__ import annotations

from ..._core.tokens import MAX_DEPTH

__all__ = ["MAX_DEPTH", "MOST", "inside"]

#: The largest value of the option. Values that a Cutter has checked are read with it.
MOST = 100_000


def inside(max_depth: int, depth: int) -> int:
    """How many more may be open inside that many containers; at least 1."""
    return max(max_depth - depth, 1)
