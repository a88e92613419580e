"""BSON as MongoDB's driver writes it."""

from . import Contract

NAME = "BSON"
FORMAT = "BSON"
PACKAGE = "pymongo"
LOSES = (
    "tuple → list; int beyond 32 bits → Int64; datetime to the millisecond; "
    "only a map at the top (other values are wrapped in one)"
)
CONTRACT = Contract(utf8="checked", takes="a map at the top")


def variant():
    import bson

    return "C" if bson.has_c() else "pure Python"


def load(needs):
    import bson

    return bson.encode, bson.decode


def wrap(value):
    return value if isinstance(value, dict) else {"": value}


def unwrap(value):
    return value[""] if list(value) == [""] else value
