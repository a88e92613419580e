"""FlatBuffers by its own package, which is written in Python.

Values are written with a reused builder, or with a new one each time where the package cannot clear it (before version
22), nested parts first. A message can't be prepared and
written later: "encode prebuilt" is the object API, which packs the program's objects on each call.
Text is read as bytes and decoded here, as the other codecs do.
"""

from ..schemas import generated
from ..schemas.record import LOSES, TAKES, function, unwrap, wrap  # noqa: F401
from . import Contract, Way

NAME = "FlatBuffers"
FORMAT = "FlatBuffers"
PACKAGE = "flatbuffers"
WORKLOADS = ("record_e",)
CONTRACT = Contract(
    utf8="checked by the caller's decode",
    reuse="Builder",
    schema="record.fbs, compiled",
    reads="nothing; fields are read on access",
    takes=TAKES,
    gives="a dict of every field",
)
BUILDER_BYTES = 256  # enough for the record, so the builder never grows
SCALARS = [f"f{number:02}" for number in range(1, 8)]
CLEAR, NEW = "builder.Clear()", "builder = Builder(size)"
BUILD = """\
builder.Clear()
f08 = builder.CreateString(item["f08"])
f09 = builder.CreateByteVector(item["f09"])
items = [builder.CreateString(text) for text in item["f10"]["f11"]]
code.NestedStartF11Vector(builder, len(items))
for offset in reversed(items):
    builder.PrependUOffsetTRelative(offset)
f11 = builder.EndVector()
code.NestedStart(builder)
code.NestedAddF11(builder, f11)
f10 = code.NestedEnd(builder)
code.RecordStart(builder)
{}
code.RecordAddF08(builder, f08)
code.RecordAddF09(builder, f09)
code.RecordAddF10(builder, f10)
builder.Finish(code.RecordEnd(builder))
value = builder.Output()""".format(
    "\n".join(f"code.RecordAdd{name.upper()}(builder, item[{name!r}])" for name in SCALARS)
)
TEXTS = {
    **{name: f"record.{name.upper()}()" for name in SCALARS},
    "f08": "record.F08().decode()",
    "f09": "record.F09AsNumpy().tobytes()",
}
ONE_FIELD = "record.F10().F11(0).decode()"
AS_DICT = """\
nested = record.F10()
f11 = [nested.F11(place).decode() for place in range(nested.F11Length())]
value = {{{}, 'f10': {{'f11': f11}}}}""".format(", ".join(f"{name!r}: {text}" for name, text in TEXTS.items()))
OPEN = "record = parse(item)"
DECODE = f"{OPEN}\n{AS_DICT}"


def load(needs):
    names = _names()
    return function(_possible(BUILD), names), function(DECODE, names)


def build(value):
    code = generated.flatbuffers()
    record, nested = code.RecordT(), code.NestedT()  # their constructors of old versions take no fields
    nested.f11 = value["f10"]["f11"]
    for name, field in {**value, "f10": nested}.items():
        setattr(record, name, field)
    return record


def ways(needs):
    names = _names()
    build = _possible(BUILD)
    pack = "builder.Clear(); builder.Finish(item.Pack(builder)); builder.Output()"
    every = "; ".join([OPEN, *TEXTS.values(), ONE_FIELD])
    return {
        "encode": Way("value", build, names),
        "encode prebuilt": Way("built", _possible(pack), names),
        "open": Way("packed", "parse(item)", names),
        "one field": Way("packed", f"{OPEN}; {ONE_FIELD}", names),
        "every field": Way("packed", every, names),
        "decode": Way("packed", DECODE, names),
        "reference round trip": Way("value", f"{build}\nparse(value)", names),
    }


def _possible(body):
    """The statements, for a package that cannot clear a builder with a new one."""
    import flatbuffers

    return body if hasattr(flatbuffers.Builder, "Clear") else body.replace(CLEAR, NEW)


def _names():
    import flatbuffers

    code = generated.flatbuffers()
    names = {"code": code, "parse": code.Record.GetRootAs}
    if hasattr(flatbuffers.Builder, "Clear"):
        return {**names, "builder": flatbuffers.Builder(BUILDER_BYTES)}
    return {**names, "Builder": flatbuffers.Builder, "size": BUILDER_BYTES}
