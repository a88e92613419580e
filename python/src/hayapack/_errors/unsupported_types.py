"""The exceptions for objects of types that can't be packed, with the options that pack them."""

from __future__ import annotations

from .. import exceptions as e
from .unimported_classes import content_base, full_name, has_fields, is_a, names

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    import datetime

#: Types that extended=True packs, for the advice in an error's text: those of _values/extended_types.py.
_EXTENDED = frozenset(
    (module, name)
    for module, names in (
        ("builtins", ("set", "frozenset")),
        ("collections", ("deque",)),
        ("collections.abc", ("Mapping",)),
        ("datetime", ("date", "time")),
        ("decimal", ("Decimal",)),
        ("enum", ("Enum",)),
        ("numpy", ("bool_", "bool", "integer", "floating", "datetime64", "void", "ndarray")),
        ("uuid", ("UUID",)),
    )
    for name in names
)
#: Those of them whose derived classes strict_types does not refuse.
_EXTENDED_DERIVED = frozenset(
    [("collections.abc", "Mapping"), ("enum", "Enum")]
    + [("numpy", name) for name in ("bool_", "bool", "integer", "floating", "datetime64", "void")]
)


def _extended_advice(cls: type) -> str:
    """With which options an object of this type is packed; "" with none. Runs no code of the type's."""
    if has_fields(cls):
        return "" if content_base(cls) else "extended=True packs it"
    for name in names(cls):
        if name == ("numpy", "timedelta64"):  # an integer, but not packed
            return ""
        if name in _EXTENDED:
            strict = name != full_name(cls) and name not in _EXTENDED_DERIVED
            return "extended=True packs it" + (" unless strict_types=True" if strict else "")
    return ""


def _unsupported_datetime(moment: datetime.datetime, text: str, path: str) -> Exception:
    advice = "datetime=True packs datetimes with a tzinfo, extended=True packs all"
    if full_name(type(moment)) != ("datetime", "datetime"):
        advice += ", strict_types=True only datetime.datetime itself"
    if moment.tzinfo is None:
        return e.NaiveDatetimeError(f"{text} where tzinfo=None ({advice}), at {path}")
    try:
        naive = moment.utcoffset() is None
    except Exception:  # user code; what it raised is not what is reported
        naive = False
    if naive:
        return e.NaiveDatetimeError(f"{text} whose tzinfo has no UTC offset: utcoffset() is None ({advice}), at {path}")
    return e.UnsupportedTypeError(f"{text} ({advice}), at {path}")


def unsupported_type(obj: object, kind: str, path: str, returned: bool) -> Exception:
    """The exception for obj, whose type has this name. returned: `default` has returned obj."""
    text = f"can not serialize '{kind}' object"
    cls = type(obj)
    if has_fields(cls) and content_base(cls):
        text += f": it is a dataclass and a {content_base(cls)}, of which only one could be packed"
    elif is_a(cls, "datetime", "datetime"):
        return _unsupported_datetime(obj, text, path)  # type: ignore[arg-type]
    extended = _extended_advice(cls)
    if returned:
        article = "an" if kind[:1].lower() in ("a", "e", "i", "o", "u") else "a"
        advice = f"default returned {article} '{kind}' object"
        if extended:
            advice += ", which " + extended.replace("packs it", "packs")
    else:
        advice = (extended + ", " if extended else "") + "default= converts it"
    return e.UnsupportedTypeError(f"{text} ({advice}), at {path}")
