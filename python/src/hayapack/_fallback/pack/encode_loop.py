"""The encoder: one object -> bytes. The hot loop of the pure back end.

An explicit stack, no recursion. Lists and maps have one loop each, which writes the common values.
One loop for both takes 3 % longer for lists of str on CPython, and up to 49 % on PyPy.
A container or an uncommon value leaves the loop and is handled at the bottom. A list of numbers of
one kind is written in one call.
"""

from __future__ import annotations

import sys
from struct import error as struct_error

from ..._wire.format import TYPED_CODE
from ..._wire.numbers import pack_i16, pack_i32, pack_i64, pack_u16, pack_u32, pack_u64
from ..._wire.writing import (
    FIXARRAY_HEADS,
    FIXMAP_HEADS,
    FIXSTR_HEADS,
    SMALL_INTS,
    array_head,
    ext_head,
    map_head,
    number_list,
)
from ..plan.planned import Refused
from .encode_slow import open_map, resolve
from .frames import LIST, MAP, PAIR, ROOT, SUBLIST, TUPLE, TYPED, fail
from .options import PackOptions
from .output import KeyCache, Output

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .frames import Frame

#: Cache of packed map keys: str of up to 31 bytes, whose packed form no option changes.
_KEYS: dict[str, bytes] = KeyCache()
_KEYS_MAX = 4096

#: Lists of at least this many numbers are first tried in one call.
_RUN_MIN = 8

#: Without a GIL another thread may change a dict between its header and its entries.
_SHARED = "t" in getattr(sys, "abiflags", "")

#: Bytes that an open ext 100 adds to the offsets of errors: its largest header.
_TYPED_HEAD = 6


def encode(obj: Any, options: PackOptions) -> bytes:
    """obj as a message."""
    out = Output()
    _run([], ROOT, (obj,), options, out)
    return out.build()


def encode_pairs(pairs: list[tuple[Any, Any]], options: PackOptions) -> bytes:
    """A map of these pairs as a message."""
    out = Output()
    if not options.max_depth:
        fail("too_deep", pairs, out, (), max_depth=options.max_depth)
    out.append(map_head(len(pairs)))
    _run([(ROOT, (), iter(()), 0, 0, None)], MAP, pairs, options, out)
    return out.build()


def _run(stack: list[Frame], kind: int, cur: Any, options: PackOptions, out: Output) -> None:
    """Write the items of the container cur, then of those on the stack."""
    (
        text_type,
        str_head,
        str_heads,
        bin_head,
        bin_heads,
        pack_float,
        float_format,
        pack_float_pair,
        tuple_type,
        plain_maps,
        max_depth,
    ) = options.hot
    keys, fixstr_heads, small_ints = _KEYS, FIXSTR_HEADS, SMALL_INTS
    fixmap_heads, fixarray_heads = FIXMAP_HEADS, FIXARRAY_HEADS
    add = out.append

    it: Iterator[Any] = iter(cur)
    depth = len(stack)  # containers open
    size = len(cur)  # of cur, when its header was written
    mark = 0  # position in the output before cur
    k: Any = None
    v: Any = None
    outside = False  # in user code, whose exceptions pass through
    outer: list[Output] = []  # for each open typed value, the output before it
    try:
        while True:
            if kind == MAP:
                for k, v in it:
                    if type(k) is text_type:
                        data = keys.get(k)
                        if data is None:
                            data = k.encode()
                            n = len(data)
                            if n < 32:
                                data = fixstr_heads[n] + data
                                if len(keys) >= _KEYS_MAX:
                                    keys.clear()
                                keys[k] = data
                            else:
                                add(str_head(n))
                        add(data)
                    elif type(k) is int and -128 <= k <= 255:
                        add(small_ints[k])
                    else:
                        break
                    t = type(v)
                    if t is text_type:
                        data = v.encode()
                        n = len(data)
                        add(str_heads[n] if n < 256 else str_head(n))
                        add(data)
                    elif t is int:
                        if v <= 255:
                            if v >= -128:
                                add(small_ints[v])
                            elif v >= -0x8000:
                                add(pack_i16(0xD1, v))
                            elif v >= -0x80000000:
                                add(pack_i32(0xD2, v))
                            elif v >= -0x8000000000000000:
                                add(pack_i64(0xD3, v))
                            else:
                                break
                        elif v <= 0xFFFF:
                            add(pack_u16(0xCD, v))
                        elif v <= 0xFFFFFFFF:
                            add(pack_u32(0xCE, v))
                        elif v <= 0xFFFFFFFFFFFFFFFF:
                            add(pack_u64(0xCF, v))
                        else:
                            break
                    elif t is float:
                        add(pack_float(float_format, v))
                    elif v is None:
                        add(b"\xc0")
                    elif v is True:
                        add(b"\xc3")
                    elif v is False:
                        add(b"\xc2")
                    elif t is bytes:
                        n = len(v)
                        add(bin_heads[n] if n < 256 else bin_head(n))
                        add(v)
                    else:
                        break
                else:
                    if len(cur) != size:
                        fail("mutated", cur, out, stack, mark)
                    kind, cur, it, size, mark, k = stack.pop()
                    depth -= 1
                    continue
                if type(k) is not text_type and not (type(k) is int and -128 <= k <= 255):
                    stack.append((kind, cur, it, size, mark, k))
                    kind, cur, size = PAIR, (k, v), 2
                    it = iter(cur)
                    continue
            else:
                for v in it:
                    t = type(v)
                    if t is text_type:
                        data = v.encode()
                        n = len(data)
                        add(str_heads[n] if n < 256 else str_head(n))
                        add(data)
                    elif t is int:
                        if v <= 255:
                            if v >= -128:
                                add(small_ints[v])
                            elif v >= -0x8000:
                                add(pack_i16(0xD1, v))
                            elif v >= -0x80000000:
                                add(pack_i32(0xD2, v))
                            elif v >= -0x8000000000000000:
                                add(pack_i64(0xD3, v))
                            else:
                                break
                        elif v <= 0xFFFF:
                            add(pack_u16(0xCD, v))
                        elif v <= 0xFFFFFFFF:
                            add(pack_u32(0xCE, v))
                        elif v <= 0xFFFFFFFFFFFFFFFF:
                            add(pack_u64(0xCF, v))
                        else:
                            break
                    elif t is float:
                        add(pack_float(float_format, v))
                    elif v is None:
                        add(b"\xc0")
                    elif v is True:
                        add(b"\xc3")
                    elif v is False:
                        add(b"\xc2")
                    elif t is bytes:
                        n = len(v)
                        add(bin_heads[n] if n < 256 else bin_head(n))
                        add(v)
                    else:
                        break
                else:
                    if kind == LIST:
                        if len(cur) != size:
                            fail("mutated", cur, out, stack, mark)
                    elif kind == ROOT:
                        return
                    elif kind == PAIR:
                        depth += 1
                    elif kind == TYPED:
                        payload, out = out.build(), outer.pop()
                        add = out.append
                        add(ext_head(TYPED_CODE, len(payload)))
                        add(payload)
                    elif kind == SUBLIST and list.__len__(cur) != size:
                        fail("mutated", cur, out, stack, mark)
                    depth -= 1
                    kind, cur, it, size, mark, k = stack.pop()
                    continue

            # v is a container or uncommon: open it, or write it.
            before = len(out)
            if t is list or t is tuple_type:
                items = tuple(v)  # another thread may change a list between its header and its items
                n = len(items)
                if depth >= max_depth:
                    raise Refused("too_deep", v)
                add(fixarray_heads[n] if n < 16 else array_head(n))
                if n >= _RUN_MIN:
                    numbers = number_list(items, float_format == 0xCB)
                    if numbers is not None:
                        add(numbers)
                        continue
                elif n == 2 and pack_float_pair is not None:
                    # the common case: a pair of coordinates
                    if type(items[0]) is float and type(items[1]) is float:
                        add(pack_float_pair(0xCB, items[0], 0xCB, items[1]))
                        continue
                elif n == 0:
                    continue
                stack.append((kind, cur, it, size, mark, k))
                kind = LIST if t is list else TUPLE
                cur = v
                it = iter(items)
            elif t is dict and plain_maps:
                entries = list(v.items()) if _SHARED else v.items()
                n = len(entries)
                if depth >= max_depth:
                    raise Refused("too_deep", v)
                add(fixmap_heads[n] if n < 16 else map_head(n))
                stack.append((kind, cur, it, size, mark, k))
                kind = MAP
                cur = v
                it = iter(entries)
            else:
                outside = True
                opened = open_map(v, options) if t is dict else resolve(v, options, out, max_depth - depth)
                outside = False
                if opened is None:
                    continue
                if depth >= max_depth:
                    raise Refused("too_deep", opened[1])
                n = opened[3]
                if opened[0] == TYPED:
                    outer.append(out)
                    out = Output(out.offset(before) + _TYPED_HEAD)
                    add = out.append
                else:
                    add(map_head(n) if opened[0] == MAP else array_head(n))
                stack.append((kind, cur, it, size, mark, k))
                kind, cur, it, n = opened
            size = n
            mark = before
            depth += 1
    except (Refused, UnicodeEncodeError, OverflowError, struct_error, RuntimeError) as error:
        if not outside or type(error) is Refused:
            _fail_for(error, v, (kind, cur, it, size, mark, k), stack, out, max_depth)
        raise


def _fail_for(error: Any, value: Any, frame: Frame, stack: list[Frame], out: Output, max_depth: int) -> None:
    """Raise the error that an exception in _run() means; return if it is not about the input.

    value: what was being written; frame: of its container; stack: of the containers around that.
    """
    kind, cur, _, size, mark, key = frame
    frames = [*stack, frame]
    if isinstance(error, Refused):
        name, value = error.args
        fail(name, value, out, frames, max_depth=max_depth)
    if isinstance(error, UnicodeEncodeError):
        at_key = kind == MAP and error.object is key
        fail("lone_surrogate", error, out, frames, at_key=at_key)
    if isinstance(error, OverflowError):
        fail("float_range", value, out, frames)
    if isinstance(error, struct_error):
        fail("too_long", value, out, frames)
    if kind == MAP and (len(cur) != size or type(cur) is dict):
        fail("mutated", cur, out, stack, mark)
