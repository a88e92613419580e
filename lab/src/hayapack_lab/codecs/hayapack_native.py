"""hayapack, a Packer reused: its compiled back end, also with CPython's public API only, and the pure Python fallback."""

from dataclasses import replace
from functools import partial

from . import Contract, NotAvailable, PythonCodec, Way

PACKAGE = "hayapack"
LOSES = "tuple → list; integers beyond 64 bits refused"
ENV = {"HAYAPACK_PUREPYTHON": "", "MSGPACK_PUREPYTHON": "", "HAYAPACK_PUBLIC_API": ""}
SKIP = "unpacker = new(); unpacker.feed(item); unpacker.skip(); del unpacker"  # finds the end without decoding


def load(needs, backend="native"):
    import hayapack

    if hayapack.backend != backend:
        raise NotAvailable(f"hayapack is installed, but its back end is {hayapack.backend!r}")
    options = {}
    if "keys" in needs:
        options["strict_map_key"] = False
    if "datetime" in needs:
        options["timestamp"] = 3
    packer = hayapack.Packer(datetime="datetime" in needs)
    return packer.pack, partial(hayapack.unpackb, **options) if options else hayapack.unpackb


def _load_pure(needs):
    import hayapack

    if hayapack.backend != "pure":
        raise NotAvailable("HAYAPACK_PUREPYTHON=1 did not select the fallback")
    return load(needs, "pure")


def ext_type():
    from hayapack import ExtType

    return ExtType


def one_shot(needs):
    import hayapack

    return hayapack.packb, load(needs, hayapack.backend)[1]


def ways(needs):
    """The program's values need no conversion, so "encode prebuilt" is plain encode.

    A View decodes only the fields read; for small messages `unpackb` is faster even for one field.
    """
    import hayapack

    encode = load(needs, hayapack.backend)[0]
    return {
        "encode prebuilt": Way("value", "encode(item)", {"encode": encode}),
        "open": Way("packed", "view(item)", {"view": hayapack.View}),
        "skip": Way("packed", SKIP, {"new": hayapack.Unpacker}),
    }


def partial_ways(paths, columns):
    """`get` and `columns`, which decode only what they return."""
    import hayapack

    found = {f"get {path}": Way("packed", f"get(item, {path!r})", {"get": hayapack.get}) for path in paths}
    if columns:
        from numpy import asarray

        names = {"columns": hayapack.columns, "asarray": asarray}
        for task, fields in (("column", columns[:1]), ("columns", columns)):
            found[task] = Way("packed", f"asarray(columns(item, {fields!r})[{columns[0]!r}])", names)
    return found


PLAIN = PythonCodec(
    "hayapack", "MessagePack", PACKAGE, LOSES, Contract(utf8="checked", reuse="Packer"), env=ENV, load=load, ext_type=ext_type
)  # fmt: skip
NATIVE = replace(PLAIN, one_shot=one_shot, ways=ways, partial_ways=partial_ways)
CODECS = {
    "hayapack_native": NATIVE,
    # The difference between the times of both processes is noise; no verdict is given on less.
    "hayapack_again": replace(NATIVE, name="hayapack, again", twin_of="hayapack_native"),
    "hayapack_public": replace(PLAIN, name="hayapack public API", env={**ENV, "HAYAPACK_PUBLIC_API": "1"}),
    "hayapack_pure": replace(
        PLAIN, name="hayapack pure", env={"HAYAPACK_PUREPYTHON": "1"}, load=_load_pure, one_shot=one_shot
    ),
}
