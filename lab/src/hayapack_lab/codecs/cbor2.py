"""cbor2, the CBOR package with the most users."""

from . import Contract

NAME = "cbor2"
FORMAT = "CBOR"
PACKAGE = "cbor2"
LOSES = "tuple → list"
CONTRACT = Contract(utf8="checked")


def load(needs):
    import cbor2

    return cbor2.dumps, cbor2.loads
