"""The slow path of the encoder: subclasses, extensions, dates, hooks; one rule each, in order."""

from __future__ import annotations

import builtins
from _operator import itemgetter

from ..._wire.writing import ext_head, pack_int
from ...ext import ExtType, Fragment, Timestamp, _calendar
from ..plan.planned import Planned, Refused
from .frames import LIST, MAP, SUBLIST, TUPLE, TYPED
from .options import PackOptions
from .output import Output

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Optional

    #: kind, container, iterator, length
    Opened = tuple[int, Any, Iterator[Any], int]

#: How often one value may be converted into another before it counts as unsupported.
_CONVERSIONS_MAX = 100

# frozendict is a builtin from Python 3.15.
_frozendict = getattr(builtins, "frozendict", None)
_DICT_TYPES: tuple[type, ...] = (dict,) if _frozendict is None else (dict, _frozendict)

_first = itemgetter(0)


def resolve(obj: Any, options: PackOptions, out: Output, depth_left: int) -> Optional[Opened]:
    """Write a scalar to out, or return the container that has to be written.

    depth_left: how many containers may still be opened.
    """
    default, types = options.default, options.types
    returned = lossy = False  # whether obj is what default has returned; whether convert() must pack it
    for _ in range(_CONVERSIONS_MAX):
        if type(obj) is Planned:
            obj = obj.expand()
            continue
        if types is not None:
            pair = types._take_apart(obj, options.strict_types)
            if pair is not None:
                return TYPED, pair, iter(pair), len(pair)
        lossy = options.extended and _loses_fields(obj)
        if not lossy:
            if _write_scalar(obj, options, out):
                return None
            opened = _open(obj, options)
            if opened is not None:
                return opened
            if _write_extension(obj, options, out):
                return None
        if options.extended:
            from ..._values.extended_types import convert  # imports modules that most programs do not need

            value = convert(obj, options.strict_types, depth_left)
            if value is not NotImplemented:
                obj, returned = value, False
                continue
        if default is None:
            break
        obj, default, returned = default(obj), None, True
    if not lossy and _is(obj, int, options.strict_types):
        raise Refused("int_range", obj)
    raise Refused("returned_type" if returned else "unsupported_type", obj)


def _loses_fields(obj: Any) -> bool:
    if not hasattr(type(obj), "__dataclass_fields__"):
        return False
    from ..._values.extended_types import loses_fields

    return loses_fields(obj)


def _is(obj: Any, kind: Any, strict: bool) -> bool:
    if not strict:
        return isinstance(obj, kind)
    return type(obj) in kind if type(kind) is tuple else type(obj) is kind


def _write_scalar(obj: Any, options: PackOptions, out: Output) -> bool:
    strict = options.strict_types
    if obj is None:
        out.append(b"\xc0")
    elif obj is True:
        out.append(b"\xc3")
    elif obj is False:
        out.append(b"\xc2")
    elif _is(obj, int, strict):
        packed = pack_int(int.__add__(obj, 0))  # a plain int with the subclass's value
        if packed is None:
            return False
        out.append(packed)
    elif _is(obj, float, strict):
        try:
            out.append(options.pack_float(options.float_format, obj))
        except OverflowError:
            raise Refused("float_range", obj) from None
    elif _is(obj, (bytes, bytearray), strict):
        _write_bin(b"".join((obj,)), options, out)
    elif _is(obj, str, strict):
        try:
            data = str.encode(obj, "utf-8", options.unicode_errors)
        except UnicodeEncodeError as error:
            raise Refused("lone_surrogate", error) from None
        out.append(options.str_head(len(data)))
        out.append(data)
    else:
        return False
    return True


def _write_bin(data: bytes, options: PackOptions, out: Output) -> None:
    out.append(options.bin_head(len(data)))
    out.append(data)


def _open(obj: Any, options: PackOptions) -> Optional[Opened]:
    strict = options.strict_types
    if _is(obj, _DICT_TYPES, strict):
        return open_map(obj, options)
    if _is(obj, ExtType, strict) or _is_msgpacks(obj, "ExtType", strict):
        return None
    if _is(obj, list, strict):
        items = tuple(list.__iter__(obj))  # see encode.py
        return LIST if type(obj) is list else SUBLIST, obj, iter(items), len(items)
    if not strict and isinstance(obj, tuple):
        return TUPLE, obj, tuple.__iter__(obj), tuple.__len__(obj)
    return None


def open_map(obj: Any, options: PackOptions) -> Opened:
    """The parts of a frame for a dict. The entries are copied if user code may run."""
    # list() takes the items of a dict in one step, whatever other threads do
    pairs = list(obj.items())
    if type(obj) is not dict:
        pairs = list(pairs_of(pairs))
    if options.sort_keys:
        try:
            pairs.sort(key=_first)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:  # raised by user code
                raise
            raise Refused("unsorted_keys", str(error)) from None
    # items() of a subclass may differ from its entries; changes can't be detected then.
    unchanged = type(obj).__len__ is dict.__len__ and len(obj) == len(pairs)
    watched = obj if unchanged else pairs
    return MAP, watched, iter(pairs), len(pairs)


def pairs_of(entries: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    """The entries of a map, each of which may be any iterable of two values."""
    for entry in entries:
        pair = tuple(entry)
        if len(pair) != 2:
            raise ValueError(f"a map entry must be a pair, not {len(pair)} values")
        yield pair


def _write_extension(obj: Any, options: PackOptions, out: Output) -> bool:
    strict = options.strict_types
    if _is(obj, ExtType, strict) or _is_msgpacks(obj, "ExtType", strict):
        _write_ext(obj, out)
    elif type(obj) is Timestamp or _is_msgpacks(obj, "Timestamp", True):
        _write_timestamp(obj, out)
    elif isinstance(obj, memoryview):
        _write_bin(obj.tobytes(), options, out)
    elif _is(obj, Fragment, strict):
        out.append(obj.data)
    elif options.datetime and _is(obj, _calendar()[0], strict):
        stamp = Timestamp._from_aware(obj)
        if stamp is None:
            return False
        _write_timestamp(stamp, out)
    else:
        return False
    return True


def _is_msgpacks(obj: Any, name: str, exact: bool) -> bool:
    """Whether obj's type is the class of this name of the package msgpack or of a copy of it, or,
    if not ``exact``, is derived from that class. Does not import msgpack."""
    if isinstance(obj, tuple) is not (name == "ExtType"):
        return False
    for kind in type(obj).__mro__[: 1 if exact else None]:
        if kind.__name__ == name and isinstance(kind.__module__, str):
            if ("." + kind.__module__).endswith((".msgpack.ext", ".msgpack")):
                return True
    return False


def _write_ext(obj: ExtType, out: Output) -> None:
    # namedtuple's _replace and _make do not run the constructor's checks.
    fields = tuple(obj)
    if len(fields) != 2 or not isinstance(fields[0], int) or not isinstance(fields[1], (bytes, memoryview)):
        raise Refused("unsupported_type", obj)
    code, data = int.__add__(fields[0], 0), fields[1]
    data = data.tobytes() if isinstance(data, memoryview) else b"".join((data,))
    if not -128 <= code <= 127:
        raise Refused("unsupported_type", obj)
    out.append(ext_head(code, len(data)))
    out.append(data)


def _write_timestamp(stamp: Timestamp, out: Output) -> None:
    data = Timestamp.to_bytes(stamp)
    out.append(ext_head(-1, len(data)))
    out.append(data)
