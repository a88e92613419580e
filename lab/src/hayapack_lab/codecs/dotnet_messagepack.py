"""MessagePack-CSharp 3.1, standard options; keys are the members' names."""

from . import Contract

NAME = "MessagePack-CSharp"
FORMAT = "MessagePack"
PACKAGE = ""
LOSES = "what is not public; references become copies"
RUNTIME = "dotnet"
CODEC = "messagepack"
WORKLOADS = ("d_graph",)
CONTRACT = Contract(utf8="not checked", reuse="output buffer", takes="objects", gives="objects")
