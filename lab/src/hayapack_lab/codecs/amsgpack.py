"""amsgpack, Packer and Unpacker reused."""

from . import Contract

NAME = "amsgpack"
FORMAT = "MessagePack"
PACKAGE = "amsgpack"
LOSES = "tuple → list; integers beyond 64 bits refused"
CONTRACT = Contract(utf8="checked", reuse="Packer, Unpacker")


def load(needs):
    import amsgpack

    return amsgpack.Packer().packb, amsgpack.Unpacker().unpackb


def ext_type():
    from amsgpack import Ext

    return Ext
