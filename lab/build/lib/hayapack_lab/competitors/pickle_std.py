"""The standard library's pickle; unsafe on data from strangers."""

import pickle

NAME = "pickle"
FORMAT = "pickle"
PACKAGE = ""
LOSES = "nothing, but only Python reads it, and reading runs code the sender chose"


def load(needs):
    return pickle.dumps, pickle.loads
