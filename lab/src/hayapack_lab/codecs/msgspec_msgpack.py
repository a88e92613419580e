"""msgspec's MessagePack, Encoder and Decoder reused."""

from . import Contract

NAME = "msgspec"
FORMAT = "MessagePack"
PACKAGE = "msgspec"
LOSES = "tuple → list; integers beyond 64 bits refused"
CONTRACT = Contract(utf8="checked", reuse="Encoder, Decoder")


def load(needs):
    import msgspec.msgpack

    return msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder().decode


def ext_type():
    from msgspec.msgpack import Ext

    return Ext
