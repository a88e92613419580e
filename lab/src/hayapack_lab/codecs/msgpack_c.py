"""msgpack, a Packer reused: its compiled back end, and its own pure Python fallback."""

from functools import partial

from . import Contract, NotAvailable, PythonCodec, Way
from .hayapack_native import LOSES, SKIP


def load(needs, pure=False):
    import msgpack
    import msgpack.fallback

    if (msgpack.Packer is msgpack.fallback.Packer) != pure:
        raise NotAvailable("msgpack is installed, but not with this back end")
    options = {}
    if "keys" in needs:
        options["strict_map_key"] = False
    if "datetime" in needs:
        options["timestamp"] = 3
    packer = msgpack.Packer(datetime="datetime" in needs)
    return packer.pack, partial(msgpack.unpackb, **options) if options else msgpack.unpackb


def ext_type():
    from msgpack import ExtType

    return ExtType


def one_shot(needs, pure=False):
    import msgpack

    return msgpack.packb, load(needs, pure)[1]


def ways(needs):
    import msgpack

    return {"skip": Way("packed", SKIP, {"new": partial(msgpack.Unpacker, max_buffer_size=0)})}


_msgpack = partial(
    PythonCodec, format="MessagePack", package="msgpack", loses=LOSES, contract=Contract(utf8="checked", reuse="Packer"),
    ext_type=ext_type,
)  # fmt: skip
CODECS = {
    "msgpack_c": _msgpack("msgpack", env={"MSGPACK_PUREPYTHON": ""}, load=load, one_shot=one_shot, ways=ways),
    "msgpack_pure": _msgpack(
        "msgpack pure",
        env={"MSGPACK_PUREPYTHON": "1"},
        load=partial(load, pure=True),
        one_shot=partial(one_shot, pure=True),
    ),
}
