"""cbor2, the CBOR package with the most users."""

NAME = "cbor2"
FORMAT = "CBOR"
PACKAGE = "cbor2"
LOSES = "tuple → list"


def load(needs):
    import cbor2

    return cbor2.dumps, cbor2.loads
