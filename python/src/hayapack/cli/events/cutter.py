"""Cuts an input of any size into pieces that fit in memory.

A stream of messages is cut between messages. A message of more than BIG bytes is
opened: its header is reported, then its elements in pieces, then its end; large elements are
opened likewise. Only the structure is checked here (by the library's boundary scan); the decoder
of a piece finds other errors.
"""

from __future__ import annotations

from typing import Any, Iterator, Optional, Union

from ... import BufferFull, LimitError, OutOfData, Unpacker, UnpackException
from ..._core import tokens
from ..._core.tokens import ARRAY, MAP
from ..._errors.make_errors import counted
from ..common.exit_status import BadData
from ..input.inputs import WINDOW, Input
from . import nesting, paths
from .events import (
    FOUND,
    ITEMS,
    KEY,
    MESSAGES,
    PAIRS,
    VALUE,
    Close,
    Event,
    Huge,
    Open,
    Run,
    head,
    is_lz4,
    new_unpacker,
    numbered,
    structure_error,
    words,
)

BIG = 8 << 20  # larger messages, in bytes, are opened
PIECE = 256 << 10  # bytes of a piece: small enough for a processor's cache
LZ4_LIMIT = 1 << 30  # largest compressed message in bytes; it can't be opened
SMALL = 256  # smaller units, in bytes, are skipped many at a time
RESUMED = 4 << 10  # bytes that are read first after an error: there may be another one nearby
PROBED = 16  # units measured to estimate the size of the next ones


class _Level:
    """An opened container."""

    __slots__ = ("component", "count", "half", "kind", "left")

    def __init__(self, kind: str, count: int) -> None:
        self.kind = kind
        self.count = count
        self.left = count * (2 if kind is MAP else 1)  # values
        self.half = False  # in a map: after a key, before its value
        self.component = ""  # path component of the open value inside

    @property
    def number(self) -> int:
        """Number of the next item or entry, or of the entry whose key was read."""
        if self.kind is ARRAY:
            return self.count - self.left
        return self.count - (self.left + 1) // 2


class Cutter:
    """Iterate over it for the events. `messages` counts complete messages.

    forget: the input need not keep bytes that were read, but for those of the message that is read if `resumes`;
    lz4: ext 98 and 99 are LZ4; max_depth: the most containers inside each other. Raises BadData after all complete values
    before the error were yielded; resume() continues behind it.
    """

    def __init__(
        self, input: Input, *, forget: bool = True, resumes: bool = False, lz4: bool = True,
        max_depth: int = nesting.MAX_DEPTH,
    ) -> None:  # fmt: skip
        self.messages = 0
        self.skipped = 0  # of these, how many were skipped before their end
        self.lz4, self.max_depth = lz4, max_depth
        self.broken = False  # an error in the structure was found: see rest()
        self.fault = ""  # its name
        self.input = input
        #: Bytes of the longest message; None: any number.
        self.longest: Optional[int] = None
        self._forget, self._resumes = forget, resumes
        self._window = WINDOW
        self._message = 0  # offset of the message that is open
        self._path = "$"
        self._outer = 0  # containers around the part that is read
        self._levels: list[_Level] = []
        self._held = bytearray()  # input bytes from _start on
        self._start = 0
        self._average = 0.0  # average bytes of a unit
        self._failed: Optional[UnpackException] = None
        # State of the library's scan: its beginning, and its results so far.
        self._unpacker: Unpacker
        self._origin = self._value = 0  # _value: offset of the incomplete value
        self._key_done = False  # in a map: the key before it is complete
        self._over = False  # the value exceeds the limit of the library's Unpacker
        self._restart(0)

    def again(self, opened: Open) -> Cutter:
        """Reads the container that was opened last once more: its events, up to its Close.

        Only possible before this Cutter continues.
        """
        other = Cutter(self.input, forget=False, lz4=self.lz4, max_depth=self.max_depth)
        other.messages = self.messages
        other._path = self.where()
        other._outer = self.depth - 1
        other._levels.append(_Level(opened.kind, opened.count))
        other._restart(opened.offset + len(opened.head))
        return other

    def resume(self, at: int) -> None:
        """Continues at `at`, the beginning of a message, after an error; what was left out counts as one message."""
        self._levels.clear()
        self._held.clear()
        self._failed = None
        self.broken, self.fault = False, ""
        self.messages += 1
        self.skipped += 1
        self._start, self._average, self._window = at, 0.0, RESUMED
        self._restart(at)

    def skip_message(self) -> None:
        """Skips the remaining part of the open message."""
        for _ in self:
            if not self.depth:
                return

    # --- events

    def __iter__(self) -> Iterator[Event]:
        while True:
            level = self._levels[-1] if self._levels else None
            if level and not level.left:
                yield self._close()
                continue
            if self._failed:
                self.broken = True
                raise self._bad(self._failed, self._origin)
            run = self._run(level)
            if run:
                yield run
            elif self._failed:
                continue
            elif self.longest is not None and self._waiting() > self.longest:
                raise self._placed(f"a message of more than {self.longest} bytes", self._start, "too_long")
            elif self._waiting() < BIG and self._more():
                continue
            elif self._waiting() < BIG or (self._compressed() and not self._more()):
                if level is None and not self._held:
                    return
                self.broken = True
                raise self._truncated()
            elif not self._compressed():
                yield from self._open(level)

    def _run(self, level: Optional[_Level]) -> Optional[Run]:
        """The complete units that are buffered, up to PIECE bytes or slightly more."""
        if self._over:
            return None
        pairs = level is not None and level.kind is MAP and not level.half
        left = -1
        if level:
            left = level.left // 2 if pairs else 1 if level.half else level.left
        count, size = self._skip_many(left, pairs)
        if not count:
            count, size = self._skip_each(left, pairs)
        if not count:
            return None
        self._average = size / count
        kind = MESSAGES
        if level:
            kind = PAIRS if pairs else VALUE if level.half else ITEMS
        first = level.number if level else self.messages
        data = bytes(memoryview(self._held)[:size])
        run = Run(
            data, self._start, kind, count, first, self.depth, self.where(), self.messages,
            lz4=self.lz4, max_depth=self.max_depth,
        )  # fmt: skip
        del self._held[:size]
        self._start += size
        if not self._key_done:
            self._value = self._start
        if level:
            level.left -= count * (2 if pairs else 1)
            level.half = False
        else:
            self.messages += count
        return run

    def _skip_each(self, left: int, pairs: bool) -> tuple[int, int]:
        """(number, total bytes) of the complete units."""
        unpacker, origin = self._unpacker, self._origin
        skip, tell = unpacker.skip, unpacker.tell
        count = size = 0
        most = PROBED if self._average == 0.0 else -1
        try:
            while count != left and size < PIECE and count != most:
                if pairs and not self._key_done:
                    skip()
                    self._key_done = True
                    self._value = origin + tell()
                skip()
                self._key_done = False
                count += 1
                self._value = origin + tell()
                size = self._value - self._start
        except OutOfData:
            pass
        except (BufferFull, LimitError):
            self._over = True
        except UnpackException as error:
            self._failed = error
        return count, size

    def _skip_many(self, left: int, pairs: bool) -> tuple[int, int]:
        """The same for small units with one call of the library, as one container."""
        if not 0 < self._average < SMALL or self._key_done:
            return 0, 0
        there = min(len(self._held), PIECE)
        count = int(there * 0.9 / self._average)
        count = min(count, left) if left >= 0 else count
        if count < PROBED:
            return 0, 0
        start = head(MAP if pairs else ARRAY, count)
        probe = new_unpacker(nesting.inside(self.max_depth, self.depth - 1))
        probe.feed(start)
        probe.feed(memoryview(self._held)[: 2 * there])
        try:
            probe.skip()
        except UnpackException:  # _skip_each finds the error
            return 0, 0
        size = probe.tell() - len(start)
        self._unpacker.read_bytes(size)
        return count, size

    # --- opening

    def _open(self, level: Optional[_Level]) -> Iterator[Event]:
        """Opens the value at _value, which is too large for one piece."""
        if level and self._key_done:
            size = self._value - self._start
            data = bytes(memoryview(self._held)[:size])
            level.component = paths.key_component(_plain_key(data), level.number)
            number, path = level.number, self.where()
            yield Run(data, self._start, KEY, 1, number, self.depth, path, self.messages, max_depth=self.max_depth)
            level.left -= 1
            level.half = True
            self._restart(self._value)
        is_key = level is not None and level.kind is MAP and not level.half
        number = level.number if level else self.messages
        if level:
            if is_key:
                level.component = f"{{key #{level.number}}}"
            elif level.kind is ARRAY:
                level.component = f"[{level.number}]"
            level.left -= 1
            level.half = is_key
        offset = self._start
        if level is None:
            self._message = offset
        start = bytes(self._held[: tokens.LONGEST_HEAD])
        token = _head_of(start)
        if token.kind in (ARRAY, MAP):
            self._levels.append(_Level(token.kind, token.value))
            self._average = 0.0
            self._restart(offset + token.body)
            yield Open(token.kind, token.value, offset, start[: token.body], is_key, number)
        else:
            pieces = self._payload(token)
            yield Huge(token, offset, start[: token.body], pieces, is_key, number)
            for _ in pieces:
                pass
            if not self._levels:
                self.messages += 1

    def _payload(self, token: tokens.Token) -> Iterator[bytes]:
        start, left = self._start, token.value
        at = start + token.body
        data = bytes(memoryview(self._held)[token.body : token.end])
        self._held = bytearray()
        while True:
            yield data
            at += len(data)
            left -= len(data)
            if not left:
                break
            data = self.input.fetch(at, min(WINDOW, left))
            if not data:
                text = f"truncated {token.form}: needs {counted(token.value, 'byte')}, {token.value - left} left"
                self.fault = "truncated"
                raise BadData(self.blame(text, start))
            self._release(at)
        self._restart(at)

    def _close(self) -> Close:
        self._levels.pop()
        if not self._levels:
            self.messages += 1
        elif self._levels[-1].half:
            self._levels[-1].component = f"{{#{self._levels[-1].number}}}"
        self._average = 0.0
        self._restart(self._start)
        return Close(self._start)

    # --- bytes

    @property
    def depth(self) -> int:
        """The number of open containers."""
        return self._outer + len(self._levels)

    @property
    def message_start(self) -> int:
        """Offset of the message that is read."""
        return self._message if self._levels else self._start

    @property
    def reached(self) -> int:
        """Offset up to which the input was read."""
        return self._start + len(self._held)

    @property
    def position(self) -> int:
        """Offset of the first byte that was not yielded yet."""
        return self._start

    def _restart(self, at: int) -> None:
        """Continue at this offset, the beginning of a value; the depth may have changed."""
        if self.depth >= self.max_depth:
            raise self._placed(f"containers nested deeper than max_depth({self.max_depth})", at, "too_deep")
        del self._held[: at - self._start]
        self._start = self._value = self._origin = at
        self._key_done = False
        self._over = False
        self._unpacker = new_unpacker(nesting.inside(self.max_depth, self.depth))
        self._unpacker.feed(self._held)

    def _waiting(self) -> int:
        """Buffered bytes of the incomplete value."""
        return self._start + len(self._held) - self._value

    def _more(self) -> bool:
        self._release(self._start)
        data = self.input.fetch(self.reached, self._window)
        self._window = min(2 * self._window, WINDOW)
        self._held += data
        if not self._over:
            self._unpacker.feed(data)
        return bool(data)

    def _release(self, before: int) -> None:
        """The input may forget the bytes before this offset that are not needed again."""
        if self._forget:
            self.input.forget(min(before, self.message_start) if self._resumes else before)

    def _compressed(self) -> bool:
        """An LZ4 message is one piece, since its content can't be cut."""
        if self.depth or not self.lz4 or not is_lz4(self._held):
            return False
        if len(self._held) > LZ4_LIMIT:
            raise self._placed(f"an LZ4 message of over {LZ4_LIMIT >> 20} MiB", self._start, "too_long")
        return True

    # --- errors

    def where(self) -> str:
        """The path of the open container."""
        return self._path + "".join([level.component for level in self._levels[:-1]])

    def inside(self) -> str:
        """The path of the value that was opened last."""
        return self._path + "".join([level.component for level in self._levels])

    def path_of(self, event: Union[Open, Huge]) -> str:
        """The path of the value that was just yielded."""
        return self.where() if isinstance(event, Open) else self.inside()

    def component_of(self, event: Union[Open, Huge]) -> str:
        """The last component of that path; "" for a whole message."""
        levels = self._levels[:-1] if isinstance(event, Open) else self._levels
        return levels[-1].component if levels else ""

    def rest(self) -> Run:
        """After an error: the buffered bytes of the value in which it was found, up to a container that
        is nested too deeply."""
        end = len(self._held)
        if self._failed and self._failed.name == "too_deep":
            end = self._origin + self._failed.offset - self._start
        data = bytes(memoryview(self._held)[self._value - self._start : end])
        path = self._prefix()
        return Run(data, self._value, FOUND, 1, 0, self.depth, path, self.messages, max_depth=self.max_depth)

    def blame(self, text: str, offset: int) -> str:
        """The message for an error in the Huge value that was yielded last."""
        return f"byte {offset}: {text}, at {paths.shortened(self.inside())}{numbered(self.messages)}"

    def _prefix(self) -> str:
        """The path of the incomplete value."""
        path = self.where()
        if not self._levels:
            return path
        level = self._levels[-1]
        if level.kind is ARRAY:
            return f"{path}[{level.number}]"
        if level.half:
            return path + level.component
        if self._key_done:
            key = _plain_key(bytes(self._held[: self._value - self._start]))
            return path + paths.key_component(key, level.number)
        return f"{path}{{key #{level.number}}}"

    def _placed(self, text: str, offset: int, fault: str) -> BadData:
        self.fault = fault
        return BadData(f"byte {offset}: {text}, at {paths.shortened(self._prefix())}{numbered(self.messages)}")

    def _bad(self, error: UnpackException, shift: int) -> BadData:
        self.fault = error.name
        path = paths.shortened(self._prefix() + (error.path or "$")[1:])
        text = f"byte {error.offset + shift}: {words(error)}, at {path}"
        return BadData(text + numbered(self.messages))

    def _truncated(self) -> BadData:
        rest = bytes(memoryview(self._held)[self._value - self._start :])
        if not rest:
            return self._placed("truncated: the input ends where a value is expected", self._value, "truncated")
        return self._bad(structure_error(rest, nesting.inside(self.max_depth, self.depth)), self._value)


def _plain_key(data: bytes) -> Any:
    return tokens.key_of(data, tokens.read(data, 0), bins=True)


def _head_of(start: bytes) -> tokens.Token:
    """The token of a value of which only the first bytes are buffered."""
    # read() is told that the whole payload is present; it does not access it.
    reader = tokens.READERS[start[0]]
    assert reader is not None
    return reader(start, 0, 1 << 62)
