"""ormsgpack; it has no object to reuse."""

from functools import partial

from ..data.values import Ext
from . import Contract

NAME = "ormsgpack"
FORMAT = "MessagePack"
PACKAGE = "ormsgpack"
LOSES = "tuple → list; integers beyond 64 bits refused"
CONTRACT = Contract(utf8="checked")


def load(needs):
    import ormsgpack

    option = 0
    if "keys" in needs:
        option |= ormsgpack.OPT_NON_STR_KEYS
    if "datetime" in needs:
        option |= ormsgpack.OPT_DATETIME_AS_TIMESTAMP_EXT
    decode = ormsgpack.unpackb
    if "ext" in needs:
        decode = partial(decode, ext_hook=Ext)  # its own Ext does not expose its content
    if not option:
        return ormsgpack.packb, decode
    return partial(ormsgpack.packb, option=option), partial(decode, option=option)


def ext_type():
    import ormsgpack

    return ormsgpack.Ext
