"""The standard library's json, compressed with gzip."""

from ..data.compressors import gzipped_text
from . import Contract, json_std
from .json_std import LOSES, PACKAGE  # noqa: F401

NAME = "json + gzip"
FORMAT = "JSON + gzip"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="encoder and decoder")


def load(needs):
    return gzipped_text(*json_std.load(needs))
