"""Utf8Json with its default resolver."""

from . import Contract

NAME = "Utf8Json"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "utf8json"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffer", takes="objects", gives="objects")
