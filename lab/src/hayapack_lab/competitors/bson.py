"""BSON as MongoDB's driver writes it."""
NAME = "BSON"
FORMAT = "BSON"
PACKAGE = "pymongo"
LOSES = "tuple → list; only a map at the top (others are wrapped in one); datetime to the millisecond"


def load(needs):
    import bson

    return bson.encode, bson.decode


def wrap(value):
    return value if isinstance(value, dict) else {"": value}


def unwrap(value):
    return value[""] if list(value) == [""] else value
