"""pickle's text protocol, the default when the reference articles were written."""

import pickle
from functools import partial

from .pickle_std import CONTRACT, FORMAT, LOSES, PACKAGE  # noqa: F401

NAME = "pickle, protocol 0"
WORKLOADS = ("records_b",)


def load(needs):
    return partial(pickle.dumps, protocol=0), pickle.loads
