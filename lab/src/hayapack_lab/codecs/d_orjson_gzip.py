"""orjson, compressed with gzip."""

from ..data.compressors import gzipped
from . import Contract, orjson
from .orjson import LOSES, PACKAGE  # noqa: F401

NAME = "orjson + gzip"
FORMAT = "JSON + gzip"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked")


def load(needs):
    return gzipped(*orjson.load(needs))
