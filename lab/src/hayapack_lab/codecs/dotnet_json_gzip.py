"""System.Text.Json with gzip around it, at the default level (6)."""

from . import Contract

NAME = "System.Text.Json + gzip"
FORMAT = "JSON + gzip"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "json gzip"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffers, writer", takes="objects", gives="objects")
