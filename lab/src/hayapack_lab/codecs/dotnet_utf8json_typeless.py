"""Utf8Json's calls that take an object and find its type at run time."""

from . import Contract

NAME = "Utf8Json typeless"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "utf8json typeless"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffer", takes="objects", gives="objects")
