"""Cap'n Proto by pycapnp: messages are read in place, field by field.

Values are set by assignment, which takes half the time of keyword arguments. Writing a message a
second time warns, which would take most of the time, so the flag is cleared as the warning
advises.
"""

from functools import lru_cache, partial

from ..schemas.generated import FOLDER
from ..schemas.record import AS_DICT, EVERY_FIELD, LOSES, ONE_FIELD, TAKES, function, unwrap, wrap
from ..workloads.record_e import FIELDS
from . import Contract, PythonCodec, Way

CONTRACT = Contract(
    utf8="checked on access",
    schema="record.capnp, read when the program starts",
    reads="nothing; fields are read on access",
    takes=TAKES,
    gives="a dict of every field",
)
BUILD = "; ".join(f"message.{path[0]} = item[{path[0]!r}]" for path in FIELDS)
# The framing: the functions that write and open a message, and the statement that opens it.
PLAIN = ("to_bytes", "from_bytes", "with parse({}) as record: {}")
PACKED = ("to_bytes_packed", "from_bytes_packed", "record = parse({}); {}")


def load(needs, framing):
    found = ways(needs, framing)
    encode, decode = found["encode"], found["decode"]
    return function(encode.body, encode.names), function(decode.body, decode.names)


def build(value):
    message = _record().new_message()
    for field, part in value.items():
        setattr(message, field, part)
    return message


def ways(needs, framing):
    write, read, opened = framing
    names = {"new": _record().new_message, "parse": getattr(_record(), read)}

    def reading(then):
        return Way("packed", opened.format("item", then), names)

    return {
        "encode": Way("value", f"message = new(); {BUILD}; value = message.{write}()", names),
        "encode prebuilt": Way("built", f"item.{write}(); item.clear_write_flag()"),
        "open": reading("pass"),
        "one field": reading(ONE_FIELD),
        "every field": reading(EVERY_FIELD),
        "decode": reading(AS_DICT),
        "reference round trip": Way("built", opened.format(f"item.{write}()", "item.clear_write_flag()"), names),
    }


@lru_cache(maxsize=None)
def _record():
    import capnp

    capnp.remove_import_hook()  # it would run for every later import
    return capnp.load(str(FOLDER / "record.capnp")).Record


def _codec(name, framing):
    return PythonCodec(
        name,
        "Cap'n Proto",
        "pycapnp",
        LOSES,
        CONTRACT,
        workloads=("record_e",),
        load=partial(load, framing=framing),
        ways=partial(ways, framing=framing),
        wrap=wrap,
        unwrap=unwrap,
        build=build,
    )


CODECS = {
    "capnp": _codec("Cap'n Proto", PLAIN),
    "capnp_packed": _codec("Cap'n Proto packed", PACKED),  # omits most zero bytes
}
