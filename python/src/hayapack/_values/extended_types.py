"""The types that ``extended=True`` packs, turned into plain values. Both back ends use it."""

from __future__ import annotations

import sys
from math import prod

from .._errors.unimported_classes import content_base, full_name, has_fields, is_a, is_class, mro, names, real_class
from .._wire.numbers import pack_float32
from .._wire.writing import MAX_LENGTH, array_head
from ..ext import Fragment, Timestamp

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Optional

    #: (the object, the class it was recognised by, containers that may be opened) -> a value that packs like it
    _Way = Callable[[Any, type, int], Any]


def convert(obj: object, strict: bool = False, depth_left: int = 1024) -> Any:
    """A value that packs like ``obj``, or NotImplemented.

    One level only, except for arrays of float32: the packer converts the values inside.
    strict: without classes derived from those of the standard library and from numpy.ndarray.
    depth_left: how many containers the packer may still open.
    """
    cls = type(obj)
    way = _by_id.get(id(cls))
    if way is not None:
        return way(obj, cls, depth_left)
    base, way = _way_of(cls)
    if way is not _enum_value:
        if hasattr(cls, "__dataclass_fields__") and has_fields(cls):
            return _dataclass_value(obj, base, way)
        if is_class(obj):
            return NotImplemented
        if way is None:
            declared = getattr(obj, "__class__", cls)  # that of a proxy's target
            if declared is not cls and is_class(declared):
                base, way = _way_of(declared)
        if strict and way in _STRICT and id(cls) not in _by_id:  # it is, if this call has learnt its module
            return NotImplemented
    return (way or _mapping)(obj, base, depth_left)


def loses_fields(obj: object) -> bool:
    """Whether it is a dataclass whose fields would be lost if it is packed as the list, dict, str, … it is too."""
    import dataclasses

    cls = type(obj)
    if not has_fields(cls) or not content_base(cls) or is_a(cls, "enum", "Enum"):
        return False
    for field in dataclasses.fields(cls):  # type: ignore[arg-type]
        value = getattr(obj, field.name, None)
        if not isinstance(obj, dict) or (dict.get(obj, field.name, None) is not value):
            return True
    return False


def known_kind(cls: type) -> int:
    """The number of the code that the native back end has for objects of exactly this class: enum class_kind in
    python/ext/pack/class_cache.h. 0: it has none, and calls convert()."""
    way = _way_of(cls)[1]
    bases = mro(cls)
    if way is _enum_value:
        return _ENUM if _has_enums_value(cls) else 0
    if has_fields(cls):
        content = len(bases) > 2 and content_base(cls)
        special = any(name[1] in ("Timestamp", "Fragment") for name in names(cls))
        return 0 if content or special else _FIELDS
    if way is None or way is _mapping or issubclass(cls, type):
        return 0
    if id(cls) in _by_id:
        number = _KINDS_OF_CLASSES.get(full_name(cls))
        if number is not None:
            return number
    if len(bases) > 2 and full_name(cls)[0] == "numpy":
        return _KINDS_OF_NUMBERS.get(way, 0)
    return 0


def _has_enums_value(cls: type) -> bool:
    """Whether the attribute `value` of an enum's members is that of the standard library, which is `_value_`."""
    if cls.__getattribute__ is not object.__getattribute__:
        return False
    for base in mro(cls):
        if "value" in base.__dict__:
            getter = getattr(base.__dict__["value"], "fget", None)
            return full_name(base) == ("enum", "Enum") and getattr(getter, "__module__", "") == "enum"
    return False


# --- finding the way ----------------------------------------------------------


def _way_of(cls: type) -> tuple[type, Optional[_Way]]:
    """The first of the class and its bases that has a way, and the way; object and None if none has one."""
    bases = mro(cls)
    for base in bases:
        way = _by_id.get(id(base))
        if way is not None:
            return base, way
    if len(bases) > 2 or not hasattr(cls, "__dataclass_fields__"):  # else it is a dataclass and nothing else
        for base in bases:
            name = full_name(base)
            way = _WAYS.get(name)
            if way is not None:
                _learn(name[0])
                return base, way
    return object, None


#: The ways of the classes of modules that were learnt, by id: a metaclass may define __eq__ and __hash__.
_by_id: dict[int, _Way] = {}
#: Those classes, so that their ids are not used again; by module.
_learnt: dict[str, list[type]] = {}


def _learn(module: str) -> None:
    """Fill _by_id with all the module's classes, so that no base of a class is found in place of the class."""
    if module in _learnt or module not in sys.modules:
        return
    found = {}
    for name, way in _WAYS.items():
        if name[0] == module:
            try:
                found[real_class(*name)] = way
            except ImportError:  # numpy.bool and numpy.bool_ are names in different versions
                pass
    # last what says that the module is learnt: another thread may ask meanwhile
    _by_id.update((id(cls), way) for cls, way in found.items())
    _learnt[module] = list(found)


def _enum_value(obj: Any, base: type, depth_left: int) -> Any:
    return obj.value


def _made_by(make: Callable[[Any], Any]) -> _Way:
    def way(obj: Any, base: type, depth_left: int) -> Any:
        return make(obj)

    return way


_text, _list, _bool, _int, _float = map(_made_by, (str, list, bool, int, float))


def _mapping(obj: Any, base: type, depth_left: int) -> Any:
    mapping: Any = _learnt["collections.abc"][0]
    return dict(obj) if isinstance(obj, mapping) else NotImplemented


def _view(obj: Any, base: type, depth_left: int) -> Any:
    return obj.value()


def _iso(obj: Any, base: type, depth_left: int) -> Any:
    return obj.isoformat()


def _datetime(obj: Any, base: type, depth_left: int) -> Any:
    cls = type(obj)
    if cls is not base and cls.__name__ == "NaTType" and cls.__module__.startswith("pandas."):
        return None  # as numpy's NaT; this does not import pandas
    stamp = Timestamp._from_aware(obj)
    return obj.isoformat() if stamp is None else stamp


def _dataclass_value(obj: Any, base: type, way: Optional[_Way]) -> Any:
    import dataclasses

    fields = dataclasses.fields(obj)
    cls = type(obj)
    if len(mro(cls)) > 2 and content_base(cls):
        return way(obj, base, 0) if way is not None and not fields else NotImplemented
    return {field.name: getattr(obj, field.name) for field in fields}


# --- numpy ---------------------------------------------------------------------


def _refuse(obj: Any, base: type, depth_left: int) -> Any:
    return NotImplemented


def _float32(obj: Any, base: type, depth_left: int) -> Any:
    return Fragment(pack_float32(0xCA, obj), check=False)


def _datetime64(obj: Any, base: type, depth_left: int) -> Any:
    if obj != obj:  # NaT
        return None
    # "<M8[25us]": numpy.datetime_data() without numpy
    step = obj.dtype.str.partition("[")[2][:-1]
    unit = step.lstrip("0123456789")
    value = int(obj.astype("int64")) * int(step[: -len(unit)] or 1)
    seconds = _SECONDS_PER_UNIT.get(unit)
    if seconds is not None:
        return Timestamp(value * seconds)
    parts = _UNITS_PER_SECOND.get(unit)
    if parts is None:  # years, months: numpy converts these
        return Timestamp.from_unix_nano(int(obj.astype("datetime64[ns]").astype("int64")))
    whole, rest = divmod(value, parts)
    return Timestamp(whole, rest * 1_000_000_000 // parts)


_SECONDS_PER_UNIT = {"W": 604800, "D": 86400, "h": 3600, "m": 60, "s": 1}
_UNITS_PER_SECOND = {
    "ms": 10**3,
    "us": 10**6,
    "ns": 10**9,
    "ps": 10**12,
    "fs": 10**15,
    "as": 10**18,
}


def _void(obj: Any, base: type, depth_left: int) -> Any:
    """A row of a structured array as an array of its fields; other memory as bytes."""
    names = obj.dtype.names
    return obj.item() if names is None else tuple(obj[name] for name in names)


def _ndarray(obj: Any, base: type, depth_left: int) -> Any:
    if _is_exact(obj.dtype):
        return obj.tolist()
    masked = hasattr(obj, "mask")
    if not obj.ndim:
        return obj.tolist() if masked else obj[()]
    if masked:
        return list(obj)
    plain = obj.view(base)  # a row of a numpy.matrix is a matrix again
    if obj.dtype.kind == "f" and obj.dtype.itemsize < 8 and obj.ndim <= depth_left and max(obj.shape) <= MAX_LENGTH:
        return Fragment(_pack_float32s(plain, base), check=False)
    return list(plain)


def _is_exact(dtype: Any) -> bool:
    """Whether tolist() gives values that pack as the elements do. It makes float64 of float32, and
    integers of datetime64[ns]."""
    if dtype.subdtype is not None:
        return _is_exact(dtype.subdtype[0])
    if dtype.names is not None:
        return all(_is_exact(dtype[name]) for name in dtype.names)
    return dtype.kind not in "fmM" or (dtype.kind == "f" and dtype.itemsize >= 8)


def _pack_float32s(array: Any, ndarray: Any) -> bytes:
    """The array as nested MessagePack arrays of float32. Without an import of numpy."""
    count, shape, width = array.size, array.shape, 5
    cells = ndarray((count, width), "u1")
    cells[:, 0] = 0xCA
    cells[:, 1:] = array.astype(">f4", order="C").reshape(count, 1).view("u1")
    for axis in range(len(shape) - 1, -1, -1):
        # each row of cells becomes an array: a header, and the cells of its elements
        head = array_head(shape[axis])
        content = shape[axis] * width
        width = len(head) + content
        rows = ndarray((prod(shape[:axis]), width), "u1")
        for offset, byte in enumerate(head):
            rows[:, offset] = byte
        rows[:, len(head) :] = cells.reshape(len(rows), content)
        cells = rows
    return cells.tobytes()  # type: ignore[no-any-return]


#: numpy's float16 too, since each of its values is a float32.
_WAYS: dict[tuple[str, str], _Way] = {
    ("collections.abc", "Mapping"): _mapping,
    ("hayapack._values.shared_views", "Face"): _view,
    ("enum", "Enum"): _enum_value,
    ("uuid", "UUID"): _text,
    ("decimal", "Decimal"): _text,
    ("datetime", "datetime"): _datetime,
    ("datetime", "date"): _iso,
    ("datetime", "time"): _iso,
    ("collections", "deque"): _list,
    ("builtins", "set"): _list,
    ("builtins", "frozenset"): _list,
    ("numpy", "ndarray"): _ndarray,
    ("numpy", "bool_"): _bool,
    ("numpy", "bool"): _bool,  # its name in numpy 2
    ("numpy", "timedelta64"): _refuse,  # an integer for numpy
    ("numpy", "integer"): _int,
    ("numpy", "float16"): _float32,
    ("numpy", "float32"): _float32,
    ("numpy", "floating"): _float,
    ("numpy", "datetime64"): _datetime64,
    ("numpy", "void"): _void,
}
_FIELDS, _ENUM = 1, 2
#: The numbers of known_kind() for exactly these classes.
_KINDS_OF_CLASSES = {
    ("builtins", "set"): 3,
    ("builtins", "frozenset"): 3,
    ("collections", "deque"): 3,
    ("decimal", "Decimal"): 4,
    ("uuid", "UUID"): 5,
    ("datetime", "date"): 6,
    ("datetime", "time"): 7,
    ("datetime", "datetime"): 8,
    ("numpy", "bool_"): 10,
    ("numpy", "bool"): 10,
    ("numpy", "float16"): 12,
    ("numpy", "float32"): 12,
    ("numpy", "ndarray"): 13,
    ("numpy", "datetime64"): 14,
}
#: Those for numpy's own classes derived from its abstract ones.
_KINDS_OF_NUMBERS = {_int: 9, _float: 11}
#: Those that do not accept a derived class with strict_types.
_STRICT = (_text, _datetime, _iso, _list, _ndarray)

for _module in ("builtins", "collections", "collections.abc"):  # the others only if they are imported
    __import__(_module)
    _learn(_module)
