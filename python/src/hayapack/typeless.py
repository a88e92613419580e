"""Typed values: ext type 100, a .NET type name and a value, as MessagePack-CSharp's Typeless API
writes them.

A name in a message is data. It is looked up only in the table that the program filled: no class is
imported, searched for or created because of it.

    registry = hayapack.TypeRegistry()
    registry.register(Order, "Shop.Order, Shop")
    packed = hayapack.packb(Order(7, "tea"), types=registry)
    order = hayapack.unpackb(packed, types=registry)
"""

from __future__ import annotations

from _thread import RLock

from ._errors.unimported_classes import is_class

TYPE_CHECKING = False  # see __init__.py
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Callable, NoReturn, Optional, TypeVar, Union

    Registered = TypeVar("Registered", bound=type)

__all__ = ["TypeRegistry", "Typed"]

#: Longer names are not looked up: nobody registers them.
_NAME_MAX = 4096


class _NoValue:
    def __repr__(self) -> str:
        return "<no value>"


_NO_VALUE: Any = _NoValue()

#: (pattern, replacement) pairs, compiled for the first name.
_rules: list[tuple[Any, str]] = []


def _make_rules() -> None:
    import re

    _rules[:] = [
        (re.compile(r", *(?:Version|Culture|PublicKeyToken)=[^,\]]*"), ""),
        (re.compile(", *"), ","),
        (re.compile(r",mscorlib(?=\]|$)"), ",System.Private.CoreLib"),
    ]


def normal_name(name: str) -> str:
    """The normalized name; names are compared in this form.

    Versions, cultures and tokens are removed, wherever they occur, and spaces after commas;
    System.Private.CoreLib and mscorlib are treated as the same.
    """
    if not _rules:
        _make_rules()
    for pattern, instead in _rules:
        name = pattern.sub(instead, name)
    return name


def is_object(name: str) -> bool:
    """Whether it is a name of System.Object, the only type that can have no value."""
    return name.startswith("System.Object") and name[13:14] in ("", ",")


class Typed:
    """A typed value whose name has no registered class.

    Packing it with ``types`` gives the same bytes again. Immutable.

    ``Typed(name)`` has no value: ``has_value`` is False and ``value`` is None. Only System.Object
    can have no value, since C# writes ``new object()`` as that name alone. Other names raise
    ValueError.
    """

    __slots__ = ("name", "value")

    name: str
    value: Any
    has_value: bool = True  # of the class: a third slot would make each object larger

    def __init__(self, name: str, value: Any = _NO_VALUE) -> None:
        if not isinstance(name, str):
            raise TypeError("name must be a str")
        if value is _NO_VALUE:
            if not is_object(name):
                raise ValueError("a Typed without a value must be System.Object")
            object.__setattr__(self, "__class__", _NameOnly)
            value = None
        _set_name(self, name)
        _set_value(self, value)

    def __setattr__(self, attribute: str, value: Any) -> NoReturn:
        raise AttributeError(f"a Typed can't be changed (attribute {attribute!r})")

    def __delattr__(self, attribute: str) -> NoReturn:
        raise AttributeError(f"a Typed can't be changed (attribute {attribute!r})")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Typed, (self.name, self.value) if self.has_value else (self.name,))

    def __repr__(self) -> str:
        return f"Typed({self.name!r}, {self.value!r})" if self.has_value else f"Typed({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if type(other) is not self.__class__:
            return False
        return self.name == other.name and bool(self.value == other.value)

    def __hash__(self) -> int:
        return hash((self.name, self.value))


class _NameOnly(Typed):
    """The class of a Typed without a value."""

    __slots__ = ()

    has_value = False


_set_name = Typed.__dict__["name"].__set__
_set_value = Typed.__dict__["value"].__set__


#: Held while a registry changes: two threads may register the same name.
_adding = RLock()


class _Entry:
    """A registered class: the name to write, and the conversions between object and value.

    blank: what ``read`` is called with for a name without a value.
    cls, wire: of a dataclass, of which ``read``, ``write`` or both are made here: the key or index of each field. The
        native back end does what they do (_plan/registered_classes.py). Else None.
    """

    __slots__ = ("blank", "cls", "is_object", "name", "read", "reads", "wire", "write", "writes")

    def __init__(
        self,
        name: str,
        read: Optional[Callable[[Any], Any]],
        write: Optional[Callable[[Any], Any]],
        blank: Optional[dict[Any, Any]] = None,
    ) -> None:
        self.name = name
        self.is_object = is_object(name)
        self.read = read
        self.write = write
        self.blank = blank
        self.cls: Optional[type] = None
        self.wire: Optional[dict[str, Union[str, int]]] = None
        self.reads = self.writes = False  # whether read and write are made here


class TypeRegistry:
    """Maps .NET type names to the classes that typed values become.

    dotnet: also register .NET's DateTime, DateTimeOffset, TimeSpan, Guid, decimal and
        char, arrays and the common collections.
    """

    def __init__(self, *, dotnet: bool = False) -> None:
        self._by_name: dict[str, _Entry] = {}  # by normalized names, and as they were given
        self._by_class: dict[type, _Entry] = {
            Typed: _Entry("", None, None),
            _NameOnly: _Entry("", None, None),
        }
        self._passes: Optional[Callable[[str], bool]] = None
        self._dotnet: list[tuple[type, _Entry]] = []  # whose derived classes are written too
        self._native: Any = None  # what the native back end derives from _by_name
        if dotnet:
            from ._values.dotnet import is_collection, scalars

            self._passes = is_collection
            for cls, names, read, write in scalars():
                entry = _Entry(names[0], read, write)
                self._add(cls, names, entry)
                if cls is not None:
                    self._dotnet.append((cls, entry))

    def register(
        self,
        cls: Registered,
        name: str,
        *aliases: str,
        fields: Optional[Mapping[str, Union[str, int]]] = None,
        read: Optional[Callable[[Any], Any]] = None,
        write: Optional[Callable[[Any], Any]] = None,
    ) -> Registered:
        """Register ``cls`` under ``name``; ``aliases`` are read too. Returns ``cls``.

        A dataclass is written as a map of its fields; ``fields`` gives them other names, or, if
        all are integers, indices in an array. An Enum is written as its value. For any other
        class, ``write(obj)`` returns the value to write, and ``read(value)`` makes the object from
        it.

        System.Object may have no value: ``read`` is then called with None, and a dataclass is made
        from its defaults. A value of None and a dataclass without fields are written as no value.
        """
        if not is_class(cls):
            raise TypeError("cls must be a class")
        names = (name, *aliases)
        if not all(isinstance(one, str) for one in names):
            raise TypeError("a name must be a str")
        if cls in _PLAIN_CLASSES:
            raise ValueError(f"{cls.__name__} has its own encoding and takes no name")
        blank: Optional[dict[Any, Any]] = None
        wire: Optional[dict[str, Union[str, int]]] = None
        own = read is None, write is None
        if read is None or write is None:
            blank = {} if read is None and hasattr(cls, "__dataclass_fields__") else None
            from ._values.typed_classes import conversions

            own_read, own_write, wire = conversions(cls, fields)
            read, write = read or own_read, write or own_write
        entry = _Entry(name, read, write, blank)
        if wire is not None:
            entry.cls, entry.wire = cls, wire
            entry.reads, entry.writes = own
        self._add(cls, names, entry)
        return cls

    def _add(self, cls: Optional[type], names: tuple[str, ...], entry: _Entry) -> None:
        """Adds a complete entry, which other threads may use at once."""
        normal = {normal_name(name) for name in names}
        with _adding:
            for name in normal:
                if name in self._by_name:
                    raise ValueError(f"{name!r} is already registered")
            if cls in self._by_class:
                raise ValueError(f"{cls!r} is already registered")
            self._by_name.update(dict.fromkeys([*normal, *names], entry))
            if cls is not None:
                self._by_class[cls] = entry

    # The back ends call the next two methods.

    def _build(self, name: Union[str, bytes], value: Any = _NO_VALUE) -> Any:
        """The object for a typed value. Raises Misfit."""
        if isinstance(name, bytes):
            name = name.decode("utf-8", "surrogateescape")
        if len(name) <= _NAME_MAX:
            normal = name
            entry = self._by_name.get(name)
            if entry is None:
                normal = normal_name(name)
                entry = self._by_name.get(normal)
            if entry is not None and entry.read is not None:
                return entry.read(entry.blank if value is _NO_VALUE else value)
            if self._passes is not None and self._passes(normal):
                return value
        return Typed(name, value)

    def _take_apart(self, obj: object, strict: bool) -> Optional[Union[tuple[str], tuple[str, Any]]]:
        """The name and the value, if there is one, to write for an object; None if its class is not
        registered. strict: not by a class from which its own is derived."""
        entry = self._by_class.get(type(obj))
        if entry is None and self._dotnet and not strict:
            entry = next((entry for cls, entry in self._dotnet if issubclass(type(obj), cls)), None)
        if entry is None:
            return None
        if type(obj) is Typed:
            return (obj.name, obj.value)
        if entry.write is None:
            return (obj.name,) if type(obj) is _NameOnly else None
        value = entry.write(obj)
        if entry.is_object and (value is None or (type(value) is dict and not value)):
            return (entry.name,)
        return (entry.name, value)


#: Classes that the packer writes as plain values.
_PLAIN_CLASSES = {bool, int, float, str, bytes, list, tuple, dict, type(None), Typed}
