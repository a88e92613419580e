"""Utf8Json's calls that take an object, with gzip around it."""

from . import Contract

NAME = "Utf8Json typeless + gzip"
FORMAT = "JSON + gzip"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "utf8json typeless gzip"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffers", takes="objects", gives="objects")
