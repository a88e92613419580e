"""The encoder: one object -> parts of bytes. The hot loop of the pure back end.

One explicit stack, no recursion. Lists and maps have a loop each, with the usual values
written on the spot; a container, or a value that is not usual, leaves the loop and is
taken at the bottom. A list of one kind of number is written as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from struct import error as struct_error
from typing import Any

from .frames import LIST, MAP, PAIR, ROOT, SUBLIST, TUPLE, Frame, fail
from .packoptions import PackOptions
from .resolve import Refused, open_map, resolve
from .writing import FIXSTR_HEADS, SMALL_INTS, array_head, map_head, number_list
from .writing import pack_i16, pack_i32, pack_i64, pack_u16, pack_u32, pack_u64

#: Map keys seen lately, packed: str of up to 31 bytes, the same under all options.
_KEYS: dict[str, bytes] = {}
_KEYS_MAX = 4096

#: Lists of at least so many numbers are tried as a whole.
_RUN_MIN = 8


def encode(obj: Any, options: PackOptions) -> list[bytes]:
    """The parts of the message that holds obj."""
    out: list[bytes] = []
    _run(ROOT, (obj,), iter((obj,)), options, out)
    return out


def encode_pairs(pairs: list[tuple[Any, Any]], options: PackOptions) -> list[bytes]:
    """The parts of a map of these pairs."""
    out = [map_head(len(pairs))]
    _run(MAP, pairs, iter(pairs), options, out)
    return out


def _run(kind: int, cur: Any, it: Iterator[Any], options: PackOptions, out: list[bytes]) -> None:
    """Write what is left of \`\`it\`\`, which runs over the container \`\`cur\`\`."""
    text_type, str_head, bin_head = options.text_type, options.str_head, options.bin_head
    pack_float, float_lead = options.pack_float, options.float_lead
    max_depth = options.max_depth
    plain_maps = not options.hooks and not options.sort_keys
    tuple_type = tuple if tuple in options.list_types else list
    keys, fixstr_heads, small_ints = _KEYS, FIXSTR_HEADS, SMALL_INTS
    add = out.append

    stack: list[Frame] = []
    depth = int(kind == MAP)  # containers open
    size = len(cur)  # of cur, when its head was written
    mark = 0  # parts before it
    k: Any = None
    v: Any = None
    outside = False  # in code that is not ours, whose exceptions pass
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
                        add(fixstr_heads[n] if n < 32 else str_head(n))
                        add(data)
                    elif t is int:
                        if -128 <= v <= 255:
                            add(small_ints[v])
                        elif v >= 0:
                            if v <= 0xFFFF:
                                add(pack_u16(0xCD, v))
                            elif v <= 0xFFFFFFFF:
                                add(pack_u32(0xCE, v))
                            elif v <= 0xFFFFFFFFFFFFFFFF:
                                add(pack_u64(0xCF, v))
                            else:
                                break
                        elif v >= -0x8000:
                            add(pack_i16(0xD1, v))
                        elif v >= -0x80000000:
                            add(pack_i32(0xD2, v))
                        elif v >= -0x8000000000000000:
                            add(pack_i64(0xD3, v))
                        else:
                            break
                    elif t is float:
                        add(pack_float(float_lead, v))
                    elif v is None:
                        add(b"\xc0")
                    elif v is True:
                        add(b"\xc3")
                    elif v is False:
                        add(b"\xc2")
                    elif t is bytes:
                        add(bin_head(len(v)))
                        add(v)
                    else:
                        break
                else:
                    if len(cur) != size:
                        fail("mutated", cur, out, stack, mark)
                    if not stack:
                        return
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
                        add(fixstr_heads[n] if n < 32 else str_head(n))
                        add(data)
                    elif t is int:
                        if -128 <= v <= 255:
                            add(small_ints[v])
                        elif v >= 0:
                            if v <= 0xFFFF:
                                add(pack_u16(0xCD, v))
                            elif v <= 0xFFFFFFFF:
                                add(pack_u32(0xCE, v))
                            elif v <= 0xFFFFFFFFFFFFFFFF:
                                add(pack_u64(0xCF, v))
                            else:
                                break
                        elif v >= -0x8000:
                            add(pack_i16(0xD1, v))
                        elif v >= -0x80000000:
                            add(pack_i32(0xD2, v))
                        elif v >= -0x8000000000000000:
                            add(pack_i64(0xD3, v))
                        else:
                            break
                    elif t is float:
                        add(pack_float(float_lead, v))
                    elif v is None:
                        add(b"\xc0")
                    elif v is True:
                        add(b"\xc3")
                    elif v is False:
                        add(b"\xc2")
                    elif t is bytes:
                        add(bin_head(len(v)))
                        add(v)
                    else:
                        break
                else:
                    if kind == LIST and len(cur) != size:
                        fail("mutated", cur, out, stack, mark)
                    if kind == SUBLIST and list.__len__(cur) != size:
                        fail("mutated", cur, out, stack, mark)
                    if not stack:
                        return
                    depth -= kind != PAIR
                    kind, cur, it, size, mark, k = stack.pop()
                    continue

            # v is a container, or not usual: open it, or write it.
            if t is list or t is tuple_type:
                opened = (LIST if t is list else TUPLE), v, iter(v), len(v)
            elif t is dict and plain_maps:
                opened = MAP, v, iter(v.items()), len(v)
            else:
                outside = True
                opened = open_map(v, options) if t is dict else resolve(v, options, out)
                outside = False
                if opened is None:
                    continue
            if depth >= max_depth:
                raise Refused("too_deep", opened[1])
            before = len(out)
            if opened[0] == MAP:
                add(map_head(opened[3]))
            else:
                add(array_head(opened[3]))
                if opened[3] >= _RUN_MIN and opened[0] != SUBLIST:
                    items = tuple(opened[1])
                    numbers = number_list(items, float_lead == 0xCB)
                    if numbers is not None and len(items) == opened[3]:
                        add(numbers)
                        continue
            stack.append((kind, cur, it, size, mark, k))
            kind, cur, it, size = opened
            mark = before
            depth += 1
    except Refused as refused:
        name, obj = refused.args
        fail(name, obj, out, [*stack, (kind, cur, it, size, mark, k)])
    except UnicodeEncodeError as error:
        if outside:
            raise
        at_key = kind == MAP and error.object is k
        frames = [*stack, (kind, cur, it, size, mark, k)]
        fail("lone_surrogate", error.object, out, frames, at_key=at_key)
    except (OverflowError, struct_error) as error:
        if outside:
            raise
        name = "float_range" if isinstance(error, OverflowError) else "too_long"
        fail(name, v, out, [*stack, (kind, cur, it, size, mark, k)])
    except RuntimeError:
        if outside or kind != MAP or len(cur) == size and type(cur) is not dict:
            raise
        fail("mutated", cur, out, stack, mark)
