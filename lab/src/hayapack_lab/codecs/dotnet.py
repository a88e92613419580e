"""The codecs of .NET.

hayapack, MessagePack-CSharp and Nerdbank.MessagePack use the members' names as keys, MemoryPack their positions. hayapack
has code generated at build time, but for "reflection".
MessagePack-CSharp is version 3.1, but for "2.5", with its standard options; System.Text.Json has code generated at
build time, but for "typeless"; Utf8Json has its default resolver. "typeless" writes the name of the
root's class (JSON: the calls that take an object). "LZ4 array" is an array of blocks (ext 98), "LZ4
block" one block (ext 99). gzip, Brotli and zstd have their default levels; zstd is ZstdSharp, as .NET
has it from version 11 on.

MessagePack-CSharp's typeless call makes objects of the types that the bytes name; hayapack's only of
those in its table, and Utf8Json's gets the type from the program.

The codecs of BENCH have workloads of `bench dotnet` only (workers/dotnet/bench). Some are no libraries: "minimum work"
copies each message to write it, and allocates and fills the same objects to read it; "written by hand" is code for one
model, without any check; "liblz4 only" compresses messages that are serialized already.
"""

from dataclasses import replace

from . import Contract, DotnetCodec

LOSES = "what is not public; references become copies"
MESSAGEPACK = {"": "", " + LZ4 array": " lz4 array", " + LZ4 block": " lz4 block"}
JSON = {"": "", " + gzip": " gzip", " + Brotli": " brotli", " + zstd": " zstd"}


def _codec(name, codec, wire, utf8, reuse, unsafe="", workloads=("d_graph",), worker=""):
    contract = Contract(utf8=utf8, reuse=reuse, takes="objects", gives="objects", unsafe=unsafe)
    return DotnetCodec(name, wire, "", LOSES, contract, workloads, codec=codec, worker=worker)


def _codecs():
    """(library's name, codec's name, UTF-8, what typeless reuses besides) in every form."""
    for library, codec, utf8, table in (
        ("hayapack", "hayapack", "checked", ", type table"),
        ("MessagePack-CSharp", "messagepack", "not checked", ""),
    ):
        for kind, reuse in (("", "output buffer"), (" typeless", "output buffer" + table)):
            for name, suffix in MESSAGEPACK.items():
                wire = "MessagePack + LZ4" if suffix else "MessagePack"
                unsafe = "" if table or not kind else "makes any object"
                yield _codec(library + kind + name, codec + kind + suffix, wire, utf8, reuse, unsafe)
    for library, codec, utf8, reuse, forms in (
        ("System.Text.Json", "json", "checked", "output buffer, writer", JSON),
        ("System.Text.Json typeless", "json typeless", "checked", "output buffer, writer", ("",)),
        ("Utf8Json", "utf8json", "not checked", "output buffer", ("", " + gzip")),
        ("Utf8Json typeless", "utf8json typeless", "not checked", "output buffer", ("", " + gzip")),
    ):
        for form in forms:
            reused = reuse.replace("buffer", "buffers") if form else reuse
            yield _codec(library + form, codec + JSON[form], "JSON" + form, utf8, reused)
    two = ("MessagePack-CSharp 2.5", "messagepack2", "MessagePack", "not checked", "output buffer")
    yield _codec(*two, worker="messagepack2")
    yield _codec("hayapack reflection", "hayapack reflection", "MessagePack", "checked", "output buffer")
    yield _codec("Nerdbank.MessagePack", "nerdbank", "MessagePack", "checked", "output buffer")
    yield _codec("MemoryPack", "memorypack", "MemoryPack", "not checked", "output buffer")


def _bench():
    for name, codec, wire, utf8 in (
        ("MessagePack-CSharp dynamic", "messagepack dynamic", "MessagePack", "not checked"),
        ("MessagePack-CSharp v4 proposal", "messagepack4", "MessagePack", "not checked"),
        ("Microsoft's protocol", "microsoft", "MessagePack", "not checked"),
        ("Newtonsoft.Json", "newtonsoft", "JSON", "checked"),
        ("hayapack, one thread", "hayapack one thread", "MessagePack + LZ4", "checked"),
        ("hayapack without LZ4", "hayapack without lz4", "MessagePack", "checked"),
        ("minimum work", "minimum", "none", "not checked"),
        ("written by hand", "by hand", "MessagePack", "not checked"),
        ("liblz4 only", "liblz4", "LZ4", "not checked"),
    ):
        yield _codec(name, codec, wire, utf8, "none", workloads=())


BENCH = {"dotnet_" + codec.codec.replace(" ", "_"): codec for codec in _bench()}
CODECS = {"dotnet_" + codec.codec.replace(" ", "_"): codec for codec in _codecs()}
CODECS.update(BENCH)
CODECS["dotnet_hayapack_again"] = replace(CODECS["dotnet_hayapack"], name="hayapack again", twin_of="dotnet_hayapack")
