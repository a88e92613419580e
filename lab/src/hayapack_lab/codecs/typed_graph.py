"""hayapack with LZ4 and with typed values, a Packer reused, for the graph of reference article D.

Typed values name the .NET type of every object, or of the outermost one ("root"). "LZ4 array" is
blocks of 64 KiB (ext 98), "LZ4 block" one block (ext 99). `wrap` and `unwrap` convert between the
workload's dicts and instances of the classes below, so every codec gets the same graph. Shared
dicts become shared objects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Optional

from . import Contract, PythonCodec, hayapack_native
from .hayapack_native import ENV, LOSES, PACKAGE


@dataclass
class Product:
    id: int
    sku: str
    name: str
    description: Optional[str]
    price: float
    weight: float
    rating: Optional[float]
    stock: int
    active: bool
    tags: list


@dataclass
class Address:
    street: str
    extra: Optional[str]
    postcode: str
    city: str
    country: str
    latitude: float
    longitude: float


@dataclass
class Customer:
    id: int
    name: str
    email: Optional[str]
    phone: Optional[str]
    since: str
    newsletter: bool
    credit: float
    home: Address
    delivery: Optional[Address]


@dataclass
class Line:
    number: int
    product: Product
    quantity: int
    price: float
    discount: Optional[float]
    serials: list


@dataclass
class Order:
    id: int
    created: str
    paid: Optional[str]
    state: str
    customer: Customer
    deliver_to: Address
    lines: list
    total: float
    tax: float
    gift: bool
    note: Optional[str]


@dataclass
class Export:
    shop: str
    exported: str
    orders: list


CLASSES = (Export, Order, Line, Customer, Address, Product)
BY_KEYS = {tuple(field.name for field in fields(kind)): kind for kind in CLASSES}


def type_name(kind: type) -> str:
    """The name that .NET gives to a program's class, without version and key."""
    return f"Shop.Model.{kind.__name__}, Shop"


def wrap(value: object) -> object:
    """Converts every dict with the keys of a class to an instance; others stay dicts."""
    return _wrapped(value, {})


def _wrapped(value: Any, known: dict[int, object]) -> Any:
    if id(value) in known:
        return known[id(value)]
    if isinstance(value, list):
        return [_wrapped(item, known) for item in value]
    if not isinstance(value, dict):
        return value
    parts = {key: _wrapped(item, known) for key, item in value.items()}
    kind = BY_KEYS.get(tuple(value))
    known[id(value)] = kind(**parts) if kind else parts
    return known[id(value)]


def unwrap(value: Any) -> Any:
    """Converts back to dicts and lists; nothing is shared."""
    if isinstance(value, list):
        return [unwrap(item) for item in value]
    if isinstance(value, CLASSES):
        return {key: unwrap(item) for key, item in vars(value).items()}
    if isinstance(value, dict):
        return {key: unwrap(item) for key, item in value.items()}
    return value


def wrap_root(value: Any) -> Any:
    """Converts only the outermost dict, the only one .NET names if members declare their class."""
    kind = BY_KEYS.get(tuple(value)) if isinstance(value, dict) else None
    return kind(**value) if kind else value


def typeless(kinds: tuple[type, ...], framing: Optional[str] = None) -> tuple[Callable, Callable]:
    """hayapack's encode and decode with typed values for these classes.

    `framing` is "block", "block-array" or None (no LZ4).
    Raises NotAvailable without the compiled back end.
    """
    hayapack_native.load(frozenset())
    import hayapack

    types = hayapack.TypeRegistry()
    for kind in kinds:
        types.register(kind, type_name(kind))
    packer = hayapack.Packer(types=types, lz4=framing)
    return packer.pack, partial(hayapack.unpackb, types=types, lz4=framing is not None)


def compressed(needs: frozenset, framing: str) -> tuple:
    hayapack_native.load(needs)  # raises NotAvailable without the native back end
    import hayapack

    return hayapack.Packer(lz4=framing).pack, partial(hayapack.unpackb, lz4=True)


def _codec(name: str, wire: str, contract: Contract, load: Callable, **more: Any) -> PythonCodec:
    return PythonCodec(name, wire, PACKAGE, LOSES, contract, ("d_graph",), env=ENV, load=load, **more)


def _typed(name: str, wire: str, framing: Optional[str], classes: tuple, values: str, wrap: Callable) -> PythonCodec:
    contract = Contract(
        utf8="checked", reuse="Packer, TypeRegistry", schema="registered classes", takes=values, gives=values
    )
    return _codec(name, wire, contract, lambda needs: typeless(classes, framing), wrap=wrap, unwrap=unwrap)


FRAMINGS = {"lz4_array": ("LZ4 array", "block-array"), "lz4_block": ("LZ4 block", "block")}
_TYPED = {
    "d_hayapack_typeless": ("hayapack, all named", CLASSES, "dataclasses", wrap),
    "d_hayapack_typeless_root": ("hayapack, root named", (Export,), "a dataclass of plain values", wrap_root),
}
CODECS = {key: _typed(name, "MessagePack typeless", None, *what) for key, (name, *what) in _TYPED.items()}
for _form, (_title, _framing) in FRAMINGS.items():
    _load = partial(compressed, framing=_framing)
    _contract = Contract(utf8="checked", reuse="Packer")
    CODECS["d_hayapack_" + _form] = _codec("hayapack + " + _title, "MessagePack + LZ4", _contract, _load)
    for _key, (_name, *_what) in _TYPED.items():
        CODECS[f"{_key}_{_form}"] = _typed(f"{_name} + {_title}", "MessagePack typeless + LZ4", _framing, *_what)
