"""hayapack for .NET with LZ4, an array of blocks (ext 98)."""

from . import Contract

NAME = "hayapack + LZ4 array"
FORMAT = "MessagePack + LZ4"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "hayapack lz4 array"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer", takes="objects", gives="objects")
