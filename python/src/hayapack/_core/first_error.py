"""The slow path of reading: finds the first error and where it is.

The decoder stops at the first sign of an error. The walk here reads the message again, value by
value, and checks every rule in order, which gives the error's name, offset and path.
"""

from __future__ import annotations

from .._errors import make_errors
from .._wire.format import (
    ARRAY,
    BIN,
    EXT,
    KINDS,
    LIMIT_NAMES,
    MAP,
    ONE_BYTE_VALUES,
    RESERVED,
    SCALAR,
    SIZES,
    STR,
    TYPED_CODE,
    head_count,
    head_size,
    typed_values,
)
from .._wire.reading import NUMBERS
from .._wire.scan import Fault, Limits

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional


class _Level:
    """An open container and the walk's position in it."""

    __slots__ = ("is_map", "key_at", "left", "outer", "values")

    def __init__(self, is_map: bool, values: int, outer: Optional[tuple[int, int, int]] = None) -> None:
        self.is_map = is_map
        #: For an ext 100: its offset, and the walk's end and pending values outside it.
        self.outer = outer
        self.values = values
        self.left = values
        self.key_at = 0


class Walk:
    """Walks over the message that begins at ``pos``."""

    def __init__(
        self,
        buf: Any,
        pos: int,
        end: int,
        limits: Limits,
        *,
        check_text: bool = True,
        check_time: bool = True,
        check_counts: bool = True,  # check declared counts against the remaining bytes; not in streams
        trusted: int = 0,  # scalars that end before this offset have been checked
        typed: bool = False,  # check the content of ext 100
    ) -> None:
        self._buf = buf
        self._base = pos
        self._end = end
        self._limits = limits
        self._check_text = check_text
        self._check_time = check_time
        self._check_counts = check_counts
        self._trusted = trusted
        self._typed = typed
        self.pos = pos
        self.reached = pos  # where the fault was found, which may be after its offset
        self._levels: list[_Level] = []
        self._pending = 0  # pending values of all open containers
        self._stopped = False  # before a value that is not counted as pending any more

    def find(self, stop: Optional[int] = None) -> Optional[Fault]:
        """The first fault, or None; path() then gives its path.

        The walk ends before the value at offset ``stop``, whose path is then path(). It can go on from there.
        """
        levels = self._levels
        if self._stopped:
            self._stopped = False
            if levels:
                levels[-1].left += 1
                self._pending += 1
        started = False
        while levels or not started:
            while levels and not levels[-1].left:
                outer = levels.pop().outer
                if outer is not None:
                    at, end, pending = outer
                    if self.pos != self._end:
                        self.reached, self.pos = self.pos, at
                        return Fault("invalid_typed", at)
                    self._end, self._pending = end, pending
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
                self._pending -= 1
            if stop is not None and self.pos >= stop:
                self._stopped = True
                return None
            fault = self._value()
            if fault is not None:
                return self._in_typed(fault)
        return None

    def _in_typed(self, fault: Fault) -> Fault:
        """Truncation inside an ext 100 makes the typed value invalid, not the message truncated."""
        self.reached = self.pos
        if self._typed and fault.name == "truncated":
            for n in range(len(self._levels) - 1, -1, -1):
                outer = self._levels[n].outer
                if outer is not None:
                    del self._levels[n:]
                    self.pos = outer[0]
                    return Fault("invalid_typed", self.pos)
        return fault

    def _pass_trusted(self, level: _Level) -> None:
        """Skips values of fixed size that the decoder has checked."""
        buf, trusted, pos, left = self._buf, self._trusted, self.pos, level.left
        while left:
            size = SIZES[buf[pos]]
            if not size or pos + size >= trusted:
                break
            if not left & 1:
                level.key_at = pos
            pos += size
            left -= 1
        self._pending -= level.left - left
        self.pos, level.left = pos, left

    def _value(self) -> Optional[Fault]:
        """Reads one value, or the header of a container."""
        buf, pos, left, limits = self._buf, self.pos, self._end - self.pos, self._limits
        if not left:
            return Fault("truncated", pos)
        format_byte = buf[pos]
        kind = KINDS[format_byte]
        if kind == RESERVED:
            return Fault("reserved_byte", pos)
        head = head_size(format_byte)
        if head > left:
            return Fault("truncated", pos)
        count = head_count(buf, pos)
        if kind in limits.by_kind and count > limits.by_kind[kind]:
            return Fault(LIMIT_NAMES[kind], pos, limits.by_kind[kind])
        if kind == ARRAY or kind == MAP:
            values = count * 2 if kind == MAP else count
            if len(self._levels) >= limits.depth:
                return Fault("too_deep", pos, limits.depth)
            if self._check_counts and values > left - head - self._pending:
                return Fault("truncated", pos, self._pending)
            self.pos += head
            self._levels.append(_Level(kind == MAP, values))
            self._pending += values
            return None
        if head + count > left:
            return Fault("truncated", pos)
        if self._typed and kind == EXT and buf[pos + head - 1] == TYPED_CODE:
            return self._open_typed(pos, pos + head, count)
        payload = buf[pos + head : pos + head + count] if kind in (STR, EXT) else b""
        fault = self._payload_fault(kind, bytes(payload))
        if fault is None:
            self.pos += head + count
        return fault

    def _open_typed(self, pos: int, start: int, count: int) -> Optional[Fault]:
        if count < 2 or KINDS[self._buf[start]] != STR:
            return Fault("invalid_typed", pos)
        if len(self._levels) >= self._limits.depth:
            return Fault("too_deep", pos, self._limits.depth)
        values = typed_values(self._buf, start, start + count)
        self._levels.append(_Level(False, values, (pos, self._end, self._pending)))
        self._end, self._pending = start + count, values
        self.pos = start
        return None

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
        # level.left does not count the value at pos any more.
        return bool(self._levels) and self._levels[-1].is_map and bool(self._levels[-1].left & 1)

    def path(self, bin_keys: bool = False) -> str:
        """The path of the value at ``pos``. bin_keys: with the bytes of bin keys, not as other keys, by their numbers."""
        texts = [b"$"]
        for level in self._levels:
            n = level.values - level.left - 1
            if level.outer is not None:
                texts.append(b"")
            elif not level.is_map:
                texts.append(b"[%d]" % n)
            elif level.left & 1:
                texts.append(b"{key #%d}" % (n // 2))
            else:
                texts.append(self._entry_text(level.key_at, n // 2, bin_keys))
        return make_errors.join_texts(texts)

    def _entry_text(self, key_at: int, n: int, bin_keys: bool) -> bytes:
        format_byte = self._buf[key_at]
        kind = KINDS[format_byte]
        if kind == STR or (kind == BIN and bin_keys):
            start = key_at + head_size(format_byte)
            key_text = make_errors.str_key_text if kind == STR else make_errors.bin_key_text
            return key_text(bytes(self._buf[start : start + head_count(self._buf, key_at)]))
        if kind == SCALAR:
            return make_errors.key_text(scalar_value(self._buf, key_at), n)
        return b"{#%d}" % n


def check_structure(data: bytes) -> None:
    """Raises the error if data is not exactly one message; see :class:`Fragment`."""
    walk = Walk(data, 0, len(data), Limits(), check_text=False, check_time=False)
    fault = walk.find()
    if fault is None and walk.pos < len(data):
        fault = Fault("extra_data", walk.pos, (None, data[walk.pos :]))
    if fault is not None:
        raise_fault(fault, data, 0, walk.path())


def scalar_value(buf: Any, at: int) -> Any:
    """The nil, bool, integer or float at ``at``, all of whose bytes are present."""
    number = NUMBERS[buf[at]]
    return ONE_BYTE_VALUES[buf[at]] if number is None else number(buf, at + 1)[0]


def timestamp_valid(payload: bytes) -> bool:
    if len(payload) == 4:
        return True
    if len(payload) == 8:
        return int.from_bytes(payload[:4], "big") >> 2 <= 999_999_999
    return len(payload) == 12 and int.from_bytes(payload[:4], "big") <= 999_999_999


def raise_fault(fault: Fault, buf: Any, base: int, path: Optional[str], lz4_offset: Optional[int] = None) -> NoReturn:
    """Raise the exception for a fault in buf; base: the offset of buf[0] in the stream.

    lz4_offset: where the message that buf was decompressed from begins.
    """
    raise fault_error(fault, buf, base, path, lz4_offset) from None


def fault_error(fault: Fault, buf: Any, base: int, path: Optional[str], lz4_offset: Optional[int] = None) -> Exception:
    """The exception that raise_fault() raises."""
    at = fault.offset
    head = bytes(buf[at : at + 16])
    return make_errors.unpack_error(fault.name, head, len(buf) - at, at + base, path, fault.facts, lz4_offset)
