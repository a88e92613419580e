"""The boundary scan: finds where a message ends in a stream; resumable.

It reads each byte once, however the stream is split into chunks, and checks the structure:
reserved bytes, depth, limits, scalar map keys. It builds no objects and calls no hooks.
"""

from __future__ import annotations

from .format import (
    ARRAY,
    EXT,
    KINDS,
    LIMIT_NAMES,
    MAP,
    RESERVED,
    SCALAR,
    SIZES,
    STR,
    head_count,
    head_size,
)

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

UNLIMITED = 2**63


class Fault(Exception):
    """An error in the input: name, offset and facts; _errors/make_errors.py makes the message of it."""

    def __init__(self, name: str, offset: int, facts: Any = None) -> None:
        super().__init__(name, offset, facts)
        self.name = name
        self.offset = offset
        self.facts = facts


class LateFault(Fault):
    """A fault detected only after decoding the object; ``end`` is the offset after the object."""

    def __init__(self, name: str, offset: int, facts: Any, end: int) -> None:
        super().__init__(name, offset, facts)
        self.end = end


class Limits:
    """The limits of a reader: lengths by kind, depth, bytes of one message."""

    __slots__ = ("by_kind", "bytes", "depth", "sizes", "strict_keys")

    def __init__(
        self,
        by_kind: Optional[dict[int, int]] = None,
        depth: int = 1024,
        bytes: int = UNLIMITED,
        strict_keys: bool = False,
    ) -> None:
        self.by_kind = by_kind or {}
        self.depth = depth
        self.bytes = bytes
        self.strict_keys = strict_keys
        self.sizes = self._run_sizes()

    def _run_sizes(self) -> tuple[int, ...]:
        """SIZES, with 0 for short values that may exceed a small limit."""
        if self.by_kind.get(STR, 31) >= 31 and self.by_kind.get(EXT, 16) >= 16:
            return SIZES
        return tuple(
            0 if KINDS[format_byte] in self.by_kind and size > 1 else size for format_byte, size in enumerate(SIZES)
        )


class Scan:
    """One message of a stream. Positions count from the message's first byte."""

    __slots__ = ("_in_map", "_left", "_outer", "_stack", "limits", "need", "pos")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._left = 1  # remaining values in the innermost container, keys included
        self._in_map = False
        self._outer = 0  # pending values of the containers around it
        self._stack: list[tuple[int, bool]] = []
        self.pos = 0
        self.need = 1  # offset up to which the value at pos needs bytes

    def more(self, buf: Any, base: int, end: int) -> bool:
        """Continue in buf[base:end], which has the message from its first byte on.

        True: the message is whole, ``pos`` bytes long. False: call again with more bytes.
        Raises Fault, with ``pos`` at the value at fault.
        """
        have = end - base
        if have < self.need:
            return False
        while True:
            while not self._left:
                if not self._stack:
                    return True
                self._left, self._in_map = self._stack.pop()
                self._outer -= self._left
            if have + self._outer + self._left <= self.limits.bytes:
                self._run(buf, base, end)
                if not self._left:
                    continue
            if not self._value(buf, base, have):
                return False

    def least(self) -> int:
        """After more() returned False: the least length of the whole message, pending values of one byte each."""
        return self.need + self._outer + self._left - 1

    def _run(self, buf: Any, base: int, end: int) -> None:
        """Skips values of fixed size that break no rule; stops at any other."""
        sizes = self.limits.sizes
        left = self._left
        at = base + self.pos
        skip_scalar_keys = not (self._in_map and self.limits.strict_keys)
        while left and at < end:
            format_byte = buf[at]
            size = sizes[format_byte]
            if not size or at + size > end:
                break
            if left & 1 or skip_scalar_keys or KINDS[format_byte] != SCALAR:
                at += size
                left -= 1
            else:
                break
        self._left = left
        self.pos = at - base

    def _value(self, buf: Any, base: int, have: int) -> bool:
        """Checks one value by every rule. False: more bytes are needed."""
        limits = self.limits
        pos = self.pos
        later = self._outer + self._left - 1
        if pos >= have:
            self.need = pos + 1
            return False
        format_byte = buf[base + pos]
        kind = KINDS[format_byte]
        if kind == RESERVED:
            raise Fault("reserved_byte", pos)
        head = head_size(format_byte)
        space = limits.bytes - pos - later
        if head > space:
            raise Fault("size_limit", pos, limits.bytes)
        if pos + head > have:
            self.need = pos + head
            return False
        count = head_count(buf, base + pos)
        if kind in limits.by_kind and count > limits.by_kind[kind]:
            raise Fault(LIMIT_NAMES[kind], pos, limits.by_kind[kind])
        if kind == ARRAY or kind == MAP:
            if len(self._stack) >= limits.depth:
                raise Fault("too_deep", pos, limits.depth)
            if kind == MAP:
                count *= 2
            if head + count > space:
                raise Fault("size_limit", pos, limits.bytes)
            self.pos = pos + head
            self._stack.append((self._left - 1, self._in_map))
            self._outer = later
            self._left, self._in_map = count, kind == MAP
            return True
        if head + count > space:
            raise Fault("size_limit", pos, limits.bytes)
        if pos + head + count > have:
            self.need = pos + head + count
            return False
        if kind == SCALAR and self._in_map and not self._left & 1 and limits.strict_keys:
            raise Fault("invalid_key", pos)
        self.pos = pos + head + count
        self._left -= 1
        return True
