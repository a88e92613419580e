"""The cold path of reading: which error comes first, and where it lies.

The decoder stops at the first sign of trouble; the walk here takes the message value
by value, with every rule in its order, and so finds the error's name, offset and path.
"""

from __future__ import annotations

from typing import Any, NoReturn, Optional

from .. import _errors
from .scan import Fault, Limits
from .tables import (
    ARRAY,
    EXT,
    KINDS,
    LIMIT_NAMES,
    MAP,
    NUMBERS,
    ONE_BYTE_VALUES,
    RESERVED,
    SCALAR,
    SIZES,
    STR,
    head_count,
    head_size,
)


class _Level:
    """An open container: what it is, and where the walk is in it."""

    __slots__ = ("is_map", "key_at", "left", "values")

    def __init__(self, is_map: bool, values: int) -> None:
        self.is_map = is_map
        self.values = values
        self.left = values
        self.key_at = 0


class Walk:
    """Walks over the message that begins at ``pos``; ``base`` is where offsets count from."""

    def __init__(
        self,
        buf: Any,
        pos: int,
        end: int,
        limits: Limits,
        *,
        check_text: bool = True,
        check_time: bool = True,
        promise: bool = True,  # streams have no end to measure it by
        trusted: int = 0,  # scalars that end before this offset are known to be right
    ) -> None:
        self._buf = buf
        self._base = pos
        self._end = end
        self._limits = limits
        self._check_text = check_text
        self._check_time = check_time
        self._promise = promise
        self._trusted = trusted
        self.pos = pos
        self._levels: list[_Level] = []
        self._owed = 0  # values that all open containers still wait for

    def find(self, stop: Optional[int] = None) -> Optional[Fault]:
        """The first fault, with its path; None if there is none.

        The walk ends before the value at offset ``stop``, with ``path()`` leading to it.
        """
        levels = self._levels
        started = False
        while levels or not started:
            while levels and not levels[-1].left:
                levels.pop()
            if not levels and started:
                break
            started = True
            if levels:
                level = levels[-1]
                if self.pos < self._trusted:
                    self._pass_trusted(level)
                    if not level.left:
                        continue
                if level.is_map and not level.left & 1:
                    level.key_at = self.pos
                level.left -= 1
                self._owed -= 1
            if stop is not None and self.pos >= stop:
                return None
            fault = self._value()
            if fault is not None:
                return fault
        return None

    def _pass_trusted(self, level: _Level) -> None:
        """Passes values of fixed size that the decoder has passed."""
        buf, trusted, pos, left = self._buf, self._trusted, self.pos, level.left
        while left:
            size = SIZES[buf[pos]]
            if not size or pos + size >= trusted:
                break
            if not left & 1:
                level.key_at = pos
            pos += size
            left -= 1
        self._owed -= level.left - left
        self.pos, level.left = pos, left

    def _value(self) -> Optional[Fault]:
        """One value, or the head of a container."""
        buf, pos, left, limits = self._buf, self.pos, self._end - self.pos, self._limits
        if not left:
            return Fault("truncated", pos)
        lead = buf[pos]
        kind = KINDS[lead]
        if kind == RESERVED:
            return Fault("reserved_byte", pos)
        head = head_size(lead)
        if head > left:
            return Fault("truncated", pos)
        count = head_count(buf, pos)
        if kind in limits.by_kind and count > limits.by_kind[kind]:
            return Fault(LIMIT_NAMES[kind], pos, limits.by_kind[kind])
        if kind == ARRAY or kind == MAP:
            values = count * 2 if kind == MAP else count
            if len(self._levels) >= limits.depth:
                return Fault("too_deep", pos)
            if self._promise and values > left - head - self._owed:
                return Fault("truncated", pos, self._owed)
            self.pos += head
            self._levels.append(_Level(kind == MAP, values))
            self._owed += values
            return None
        if head + count > left:
            return Fault("truncated", pos)
        payload = buf[pos + head : pos + head + count] if kind in (STR, EXT) else b""
        fault = self._payload_fault(kind, bytes(payload))
        if fault is None:
            self.pos += head + count
        return fault

    def _payload_fault(self, kind: int, payload: bytes) -> Optional[Fault]:
        pos = self.pos
        if kind == STR and self._check_text:
            try:
                payload.decode("utf-8")
            except UnicodeDecodeError:
                return Fault("invalid_utf8", pos, payload)
        elif kind == EXT and self._check_time:
            head = head_size(self._buf[pos])
            if self._buf[pos + head - 1] == 0xFF and not timestamp_valid(payload):
                return Fault("invalid_timestamp", pos)
        elif kind == SCALAR and self._limits.strict_keys and self._at_key():
            return Fault("invalid_key", pos, scalar_value(self._buf, pos))
        return None

    def _at_key(self) -> bool:
        # The value at pos has been taken off "left" already.
        return bool(self._levels) and self._levels[-1].is_map and bool(self._levels[-1].left & 1)

    def path(self) -> str:
        """The path of the value at ``pos``."""
        texts = [b"$"]
        for level in self._levels:
            n = level.values - level.left - 1
            if not level.is_map:
                texts.append(b"[%d]" % n)
            elif level.left & 1:
                texts.append(b"{key #%d}" % (n // 2))
            else:
                texts.append(self._entry_text(level.key_at, n // 2))
        return _errors.join_texts(texts)

    def _entry_text(self, key_at: int, n: int) -> bytes:
        lead = self._buf[key_at]
        kind = KINDS[lead]
        if kind == STR:
            start = key_at + head_size(lead)
            return _errors.str_key_text(
                bytes(self._buf[start : start + head_count(self._buf, key_at)])
            )
        if kind == SCALAR:
            return _errors.key_text(scalar_value(self._buf, key_at), n)
        return b"{#%d}" % n


def scalar_value(buf: Any, at: int) -> Any:
    """The nil, bool, integer or float at ``at``, which is whole."""
    number = NUMBERS[buf[at]]
    return ONE_BYTE_VALUES[buf[at]] if number is None else number(buf, at + 1)[0]


def timestamp_valid(payload: bytes) -> bool:
    if len(payload) == 4:
        return True
    if len(payload) == 8:
        return int.from_bytes(payload[:4], "big") >> 2 <= 999_999_999
    return len(payload) == 12 and int.from_bytes(payload[:4], "big") <= 999_999_999


def raise_fault(
    fault: Fault, buf: Any, base: int, path: Optional[str], lz4_offset: Optional[int] = None
) -> NoReturn:
    """Raise the exception for a fault in buf; base: the offset of buf[0] in the stream.

    lz4_offset: where the message that buf was decompressed from begins.
    """
    at = fault.offset
    head = bytes(buf[at : at + 16])
    raise _errors.unpack_error(
        fault.name, head, len(buf) - at, at + base, path, fault.facts, lz4_offset
    ) from None
