"""amsgpack, Packer and Unpacker reused."""

NAME = "amsgpack"
FORMAT = "MessagePack"
PACKAGE = "amsgpack"
LOSES = "tuple → list; integers beyond 64 bits refused"


def load(needs):
    import amsgpack

    return amsgpack.Packer().packb, amsgpack.Unpacker().unpackb


def ext_type():
    from amsgpack import Ext

    return Ext
