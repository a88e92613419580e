"""hayapack for .NET, generated formatters; keys are the members' names."""

from . import Contract

NAME = "hayapack"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "hayapack"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="checked", reuse="output buffer", takes="objects", gives="objects")
