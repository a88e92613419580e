"""The standard library's pickle; unsafe on untrusted data."""

import pickle

from . import Contract

NAME = "pickle"
FORMAT = "pickle"
PACKAGE = ""
LOSES = "nothing, but only Python reads it, and reading runs code the sender chose"
CONTRACT = Contract(utf8="checked", takes="any Python objects", gives="any Python objects", unsafe="runs code")


def load(needs):
    return pickle.dumps, pickle.loads
