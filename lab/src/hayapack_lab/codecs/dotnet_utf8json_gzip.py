"""Utf8Json with gzip around it, at the default level (6)."""

from . import Contract

NAME = "Utf8Json + gzip"
FORMAT = "JSON + gzip"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "utf8json gzip"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffers", takes="objects", gives="objects")
