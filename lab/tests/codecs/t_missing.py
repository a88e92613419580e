"""A codec that is not installed."""

NAME = "missing"
FORMAT = "none"
PACKAGE = "no-such-package"
LOSES = "nothing"


def load(needs):
    import no_such_package

    return no_such_package.encode, no_such_package.decode
