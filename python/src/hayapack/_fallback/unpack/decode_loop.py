"""Decodes one object from bytes: the decoding loop of the pure back end.

Nesting uses an explicit stack, not recursion. Lists and maps have one inner loop each, which
decodes the common values (the fast path). An uncommon value ends the inner loop; the code after
both loops decodes it and adds it to the open container. A list of numbers of one encoding is
decoded in one call.

The checks here only detect that the input is bad. raise_exact() then runs check.Walk, which finds
the exact error and its offset.
"""

from __future__ import annotations

from itertools import repeat
from struct import Struct
from struct import error as struct_error

from ..._errors import TimestampRangeError
from ..._wire.format import (
    EXT,
    KEY_DEPTH,
    KINDS,
    OBJECT,
    ONE_BYTE_LEADS,
    ONE_BYTE_VALUES,
    RESERVED,
    SIZES,
    STR,
    TYPED_CODE,
    head_count,
    head_size,
    typed_values,
)
from ..._wire.reading import NUMBER_RUNS, NUMBERS, SHORT_RUN_MAX, SHORT_RUNS
from ..._wire.scan import Fault, LateFault
from ...ext import ExtType, Timestamp
from .options import UnpackOptions

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from typing import Any, NoReturn, Optional

#: The largest number of cached keys. A full cache is cleared, so that no message fills it for good.
_KEYS_MAX = 4096

#: Lists of at least this many elements are checked for numbers of one encoding.
_RUN_MIN = 2

#: The value of ``key`` while an uncommon key, which the inner loop does not decode, is decoded.
_AT_KEY: Any = object()

_int64_runs = Struct(">Bq").iter_unpack


def decode(
    buf: bytes, start: int, options: UnpackOptions, is_key: bool = False, views: Optional[memoryview] = None
) -> tuple[Any, int]:
    """Decodes the object at offset ``start`` of ``buf``.

    Returns the object and the offset after it. ``is_key``: the object is a key of a map, so its
    depth is limited by KEY_DEPTH. ``views``: with zero_copy, what payloads are slices of, at the
    offsets that they have in ``buf``; None: they are memoryviews of their own copies.

    Raises Fault on bad input; its name and offset might not be exact, see raise_exact().
    Exceptions of hooks pass through unchanged.
    """
    (
        text,
        use_list,
        pairs,
        object_hook,
        list_hook,
        ext_hook,
        careful,
        any_scalar_key,
        keys,
        max_depth,
        key_depth,
        str_max,
        bin_max,
        array_max,
        map_max,
        types,
    ) = options.hot
    if keys is None:
        keys = {}
    numbers, sizes = NUMBERS, SIZES

    end = len(buf)
    stack: list[tuple[Any, ...]] = []
    # State at the top of the outer loop:
    #   i       the offset of the next value. While a hook, the type registry or _check_key() runs,
    #           it is ~i, which is negative: the handlers at the end then know that an IndexError,
    #           struct.error or UnicodeDecodeError comes from user code, not from the input.
    #   end     the offset after the input; inside a typed value, after its payload.
    #   cur     the innermost open container. The outermost one is a list that receives the result.
    #   append  cur.append; None if cur is a map (a dict, or a list of pairs).
    #   slots   an iterator over the remaining elements or entries of cur. An inner loop takes one
    #           before it decodes the value; that of a value which ends the loop is already taken.
    #   key     in a map: the key of the current entry; _AT_KEY while the code after the inner loops
    #           decodes the key.
    #   key_ready  that code has decoded the key, so the map loop decodes only the entry's value.
    #   above   the pending values of the containers around cur, up to the innermost typed value;
    #           0 unless `careful`.
    #   payloads  what a bin is sliced from: buf, or with zero_copy and outside of map keys the views.
    #   key_level  the number of open containers around the outermost container that is a map's key
    #           and open; -1 if the whole object is a key; else, and unless `careful`, 0.
    #   references  the objects with ids, with the option references; else None. A definition, of the type
    #           definition_type, is a container of one value, the object, which then takes its place.
    #   stack   one tuple for each container around cur: its slots, cur, append and key, the offset
    #           of the container opened in it, and its above. len(stack) is the depth.
    # After an inner loop, b is -1 if cur is complete; otherwise it is the format byte at i of an
    # uncommon value. Each branch then either opens a container and continues at the top, or sets
    # `value`, its offset `key_at`, and i to the offset after it. The code at the bottom adds the
    # value to cur.
    # Each pending value takes at least one byte, so a declared count is checked against the
    # remaining bytes before its container is opened. If hooks or types are set (`careful`), the
    # pending values of all open containers count, so truncation is found before more hooks run.
    cur: Any = []
    append: Any = cur.append
    slots: Any = repeat(None, 1)
    key: Any = None
    value: Any = None
    key_at = 0
    key_ready = False
    above = 0
    payloads: Any = buf
    key_level = 0
    references: Any = None
    definition_type: Any = None
    if careful:
        key_level = -1 if is_key else 0
        tuple_keys = options.tuple_keys
        outside_keys: Any = buf
        if options.zero_copy:
            outside_keys = _Copies(buf) if views is None else views
        payloads = buf if is_key else outside_keys
        if options.references:
            from .references import Definition, References

            references, definition_type = References(options), Definition
    i = start
    try:
        while True:
            if append is None:
                for _ in slots:
                    if key_ready:
                        key_ready = False
                    else:
                        b = buf[i]
                        if 0xA0 <= b <= 0xBF:
                            j = i + b - 0x9F
                            head = buf[i:j]
                            key = keys.get(head)
                            if key is None:
                                if j > end:
                                    raise Fault("truncated", i)
                                key = text(head[1:])
                                if len(keys) >= _KEYS_MAX:
                                    keys.clear()
                                keys[head] = key
                            i = j
                        elif b < 0x80 and any_scalar_key:
                            key = b
                            i += 1
                        elif any_scalar_key and numbers[b]:
                            (key,) = numbers[b](buf, i + 1)
                            i += sizes[b]
                        else:
                            key = _AT_KEY
                            break
                    b = buf[i]
                    if b < 0x80:
                        value = b
                        i += 1
                    elif b < 0xC0:
                        if b < 0xA0:
                            break
                        j = i + b - 0x9F
                        if j > end:
                            raise Fault("truncated", i)
                        value = text(buf[i + 1 : j])
                        i = j
                    elif numbers[b]:
                        (value,) = numbers[b](buf, i + 1)
                        i += sizes[b]
                    elif b == 0xD9:
                        j = i + 2 + buf[i + 1]
                        if j > end or j - i - 2 > str_max:
                            raise Fault("truncated", i)
                        value = text(buf[i + 2 : j])
                        i = j
                    elif b == 0xC4:
                        j = i + 2 + buf[i + 1]
                        if j > end or j - i - 2 > bin_max:
                            raise Fault("truncated", i)
                        value = payloads[i + 2 : j]
                        i = j
                    elif b >= 0xE0:
                        value = b - 256
                        i += 1
                    elif b <= 0xC3 and b != 0xC1:
                        value = ONE_BYTE_VALUES[b]
                        i += 1
                    else:
                        break
                    if pairs:
                        cur.append((key, value))
                    else:
                        cur[key] = value
                else:
                    b = -1
            else:
                for _ in slots:
                    b = buf[i]
                    if b < 0x80:
                        append(b)
                        i += 1
                    elif b < 0xC0:
                        if b < 0xA0:
                            break
                        j = i + b - 0x9F
                        if j > end:
                            raise Fault("truncated", i)
                        append(text(buf[i + 1 : j]))
                        i = j
                    elif numbers[b]:
                        (value,) = numbers[b](buf, i + 1)
                        append(value)
                        i += sizes[b]
                    elif b == 0xD9:
                        j = i + 2 + buf[i + 1]
                        if j > end or j - i - 2 > str_max:
                            raise Fault("truncated", i)
                        append(text(buf[i + 2 : j]))
                        i = j
                    elif b == 0xC4:
                        j = i + 2 + buf[i + 1]
                        if j > end or j - i - 2 > bin_max:
                            raise Fault("truncated", i)
                        append(payloads[i + 2 : j])
                        i = j
                    elif b >= 0xE0:
                        append(b - 256)
                        i += 1
                    elif b <= 0xC3 and b != 0xC1:
                        append(ONE_BYTE_VALUES[b])
                        i += 1
                    else:
                        break
                else:
                    b = -1

            # Either cur is complete (b is -1), or b is the format byte of an uncommon value at i.
            if b < 0:
                if not stack:
                    return cur[0], i
                value = cur
                is_map = append is None
                slots, cur, append, key, key_at, above = stack.pop()
                if careful:
                    if i > end:  # the inner loops do not check one-byte values against end
                        raise Fault("truncated", i)
                    i = ~i
                    if is_map:
                        if object_hook is not None:
                            value = object_hook(value)
                    elif type(value) is _TypedValue:
                        if ~i != end:
                            raise Fault("invalid_typed", key_at)
                        end = value.outer_end
                        value = _build(types, value, key_at, ~i)
                    elif type(value) is definition_type:
                        value = references.close(value)
                    else:
                        if not use_list or (tuple_keys and key_level):
                            value = tuple(value)
                        if list_hook is not None:
                            value = list_hook(value)
                    i = ~i
                elif not is_map and not use_list:
                    value = tuple(value)
            elif 0x80 <= b <= 0x9F or 0xDC <= b <= 0xDF:
                if len(stack) >= max_depth:
                    raise Fault("too_deep", i, max_depth)
                if b < 0xA0:
                    count = b & 15
                    j = i + 1
                    is_map = b < 0x90
                else:
                    count = head_count(buf, i)
                    j = i + head_size(b)
                    is_map = b >= 0xDE
                if count > (map_max if is_map else array_max):
                    raise Fault("truncated", i)
                if len(stack) >= key_depth and (not is_map or object_hook is not None or list_hook is not None):
                    _check_key_depth(stack, i, is_key)
                if count > end - j:
                    raise Fault("truncated", i)
                value = None
                if not is_map and (not count or buf[j] < 0x80 or SIZES[buf[j]]):
                    value = _number_list(buf, j, count, end)
                pending = 0
                if careful:
                    # The new container's slot is already taken. If it is a key, the entry's value
                    # is pending too.
                    at_key = key is _AT_KEY and append is None
                    pending = above + slots.__length_hint__() * (1 if append else 2) + at_key
                    if count * (1 + is_map) > end - j - pending:
                        raise Fault("truncated", i)
                    if at_key and not key_level:
                        key_level, payloads = len(stack), buf
                    if references is not None and type(cur) is not definition_type and count == 2 and not is_map:
                        definition = references.definition(buf, i, j, end)
                        if definition is not None:
                            stack.append((slots, cur, append, key, i, above))
                            slots, above = repeat(None, 1), pending
                            cur, i = definition
                            append = cur.append
                            continue
                if value is None:
                    stack.append((slots, cur, append, key, i, above))
                    slots, above = repeat(None, count), pending
                    if is_map:
                        cur, append = ([] if pairs else {}), None
                    else:
                        cur = []
                        append = cur.append
                    if references is not None and (is_map or (use_list and not (tuple_keys and key_level))):
                        references.place(stack[-1][1], cur)
                    i = j
                    continue
                key_at = i
                value, i = value
                if not use_list or (key_level and tuple_keys):
                    value = tuple(value)
                if list_hook is not None:
                    i = ~i
                    value = list_hook(value)
                    i = ~i
            elif types is not None and KINDS[b] == EXT and buf[i + head_size(b) - 1] == TYPED_CODE:
                begin, stop, count = _typed_payload(buf, i, end, options, len(stack))
                if len(stack) >= key_depth:
                    _check_key_depth(stack, i, is_key)
                if key is _AT_KEY and append is None and not key_level:
                    key_level, payloads = len(stack), buf
                stack.append((slots, cur, append, key, i, above))
                cur = _TypedValue()
                cur.outer_end = end
                append = cur.append
                slots, above = repeat(None, count), 0
                i, end = begin, stop
                continue
            elif references is not None and KINDS[b] == EXT and references.is_id(buf, i, end):
                key_at = i
                at_key = key is _AT_KEY and append is None
                value, i = references.find(buf, i, cur, at_key or key_level != 0)
            else:
                key_at = i
                at_key = key is _AT_KEY and append is None
                value, i = _uncommon_value(buf, i, end, options, buf if at_key else payloads)
                if ext_hook is not None and type(value) is _Ext:
                    i = ~i
                    value = ext_hook(*value)
                    i = ~i

            # Add the value to cur. After a key, return its slot: the map loop takes it again for
            # the entry's value.
            if append is not None:
                append(value)
            elif key is _AT_KEY:
                i = ~i
                _check_key(value, key_at, ~i, options)
                i = ~i
                if key_level and key_level == len(stack):
                    key_level, payloads = 0, outside_keys
                key, key_ready = value, True
                slots = repeat(None, slots.__length_hint__() + 1)
            elif pairs:
                cur.append((key, value))
            else:
                cur[key] = value
    except (IndexError, struct_error, UnicodeDecodeError) as error:
        if i < 0 or _is_foreign(error):
            raise
        if isinstance(error, UnicodeDecodeError):
            raise Fault("invalid_utf8", i, error.object) from None
        raise Fault("truncated", i) from None


#: The packages of this module and of the wire format, in which errors of the input are raised.
_OWN = (__package__, Fault.__module__.rpartition(".")[0])


def _is_foreign(error: BaseException) -> bool:
    """Whether code outside of _OWN raised it: the __eq__ of a key, where i is not negative."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    return traceback is not None and traceback.tb_frame.f_globals.get("__package__") not in _OWN


class _TypedValue(list):  # type: ignore[type-arg]
    """Collects the name and the value, if there is one, of an open typed value (ext 100).

    outer_end: the value of ``end`` outside of it.
    """

    outer_end: int


class _Ext(tuple):  # type: ignore[type-arg]
    """The code and data of an ext, the arguments of ext_hook."""


class _Copies:
    """Slices are memoryviews of copies of the bytes: payloads in a stream, whose buffer is not kept."""

    __slots__ = ("_buf",)

    def __init__(self, buf: bytes) -> None:
        self._buf = buf

    def __getitem__(self, key: slice) -> memoryview:
        return memoryview(self._buf[key])


def _number_list(buf: bytes, start: int, count: int, end: int) -> Any:
    """Decodes ``count`` numbers of one encoding at ``start`` in one call.

    Returns the list and the offset after it; None if the elements are not such numbers.
    """
    leads = buf[start : start + count]
    if leads.isascii():
        return (list(leads), start + count) if len(leads) == count else None
    if count < _RUN_MIN or len(leads) < count:
        return None
    format_byte = leads[0]
    size = SIZES[format_byte]
    if size == 1:
        if leads.translate(None, ONE_BYTE_LEADS):
            return None
        return list(map(ONE_BYTE_VALUES.__getitem__, leads)), start + count
    unpack = NUMBER_RUNS[format_byte]
    stop = start + count * size
    if unpack is None or stop > end:
        return None
    leads = buf[start:stop:size]
    same = leads.count(format_byte)
    if same == count:
        if count < SHORT_RUN_MAX:
            return list(SHORT_RUNS[format_byte][count](buf, start)), stop
        return [value for (value,) in unpack(buf[start:stop])], stop
    if leads.count(b"\xcf") + leads.count(b"\xd3") == count:
        pairs = _int64_runs(buf[start:stop])
        return [v if v >= 0 or b == 0xD3 else v + 2**64 for b, v in pairs], stop
    return None


def _uncommon_value(buf: bytes, at: int, end: int, options: UnpackOptions, payloads: Any) -> tuple[Any, int]:
    """Decodes a bin, ext or long str, or any scalar that is a map key.

    Returns the value and the offset after it. payloads: what the content of a bin or ext is sliced from.
    """
    format_byte = buf[at]
    kind = KINDS[format_byte]
    if kind == RESERVED:
        raise Fault("reserved_byte", at)
    if SIZES[format_byte] == 1 and kind != STR:
        return ONE_BYTE_VALUES[format_byte], at + 1
    number = NUMBERS[format_byte]
    if number is not None:
        return number(buf, at + 1)[0], at + SIZES[format_byte]
    head = head_size(format_byte)
    count = head_count(buf, at)
    stop = at + head + count
    if stop > end:
        raise Fault("truncated", at)
    if kind in options.limits.by_kind and count > options.limits.by_kind[kind]:
        raise Fault("truncated", at)
    if kind == STR:
        return options.text(buf[at + head : stop]), stop
    if kind == EXT and buf[at + head - 1] == 0xFF:
        return _timestamp(buf[at + head : stop], at, options.timestamp), stop
    payload = payloads[at + head : stop]
    if kind != EXT:
        return payload, stop
    code = buf[at + head - 1]
    if code >= 0x80:
        code -= 0x100
    if options.ext_hook is not None:
        return _Ext((code, payload)), stop
    return tuple.__new__(ExtType, (code, payload)), stop


def _typed_payload(buf: bytes, at: int, end: int, options: UnpackOptions, depth: int) -> tuple[int, int, int]:
    """Returns the offsets of the beginning and the end of the payload of the ext 100 at ``at``,
    which is inside ``depth`` containers, and the number of values in it."""
    if depth >= options.max_depth:
        raise Fault("too_deep", at, options.max_depth)
    count = head_count(buf, at)
    start = at + head_size(buf[at])
    if start + count > end or count > options.ext_max:
        raise Fault("truncated", at)
    if count < 2 or KINDS[buf[start]] != STR:
        raise Fault("invalid_typed", at)
    stop = start + count
    # 18: the name of the only type that may have no value, after the longest header
    values = 2 if buf.find(OBJECT, start, start + 18) < 0 else typed_values(buf, start, stop)
    return start, stop, values


def _build(types: Any, pair: _TypedValue, at: int, end: int) -> Any:
    """Returns the object that the type registry creates from a typed value."""
    from ..._values.typed_classes import Misfit

    try:
        return types._build(*pair)
    except Misfit as misfit:
        raise LateFault("invalid_typed", at, str(misfit), end) from None


def _timestamp(payload: bytes, at: int, form: int) -> Any:
    try:
        stamp = Timestamp.from_bytes(payload)
    except ValueError:
        raise Fault("invalid_timestamp", at) from None
    if form == 0:
        return stamp
    if form == 1:
        return stamp.to_unix()
    if form == 2:
        return stamp.to_unix_nano()
    try:
        return stamp.to_datetime()
    except TimestampRangeError:
        raise LateFault("timestamp_range", at, stamp, at + 1) from None


def _check_key_depth(stack: list[tuple[Any, ...]], at: int, is_key: bool) -> None:
    """Raises a fault if the container at ``at`` is more than KEY_DEPTH levels deep in a map key."""
    _, _, append, key, _, _ = stack[len(stack) - KEY_DEPTH]
    if is_key or (append is None and key is _AT_KEY):
        raise LateFault("too_deep", at, -KEY_DEPTH, at)


def _check_key(key: Any, at: int, end: int, options: UnpackOptions) -> None:
    if options.strict_keys:
        if type(key) is not str and type(key) is not bytes:
            raise LateFault("invalid_key", at, key, end)
    elif not options.pairs:
        try:
            hash(key)
        except TypeError:
            raise LateFault("invalid_key", at, key, end) from None


def raise_exact(
    fault: Fault, buf: bytes, options: UnpackOptions, base: int, lz4_offset: Optional[int] = None
) -> NoReturn:
    """Raises the exception for a fault of decode(), with the exact name, offset and path.

    base: the offset of buf[0] in the stream. lz4_offset: the offset of the compressed message
    whose content buf is.

    """
    from ..._core.first_error import raise_fault

    found, path = exact_fault(fault, buf, options)
    raise_fault(found, buf, base, path, lz4_offset)


def exact_fault(fault: Fault, buf: bytes, options: UnpackOptions) -> tuple[Fault, Optional[str]]:
    """The first fault of a message for which decode() has reported one, and its path.

    decode() omits checks that only a damaged message fails, so the message might have an earlier
    fault than the one reported. The walk finds the first one.
    """
    from ..._core.first_error import Walk

    limits, at = options.limits, fault.offset
    typed = options.types is not None
    trusted = 0 if typed else at
    # With strict=False bytes may be read from a str: which str had to be UTF-8 is known where the fault was found only.
    check_text = options.check_text and options.strict
    walk = Walk(buf, 0, len(buf), limits, check_text=check_text, trusted=trusted, typed=typed)
    found = walk.find()
    if isinstance(fault, LateFault) and (found is None or walk.reached >= fault.end):
        found = None
    if found is not None and not options.strict and found.offset > at:
        found = None
    if found is None:  # only decode() detects it, by an object it created or an error handler
        found = fault
        walk = Walk(buf, 0, len(buf), limits, check_text=False, trusted=trusted, typed=typed)
        walk.find(stop=at)
    return found, walk.path()
