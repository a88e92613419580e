"""Converts MessagePack to JSON token by token: the slow path, exact for every message.

Used where decoding to objects would lose information: float32, repeated keys, keys that are not
text, floats that are not finite, typed values.
"""

from __future__ import annotations

from typing import Any, Optional

from ... import ExtraData, InvalidKeyError, Timestamp, Unpacker, UnpackException, unpackb
from ..._core.tokens import (
    ARRAY,
    BIN,
    BOOL,
    EXT_TIMESTAMP,
    EXT_TYPELESS,
    FLOAT32,
    FLOAT64,
    INT,
    MAP,
    NIL,
    READERS,
    STR,
    Token,
    is_text,
    read,
)
from ..events import nesting
from . import tags
from .library import number, string

TAGS = frozenset(tag.encode() for tag in tags.ALL)


class Loss(Exception):
    """Plain JSON can't represent this value. Offsets count from the start of the message."""

    def __init__(self, what: str, offset: int) -> None:
        super().__init__(what)
        self.offset = offset


class BadValue(Exception):
    """The library's error for a scalar at this offset."""

    def __init__(self, error: UnpackException, offset: int) -> None:
        super().__init__(str(error))
        self.error, self.offset = error, offset


class _Frame:
    """An open container. What was written of it may have to be changed."""

    __slots__ = (
        "bin_keys",
        "closing",
        "colons",
        "commas",
        "is_map",
        "keys",
        "left",
        "opening",
        "paired",
        "typed",
    )

    def __init__(self, is_map: bool, left: int, opening: int, closing: bytes) -> None:
        self.is_map, self.left, self.opening, self.closing = is_map, left, opening, closing
        self.keys: set[bytes] = set()  # those that are str
        self.bin_keys: dict[bytes, int] = {}  # those that are bin and shown as text, and their indices in the pieces
        self.colons: list[int] = []  # indices of the colons in the pieces
        self.commas: list[int] = []
        self.paired = False  # written as a list of pairs, since an object can't represent it
        self.typed = b""  # of a typed map: the beginning of the object, with the name


def to_json(
    data: bytes, plain: bool = False, depth: int = 0, texts: bool = False, max_depth: int = nesting.MOST
) -> bytes:
    """The JSON text of one complete message, on one line.

    Raises Loss (only if plain) and BadValue. depth: number of containers around it; texts: show a bin that
    is_text() as text; max_depth: the most containers inside each other, with those around it and in typed values.
    """
    return _Writing(data, plain, depth, texts and not plain, max_depth).text()


class _Writing:
    def __init__(self, data: bytes, plain: bool, depth: int, texts: bool, max_depth: int) -> None:
        self.data, self.plain, self.depth, self.texts, self.max_depth = data, plain, depth, texts, max_depth
        self.pieces: list[bytes] = []
        self.frames: list[_Frame] = []

    def text(self) -> bytes:
        data, pieces, frames = self.data, self.pieces, self.frames
        at, have = 0, len(data)
        while True:
            frame = frames[-1] if frames else None
            is_key = False
            if frame:
                if frame.is_map:
                    is_key = not frame.left & 1
                    self._between(frame, is_key)
                elif pieces[-1] is not OPEN_ARRAY and not frame.typed:
                    pieces.append(b",")
                frame.left -= 1
            reader = READERS[data[at]]
            assert reader is not None  # the message's structure was checked
            token = reader(data, at, have)
            at = token.end if is_key and self._key(frame, token, at) else self._value(token, at)
            while frames and not frames[-1].left:
                self._close(frames.pop())
            if not frames:
                return b"".join(pieces)

    def _between(self, frame: _Frame, is_key: bool) -> None:
        pieces = self.pieces
        if not is_key:
            frame.colons.append(len(pieces))
            pieces.append(b":")
        elif len(pieces) > frame.opening + 1:
            frame.commas.append(len(pieces))
            pieces.append(b",")

    def _key(self, frame: Any, token: Token, at: int) -> bool:
        """Takes note of a key. True: it is written already, as if all keys of the map were bin."""
        if token.kind is BIN and self.texts and is_text(self.data[token.body : token.end]):
            key = self.data[token.body : token.end]
            if key in TAGS or key in frame.bin_keys:
                frame.paired = True
                return False
            frame.bin_keys[key] = len(self.pieces)
            self.pieces.append(string(key.decode()))
            return True
        if token.kind is STR:
            key = self.data[token.body : token.end]
            twice = key in frame.keys
            if twice or (key in TAGS and not self.plain):
                frame.paired = True
            frame.keys.add(key)
            if twice and self.plain:
                raise Loss("a repeated key", at)
        else:
            frame.paired = True
            if self.plain:
                raise Loss(f"a key that is {named(token)}", at)
        return False

    def _value(self, token: Token, at: int) -> int:
        """Writes a scalar or begins a container; returns the offset at which to continue."""
        kind = token.kind
        if kind is STR:
            try:
                self.pieces.append(string(self.data[token.body : token.end].decode()))
            except UnicodeDecodeError:
                self._bad(token, at)
        elif kind is INT:
            self.pieces.append(b"%d" % token.value)
        elif kind is ARRAY or kind is MAP:
            return self._open(token, at)
        elif kind is FLOAT64:
            self._float64(token, at)
        elif kind is FLOAT32:
            self._float32(token, at)
        elif kind is NIL:
            self.pieces.append(b"null")
        elif kind is BOOL:
            self.pieces.append(b"true" if token.value else b"false")
        elif kind is BIN:
            self._lossy("bytes", at)
            payload = self.data[token.body : token.end]
            if self.texts and is_text(payload):
                self.pieces.append(_utf8(string(payload.decode())))
            else:
                self.pieces.append(b'{"$bytes":"%s"}' % tags.base64_text(payload).encode())
        else:
            return self._ext(token, at)
        return token.end

    def _open(self, token: Token, at: int, typed: bytes = b"") -> int:
        if len(self.frames) + self.depth >= self.max_depth:
            raise BadValue(_too_deep(self.max_depth), at)
        is_map = token.kind is MAP
        count = token.value * 2 if is_map else token.value
        frame = _Frame(is_map, count, len(self.pieces), b"}" if is_map else b"]")
        if is_map and typed:
            frame.typed = typed
            self.pieces.append(typed + (b"," if count else b""))
        else:
            self.pieces.append(b"{" if is_map else OPEN_ARRAY)
        self.frames.append(frame)
        return token.body

    def _close(self, frame: _Frame) -> None:
        pieces = self.pieces
        if frame.bin_keys and not (frame.paired or frame.keys):
            start = frame.typed + b',"$value":' if frame.typed else b""
            pieces[frame.opening] = start + b'{"$utf8":{'
            pieces.append(b"}}}" if frame.typed else b"}}")
            return
        if frame.bin_keys:
            frame.paired = True
            for at in frame.bin_keys.values():
                pieces[at] = _utf8(pieces[at])
        if not frame.paired:
            pieces.append(frame.closing)
            return
        for at in frame.commas:
            pieces[at] = b"],["
        for at in frame.colons:
            pieces[at] = b","
        start = frame.typed + b',"$value":' if frame.typed else b""
        pieces[frame.opening] = start + b'{"$map":[['
        pieces.append(b"]]}}" if frame.typed else b"]]}")

    def _float64(self, token: Token, at: int) -> None:
        if token.value - token.value == 0.0:  # finite
            self.pieces.append(number(token.value))
            return
        self._lossy(f"the float {token.value!r}", at)
        odd = tags.odd_float(self.data[at + 1 : at + 9]) or ""
        self.pieces.append(b'{"$float":"%s"}' % odd.encode())

    def _float32(self, token: Token, at: int) -> None:
        self._lossy("a float32", at)
        if token.value - token.value == 0.0:  # finite
            text = number(tags.shortest32(token.value))
        else:
            text = string(tags.odd_float(self.data[at + 1 : at + 5]))
        self.pieces.append(b'{"$float32":%s}' % text)

    def _ext(self, token: Token, at: int) -> int:
        payload = self.data[token.body : token.end]
        if token.ext == EXT_TIMESTAMP:
            self._lossy("a timestamp", at)
            try:
                text = tags.timestamp_text(Timestamp.from_bytes(payload))
            except ValueError:
                self._bad(token, at)
            self.pieces.append(b'{"$timestamp":"%s"}' % text.encode())
            return token.end
        if token.ext == EXT_TYPELESS:
            name = typeless_name(payload)
            if name:
                self._lossy("a typed value", at)
                return self._typeless(name, token)
        self._lossy(f"ext {token.ext}", at)
        time = tags.event_time_text(token.ext, payload)
        if time is None:
            name, text = tags.DATA, tags.base64_text(payload)
        else:
            name, text = tags.TIME, time
        self.pieces.append(b'{"$ext":%d,"%s":"%s"}' % (token.ext, name.encode(), text.encode()))
        return token.end

    def _typeless(self, name: Token, token: Token) -> int:
        text = self.data[token.body + name.body : token.body + name.end].decode()
        start = b'{"$type":' + string(text)
        at = token.body + name.end
        if at == token.end:
            self.pieces.append(start + b"}")
            return at
        value = read(self.data, at, token.end)
        if value.kind is MAP and (value.value or tags.needs_value(text)):
            return self._open(value, at, start)
        frame = _Frame(False, 1, len(self.pieces), b"}")
        frame.typed = start
        self.pieces.append(start + b',"$value":')
        self.frames.append(frame)
        return at

    def _lossy(self, what: str, at: int) -> None:
        if self.plain:
            raise Loss(what, at)

    def _bad(self, token: Token, at: int) -> Any:
        """Raises BadValue with the library's error for the scalar."""
        try:
            unpackb(self.data[at : token.end], strict_map_key=False)
        except UnpackException as error:
            raise BadValue(error, at) from None
        raise AssertionError("the value is valid")


OPEN_ARRAY = b"["


def _utf8(text: bytes) -> bytes:
    """The tagged object for a bin; text: it as a JSON string."""
    return b'{"$utf8":%s}' % text


def named(token: Token) -> str:
    """The name of a type with its article."""
    if token.kind is NIL:
        return "nil"
    return f"{'an' if token.kind[0] in 'aei' else 'a'} {token.kind}"


def _too_deep(max_depth: int) -> UnpackException:
    """The library's error for exceeding the depth."""
    try:
        unpackb(b"\x91" * max_depth + b"\x90", max_depth=max_depth)
    except UnpackException as error:
        return error
    raise SystemError("hayapack: the depth limit does not hold")


def typeless_name(payload: bytes) -> Optional[Token]:
    """The name's token, if the payload is a valid str and exactly one valid value; for
    System.Object the value may be absent."""
    unpacker = Unpacker(max_buffer_size=max(len(payload), 1), strict_map_key=False)
    unpacker.feed(payload)
    name = None
    try:
        name = unpacker.unpack()
        end = unpacker.tell()
        if end < len(payload) or not isinstance(name, str) or tags.needs_value(name):
            unpackb(payload[end:], strict_map_key=False)
    except InvalidKeyError:
        pass  # a key that can't be hashed: the bytes are valid
    except (UnpackException, ExtraData):
        return None
    if not isinstance(name, str):
        return None
    return read(payload, 0)
