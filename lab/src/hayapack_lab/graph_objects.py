"""The graph of founding post D as objects, for codecs that write type names.

`wrap` and `unwrap` go between the workload's dicts and instances of the
classes below, so that every codec is given the same graph. What is shared in
the dicts is shared by the objects.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Optional

from .competitors import hayapack_native


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
    """As .NET names a class of a program's own, without version and key."""
    return f"Shop.Model.{kind.__name__}, Shop"


def wrap(value: object) -> object:
    """Every dict with the keys of a class as an instance of it, others as they are."""
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
    """Plain dicts and lists again, nothing shared."""
    if isinstance(value, list):
        return [unwrap(item) for item in value]
    if isinstance(value, CLASSES):
        return {key: unwrap(item) for key, item in vars(value).items()}
    if isinstance(value, dict):
        return {key: unwrap(item) for key, item in value.items()}
    return value


def wrap_root(value: Any) -> Any:
    """Only the outermost dict as an object, as .NET names it where members declare their class."""
    kind = BY_KEYS.get(tuple(value)) if isinstance(value, dict) else None
    return kind(**value) if kind else value


def typeless(kinds: tuple[type, ...], framing: Optional[str] = None) -> tuple[Callable, Callable]:
    """hayapack's encode and decode with the names of these classes on the wire.

    `framing` is "block", "block-array" or None, for LZ4 around the message.
    Raises NotAvailable without the compiled back end.
    """
    hayapack_native.load(frozenset())
    import hayapack

    types = hayapack.TypeRegistry()
    for kind in kinds:
        types.register(kind, type_name(kind))
    packer = hayapack.Packer(types=types, lz4=framing)
    return packer.pack, partial(hayapack.unpackb, types=types, lz4=framing is not None)
