"""msgspec with a Struct that declares only the field "score": the other fields are skipped, not decoded."""

from . import Contract, Way
from .msgspec_msgpack import FORMAT, PACKAGE, load  # noqa: F401

NAME = "msgspec, a Struct of the one field"
LOSES = "all other fields, in the task column"
CONTRACT = Contract(utf8="checked", reuse="Encoder, Decoder", schema="a Struct", reads="one field")
WORKLOADS = ("records8",)


def ways(needs):
    import msgspec
    from numpy import array

    row = msgspec.defstruct("Row", [("score", float)])
    names = {"decode": msgspec.msgpack.Decoder(list[row]).decode, "array": array}
    return {"column": Way("packed", "array([row.score for row in decode(item)])", names)}
