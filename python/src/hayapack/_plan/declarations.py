"""What a program says about its classes and fields: ``model``, ``Key``, ``Limit``, ``Tags``."""

from __future__ import annotations

from .._errors.unimported_classes import is_class
from .nodes import UNKNOWN_ERROR, UNKNOWN_KEEP, UNKNOWN_SKIP

TYPE_CHECKING = False  # see hayapack/__init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable, Optional, TypeVar, Union

    Class = TypeVar("Class", bound=type)
    Bound = Union[int, float, None]

#: The attribute of a class that has its options.
MODEL = "__hayapack_model__"
#: The attribute of a class that has its plan.
PLAN = "__hayapack_plan__"

UNKNOWN = {"skip": UNKNOWN_SKIP, "error": UNKNOWN_ERROR, "keep": UNKNOWN_KEEP}
_dict_of = type.__dict__["__dict__"].__get__
_SUFFIXES = ("camel", "pascal", "kebab", "upper", "lower")


def model(
    *,
    keys: Optional[str] = None,
    rename: Union[str, Mapping[str, str], Callable[[str], str], None] = None,
    unknown: Optional[str] = None,
    extra: Optional[str] = None,
    tag: Union[str, tuple[str, Union[str, int]], None] = None,
    omit_none: Optional[bool] = None,
    omit_defaults: Optional[bool] = None,
) -> Callable[[Class], Class]:
    """Options of a dataclass, attrs class or TypedDict; derived classes have them too, unless they say otherwise.

    keys ("map"): "map" or "array": the form that is written. Both are read.
    rename: the keys: "camel", "pascal", "kebab", "upper", "lower", a dict of the new keys by the names of
        fields, or a function of a name.
    unknown ("skip"): what happens with keys (and elements) that no field has: "skip"; "error": unknown_field;
        "keep": the dict in the field ``extra`` has them, and they are written again.
    extra ("extra"): the name of that field.
    tag: a key with the class's name as its value, or (key, value): written first, and what tells the
        classes of a union apart.
    omit_none, omit_defaults (False): leave out of the map form what is None, or equal to its default.
    """
    if keys not in (None, "map", "array"):
        raise ValueError("keys must be 'map' or 'array'")
    if unknown is not None and unknown not in UNKNOWN:
        raise ValueError("unknown must be 'skip', 'error' or 'keep'")
    if isinstance(rename, str) and rename not in _SUFFIXES:
        raise ValueError("rename must be 'camel', 'pascal', 'kebab', 'upper', 'lower', a dict or a callable")
    options = {
        "keys": keys,
        "rename": rename,
        "unknown": unknown,
        "extra": extra,
        "tag": tag,
        "omit_none": omit_none,
        "omit_defaults": omit_defaults,
    }
    given = {name: value for name, value in options.items() if value is not None}

    def decorate(cls: Class) -> Class:
        if not is_class(cls):
            raise TypeError("model() decorates a class")
        type.__setattr__(cls, MODEL, given)
        if PLAN in _dict_of(cls):
            type.__delattr__(cls, PLAN)
        return cls

    return decorate


def options_of(cls: type) -> dict[str, Any]:
    """The options of the class and, where it has none, of its bases; a tag without a value is the class's own."""
    found: dict[str, Any] = {}
    for base in reversed(type.__dict__["__mro__"].__get__(cls)):
        found.update(_dict_of(base).get(MODEL, {}))
    return found


def renamed(name: str, rename: Any) -> str:
    if rename is None:
        return name
    if callable(rename):
        return str(rename(name))
    if not isinstance(rename, str):
        return str(rename.get(name, name))
    if rename in ("upper", "lower"):
        return name.upper() if rename == "upper" else name.lower()
    first, *rest = [word for word in name.split("_") if word] or [name]
    if rename == "kebab":
        return "-".join([first, *rest])
    words = [word[:1].upper() + word[1:] for word in rest]
    return "".join([first if rename == "camel" else first[:1].upper() + first[1:], *words])


class _Data:
    """A value with named parts."""

    __slots__ = ()

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"{type(self).__name__}({parts})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        # `is True`: what CPython 3.14 has for a name that is defined later is "equal" to everything, and typing would take
        # an Annotated[int, Limit(ge=1)] from its cache for Annotated[int, Limit(ge=LATER)].
        return all((getattr(self, name) == getattr(other, name)) is True for name in self.__slots__)

    def __hash__(self) -> int:
        return hash(type(self))


class Key(_Data):
    """The place of a field, in ``Annotated[int, Key(0)]`` or ``Annotated[int, Key("id", aliases=["ID"])]``.

    key: the element in the array form (then every field needs one, and the class is written as an array),
    or the key in the map form; aliases: other keys that are read. decoder, encoder: called with the plain
    value that was read, and with the value to write.
    """

    __slots__ = ("aliases", "decoder", "encoder", "index", "name")

    def __init__(
        self,
        key: Union[str, int, None] = None,
        *,
        aliases: Any = (),
        decoder: Optional[Callable[[Any], Any]] = None,
        encoder: Optional[Callable[[Any], Any]] = None,
    ) -> None:
        if isinstance(key, int) and (isinstance(key, bool) or not 0 <= key < 1 << 16):
            raise ValueError("an element is from 0 to 65535")
        if key is not None and not isinstance(key, (int, str)):
            raise TypeError("key must be a str or an int")
        if isinstance(aliases, str) or not all(isinstance(one, str) for one in aliases):
            raise TypeError("aliases must be a list of str")
        for function in (decoder, encoder):
            if function is not None and not callable(function):
                raise TypeError("decoder and encoder must be callables")
        self.index = key if isinstance(key, int) else None
        self.name = key if isinstance(key, str) else None
        self.aliases = tuple(aliases)
        self.decoder = decoder
        self.encoder = encoder


class Limit(_Data):
    """Bounds of a value, in ``Annotated[int, Limit(ge=0)]``; others are out_of_bounds.

    ge, gt, le, lt: of numbers; multiple_of: of integers; min_len, max_len: of str (characters), bytes and
    collections; each also of what a decoder makes. annotated_types' Ge, Gt, Le, Lt, Interval, MultipleOf, MinLen, MaxLen and Len do the same.
    """

    __slots__ = ("ge", "gt", "le", "lt", "multiple_of", "min_len", "max_len")  # noqa: RUF023  # the plan's order

    def __init__(
        self,
        *,
        ge: Bound = None,
        gt: Bound = None,
        le: Bound = None,
        lt: Bound = None,
        multiple_of: Optional[int] = None,
        min_len: Optional[int] = None,
        max_len: Optional[int] = None,
    ) -> None:
        if multiple_of is not None and (not isinstance(multiple_of, int) or multiple_of <= 0):
            raise ValueError("multiple_of must be an integer above 0")
        self.ge, self.gt, self.le, self.lt = ge, gt, le, lt
        self.multiple_of, self.min_len, self.max_len = multiple_of, min_len, max_len


class Tags(_Data):
    """Tells the types of a union apart: ``Annotated[Union[Cat, Dog], Tags({0: Cat, 1: Dog})]``.

    tags: the types by their tags, int or str. key: the tag is the value of this key in the object's map;
    without it the union is an array of the tag and the object, as MessagePack-CSharp writes it.
    default: the type for any other tag; without it such a tag is an unknown_tag.
    """

    __slots__ = ("default", "key", "tags")

    def __init__(self, tags: Mapping[Union[str, int], Any], *, key: Optional[str] = None, default: Any = None) -> None:
        if not tags:
            raise ValueError("tags must not be empty")
        for tag in tags:
            if type(tag) not in (int, str):
                raise TypeError("a tag must be an int or a str")
        self.tags = dict(tags)
        self.key = key
        self.default = default
