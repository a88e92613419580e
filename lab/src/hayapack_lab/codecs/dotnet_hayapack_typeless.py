"""hayapack for .NET, typeless: the name of the root's class is written."""

from . import Contract

NAME = "hayapack typeless"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "hayapack typeless"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer, type table", takes="objects", gives="objects")
