"""MessagePack-CSharp 3.1's Typeless: the name of the root's class is written."""

from . import Contract

NAME = "MessagePack-CSharp typeless"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "messagepack typeless"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffer", takes="objects", gives="objects")
