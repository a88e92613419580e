"""msgpack's compiled back end, a Packer reused."""

from functools import partial

from . import Contract, NotAvailable, Way
from .hayapack_native import SKIP

NAME = "msgpack"
FORMAT = "MessagePack"
PACKAGE = "msgpack"
LOSES = "tuple → list; integers beyond 64 bits refused"
CONTRACT = Contract(utf8="checked", reuse="Packer")
ENV = {"MSGPACK_PUREPYTHON": ""}


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
