"""Typed values: ext 100 with a TypeRegistry."""

import copy
import dataclasses
import datetime
import decimal
import enum
import pickle
import random
import uuid
from typing import Any, Optional

import pytest
from conftest import FREE_THREADED
from lz4_package import skip_without_lz4
from same import outcome, same

import hayapack
from hayapack import ExtType, Timestamp, Typed, TypeRegistry

NESTED = bytes.fromhex(
    "c72c64 a944656d6f2e432c2067 83 a14105 a153a26869 a14fc71464 a944656d6f2e432c2067 83 a14106 a153c0 a14fc0"
)
CORE = "System.Private.CoreLib"
EMPTY = TypeRegistry()


@dataclasses.dataclass
class Thing:
    A: int
    S: Optional[str] = None
    O: Any = None  # noqa: E741


class Colour(enum.Enum):
    RED = 1
    BLUE = 2


@pytest.fixture
def registry():
    types = TypeRegistry()
    types.register(Thing, "Demo.C, g")
    return types


def typed(name, payload, code=100):
    return hayapack.packb(ExtType(code, hayapack.packb(name) + payload))


# --- reading and writing -----------------------------------------------------


def test_as_messagepack_csharp_writes_it(backend, registry):
    thing = Thing(5, "hi", Thing(6))
    assert backend.packb(thing, types=registry) == NESTED
    assert backend.unpackb(NESTED, types=registry) == thing


def test_unknown_names_are_neutral(backend):
    inner = Typed("Demo.C, g", {"A": 6, "S": None, "O": None})
    value = Typed("Demo.C, g", {"A": 5, "S": "hi", "O": inner})
    assert backend.unpackb(NESTED, types=EMPTY) == value
    assert backend.packb(value, types=EMPTY) == NESTED


def test_only_on_request(backend):
    assert backend.unpackb(NESTED) == ExtType(100, NESTED[3:])
    for value in (Thing(1), Typed("N", 1)):
        with pytest.raises(hayapack.UnsupportedTypeError):
            backend.packb(value)


def test_packer_and_unpacker(backend, registry):
    thing = Thing(5, "hi", Thing(6))
    packer = backend.Packer(types=registry)
    unpacker = backend.Unpacker(types=registry)
    for byte in packer.pack(thing) + packer.pack([thing]) + packer.pack(5):
        unpacker.feed(bytes([byte]))
    assert list(unpacker) == [thing, [thing], 5]


def test_in_containers_and_keys(backend, registry):
    value = {"k": [Thing(1), {"x": Thing(2)}], "l": (Thing(3),)}
    packed = backend.packb(value, types=registry)
    assert backend.unpackb(packed, types=registry) == {**value, "l": [Thing(3)]}
    packed = backend.packb({Typed("N", 1): 2}, types=EMPTY)
    found = backend.unpackb(packed, types=EMPTY, strict_map_key=False)
    assert found == {Typed("N", 1): 2}
    error = outcome(backend.unpackb, packed, types=EMPTY)
    assert error[1:4] == ("invalid_key", 1, "${key #0}")


@pytest.mark.parametrize("size", [0, 1, 10, 100, 240, 260, 65000, 65510, 65530, 70000])
def test_every_size(backend, size):
    value = Typed("N", "x" * size)
    packed = backend.packb([value, value], types=EMPTY)
    assert packed == backend.packb([ExtType(100, b"\xa1N" + backend.packb("x" * size))] * 2)
    assert backend.unpackb(packed, types=EMPTY) == [value, value]


def test_with_lz4(backend, registry, request):
    skip_without_lz4(request)
    thing = Thing(5, "x" * 200, [Thing(n) for n in range(1000)])
    for form in ("block", "block-array"):
        packed = backend.packb(thing, types=registry, lz4=form)
        assert backend.unpackb(packed, types=registry, lz4=True) == thing


def test_hooks_see_what_is_inside(backend, registry):
    packed = backend.packb(Thing(1, "s", [1, {"k": ExtType(5, b"")}]), types=registry)
    seen = []
    found = backend.unpackb(
        packed, types=registry, list_hook=tuple, ext_hook=lambda code, data: code,
        object_hook=lambda m: seen.append(dict(m)) or m,
    )  # fmt: skip
    assert found == Thing(1, "s", (1, {"k": 5}))
    assert seen == [{"k": 5}, {"A": 1, "S": "s", "O": (1, {"k": 5})}]
    assert backend.unpackb(packed, types=EMPTY, raw=True).name == "Demo.C, g"
    assert backend.unpackb(packed, types=EMPTY, object_pairs_hook=tuple).value[0] == ("A", 1)
    found = backend.unpackb(packed, types=EMPTY, use_list=False)
    assert found.value["O"] == (1, {"k": ExtType(5, b"")})


def test_default_and_extended_give_registered_objects(backend, registry):
    value = backend.packb({1}, types=registry, default=lambda o: Thing(7))
    assert backend.unpackb(value, types=registry) == Thing(7)
    value = backend.packb([Colour.RED, Thing(1), {2}], types=registry, extended=True)
    assert backend.unpackb(value, types=registry) == [1, Thing(1), [2]]


def test_a_hook_that_raises(backend):
    def fail(value):
        raise KeyError("mine")

    types = TypeRegistry()
    types.register(Thing, "N", read=fail, write=fail)
    with pytest.raises(KeyError, match="mine"):
        backend.unpackb(typed("N", b"\x01"), types=types)
    with pytest.raises(KeyError, match="mine"):
        backend.packb([1, Thing(1)], types=types)
    packer = backend.Packer(types=types, autoreset=False)
    packer.pack(1)
    with pytest.raises(KeyError):
        packer.pack(Thing(1))
    assert packer.bytes() == b"\x01"


def test_a_hook_that_changes_what_is_packed(backend):
    items = [Thing(1), 2, 3]

    def write(obj):
        items.clear()
        return 5

    types = TypeRegistry()
    types.register(Thing, "N", read=Thing, write=write)
    if FREE_THREADED and backend.name == "native":  # which has copied the list
        assert backend.unpackb(backend.packb(items, types=types), types=types) == [Thing(5), 2, 3]
        return
    with pytest.raises(hayapack.MutatedError):
        backend.packb(items, types=types)


# --- the registry ------------------------------------------------------------

QUALIFIED = "Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089"
LIST = f"System.Collections.Generic.List`1[[System.Int32, {CORE}]], {CORE}"


@pytest.mark.parametrize(
    "registered, wire",
    [
        ("Demo.C, g", "Demo.C, g, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null"),
        ("Demo.C, g, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null", "Demo.C, g"),
        ("Demo.C, g", "Demo.C, g, Version=1.2.3.4"),
        ("Demo.C, g", "Demo.C,g"),
        ("Demo.Outer+Inner, g", "Demo.Outer+Inner, g, Version=0.0.0.0, Culture=neutral, PublicKeyToken=null"),
        (LIST, LIST),
        (LIST, f"System.Collections.Generic.List`1[[System.Int32, mscorlib, {QUALIFIED}]], mscorlib, {QUALIFIED}"),
        (LIST, f"System.Collections.Generic.List`1[[System.Int32,mscorlib]],{CORE}"),
        ("Box`2[[A, x],[B, y]], z", f"Box`2[[A, x, {QUALIFIED}],[B, y, {QUALIFIED}]], z, {QUALIFIED}"),
        ("Demo.C[], g", f"Demo.C[], g, {QUALIFIED}"),
    ],
)  # fmt: skip
def test_names_that_are_the_same(backend, registered, wire):
    types = TypeRegistry()
    types.register(Thing, registered)
    assert backend.unpackb(typed(wire, b"\x81\xa1A\x01"), types=types) == Thing(1)
    assert backend.unpackb(backend.packb(Thing(1), types=types), types=EMPTY).name == registered


@pytest.mark.parametrize(
    "wire",
    ["", "Demo.C", "demo.C, g", "Demo.C, h", "Demo.C, g]", "Demo.C[], g", " Demo.C, g", "Demo.C, g\0",
     "Demo.C, g" + " " * 5000, "Demo.C, mscorlib", "[[", "]]", ",,,,", "`1[[Demo.C, g]]", "Demo.C, g, Version",
     "builtins.eval", "os.system", "test_typeless.Thing", "Thing", "\0", "Demo.C, g" * 500],
)  # fmt: skip
def test_names_that_are_not(backend, registry, wire):
    assert backend.unpackb(typed(wire, b"\x81\xa1A\x01"), types=registry) == Typed(wire, {"A": 1})


def test_long_names_take_linear_time(backend):
    for pattern in (", ", ",", "[", ", Version=", " ", ", Culture=a", ",mscorlib"):
        name = pattern * (10**6 // len(pattern))
        assert backend.unpackb(typed(name, b"\x01"), types=TypeRegistry(dotnet=True)).name == name
        hayapack.typeless.normal_name(name[:100000])


def test_aliases_are_read(backend):
    types = TypeRegistry()
    assert types.register(Thing, "New.C, g", "Old.C, g") is Thing
    assert backend.unpackb(typed("Old.C, g", b"\x81\xa1A\x01"), types=types) == Thing(1)
    assert b"New.C" in backend.packb(Thing(1), types=types)


def test_fields_with_other_names(backend):
    types = TypeRegistry()
    types.register(Thing, "N", fields={"A": "count", "S": "text"})
    packed = backend.packb(Thing(1, "s"), types=types)
    assert backend.unpackb(packed, types=EMPTY).value == {"count": 1, "text": "s", "O": None}
    assert backend.unpackb(packed, types=types) == Thing(1, "s")


def test_fields_with_places(backend):
    types = TypeRegistry()
    types.register(Thing, "N", fields={"A": 0, "S": 3, "O": 1})
    packed = backend.packb(Thing(1, "s", 2.5), types=types)
    assert backend.unpackb(packed, types=EMPTY).value == [1, 2.5, None, "s"]
    for use_list in (True, False):
        assert backend.unpackb(packed, types=types, use_list=use_list) == Thing(1, "s", 2.5)
    assert backend.unpackb(typed("N", b"\x91\x07"), types=types) == Thing(7)
    assert backend.unpackb(typed("N", b"\x96\x07\xc0\xc0\xc0\xc0\xc0"), types=types) == Thing(7)


def test_members_that_the_class_has_not_are_ignored(backend, registry):
    packed = typed("Demo.C, g", hayapack.packb({"A": 1, "extra": [1], "__class__": 5, "__init__": 0}))
    assert backend.unpackb(packed, types=registry) == Thing(1)


@pytest.mark.parametrize("payload", [b"\x80", b"\xc0", b"\x05", b"\x90", b"\x91\x05", b"\xa1A", b"\x81\xa1a\x05"])
def test_values_that_do_not_fit_the_class(backend, registry, payload):
    error = outcome(backend.unpackb, b"\x92\x01" + typed("Demo.C, g", payload), types=registry)
    assert error[:4] == (hayapack.InvalidTypedError, "invalid_typed", 2, "$[1]")
    assert "Thing" in error[4]


def test_enums(backend):
    types = TypeRegistry()
    types.register(Colour, "Demo.Colour, g")
    packed = backend.packb([Colour.BLUE], types=types)
    assert backend.unpackb(packed, types=EMPTY) == [Typed("Demo.Colour, g", 2)]
    assert backend.unpackb(packed, types=types) == [Colour.BLUE]
    error = outcome(backend.unpackb, typed("Demo.Colour, g", b"\x03"), types=types)
    assert error[1] == "invalid_typed"

    class Number(enum.IntEnum):
        ONE = 1

    types.register(Number, "Demo.Number, g")
    assert backend.unpackb(backend.packb(Number.ONE, types=types), types=types) is Number.ONE


def test_other_classes_have_functions(backend):
    types = TypeRegistry()
    types.register(complex, "Complex", read=lambda v: complex(*v), write=lambda c: [c.real, c.imag])
    assert backend.unpackb(backend.packb([1 + 2j], types=types), types=types) == [1 + 2j]


@pytest.mark.parametrize(
    "arguments, options, error",
    [
        ((5, "N"), {}, TypeError),
        ((Thing, 5), {}, TypeError),
        ((Thing, "N", b"M"), {}, TypeError),
        ((object, "N"), {}, TypeError),
        ((object, "N"), {"read": object}, TypeError),
        ((dict, "N"), {"read": dict, "write": dict}, ValueError),
        ((Typed, "N"), {"read": dict, "write": dict}, ValueError),
        ((Thing, "N"), {"fields": {"B": "b"}}, ValueError),
        ((Thing, "N"), {"fields": {"A": 0}}, ValueError),
        ((Thing, "N"), {"fields": {"A": "S"}}, ValueError),
        ((Thing, "N"), {"fields": {"A": 0, "S": 1, "O": -1}}, ValueError),
        ((Colour, "N"), {"fields": {"A": "S"}}, TypeError),
        ((Thing, "taken, mscorlib"), {}, ValueError),
    ],
)
def test_what_cannot_be_registered(arguments, options, error):
    types = TypeRegistry()
    types.register(uuid.UUID, f"taken, {CORE}", read=uuid.UUID, write=str)
    with pytest.raises(error):
        types.register(*arguments, **options)
    if arguments[0] is Thing:
        types.register(Thing, "N")
        with pytest.raises(ValueError, match="already registered"):
            types.register(Thing, "M")


@pytest.mark.parametrize("bad", [{}, "N", True, TypeRegistry])
def test_types_must_be_a_registry(backend, bad):
    for call in (
        lambda: backend.packb(1, types=bad),
        lambda: backend.unpackb(b"\x01", types=bad),
        lambda: backend.Packer(types=bad),
        lambda: backend.Unpacker(types=bad),
    ):
        with pytest.raises(TypeError, match="types must be a TypeRegistry or None"):
            call()
    assert backend.unpackb(backend.packb(1, types=None), types=None) == 1


def test_typed():
    value = Typed("N", [1])
    assert value == Typed("N", [1]) != Typed("M", [1])
    assert value != Typed("N", [2]) and value != ("N", [1])
    assert repr(value) == "Typed('N', [1])"
    assert hash(Typed("N", 1)) == hash(Typed("N", 1))
    assert pickle.loads(pickle.dumps(value)) == copy.deepcopy(value) == value
    with pytest.raises(TypeError):
        hash(value)
    with pytest.raises(TypeError):
        Typed(b"N", 1)
    with pytest.raises(AttributeError):
        value.name = "M"
    with pytest.raises(AttributeError):
        del value.value


# --- .NET's own types --------------------------------------------------------

UTC = datetime.timezone.utc
DOTNET = TypeRegistry(dotnet=True)


@pytest.mark.parametrize(
    "value",
    [
        datetime.datetime(2026, 1, 2, 3, 4, 5, 678901),
        datetime.datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        datetime.datetime.min,
        datetime.datetime.max,
        datetime.datetime.max.replace(tzinfo=UTC),
        datetime.timedelta(days=-5, microseconds=1),
        datetime.timedelta(0),
        uuid.UUID("12345678-9abc-def0-1234-56789abcdef0"),
        decimal.Decimal("-123456789012345678901234.5678"),
        decimal.Decimal("0"),
    ],
)
def test_dotnet_round_trip(backend, value):
    packed = backend.packb([value], types=DOTNET)
    assert backend.unpackb(packed, types=EMPTY)[0].name.endswith(", mscorlib")
    assert same(backend.unpackb(packed, types=DOTNET), [value])


def read_dotnet(backend, name, value, assembly=", " + CORE):
    packed = backend.packb(Typed("System." + name + assembly, value), types=EMPTY)
    return backend.unpackb(packed, types=DOTNET)


def test_dotnet_datetime(backend):
    ticks = 638_712_864_000_000_000  # 2025-01-01T00:00
    when = datetime.datetime(2025, 1, 1)
    assert read_dotnet(backend, "DateTime", ticks) == when
    assert read_dotnet(backend, "DateTime", ticks, "") == when
    assert read_dotnet(backend, "DateTime", ticks + 19) == when + datetime.timedelta(microseconds=1)
    assert read_dotnet(backend, "DateTime", ticks | 1 << 62) == when.replace(tzinfo=UTC)
    assert read_dotnet(backend, "DateTime", ticks - 2**63) == when.replace(tzinfo=UTC)
    assert read_dotnet(backend, "DateTime", Timestamp(0)) == datetime.datetime(1970, 1, 1, tzinfo=UTC)
    moment = read_dotnet(backend, "DateTimeOffset", [Timestamp(0), 90])
    assert moment.isoformat() == "1970-01-01T00:00:00+01:30"
    assert read_dotnet(backend, "Char", 0x41) == read_dotnet(backend, "Char", "A") == "A"
    assert read_dotnet(backend, "Decimal", "1.10") == decimal.Decimal("1.10")


@pytest.mark.parametrize(
    "name, value",
    [
        ("DateTime", 2**62 - 1),
        ("DateTime", -(2**63) + 2**62 - 1),
        ("DateTime", "2025-01-01"),
        ("DateTime", 1.5),
        ("DateTime", True),
        ("TimeSpan", "1"),
        ("Guid", "12345678"),
        ("Guid", 5),
        ("Guid", "{2345678-9abc-def0-1234-56789abcdef0}"),
        ("Decimal", "1e5"),
        ("Decimal", "nan"),
        ("Decimal", "1" * 41),
        ("Decimal", 5),
        ("Char", 0x10000),
        ("Char", -1),
        ("Char", "ab"),
        ("DateTimeOffset", [Timestamp(0)]),
        ("DateTimeOffset", [Timestamp(0), 1440]),
        ("DateTimeOffset", 5),
    ],
)
def test_dotnet_values_that_do_not_fit(backend, name, value):
    packed = backend.packb(Typed(f"System.{name}, mscorlib", value), types=EMPTY)
    assert outcome(backend.unpackb, packed, types=DOTNET)[1] == "invalid_typed"


def test_dotnet_decimals_that_are_none(backend):
    with pytest.raises(ValueError, match="can't be a .NET decimal"):
        backend.packb(decimal.Decimal("nan"), types=DOTNET)


@pytest.mark.parametrize(
    "name, value",
    [
        (LIST, [1, 2]),
        ("System.Object[], mscorlib", [None, 1]),
        ("Demo.C[], g", [1]),
        ("System.Collections.Generic.Dictionary`2[[A, x],[B, y]], mscorlib", {"k": 1}),
        ("System.Collections.Hashtable, mscorlib", {"k": 1}),
    ],
)
def test_dotnet_collections(backend, name, value):
    packed = backend.packb(Typed(name, value), types=EMPTY)
    assert backend.unpackb(packed, types=DOTNET) == value
    assert backend.unpackb(packed, types=EMPTY) == Typed(name, value)


def test_dotnet_knows_no_more(backend):
    for name in ("System.Object, mscorlib", "System.Diagnostics.Process, System", "System.Int32[,], mscorlib"):
        packed = backend.packb(Typed(name, 1), types=EMPTY)
        assert backend.unpackb(packed, types=DOTNET) == Typed(name, 1)


# --- hostile, and deep -------------------------------------------------------


def test_depth(backend):
    value: Any = None
    for _ in range(1024):
        value = Typed("N", value)
    packed = backend.packb(value, types=EMPTY)
    found = backend.unpackb(packed, types=EMPTY)
    for _ in range(1024):
        found = found.value
    assert found is None
    with pytest.raises(hayapack.PackDepthError):
        backend.packb(Typed("N", value), types=EMPTY)
    deeper = typed("N", packed)
    error = outcome(backend.unpackb, deeper, types=EMPTY)
    assert error[:2] == (hayapack.StackError, "too_deep")
    assert outcome(backend.unpackb, typed("N", b"\x90"), types=EMPTY, max_depth=1)[2:4] == (5, "$")


@pytest.mark.pure_is_long
def test_100000_deep_takes_no_stack(backend):
    headers = [b"\xc9" + (8 * n - 5).to_bytes(4, "big") + b"\x64\xa1N" for n in range(100000, 0, -1)]
    data = b"".join(headers) + b"\xc0"
    error = outcome(backend.unpackb, data, types=EMPTY)
    assert error[1:4] == ("too_deep", 1024 * 8, "$")
    found = backend.unpackb(data, types=EMPTY, max_depth=100000)
    for _ in range(100000):
        found = found.value
    assert found is None


def test_a_cycle_is_too_deep(backend, registry):
    thing = Thing(1)
    thing.O = thing
    with pytest.raises(hayapack.PackDepthError) as info:
        backend.packb(thing, types=registry)
    assert info.value.path.startswith("$.O.O.O")


def test_packing_errors_say_where(backend, registry):
    error = outcome(backend.packb, {"k": Thing(1, None, [1, Thing(object())])}, types=registry)
    assert error[1] == "unsupported_type"
    assert error[3] == "$.k.O[1].A"


def test_both_pack_alike(both, registry):
    values = [
        [Thing(1, "x" * 300, Thing(2)), {Typed("K", 1): Typed("V", [1.5])}],
        Thing(1, "\ud800"),
        Thing(1, None, [Thing(2, None, {"deep": object()})]),
        {"a": [Thing(2**64)], "b": 1},
        [Typed("\udc80", 1)],
        Thing(1, None, {"x": [1, 2, 3, Typed("a" * 40, Typed("b", object()))]}),
    ]
    for value in values:
        for options in ({}, {"sort_keys": True}, {"max_depth": 3}, {"use_bin_type": False},
                        {"strict_types": True}, {"extended": True}):  # fmt: skip
            native, pure = [outcome(b.packb, value, types=registry, **options) for b in both]
            assert same(native, pure), (value, options, native, pure)


@pytest.mark.long
def test_both_refuse_the_same_bytes(both, registry):
    noise = random.Random(4)
    seeds = [
        NESTED,
        both[0].packb([Thing(1, "x" * 40), {"k": Typed("N", [1, 2.5, {"a": b"bin"}])}, 5], types=registry),
        both[0].packb({"a": Typed("A", Typed("B", [Typed("C", None), "z"])), "b": [1, 2]}, types=registry),
        typed("N", typed("M", b"\xdc\x00\x02\x01\x02")) + b"\x01",
        typed("N", hayapack.packb({"t": Timestamp(5), "n": list(range(20)), "f": [1.5, 2.5]})),
    ]
    for _ in range(6000):
        data = bytearray(noise.choice(seeds))
        for _ in range(noise.randrange(1, 4)):
            at = noise.randrange(len(data))
            change = noise.randrange(5)
            if change == 0:
                data[at] = noise.randrange(256)
            elif change == 1:
                data[at] = (data[at] + noise.choice([-2, -1, 1, 2, 5])) % 256
            elif change == 2:
                data.insert(at, noise.choice([0, 0x64, 0x81, 0x91, 0xA1, 0xC0, 0xC1, 0xC7, 0xD4, 0xD9, 0xDC]))
            elif change == 3 and len(data) > 1:
                del data[at]
            else:
                data[at : at + 1] = typed("N", bytes(data[at : at + 1]))
        data = bytes(data)
        options = noise.choice([{}, {}, {"max_depth": 2}, {"raw": True}, {"strict_map_key": False},
                                {"max_ext_len": 30}, {"list_hook": tuple}, {"object_pairs_hook": tuple},
                                {"use_list": False}, {"max_str_len": 8}])  # fmt: skip
        types = noise.choice([registry, EMPTY, DOTNET])
        native, pure = [outcome(b.unpackb, data, types=types, **options) for b in both]
        assert repr(native) == repr(pure), (data.hex(), options, native, pure)
        native, pure = [stream_outcome(b, data, types, options) for b in both]
        assert repr(native) == repr(pure), (data.hex(), options, native, pure)


def stream_outcome(backend, data, types, options):
    unpacker = backend.Unpacker(types=types, **options)
    seen = []
    for half in (data[: len(data) // 2], data[len(data) // 2 :]):
        unpacker.feed(half)
        for _ in range(4):
            seen.append((outcome(unpacker.unpack), unpacker.tell()))
    return seen
