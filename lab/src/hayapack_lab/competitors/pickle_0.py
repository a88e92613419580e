"""pickle's text protocol, which was the default when the founding posts were written."""

import pickle
from functools import partial

from .pickle_std import CONTRACT, FORMAT, LOSES, PACKAGE  # noqa: F401

NAME = "pickle, protocol 0"
WORKLOADS = ("records_b",)


def load(needs):
    return partial(pickle.dumps, protocol=0), pickle.loads
