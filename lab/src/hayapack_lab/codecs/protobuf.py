"""Protocol Buffers in a compiled back end of its Python package: upb, or cpp before version 4.22."""

from ..schemas import generated
from ..schemas.record import AS_DICT, EVERY_FIELD, LOSES, ONE_FIELD, TAKES, function, unwrap, wrap  # noqa: F401
from . import Contract, NotAvailable, Way

NAME = "protobuf"
FORMAT = "Protocol Buffers"
PACKAGE = "protobuf"
WORKLOADS = ("record_e",)
CONTRACT = Contract(
    utf8="checked",
    schema="record.proto, compiled",
    reads="all, into its own message; Python values on access",
    takes=TAKES,
    gives="a dict of every field",
)
ENCODE = "value = Record(**item).SerializeToString()"
DECODE = f"record = parse(item)\n{AS_DICT}"


def variant():
    from google.protobuf.internal import api_implementation

    return api_implementation.Type()


def load(needs):
    names = _names()
    return function(ENCODE, names), function(DECODE, names)


def build(value):
    return generated.protobuf().Record(**value)


def ways(needs):
    names = _names()
    return {
        "encode": Way("value", ENCODE, names),
        "encode prebuilt": Way("built", "item.SerializeToString()"),
        "open": Way("packed", "parse(item)", names),
        "one field": Way("packed", f"record = parse(item); {ONE_FIELD}", names),
        "every field": Way("packed", f"record = parse(item); {EVERY_FIELD}", names),
        "decode": Way("packed", DECODE, names),
        "reference round trip": Way("built", "parse(item.SerializeToString())", names),
    }


def _names():
    from google.protobuf.internal import api_implementation

    if api_implementation.Type() not in ("upb", "cpp"):
        raise NotAvailable(f"protobuf is installed, but runs as {api_implementation.Type()!r}")
    record = generated.protobuf().Record
    return {"Record": record, "parse": record.FromString}
