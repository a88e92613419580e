"""A codec that refuses every value."""

NAME = "failing"
FORMAT = "none"
PACKAGE = ""
LOSES = "everything"


def encode(value):
    raise TypeError(f"can't write {type(value).__name__}")


def load(needs):
    print("what a codec prints must not reach the answers")
    return encode, encode
