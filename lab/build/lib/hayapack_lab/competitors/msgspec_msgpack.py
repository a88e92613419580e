"""msgspec's MessagePack, Encoder and Decoder reused."""

NAME = "msgspec"
FORMAT = "MessagePack"
PACKAGE = "msgspec"
LOSES = "tuple → list; integers beyond 64 bits refused"


def load(needs):
    import msgspec.msgpack

    return msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder().decode


def ext_type():
    from msgspec.msgpack import Ext

    return Ext
