"""Partial decoding: walks over a message, errors, and the value at a cursor.

A cursor is three numbers: the offset of a value, the number of pending values from there on (this
value included), and the depth. Skipping validates the structure of the skipped values, not their
text, timestamps and keys.
"""

from __future__ import annotations

import sys

from ..._core.first_error import Walk, raise_fault, scalar_value
from ..._errors import make_errors
from ..._wire.format import (
    ARRAY,
    BIN,
    EXT,
    KINDS,
    MAP,
    RESERVED,
    SCALAR,
    STR,
    head_count,
    head_size,
)
from ..._wire.scan import Fault, Limits
from ..input_buffer import buffer_of, views_of
from ..lock import watch
from ..option_checks import clipped
from ..unpack.decode_loop import LateFault, decode
from ..unpack.options import UnpackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Callable, NoReturn, Optional

Place = tuple[int, int, int]  # offset, pending values from there on, depth
START: Place = (0, 1, 0)


def readable(buf: Any, live: bool = False) -> tuple[Any, Any]:
    """(an object to index and to slice, a memoryview that keeps its memory exported if others may
    write to it, else None).

    Buffers other than bytes and mmap are copied, since others may write to them, unless ``live``.
    """
    if type(buf) is bytes:
        return buf, None
    view = buffer_of(buf)
    if live:
        copy = b"" if view.c_contiguous else view.tobytes()
        views = views_of(buf, copy)
        return (copy, None) if views.obj is copy else (views.toreadonly(), view)
    mmap = sys.modules.get("mmap")
    if mmap is not None and isinstance(buf, mmap.mmap):
        return buf, view  # a file may be larger than memory
    return view.tobytes(), None


class Lazy:
    """A message in memory and the options by which its values are decoded."""

    _lock: Any

    def __init__(self, buf: Any, options: dict[str, Any], whole: bool = True) -> None:
        self._given = {"strict_map_key": False, **options}
        self.options = UnpackOptions(**self._given)
        self.buf, self._owner = readable(buf, self.options.zero_copy)
        #: What gives the beginning of paths after "$", or None.
        self.within: Optional[Callable[[], str]] = None
        self.check_size()
        #: The offset of the message, from which paths lead.
        self.start = 0
        #: The offset of the compressed message whose content ``buf`` is, else None.
        self.lz4_offset: Optional[int] = None
        #: A buffer in which bytes follow the compressed message, and their offset.
        self.rest: Optional[tuple[bytes, int]] = None
        if self.options.lz4 and whole:
            self._decompress()
        self.end = len(self.buf)
        self._views: Optional[memoryview] = None
        if self.options.zero_copy:
            self._views = views_of(buf if self._owner is not None else self.buf, b"")
        watch(self)
        self.raw = bool(self._given.get("raw"))
        #: Kinds of keys that are decoded to be compared with a str, bytes or a number, since a
        #: hook, an error handler or the option timestamp decides what they are equal to.
        self.makes = _kinds_made(self.options, self.raw, self._given.get("unicode_errors"))
        self._by_depth: dict[int, UnpackOptions] = {0: self.options}
        self._by_kind = self.options.limits.by_kind
        self._sizes = self.options.limits.sizes

    def _decompress(self) -> None:
        """Replaces a compressed message by its content."""
        from ..._values.lz4 import detect, unframe

        if not detect(self.buf, 0, len(self.buf)):
            return
        whole = bytes(self.buf[:])  # others may write to the buffer
        framed = unframe(whole, self.options.max_lz4_size)
        if framed is None:
            return
        self.buf, end = framed
        self._owner, self.lz4_offset = None, 0
        if end != len(whole):
            self.rest = whole, end

    def _free(self) -> None:
        """Called after a fork while another thread held the lock; there is nothing to do."""

    def check_size(self) -> None:
        limit = clipped(self._given.get("max_buffer_size", -1), "max_buffer_size")
        if 0 <= limit < len(self.buf):
            path = "$" if self.within is None else "$" + self.within()
            raise make_errors.unpack_error("size_limit", bytes(self.buf[:16]), len(self.buf), 0, path, limit)

    def turn_to(self, buf: Any, start: int = 0, lz4_offset: Optional[int] = None) -> None:
        """Goes on with another message, which begins at ``start`` in a buffer that nobody changes."""
        self.buf, self.end, self.start = buf, len(buf), start
        self._owner, self.lz4_offset = None, lz4_offset

    # --- errors

    def way(self) -> Walk:
        """A walk for paths of values, from the beginning of the message."""
        return Walk(
            self.buf, self.start, self.end, Limits(depth=1 << 62),
            check_counts=False, check_text=False, check_time=False,
        )  # fmt: skip

    def path(self, at: int, way: Optional[Walk] = None) -> str:
        """The path of the value at an offset; the message must be valid up to there.

        way: a walk that has not passed the offset; it is continued.
        """
        way = way or self.way()
        way.find(stop=at)
        path = way.path()
        return path if self.within is None else "$" + self.within() + path[1:]

    def raise_fault(self, fault: Fault, way: Optional[Walk] = None) -> NoReturn:
        if fault.name == "too_deep" and (fault.facts or 0) >= 0:  # a part was read with the depth that was left
            fault = Fault(fault.name, fault.offset, self.options.max_depth)
        raise_fault(fault, self.buf, 0, self.path(fault.offset, way), self.lz4_offset)

    def check_end(self, value: Any, stop: int) -> None:
        """Raises ExtraData if bytes follow the root, which ends at ``stop``, or the compressed message."""
        if stop != self.end:
            self.raise_fault(Fault("extra_data", stop, (value, bytes(self.buf[stop:]))))
        if self.rest is not None:
            whole, end = self.rest
            raise_fault(Fault("extra_data", end, (value, whole[end:])), whole, 0, "$")

    def _check(self, at: int, pending: int, depth: int) -> int:
        """The end of the value at a cursor; raises the first fault of its structure."""
        limits = Limits(self._by_kind, depth=self.options.max_depth - depth)
        walk = Walk(self.buf, at, self.end, limits, check_text=False, check_time=False)
        walk._pending = pending - 1
        fault = walk.find()
        if fault is not None:
            self.raise_fault(fault)
        return walk.pos

    # --- walks

    def look(self, at: int, pending: int, depth: int) -> tuple[int, int, int]:
        """(kind, size of the header, declared length or count) of the value at a cursor."""
        if at < self.end:
            buf = self.buf
            format_byte = buf[at]
            kind = KINDS[format_byte]
            head = head_size(format_byte)
            left = self.end - at - head
            if kind != RESERVED and left >= 0:
                count = head_count(buf, at)
                if kind not in self._by_kind or count <= self._by_kind[kind]:
                    if kind != ARRAY and kind != MAP:
                        if count <= left:
                            return kind, head, count
                    elif depth < self.options.max_depth and count * (1 + (kind == MAP)) + pending - 1 <= left:
                        return kind, head, count
        self._check(at, pending, depth)
        raise SystemError("hayapack: the quick and the exact check disagree")

    def skip(self, at: int, pending: int, depth: int, n: int) -> int:
        """The offset after n consecutive values."""
        try:
            stop = self._pass(at, n, self.options.max_depth - depth)
        except IndexError:
            stop = -1
        # The remaining bytes show whether a declared count was too large.
        if stop < 0 or self.end - stop < pending - n:
            for i in range(n):
                at = self._check(at, pending - i, depth)
            return at
        return stop

    def _pass(self, at: int, left: int, most: int) -> int:
        """The fast path; -1 or IndexError at a value that it does not handle."""
        buf, sizes, end = self.buf, self._sizes, self.end
        marks: list[int] = []  # for each open container: the values that remain after it
        while left:
            format_byte = buf[at]
            size = sizes[format_byte]
            left -= 1
            if size:
                at += size
                continue
            kind = KINDS[format_byte]
            head = head_size(format_byte)
            if kind == RESERVED or at + head > end:
                return -1
            count = head_count(buf, at)
            if kind in self._by_kind and count > self._by_kind[kind]:
                return -1
            at += head
            if kind != ARRAY and kind != MAP:
                at += count
                continue
            while marks and left < marks[-1]:
                marks.pop()
            if len(marks) >= most or count > end - at:
                return -1
            marks.append(left)
            left += count * 2 if kind == MAP else count
        return at if at <= end else -1

    def find(self, place: Place, entries: int, wanted: set[tuple[int, Any]], key: Any) -> tuple[bool, Place, int]:
        """Searches the entries of a map for the next key that is ``key``, on the wire one of
        ``wanted`` (kind, payload).

        (True, the cursor of its value, the entries after it), or (False, the end of the map, 0).
        """
        buf, end = self.buf, self.end
        strict = self.options.strict_keys
        at, pending, depth = place
        for left in range(entries - 1, -1, -1):
            format_byte = buf[at] if at < end else 0xC1
            if (
                0xA0 <= format_byte <= 0xBF
                and at + format_byte - 0x9F <= end
                and self._sizes[format_byte]
                and STR not in self.makes
            ):
                same = (STR, bytes(buf[at + 1 : at + format_byte - 0x9F])) in wanted
                at += format_byte - 0x9F
            else:
                kind, head, count = self.look(at, pending, depth)
                made = kind in self.makes or (kind == ARRAY and isinstance(key, tuple))
                if strict and kind != STR and kind != BIN and not made:
                    self.raise_fault(Fault("invalid_key", at, self._value(at, pending, depth, True)[0]))
                stop = self.skip(at, pending, depth, 1)
                if made:
                    same = self._is_equal(at, pending, depth, kind, key)
                elif kind == STR or kind == BIN:
                    same = (kind, bytes(buf[at + head : at + head + count])) in wanted
                else:
                    same = kind == SCALAR and (kind, scalar_value(buf, at)) in wanted
                at = stop
            pending -= 1
            if same:
                return True, (at, pending, depth), left
            at = self.skip(at, pending, depth, 1)
            pending -= 1
        return False, (at, pending, depth), 0

    def _is_equal(self, at: int, pending: int, depth: int, kind: int, key: Any) -> bool:
        try:
            return bool(self.key(at, pending, depth)[0] == key)
        except UnicodeDecodeError:
            if kind != STR:
                raise
            return False

    def find_all(
        self, at: int, pending: int, depth: int, entries: int, wanted: dict[tuple[int, bytes], int],
        found: dict[int, int], others: list[tuple[int, int]],
    ) -> int:  # fmt: skip
        """The offset after a map's entries. ``found`` gets the offset of the value of each str or bin key
        (kind, bytes) in ``wanted``, in the order of the message; for a repeated key, of the last one, and
        ``others`` gets (offset, number) of the others. It also gets (offset, -1) of each key that strict_map_key
        forbids.
        """
        buf, end, sizes = self.buf, self.end, self._sizes
        for _ in range(entries):
            format_byte = buf[at] if at < end else 0xC1
            key = None
            if 0xA0 <= format_byte <= 0xBF and at + format_byte - 0x9F <= end and sizes[format_byte]:
                key = STR, bytes(buf[at + 1 : at + format_byte - 0x9F])
                at += format_byte - 0x9F
            else:
                kind, head, count = self.look(at, pending, depth)
                if kind == STR or kind == BIN:
                    key = kind, bytes(buf[at + head : at + head + count])
                elif self.options.strict_keys:
                    others.append((at, -1))
                at = self.skip(at, pending, depth, 1)
            pending -= 1
            number = wanted.get(key) if key is not None else None
            if number is not None:
                if number in found:
                    others.append((found.pop(number), number))
                found[number] = at
            format_byte = buf[at] if at < end else 0xC1
            size = sizes[format_byte]
            at = at + size if size and at + size <= end else self.skip(at, pending, depth, 1)
            pending -= 1
        return at

    def raise_invalid_key(self, at: int) -> NoReturn:
        """Raises the error for a key that strict_map_key forbids."""
        self.raise_fault(Fault("invalid_key", at, self._value(at, 1, 0, True)[0]))

    # --- values

    def _options_at(self, depth: int) -> UnpackOptions:
        options = self._by_depth.get(depth)
        if options is None:
            most = max(0, self.options.max_depth - depth)
            options = self._by_depth[depth] = UnpackOptions(**{**self._given, "max_depth": most})
        return options

    def value(self, at: int, pending: int, depth: int) -> tuple[Any, int]:
        """The decoded value at a cursor and the offset after it."""
        return self._value(at, pending, depth, False)

    def _value(self, at: int, pending: int, depth: int, is_key: bool) -> tuple[Any, int]:
        options = self._options_at(depth)
        buf, before, views = self.buf, 0, self._views
        if self._owner is not None:  # copied, since others may write to it
            if views is not None and not is_key:
                kind, head, count = self.look(at, pending, depth)
                if kind == BIN:
                    return views[at + head : at + head + count], at + head + count
            try:
                end = self.skip(at, pending, depth, 1)
            except ValueError:  # decoding a copy of the remaining bytes finds the first error
                end = self.end
            buf, before = bytes(buf[at:end]), at
            if views is not None:
                views = views[at:]
        try:
            value, stop = decode(buf, at - before, options, is_key, views)
            stop += before
        except Fault as fault:
            fault.offset += before
            if isinstance(fault, LateFault):
                fault.end += before
            self._raise_exact(fault, at, pending, options)
        if self.end - stop < pending - 1:  # a declared count may be too large
            self._check(at, pending, depth)
        return value, stop

    def _raise_exact(self, fault: Fault, at: int, pending: int, options: UnpackOptions) -> NoReturn:
        """As decode.raise_exact, for a value inside a message."""
        walk = Walk(self.buf, at, self.end, options.limits, check_text=options.check_text)
        walk._pending = pending - 1
        found = walk.find()
        if isinstance(fault, LateFault) and (found is None or found.offset >= fault.end):
            found = None
        self.raise_fault(found or fault)

    def key(self, at: int, pending: int, depth: int) -> tuple[Any, int]:
        """As value(), for a map's key; raises if strict_map_key forbids it or it can't be hashed."""
        key, stop = self._value(at, pending, depth, True)
        if type(key) is not str and type(key) is not bytes:
            refused = self.options.strict_keys
            if not refused:
                try:
                    hash(key)
                except TypeError:
                    refused = True
            if refused:
                self.raise_fault(Fault("invalid_key", at, key))
        return key, stop


def inside(place: Place, kind: int, head: int, count: int) -> Place:
    """The cursor of the first value in a container."""
    at, pending, depth = place
    return at + head, pending - 1 + (count * 2 if kind == MAP else count), depth + 1


def text_bytes(text: str) -> bytes:
    """The UTF-8 of a key; for a key with lone surrogates, bytes that no key in a message has."""
    for errors in ("strict", "surrogateescape"):
        try:
            return str.encode(text, "utf-8", errors)
        except UnicodeEncodeError:
            pass
    return str.encode(text, "utf-8", "surrogatepass")


def _kinds_made(options: UnpackOptions, raw: bool, unicode_errors: Optional[str]) -> set[int]:
    kinds = set()
    if not raw and unicode_errors not in (None, "strict"):
        kinds.add(STR)
    if options.ext_hook is not None or options.timestamp in (1, 2):
        kinds.add(EXT)
    if options.list_hook is not None or options.object_hook is not None:
        kinds |= {ARRAY, MAP}
    return kinds
