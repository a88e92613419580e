"""hayapack for .NET a second time, in a process of its own: the noise."""

from . import Contract

NAME = "hayapack again"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "hayapack"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer", takes="objects", gives="objects")
TWIN_OF = "dotnet_hayapack"
