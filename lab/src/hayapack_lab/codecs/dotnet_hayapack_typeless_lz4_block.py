"""hayapack for .NET, typeless, with LZ4, one block (ext 99)."""

from . import Contract

NAME = "hayapack typeless + LZ4 block"
FORMAT = "MessagePack + LZ4"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "hayapack typeless lz4 block"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer, type table", takes="objects", gives="objects")
