"""How deeply containers may be nested: the option --max-depth, which is the same for a whole command."""

from __future__ import annotations

from ..._wire.tokens import MAX_DEPTH

MOST = 100_000

#: The largest number of open containers.
limit = MAX_DEPTH


def inside(depth: int) -> int:
    """How many more may be open inside that many open containers; at least 1."""
    return max(limit - depth, 1)
