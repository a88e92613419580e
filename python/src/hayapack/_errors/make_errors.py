"""Builds every exception from its name and facts. Both back ends use it.

Cold path only: the native module calls these functions with positional arguments and
raises what they return.
"""

from __future__ import annotations

from .. import exceptions as e
from .._wire.format import LENGTH_WIDTHS, NAMES, SIZES, TYPES, head_count

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, Optional

#: Limits of a path, in bytes of UTF-8; the C core has the same (haya_path).
KEY_TEXT_MAX = 60
PATH_MAX = 1000
PATH_SIDE = 400
PATH_LEVELS = 1024


#: The most errors that errors="all" collects.
ERRORS_MAX = 100

_TEXT = frozenset(b"\t\n\r" + bytes(range(0x20, 0x7F)))

#: The class by its name, since it is made on first use.
_LIMITS: dict[str, tuple[str, str]] = {
    "str_limit": ("StrLimitError", "max_str_len"),
    "bin_limit": ("BinLimitError", "max_bin_len"),
    "ext_limit": ("ExtLimitError", "max_ext_len"),
    "array_limit": ("ArrayLimitError", "max_array_len"),
    "map_limit": ("MapLimitError", "max_map_len"),
}


# --- unpacking ---------------------------------------------------------------


def unpack_error(
    name: str,
    head: bytes,
    left: int,
    offset: int,
    path: Optional[str],
    facts: Any = None,
    lz4_offset: Optional[int] = None,
) -> Exception:
    """The exception for an error in the input.

    head: up to 16 bytes from the first byte of the value at fault; left: the number of
    bytes from there to the end of the input; facts: what the text for this name needs: a
    limit (of a map key's depth: negative), the key, a str's payload, (unpacked, extra), the Timestamp, the id of a
    reference or None, or the number of pending values. lz4_offset: where the offset counts in decompressed content, the offset
    of the compressed message; else None.
    """
    head = bytes(head)
    place = place_text(offset, lz4_offset)
    error: Any
    if name == "truncated":
        text = _truncated_text(head, left, facts)
        error = e.TruncatedError(_located(text, place, path))
    elif name == "reserved_byte":
        error = e.ReservedByteError(_located("reserved byte c1", place, path))
    elif name == "extra_data":
        unpacked, extra = facts
        error = e.ExtraData(unpacked, bytes(extra))
        path = path or "$"
        text = f"unpack(b) received extra data: {counted(len(extra), 'byte')} after the value"
        if lz4_offset is None:
            text += f" ({_extra_advice(unpacked, extra, offset)})"
        error.message = _located(text, place, path)
    elif name == "too_deep":
        what = "containers nested deeper than max_depth" + ("" if facts is None else f"({facts})")
        if facts is not None and facts < 0:
            what = f"a map key nested deeper than {-facts} containers"
        error = e.StackError(_located(what, place, path and _ends(path)))
    elif name == "invalid_utf8":
        error = _utf8_error(bytes(facts), place, path)
    elif name == "invalid_timestamp":
        error = e.InvalidTimestampError(_located(_timestamp_text(head), place, path))
    elif name == "invalid_key":
        error = e.InvalidKeyError(_located(_key_text(facts, head), place, path))
    elif name in _LIMITS:
        cls, option = _LIMITS[name]
        text = f"{_kind(head)}: {head_count(head, 0)} exceeds {option}({facts})"
        error = getattr(e, cls)(_located(text, place, path))
    elif name == "invalid_value":
        error = e.InvalidReferenceError(_located(_reference_text(head, facts), place, path))
    elif name == "unsupported_type":
        text = "a map key refers to another object than a str, bytes or int"
        if facts is not None:
            text = f"the object with the id {facts} contains itself, and hooks are called or a tuple is made of it"
        error = e.UnsupportedReferenceError(_located(text, place, path))
    elif name == "size_limit" and facts is None:
        error = e.ReferenceLimitError(_located("more than 65536 objects have an id", place, path))
    elif name == "size_limit":
        text = f"more bytes buffered or declared than max_buffer_size({facts})"
        error = e.BufferFull(_located(text, place, path))
    elif name == "invalid_lz4":
        error = e.InvalidLz4Error(_located(f"invalid LZ4: {facts}", place, path))
    elif name == "lz4_limit":
        text = f"LZ4 content of {counted(facts[0], 'byte')} exceeds max_lz4_size({facts[1]})"
        error = e.Lz4LimitError(_located(text, place, path))
    elif name == "invalid_typed":
        reason = facts or "ext 100 must hold a name and exactly one value"
        error = e.InvalidTypedError(_located(f"invalid typed value: {reason}", place, path))
    elif name == "timestamp_range":
        text = f"{facts!r} is outside the years 1 to 9999"
        error = e.TimestampRangeError(_located(text, place, path))
    else:
        return SystemError(f"hayapack: no unpacking error is named {name!r}")
    error.offset = offset
    error.path = path
    error.lz4_offset = lz4_offset
    return error  # type: ignore[no-any-return]


def out_of_data(offset: int) -> e.OutOfData:
    """A stream that ends before a whole message; offset: where more bytes are needed."""
    error = e.OutOfData(f"byte {offset}: no whole message is buffered")
    error.offset = offset
    return error


def buffer_full(offset: int, limit: int) -> e.BufferFull:
    """A chunk that does not fit in a stream's buffer; offset: end of what is buffered."""
    error = unpack_error("size_limit", b"", 0, offset, None, limit)
    assert isinstance(error, e.BufferFull)
    return error


def _extra_advice(unpacked: Any, extra: bytes, offset: int) -> str:
    """What input with extra data probably is. Its first byte is known where it was the whole value."""
    if offset == 1 and type(unpacked) is int and 0 <= unpacked < 0x80:
        first = bytes([unpacked]) + extra[:15]
        if _TEXT.issuperset(first) and (len(first) == 16 or unpacked in b'{["'):
            return "the input looks like text, such as JSON"
        if first.startswith(b"\x1f\x8b"):
            return "the input looks like gzip"
    return "iterate over Unpacker to read a stream"


def place_text(offset: int, lz4_offset: Optional[int]) -> str:
    """Where a value is, in the text of an error; lz4_offset: as unpack_error() takes it."""
    return f"byte {offset}" + ("" if lz4_offset is None else f" of the content compressed at byte {lz4_offset}")


def _located(text: str, place: str, path: Optional[str]) -> str:
    return f"{place}: {text}" + (f", at {path}" if path is not None else "")


def _kind(head: bytes) -> str:
    """The name of a format; "value" for a value of one byte, whose format no limit is about."""
    return NAMES[head[0]] if head and SIZES[head[0]] != 1 and head[0] != 0xC1 else "value"


def counted(n: int, noun: str) -> str:
    """ "1 byte", "2 bytes"; noun: with a regular plural."""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def _truncated_text(head: bytes, left: int, pending: Optional[int]) -> str:
    """left: bytes from the first byte of the value to the end of the input; pending: values
    that the enclosing containers still need, where a container declares too many."""
    if not left:
        return "truncated: the input ends where a value is expected"
    format_byte = head[0]
    kind = _kind(head)
    if SIZES[format_byte]:
        return f"truncated {kind}: needs {counted(SIZES[format_byte] - 1, 'byte')}, {left - 1} left"
    width = LENGTH_WIDTHS.get(format_byte, 0)
    if left < 1 + width:
        return f"truncated {kind}: needs {counted(width, 'length byte')}, {left - 1} left"
    length = head_count(head, 0)
    if TYPES[format_byte] in ("array", "map"):
        values = counted(length * (2 if TYPES[format_byte] == "map" else 1), "value")
        text = f"truncated {kind}: needs {values}, {counted(left - 1 - width, 'byte')} left"
        if pending:
            text += f"; the enclosing containers need {counted(pending, 'more value')}"
        return text
    needed = counted(length + (TYPES[format_byte] == "ext"), "byte")
    return f"truncated {kind}: needs {needed}, {left - 1 - width} left"


def _utf8_error(payload: bytes, place: str, path: Optional[str]) -> Exception:
    try:
        payload.decode("utf-8")
    except UnicodeDecodeError as cause:
        start, end, reason = cause.start, cause.end, cause.reason
    else:
        start, end, reason = 0, len(payload), "rejected by the error handler"
    error = e.InvalidUtf8Error("utf-8", payload, start, end, reason)
    error.message = _located(f"invalid UTF-8: {reason} at byte {start} of the str", place, path)
    return error


def _timestamp_text(head: bytes) -> str:
    length = head_count(head, 0)
    if length not in (4, 8, 12):
        return f"invalid timestamp: the length is {counted(length, 'byte')}, not 4, 8 or 12"
    return "invalid timestamp: more than 999999999 nanoseconds"


def _key_text(key: Any, head: bytes) -> str:
    kind = type(key).__name__
    try:
        hash(key)
    except TypeError:
        text = f"{kind} is not allowed for map key: it is not hashable"
        if type(key) is list and TYPES[head[0]] == "array":
            text += " (tuple_keys=True with strict_map_key=False reads arrays in map keys as tuples)"
        return text
    return f"{kind} is not allowed for map key when strict_map_key=True"


def _reference_text(head: bytes, id: Optional[int]) -> str:
    if head[:1] == b"\xc0":
        return "nil has an id"
    return "an id has 1, 2 or 4 bytes" if id is None else f"no object before this has the id {id}"


def validation_error(
    name: str,
    head: bytes,
    offset: int,
    path: Optional[str],
    expected: str,
    facts: Any = None,
    lz4_offset: Optional[int] = None,
    twin: str = "",
) -> e.ValidationError:
    """The exception for a value that is MessagePack, but not of the type it is read as.

    head: up to 16 bytes from the first byte of the value (missing_field: of the object; unknown_field
    and duplicate_field: of the key); expected: the name of the plan's node (of the object for errors
    of its keys); facts: the missing or repeated field's key, the unknown key, the tag or value that is
    none of the expected ones, the bound that is exceeded (">= 0"), or why a value is invalid (""); twin: "bin" if the
    map has a bin key of the missing key's bytes, "str" if a field has a str key of those of the unknown bin key.
    """
    got = got_text(head)
    if name == "missing_field":
        text = f"{expected} without the field {facts!r}"
    elif name == "unknown_field":
        text = f"{expected} has no field {shortened(facts)}"
    elif name == "duplicate_field":
        what = "key" if expected.partition("[")[0] == "dict" else "field"
        text = f"the {what} {shortened(facts)} of {expected} for the second time"
        if facts is None:  # a key that is no scalar, whose repr() may be any code
            text = f"a key of {expected} for the second time"
    elif name == "out_of_bounds":
        text = f"expected {expected}: {facts}"
    elif name in ("unknown_member", "unknown_tag"):
        text = f"{shortened(facts)} is no {'tag' if name == 'unknown_tag' else 'value'} of {expected}"
    elif name == "late_tag":
        text = f"the tag of {expected} comes too late: put it first"
    elif name == "invalid_value":
        text = f"expected {expected}" + (f": {facts}" if facts else "")
    else:
        text = f"expected {expected}, got {got}"
    if twin:
        text += f", but a {twin} key of these bytes: strict=False reads it"
    place = place_text(offset, lz4_offset)
    error = e.ValidationError(_located(text, place, path))
    error.name, error.offset, error.path, error.lz4_offset = name, offset, path, lz4_offset
    error.expected, error.got = expected, got
    if name in ("missing_field", "unknown_field", "duplicate_field"):
        error.field = facts
    return error


def with_all(errors: list[Any]) -> Exception:
    """The exception to raise for errors="all": the first of the errors, and if there are more with them."""
    first = errors[0]
    if len(errors) == 1:
        return first  # type: ignore[no-any-return]
    ended = len(errors) < ERRORS_MAX or not isinstance(errors[-1], e.ValidationError)
    more = ("" if ended else "at least ") + counted(len(errors) - 1, "more error")
    raised = e.ValidationError(f"{first} (and {more})")
    raised.__dict__.update(first.__dict__)
    raised.__cause__ = first.__cause__
    raised._errors = tuple(errors)
    return raised


def without_offsets(error: e.UnpackException) -> None:
    """Leaves the offset out of the texts of an error, and of all that were collected, which is about no bytes."""
    for one in {id(one): one for one in (error, *getattr(error, "errors", ()))}.values():
        if isinstance(one.args[0], str) and one.args[0].startswith("byte "):
            one.args = (one.args[0].partition(": ")[2],)


def got_text(head: bytes) -> str:
    """The type of the value that begins with these bytes, as errors name it; "" for none."""
    if not head:
        return ""
    kind = TYPES[head[0]]
    if kind != "ext":
        return kind
    at = 1 + LENGTH_WIDTHS.get(head[0], 0)
    if at >= len(head):
        return kind
    return "timestamp" if head[at] == 0xFF else f"ext {head[at] - 256 if head[at] >= 0x80 else head[at]}"


def shortened(value: object) -> str:
    """A scalar from the message in the text of an error."""
    text = repr(value[: KEY_TEXT_MAX + 1]) if isinstance(value, (str, bytes)) else repr(value)
    return text if len(text) <= KEY_TEXT_MAX else text[:KEY_TEXT_MAX] + "…"


# --- packing -----------------------------------------------------------------

#: Characters of each end of the path in the text of a PackDepthError; its attribute `path` has more.
DEPTH_SIDE = 40


def type_name(obj: object) -> str:
    """The name of obj's type as CPython's own messages have it (tp_name): 'numpy.int64' of
    a type written in C, 'Name' of a class. Runs no code of obj's.
    """
    try:
        type(type_name.__code__).replace(obj)  # type: ignore[arg-type]
    except TypeError as error:
        before, _, name = str(error).partition("to a '")
        if before and name.endswith("' object"):
            return name[: -len("' object")]
    return type(obj).__name__


def _int_text(obj: object) -> str:
    """The integer, or its number of bits where it is long: a str of all digits takes quadratic time."""
    bits = int.bit_length(obj)  # type: ignore[arg-type]
    return int.__repr__(obj) if bits <= 128 else f"an int of {bits:,} bits"  # type: ignore[arg-type]


def _ends(path: str) -> str:
    """Both ends of a long path, cut before a component: the middle of a circular one says no more."""
    if len(path) <= 2 * DEPTH_SIDE:
        return path
    first, last = path[: DEPTH_SIDE + 1], path[-DEPTH_SIDE:]
    cuts = [offset for offset in map(last.find, "[.{") if offset >= 0]
    return f"{first[: max(1, *map(first.rfind, '[.{'))]}…{last[min(cuts, default=0) :]}"


def pack_error(
    name: str, obj: object, offset: int, parts: tuple[tuple[Any, ...], ...], max_depth: int = 0
) -> Exception:
    """The exception for an object that can't be packed.

    name: that of the error, or for cases of unsupported_type "returned_type" (obj is what `default` has
    returned), "unsorted_keys" (obj is the text of the exception) and "not_read" (obj says what an Encoder's type
    does not read); for lone_surrogate,
    obj is the UnicodeEncodeError;
    offset: bytes written before it; parts: its path from the root, of ("i", index),
    ("k", key, n) and ("key", n); max_depth: the limit, for too_deep.
    """
    path = format_parts(parts)
    kind = type_name(obj)
    error: Any
    if name in ("unsupported_type", "returned_type"):
        from .unsupported_types import unsupported_type

        error = unsupported_type(obj, kind, path, name == "returned_type")
    elif name == "unsorted_keys":
        error = e.UnsupportedTypeError(f"the map's keys can't be sorted (sort_keys=True): {obj}, at {path}")
    elif name == "not_read":
        error = e.UnsupportedTypeError(f"{obj}, at {path}")
    elif name == "int_range":
        error = e.IntRangeError(f"Integer value out of range: {_int_text(obj)} is not in -2**63 to 2**64-1, at {path}")
    elif name == "float_range":
        error = e.FloatRangeError(
            f"float too large for single precision (use_single_float=True): {float.__repr__(obj)}, at {path}"
        )  # type: ignore[arg-type]
    elif name == "too_deep":
        ends = _ends(path)
        text = f"recursion limit exceeded: containers nested deeper than max_depth({max_depth}), or one that contains itself"
        error = e.PackDepthError(f"{text}, at {ends}")
    elif name == "mutated":
        error = e.MutatedError(f"'{kind}' object changed while it was packed, at {path}")
    elif name == "too_long":
        what = "more than 2**32-1 elements or entries" if obj is None else f"'{kind}' object is too large"
        error = e.TooLongError(f"{what}, at {path}")
    elif name == "lone_surrogate":
        error = _surrogate_error(obj, path)
    else:
        return SystemError(f"hayapack: no packing error is named {name!r}")
    error.offset = offset
    error.path = path
    return error  # type: ignore[no-any-return]


def arrow_error(name: str, text: str, offset: int, parts: tuple[tuple[Any, ...], ...]) -> Exception:
    """The exception for a value or a field of Arrow data that can't be packed. offset, parts: as pack_error(), and
    ("name", text as UTF-8)."""
    path = format_parts(parts)
    kinds = {"unsupported_type": e.UnsupportedTypeError, "too_deep": e.PackDepthError, "too_long": e.TooLongError}
    error: Any = (kinds.get(name) or e.ArrowDataError)(f"{text}, at {path}")
    error.offset = offset
    error.path = path
    return error  # type: ignore[no-any-return]


def _surrogate_error(cause: UnicodeEncodeError, path: str) -> Exception:
    error = e.SurrogateError("utf-8", str.__str__(cause.object), cause.start, cause.end, cause.reason)
    error.message = f"can't encode character {cause.start} of the str: {cause.reason}, at {path}"
    return error


# --- paths -------------------------------------------------------------------


def format_parts(parts: tuple[tuple[Any, ...], ...]) -> str:
    """The text of a path: $, [7], .name, ["any text"], {-7}, {#n}, {key #n}."""
    texts = [b"$"]
    for part in parts:
        if part[0] == "i":
            texts.append(b"[%d]" % part[1])
        elif part[0] == "key":
            texts.append(b"{key #%d}" % part[1])
        elif part[0] == "name":
            texts.append(str_key_text(part[1]))
        else:
            texts.append(key_text(part[1], part[2]))
    return join_texts(texts)


def key_text(key: object, n: int) -> bytes:
    """The path component of map entry n."""
    if isinstance(key, str):
        return str_key_text(str.encode(key, "utf-8", "surrogatepass"))
    if isinstance(key, int) and not isinstance(key, bool):
        return b"{%d}" % int(key)
    return b"{#%d}" % n


def key_component(key: object) -> str:
    """The path component for a str or bytes key; in a str, bytes that are not UTF-8 as by surrogateescape."""
    if isinstance(key, str):
        return str_key_text(key.encode("utf-8", "surrogateescape")).decode()
    assert isinstance(key, bytes)
    return bin_key_text(key).decode()


def bin_key_text(data: bytes) -> bytes:
    """The component for a bin key of these bytes. Errors in messages have ``{#n}`` instead, in all languages,
    but a ValidationError with strict=False."""
    shown = _escaped(data, KEY_TEXT_MAX) + ("…".encode() if len(data) > KEY_TEXT_MAX else b"")
    return b'[b"' + shown + b'"]'


def str_key_text(text: bytes) -> bytes:
    """The path component of a map entry whose key is a str of these bytes."""
    shown = _escaped(text, KEY_TEXT_MAX) + ("…".encode() if len(text) > KEY_TEXT_MAX else b"")
    return b"." + shown if _is_identifier(text) else b'["' + shown + b'"]'


def _is_identifier(text: bytes) -> bool:
    """Whether the text matches [A-Za-z_][A-Za-z0-9_]*."""
    return text.isascii() and text.decode("ascii").isidentifier()


def _escaped(text: bytes, size: int) -> bytes:
    """The first characters of text, of ``size`` bytes at most before they are escaped."""
    out = []
    for char in text[: size + 4].decode("utf-8", "surrogateescape"):
        code = ord(char)
        foreign = 0xDC80 <= code <= 0xDCFF  # a byte that is no part of a character
        size -= 1 if foreign else len(char.encode())
        if size < 0:
            break
        if char in '"\\':
            out.append("\\" + char)
        elif code < 0x20 or code == 0x7F or (code > 0x7F and _is_obeyed(code)):
            out += [f"\\x{byte:02x}" for byte in char.encode()]
        elif foreign:
            out.append(f"\\x{code - 0xDC00:02x}")
        else:
            out.append(char)
    return "".join(out).encode()


def _is_obeyed(code: int) -> bool:
    """Whether terminals act on it: C1 controls, and bidirectional controls."""
    return code < 0xA0 or code in (0x61C, 0x200E, 0x200F) or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069


def join_texts(texts: list[bytes], whole_size: Optional[int] = None) -> str:
    """Joins components; the middle of a path of over PATH_MAX bytes is left out.

    whole_size: their bytes, if known: then a long path takes no more time than a short one.
    """
    # no map(): CPython 3.11 shows the collector its tuple before that is filled
    if (sum([len(text) for text in texts]) if whole_size is None else whole_size) <= PATH_MAX:
        return b"".join(texts).decode()
    first, size = 0, 0
    while size + len(texts[first]) <= PATH_SIDE:
        size += len(texts[first])
        first += 1
    last, size = len(texts), 0
    while len(texts) <= PATH_LEVELS + 1 and size + len(texts[last - 1]) <= PATH_SIDE:
        last -= 1
        size += len(texts[last])
    return b"".join([*texts[:first], "…".encode(), *texts[last:]]).decode()


# --- other people's files ----------------------------------------------------


def not_a_file(obj: Any, cause: Exception, method: str = "read") -> Exception:
    """The AttributeError for an object without the method: `cause`, with advice where what was
    meant is known."""
    mode = "rb" if method == "read" else "wb"
    if isinstance(obj, (bytes, bytearray, memoryview)):
        advice = "unpackb() unpacks bytes, and Unpacker().feed() takes a part of a stream"
        if method == "write":
            advice = "packb() returns bytes"
    elif isinstance(obj, str) or hasattr(obj, "__fspath__"):
        advice = f'give an open file, as open(name, "{mode}")'
    elif hasattr(obj, "recv") and hasattr(obj, "makefile"):
        advice = 'give socket.makefile("rb"), or give feed() what recv() returns'
        if method == "write":
            advice = "use socket.sendall(packb(o))"
    else:
        return cause
    return AttributeError(f"{cause}: {advice}")


def not_decodable(read: Any, cause: UnicodeDecodeError) -> Exception:
    """The exception for `cause`, which read() of a file raised: TypeError if the file is text."""
    if not hasattr(getattr(read, "__self__", None), "encoding"):
        return cause
    error = TypeError('the file is open in text mode, and this is not text: open the file in mode "rb"')
    error.__cause__ = cause
    return error


def not_bytes(data: Any, cause: Optional[Exception] = None) -> TypeError:
    """The exception for data that a file or an iterator returned and that is not bytes."""
    text = f"a bytes-like object is required, not {type(data).__name__!r}"
    if isinstance(data, str):
        text += ': open the file in mode "rb"'
    elif is_coroutine(data):
        text += ": read from asyncio's streams with aiter_unpack()"
    error = TypeError(text)
    error.__cause__ = cause
    return error


def is_coroutine(obj: Any) -> bool:
    """Whether obj is a coroutine, which is closed then: nobody will await it."""
    if not (hasattr(obj, "__await__") and hasattr(obj, "send") and hasattr(obj, "close")):
        return False
    obj.close()
    return True
