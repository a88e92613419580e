"""The standard library's marshal; its format changes between Python versions."""

import marshal

NAME = "marshal"
FORMAT = "marshal"
PACKAGE = ""
LOSES = "datetime refused; only the same Python version reads it; unsafe on hostile data"


def load(needs):
    return marshal.dumps, marshal.loads
