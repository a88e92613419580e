"""What an order is, and its total. No line of this file knows redis."""

import dataclasses

import hayapack

LIMITS = {"max_buffer_size": 64 << 10, "max_lz4_size": 1 << 20, "max_depth": 16}  # bytes, bytes, containers


@dataclasses.dataclass
class Order:
    id: int
    customer: str
    lines: list


@dataclasses.dataclass
class Total:
    order: int
    items: int
    cents: int


TYPES = hayapack.TypeRegistry()
TYPES.register(Order, "Shop.Order, Shop", fields={"id": "Id", "customer": "Customer", "lines": "Lines"})
TYPES.register(Total, "Shop.Total, Shop", fields={"order": "Order", "items": "Items", "cents": "Cents"})


class Refused(Exception):
    """A valid message that is no order. Its attributes are those of hayapack's errors."""

    def __init__(self, name, path):
        super().__init__(f"{name} at {path}")
        self.name, self.offset, self.path = name, None, path


def expect(value, kind, path, most=1_000_000):
    """The value, if it has the type, and is no negative and no large number."""
    if type(value) is not kind or (kind is int and not 0 <= value <= most):
        raise Refused("wrong_shape", path)
    return value


def total_of(message):
    """The total of the order in a message. Raises hayapack.UnpackException and Refused."""
    order = expect(hayapack.unpackb(message, lz4=True, types=TYPES, **LIMITS), Order, "$")
    expect(order.customer, str, "$.Customer")
    total = Total(expect(order.id, int, "$.Id", 2**53), 0, 0)
    for at, line in enumerate(expect(order.lines, list, "$.Lines")):
        path = f"$.Lines[{at}]"
        quantity = expect(expect(line, dict, path).get("Quantity"), int, path + ".Quantity")
        total.items += quantity
        total.cents += quantity * expect(line.get("Cents"), int, path + ".Cents")
    return total


def packed(total):
    return hayapack.packb(total, types=TYPES)
