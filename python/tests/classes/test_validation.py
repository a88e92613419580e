"""ValidationError, options, streams and convert() with a type; plans of classes."""

import copy
import dataclasses
import enum
import gc
import pickle
import sys
import types
import weakref
from typing import Annotated, Any, Dict, List, Optional, Union

import pytest
from at_once import at_once
from conftest import _native, keeps_classes
from lz4_package import skip_without_lz4
from typed_reading import Cat, Dog, read, refused

import hayapack
from hayapack import Key, Tags, ValidationError, model, packb

# --- errors ----------------------------------------------------------------------


@dataclasses.dataclass
class Item:
    a: int
    b: Any = None


def test_all_errors(backend):
    plain = [{"a": "x"}, {"b": 1}, {"a": 1}, {"a": 2, "b": {"c": []}}, 5, {"a": None}]
    error = refused(backend, List[Item], plain, errors="all")
    assert [(one.name, one.path) for one in error.errors] == [
        ("wrong_type", "$[0].a"),
        ("missing_field", "$[1]"),
        ("wrong_type", "$[4]"),
        ("wrong_type", "$[5].a"),
    ]
    assert str(error) == "byte 4: expected int, got str, at $[0].a (and 3 more errors)"
    alone = error.errors[0]
    assert str(alone) == "byte 4: expected int, got str, at $[0].a" and alone.errors == (alone,)
    first = refused(backend, List[Item], plain)
    assert (first.offset, first.path) == (error.offset, error.path)
    for count in (100, 1000):
        many = refused(backend, List[int], ["x"] * count, errors="all")
        assert len(many.errors) == 100 and str(many).endswith("(and at least 99 more errors)")
    assert str(refused(backend, List[int], ["x"] * 99, errors="all")).endswith("(and 98 more errors)")
    only = refused(backend, List[int], ["x"], errors="all")
    assert only.errors == (only,) and "more" not in str(only)
    caused = refused(
        backend, List[Annotated[int, Key(decoder=lambda plain: 1 // plain or int("x"))]], [2, 2], errors="all"
    )
    assert type(caused.__cause__) is type(caused.errors[0].__cause__) is ValueError
    copied = pickle.loads(pickle.dumps(error))
    assert [one.path for one in copied.errors] == [one.path for one in error.errors]
    assert (copied.name, copied.expected, copied.got) == ("wrong_type", "int", "str")


def test_all_errors_before_the_message_ends(backend):
    packed = packb(["x", 1, "y"])
    error = pytest.raises(ValidationError, backend.unpackb, packed[:-2] + b"\xc1", type=List[int], errors="all").value
    assert [(one.name, one.path) for one in error.errors] == [("wrong_type", "$[0]"), ("reserved_byte", "$[2]")]
    assert type(error.errors[1]) is hayapack.exceptions.ReservedByteError
    assert "and 1 more error" in str(error)
    copied = pickle.loads(pickle.dumps(error))
    assert (copied.errors[1].name, copied.errors[1].offset) == ("reserved_byte", 4)
    packed = b"\xdc\x00\x64" + b"\xa0" * 99 + b"\xc1"
    error = pytest.raises(ValidationError, backend.unpackb, packed, type=List[int], errors="all").value
    assert len(error.errors) == 100 and str(error).endswith("(and 99 more errors)"), "all were found"


def test_the_first_error_in_the_order_of_bytes(backend):
    # the header of the array counts more elements than there are bytes: found first
    with pytest.raises(hayapack.TruncatedError) as caught:
        backend.unpackb(b"\x94\xa1x\x01", type=List[str])
    assert caught.value.offset == 0
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(b"\x92\xa1x\xc1", type=List[int])
    assert caught.value.path == "$[0]"
    with pytest.raises(hayapack.ReservedByteError):
        backend.unpackb(b"\x92\xc1\xa1x", type=List[int])
    with pytest.raises(hayapack.InvalidUtf8Error) as caught:
        backend.unpackb(b"\x82\xa1z\xa1\xff\xa1a\xa1x", type=Item)  # in a value that is skipped
    assert caught.value.path == "$.z"


def test_keys_of_other_types(backend):
    with pytest.raises(hayapack.InvalidKeyError) as caught:
        read(backend, Item, {5: 1, "a": 1})
    assert caught.value.path == "${key #0}"
    assert read(backend, Item, {5: 1, b"a": 2, "a": 1}, strict_map_key=False) == Item(1)
    assert read(backend, Item, {b"a": 2, "a": 1}) == Item(1)
    with pytest.raises(hayapack.InvalidKeyError):
        read(backend, Item, {"a": 1, "b": {5: 1}})
    with pytest.raises(hayapack.InvalidKeyError):
        read(backend, Dict[Any, int], {5: 1})
    assert read(backend, Dict[Any, int], {5: 1}, strict_map_key=False) == {5: 1}


# --- the classes Decoder and Encoder -----------------------------------------------


@pytest.mark.parametrize("name", ["Decoder", "Encoder"])
def test_objects_of_decoder_and_encoder(backend, name):
    base = getattr(backend, name)
    one = base(List[int])
    assert repr(one) == f"{name}(list[int])"
    generic = base[List[int]]
    assert type(generic) is types.GenericAlias
    assert (generic.__origin__, generic.__args__) == (base, (List[int],))
    assert repr(generic(List[int])) == repr(one)
    for give_up in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=f"a {name} can't be copied or pickled: make a new one"):
            give_up(one)


# --- compressed messages ---------------------------------------------------------

ITEMS = packb([{"a": 1}] * 50)
WRONG = packb([{"a": "x" * 100}])


def block(content):
    """content, of at least 15 bytes, as a message in the framing "block": all of it as literals."""
    left = len(content) - 15
    literals = b"\xf0" + b"\xff" * (left // 255) + bytes([left % 255]) + content
    return packb(hayapack.ExtType(99, b"\xd2" + len(content).to_bytes(4, "big") + literals))


@dataclasses.dataclass
class Checked:
    a: str

    def __post_init__(self):
        raise ValueError("never good")


def test_compressed_messages(backend, request, monkeypatch):
    skip_without_lz4(request)
    if backend.name == "native" and not _native.liblz4():  # the package is not used
        monkeypatch.setitem(sys.modules, "lz4.block", None)
    assert backend.unpackb(block(ITEMS), type=List[Item], lz4=True) == [Item(1)] * 50
    assert backend.unpackb(ITEMS, type=List[Item], lz4=True) == [Item(1)] * 50
    assert backend.unpackb(memoryview(block(ITEMS)), type=List[Item], lz4=True) == [Item(1)] * 50
    lower = backend.Decoder(List[Dict[str, str]], lz4=True, decoders={str: str.upper})
    assert lower.decode(block(WRONG)) == [{"A": "X" * 100}]
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(block(WRONG), type=List[Item], lz4=True)
    assert (caught.value.path, caught.value.offset, caught.value.lz4_offset) == ("$[0].a", 4, 0)
    with pytest.raises(ValidationError) as caught:
        backend.unpackb(block(WRONG), type=List[Checked], lz4=True)
    found = caught.value
    assert (found.name, found.path, found.offset, found.lz4_offset) == ("invalid_value", "$[0]", 1, 0)
    unpacker = backend.Unpacker(type=List[Item], lz4=True)
    unpacker.feed(block(ITEMS) + block(WRONG))
    assert unpacker.unpack() == [Item(1)] * 50
    with pytest.raises(ValidationError) as caught:
        unpacker.unpack()
    found = caught.value
    assert (found.path, found.offset, found.lz4_offset) == ("$[0].a", 4, len(block(ITEMS)))


@pytest.mark.parametrize(
    "packed, options",
    [
        (block(ITEMS)[:-1], {}),
        (block(ITEMS) + b"\x00", {}),
        (block(ITEMS + b"\x00"), {}),
        (block(ITEMS[:-1]), {}),
        (block(ITEMS[:-1] + b"\xc1"), {}),
        (block(ITEMS), {"max_lz4_size": 50}),
        (block(ITEMS), {"max_buffer_size": 50}),
        (block(ITEMS).replace(b"\xf0", b"\x10", 1), {}),  # a block of one literal
    ],
)
def test_errors_of_compressed_messages(backend, request, packed, options):
    """Those of untyped decoding."""
    skip_without_lz4(request)
    found = []
    for typed in ({}, {"type": List[Item]}):
        with pytest.raises((hayapack.UnpackException, hayapack.ExtraData)) as caught:
            backend.unpackb(packed, lz4=True, **typed, **options)
        one = caught.value
        found.append((type(one), one.name, one.offset, one.path, one.lz4_offset))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "option",
    [
        {"use_list": False}, {"raw": True}, {"object_hook": dict}, {"object_pairs_hook": dict}, {"list_hook": list},
        {"ext_hook": lambda code, data: 1}, {"types": hayapack.TypeRegistry()},
        {"zero_copy": True}, {"tuple_keys": True},
    ],
)  # fmt: skip
def test_options_that_make_other_objects(backend, option):
    (name,) = option
    for work in (lambda: read(backend, int, 1, **option), lambda: backend.Unpacker(type=int, **option)):
        with pytest.raises(TypeError, match=name):
            work()
    # their defaults are no objection
    assert read(backend, int, 1, use_list=True, raw=False, object_hook=None, ext_hook=hayapack.ExtType) == 1


@pytest.mark.parametrize("option", [{"strict": False}, {"errors": "all"}, {"decoders": {}}])
def test_options_that_need_a_type(backend, option):
    (name,) = option
    for work in (
        lambda: backend.unpackb(b"\x01", **option),
        lambda: backend.unpackb(b"\x01", type=None, **option),
        lambda: backend.Unpacker(**option),
    ):
        with pytest.raises(TypeError, match=f"^{name} is an option for type=$"):
            work()


@pytest.mark.parametrize("defaults", [{"type": None}, {"strict": True, "errors": "first", "decoders": None}])
def test_defaults_of_typed_decoding(backend, defaults):
    assert backend.unpackb(b"\x01", **defaults) == 1
    unpacker = backend.Unpacker(**defaults)
    unpacker.feed(b"\x01")
    assert list(unpacker) == [1]
    assert backend.Decoder(None).decode(b"\xc0") is None
    with pytest.raises(ValidationError):
        backend.Decoder(None).decode(b"\x01")


def test_wrong_values_of_options(backend):
    with pytest.raises(ValueError):
        read(backend, int, 1, errors="some")
    with pytest.raises(TypeError):
        read(backend, int, 1, decoders={int: 5})
    with pytest.raises(TypeError):
        backend.Decoder(int, no_such_option=1)
    with pytest.raises(TypeError):
        backend.Encoder(int, extended=False)


def test_limits_of_lengths_and_buffers(backend):
    with pytest.raises(hayapack.StrLimitError):
        read(backend, List[str], ["abc"], max_str_len=2)
    with pytest.raises(hayapack.ArrayLimitError):
        read(backend, List[int], [1, 2], max_array_len=1)
    with pytest.raises(hayapack.MapLimitError):
        read(backend, Item, {"a": 1, "b": 2}, max_map_len=1)
    with pytest.raises(hayapack.BufferFull):
        backend.Decoder(List[int], max_buffer_size=2).decode(packb([1, 2]))


# --- streams, convert ---------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_streams_of_objects(backend, size):
    stream = b"".join(packb({"a": n, "b": "x" * n}) for n in range(20))
    unpacker, found = backend.Unpacker(type=Item), []
    for start in range(0, len(stream), size):
        unpacker.feed(stream[start : start + size])
        found += unpacker
    assert found == [Item(n, "x" * n) for n in range(20)]


def test_a_stream_after_an_object_that_does_not_fit(backend):
    unpacker = backend.Unpacker(type=Item)
    unpacker.feed(packb({"a": 1}) + packb({"a": "x"}) + packb({"a": 3}))
    assert unpacker.unpack() == Item(1)
    with pytest.raises(ValidationError) as caught:
        unpacker.unpack()
    assert (caught.value.offset, caught.value.path) == (7, "$.a")
    assert unpacker.unpack() == Item(3)


def test_elements_of_a_stream(backend):
    unpacker = backend.Unpacker(type=Item)
    unpacker.feed(packb([{"a": 1}, {"a": 2}]))
    assert [unpacker.unpack() for _ in range(unpacker.read_array_header())] == [Item(1), Item(2)]


def test_convert_and_to_plain():
    assert hayapack.convert({"a": 1, "b": {5}}, Item) == Item(1, [5])
    assert hayapack.convert(Item(1), Item) == Item(1)
    with pytest.raises(ValidationError) as caught:
        hayapack.convert([{"a": "x"}], List[Item])
    assert (caught.value.path, caught.value.offset) == ("$[0].a", 4)
    assert str(caught.value) == "expected int, got str, at $[0].a", "there are no bytes"
    with pytest.raises(ValidationError) as caught:
        hayapack.convert([{"a": "x"}, 5, {}], List[Item], errors="all")
    assert list(map(str, (caught.value, *caught.value.errors))) == [
        "expected int, got str, at $[0].a (and 2 more errors)",
        "expected int, got str, at $[0].a",
        "expected Item, got int, at $[1]",
        "Item without the field 'a', at $[2]",
    ]
    with pytest.raises(hayapack.InvalidKeyError, match="^int is not allowed for map key"):
        hayapack.convert({1: 2}, dict)
    with pytest.raises(hayapack.OutOfData, match="^byte 0: "):
        hayapack.convert(1, int, decoders={int: lambda plain: hayapack.Unpacker().unpack()})
    assert hayapack.to_plain([Item(1, Cat(9))]) == [{"a": 1, "b": {"type": "Cat", "lives": 9}}]
    assert hayapack.to_plain(Item(1), keys="array") == [1, None]
    assert hayapack.to_plain({1: 2}) == {1: 2}


def test_describe():
    found = hayapack.describe(Dog)
    assert hayapack.unpackb(packb(found)) == found
    assert (found["kind"], found["name"], found["tag"], found["form"]) == ("object", "Dog", ["type", "dog"], "map")
    name, friend = found["fields"]
    assert name == {
        "name": "name",
        "keys": ["name"],
        "index": 0,
        "required": True,
        "type": {"kind": "str", "name": "str"},
    }
    assert friend["type"]["nullable"] and friend["type"]["kind"] == "union"


def test_describe_tells_classes_of_one_name_apart():
    first = dataclasses.make_dataclass("Item", [("a", int)])
    second = dataclasses.make_dataclass("Item", [("b", int)])
    third = dataclasses.make_dataclass("Item", [("c", int)])
    for one, module in ((first, "first"), (second, "second"), (third, "second")):
        one.__module__ = module
    pairs = [("x", first), ("y", List[second]), ("z", Optional[second]), ("w", third)]
    x, y, z, w = (field["type"] for field in hayapack.describe(dataclasses.make_dataclass("Order", pairs))["fields"])
    names = ["first.Item", "second.Item (1)", "second.Item (1) | None", "second.Item (2)"]
    assert [x["name"], y["items"]["name"], z["name"], w["name"]] == names
    both = (y["items"], z)  # one has the fields, the other refers to it
    assert sum("fields" in one for one in both) == 1 and "fields" in x and "fields" in w
    assert hayapack.describe(List[first])["items"]["name"] == "Item"


@pytest.mark.long
def test_describe_is_linear():
    """Each class is described once, however many others have it."""
    count = 40
    names = [f"f{i}" for i in range(count)]
    kinds = [
        dataclasses.make_dataclass(f"C{number}", [(name, Any, dataclasses.field(default=None)) for name in names])
        for number in range(count)
    ]
    for kind in kinds:
        for name, other in zip(names, kinds):
            kind.__dataclass_fields__[name].type = Union[other, None]
    first = kinds[0]
    found = hayapack.describe(List[first])
    assert len(packb(found)) < 100 * count * count * 2
    assert [field["type"]["name"] for field in found["items"]["fields"]] == [f"C{i} | None" for i in range(count)]
    assert "fields" not in found["items"]["fields"][0]["type"] and "fields" in found["items"]["fields"][1]["type"]
    again = found["items"]["fields"][1]["type"]["fields"][2]["type"]
    assert again == {"kind": "object", "name": "C2 | None", "nullable": True, "form": "map", "unknown": "skip"}


# --- plans -----------------------------------------------------------------------


@keeps_classes
def test_classes_can_go(backend):
    @dataclasses.dataclass
    class Short:
        a: int

    read(backend, Short, {"a": 1})
    gone = weakref.ref(Short)
    del Short
    gc.collect()
    assert gone() is None


def test_threads_that_compile_the_same_class(backend):
    cls = dataclasses.make_dataclass("Shared", [(f"f{n}", List[int]) for n in range(50)])
    plain = packb({f"f{n}": [n] for n in range(50)})
    found = at_once(lambda number: backend.unpackb(plain, type=cls), 8)
    assert len(found) == 8 and all(one == found[0] for one in found)


def test_a_class_that_could_not_be_compiled_can_be_later(backend):
    space = {"dataclass": dataclasses.dataclass, "__name__": "later_module"}
    import types

    module = sys.modules["later_module"] = types.ModuleType("later_module")
    try:
        module.dataclass = dataclasses.dataclass
        exec("@dataclass\nclass A:\n    b: 'B'\n", module.__dict__)
        with pytest.raises(TypeError, match="name 'B' is not defined"):
            backend.Decoder(module.A)
        exec("@dataclass\nclass B:\n    n: int\n", module.__dict__)
        assert read(backend, module.A, {"b": {"n": 1}}).b.n == 1
    finally:
        del sys.modules["later_module"]
    assert space


class Kind(enum.Enum):
    A = "a"

    @classmethod
    def _missing_(cls, value):
        return cls.A if value == "alias" else None


def test_enums_with_missing(backend):
    assert read(backend, Kind, "alias") is Kind.A
    assert refused(backend, Kind, "b").name == "unknown_member"


def test_repr_and_pickle_of_coders(backend):
    for coder in (backend.Decoder(List[Item]), backend.Encoder(List[Item])):
        assert "list[Item]" in repr(coder)
        with pytest.raises(TypeError):
            pickle.dumps(coder)


def test_the_field_of_an_error(backend):
    """The key that is missing, unknown or repeated; other errors have none."""

    def fields(kind, packed):
        with pytest.raises(ValidationError) as caught:
            backend.unpackb(packed, type=kind, errors="all")
        assert pickle.loads(pickle.dumps(caught.value)).field == caught.value.field
        return [(one.name, one.field) for one in caught.value.errors]

    line = model(unknown="error")(dataclasses.make_dataclass("Line", [("a", int), ("b", str), ("c", float)]))
    missing = [("missing_field", name) for name in "abc"]
    assert fields(line, b"\x80") == missing
    assert fields(List[line], b"\x91\x90") == missing
    packed = backend.packb({"a": 1, "b": 2, "c": 3, "é": 4})
    assert fields(line, packed) == [("wrong_type", None), ("unknown_field", "é")]
    assert fields(line, b"\x94\x01\xa0\x03\x04") == [("unknown_field", 3)]
    assert fields(line, b"\x84\xa1a\x01\xa1b\xa0\xa1c\x01\xa1b\xa0") == [("duplicate_field", "b")]
    assert fields(Dict[int, int], b"\x82\x05\x01\x05\x01") == [("duplicate_field", 5)]
    tagged = Annotated[line, Tags({"l": line}, key="kind")]
    assert fields(tagged, b"\x80") == [("missing_field", "kind")]
