"""MessagePack-CSharp 3.1's Typeless with LZ4, one block (ext 99)."""

from . import Contract

NAME = "MessagePack-CSharp typeless + LZ4 block"
FORMAT = "MessagePack + LZ4"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "messagepack typeless lz4 block"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffer", takes="objects", gives="objects")
