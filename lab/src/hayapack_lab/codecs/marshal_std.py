"""The standard library's marshal; its format changes between Python versions."""

import marshal

from . import Contract

NAME = "marshal"
FORMAT = "marshal"
PACKAGE = ""
LOSES = "datetime refused; only the same Python version reads it; unsafe on hostile data"
CONTRACT = Contract(utf8="checked", unsafe="can crash Python")


def load(needs):
    return marshal.dumps, marshal.loads
