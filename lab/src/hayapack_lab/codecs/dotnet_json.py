"""System.Text.Json with code generated at build time, default options."""

from . import Contract

NAME = "System.Text.Json"
FORMAT = "JSON"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "json"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer, writer", takes="objects", gives="objects")
